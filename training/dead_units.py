"""Units of a network that do nothing."""

from __future__ import annotations

import torch
from torch import Tensor

from training.encoder import Encoded
from training.network import Policy
from training.packing import Packed


def dead_share(policy: Policy, packed: Packed, memory: Tensor) -> float:
    """The share of the joined layer's units that are 0 for every one of R packed rows with memories (R, width)."""
    seen: list[Encoded] = []
    hook = policy.encoder.register_forward_hook(lambda module, given, encoded: seen.append(encoded))
    try:
        policy.step(packed, memory, torch.zeros(len(packed), 4))
    finally:
        hook.remove()
    return float((seen[0].joined <= 0.0).all(0).float().mean())
