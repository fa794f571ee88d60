"""A checkpoint as a player: one call of the network for all its heroes of a decision.

`arena.registry` imports this module when a checkpoint is named, and torch with it, not before.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from arena.errors import BrokenPlayer, UnknownPlayer
from arena.games import moba
from arena.players import Int64
from training.checkpoint import read_checkpoint
from training.checkpoint_name import CheckpointName, parse_name
from training.checkpoint_record import CheckpointRecord
from training.errors import CheckpointError, NoCheckpoint
from training.network import Policy
from training.packing import Packer
from training.policies import policy_of
from training.threads import one_thread
from training.uniforms import action_uniforms


class CheckpointPlayer:
    """A policy that plays: samples at a temperature, or takes the likeliest action.

    It has a memory for each (match, hero), zero where a match begins, and draws by the match's seed, the side's key,
    the decision and the hero. So the same batch gives the same actions. Another batch around the same match may
    not: torch rounds differently at other numbers of rows, which is why plans fix their batches.
    """

    needs_observations = True

    def __init__(self, policy: Policy, *, temperature: float = 1.0) -> None:
        """A player of a policy on the processor.

        Args:
            policy: what decides.
            temperature: 0 for the likeliest action always.
        """
        self.contract_version = policy.contract
        self._policy = policy
        self._temperature = temperature
        self._packer: Packer | None = None
        self._memory: NDArray[np.float32] = np.zeros((0, 10, policy.memory_width), np.float32)

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        """Answer one decision; see `arena.players.Player.act`."""
        if self._packer is None:
            self._packer = Packer(batch.variant, contract=self.contract_version)
            self._memory = np.zeros((batch.n, 10, self._policy.memory_width), np.float32)
        self._packer.clear()
        packed = self._packer.add(batch.observations, batch.masks, matches, heroes)
        begun = batch.matches["decision"][matches] > 0
        memory = self._memory[matches, heroes] * begun[:, None]
        uniforms = action_uniforms(batch.matches, matches, heroes)
        with one_thread():
            choice = self._policy.step(
                packed,
                torch.from_numpy(memory),
                torch.from_numpy(uniforms),
                temperature=self._temperature or 1.0,
                greedy=not self._temperature,
            )
        self._memory[matches, heroes] = choice.memory.numpy()
        return choice.actions.numpy()

    def forget(self, matches: Int64) -> None:
        """A match at its first decision is met without memory: there is nothing to do."""


def make(argument: str) -> CheckpointPlayer:
    """The player that is named by what follows `checkpoint:`.

    Raises:
        CheckpointError: it cannot be read, or is another than the one that is named.
    """
    name = parse_name(argument)
    return CheckpointPlayer(load(name)[1], temperature=name.temperature)


def load(name: CheckpointName) -> tuple[CheckpointRecord, Policy]:
    """The record and the policy of a named checkpoint, everything checked.

    Raises:
        CheckpointError: it cannot be read, is another than the one that is named, or cannot be played.
    """
    checkpoint = read_checkpoint(name.folder)
    name.check(checkpoint.record)
    return checkpoint.record, policy_of(checkpoint)


def pin(argument: str) -> str:
    """The name by which a plan keeps a checkpoint: its absolute folder and its hash.

    Raises:
        UnknownPlayer: there is none.
        BrokenPlayer: there is one that cannot be played; the message says why.
    """
    name = parse_name(argument)
    try:
        return str(name.pinned(load(name)[0]))
    except NoCheckpoint as error:
        raise UnknownPlayer(str(error)) from error
    except CheckpointError as error:
        raise BrokenPlayer(str(error)) from error


def same(argument: str) -> str:
    """What two pinned names share if they name one player."""
    return parse_name(argument).same
