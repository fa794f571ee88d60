"""From a checkpoint to the policy that it is, and back."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from training.checkpoint import Checkpoint
from training.errors import ForeignCheckpoint
from training.network import Policy
from training.threads import one_thread

PER_WIDTH2 = 8
"""More than a network has parameters to the square of the sum of its widths."""
FREE_PARAMETERS = 20_000_000
"""A network that cannot be larger than this is made without a look at its size."""


def policy_of(checkpoint: Checkpoint) -> Policy:
    """The policy of a checkpoint, on the processor, not to be trained further as it is.

    Raises:
        ForeignCheckpoint: its weights are not those of the network that its record describes.
    """
    _check_size(checkpoint)
    with one_thread():
        policy = Policy(checkpoint.record.settings, contract=checkpoint.record.contract_version)
    _check_shapes(policy, checkpoint)
    policy.load_state_dict({name: torch.from_numpy(array) for name, array in checkpoint.weights.items()})
    return policy.requires_grad_(requires_grad=False).eval()


def weights_of(policy: Policy) -> dict[str, NDArray[np.float32]]:
    """Copies of a policy's weights by name, as `write_checkpoint` takes them."""
    return {name: weight.detach().cpu().numpy().copy() for name, weight in policy.state_dict().items()}


def _check_size(checkpoint: Checkpoint) -> None:
    """Refuse a network far larger than its weights before it is made: a record could ask for all memory there is."""
    widths = sum(checkpoint.record.network.values())
    if widths * widths * PER_WIDTH2 <= FREE_PARAMETERS:
        return
    with torch.device("meta"):  # counts without room, but its first use costs a second
        contract = checkpoint.record.contract_version
        expected = Policy(checkpoint.record.settings, contract=contract).parameters_count
    if expected != checkpoint.record.weights.parameters:
        raise ForeignCheckpoint(
            f"{checkpoint.folder} has weights of another network than its record describes: "
            f"{checkpoint.record.weights.parameters:,} numbers, expected {expected:,}"
        )


def _check_shapes(policy: Policy, checkpoint: Checkpoint) -> None:
    wanted = {name: tuple(weight.shape) for name, weight in policy.state_dict().items()}
    found = {name: array.shape for name, array in checkpoint.weights.items()}
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            raise ForeignCheckpoint(
                f"{checkpoint.folder} has weights of another network than its record describes: '{name}' is "
                f"{_shape(found.get(name))}, expected {_shape(wanted.get(name))}"
            )


def _shape(shape: tuple[int, ...] | None) -> str:
    return "missing" if shape is None else "×".join(map(str, shape)) or "one number"
