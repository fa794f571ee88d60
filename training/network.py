"""A policy: from packed observations and a memory to actions, and over segments to what learning needs.

One network plays all heroes, each with a memory of its own. Letters: R rows of (match, hero), T decisions of a segment,
N sequences.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn

from arena.games.moba.contract import CONTRACT_VERSION
from training.columns import columns_of
from training.encoder import Encoder
from training.errors import WrongShape
from training.forecasts import Forecasts
from training.heads import Heads, Judged, Seen
from training.hidden import HiddenEncoder
from training.initial import linear
from training.lstm import LSTM, State
from training.network_settings import NetworkSettings
from training.packing import Packed
from training.previous import describe, previous_width
from training.team import pool_teams
from training.tensors import Inputs, inputs


class Choice(NamedTuple):
    """What `Policy.step` answers for R rows."""

    actions: Tensor
    """(R, 4) int64: kind, target, offset, aim; 0 where the kind takes none."""
    log_prob: Tensor
    """(R,): of the action under the policy, at temperature 1."""
    value: Tensor
    """(R,): of the state before the action, in the units that learning gave the value; NaN where the value reads what
    is hidden, and the rows do not have it."""
    memory: Tensor
    """(R, memory_width): what the next decision of each hero begins with."""
    forecasts: Tensor
    """(R, forecasts): logits of what the network foretells of the state before the action, as `Forecasts` has them."""


class Unroll(NamedTuple):
    """What `Policy.unroll` answers for T decisions of N sequences."""

    log_prob: Tensor
    """(T, N): of the actions."""
    entropy: dict[str, Tensor]
    """(T, N) by head, of actions.HEADS, in nats; 0 where the action did not use the head."""
    used: dict[str, Tensor]
    """(T, N) bool by head: whether the action used it."""
    value: Tensor
    """(T, N)."""
    memory: Tensor
    """(N, memory_width): after the last decision; no gradient flows through it."""
    forecasts: Tensor
    """(T, N, forecasts): logits."""


class Policy(nn.Module):
    """A network of some settings, its weights drawn by `seed`, that reads and answers a version of the contract.

    A memory (R, memory_width) is, side by side, hidden state and cell of the LSTM, the same of the value's where the
    settings have one, and the action before where it is fed back; all zero where a match begins.
    """

    def __init__(self, settings: NetworkSettings, *, seed: int = 0, contract: int = CONTRACT_VERSION) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        read = columns_of(contract)
        self.settings = settings
        self.contract = contract
        self.encoder = Encoder(settings, read, generator=generator)
        fed = settings.joined + settings.team_pool
        self.lstm = LSTM(fed, settings.memory, generator=generator)
        self.value_lstm = (
            LSTM(fed, settings.value_memory, generator=generator) if settings.value_memory else None
        )
        self.heads = Heads(settings, read, generator=generator)
        valued = (settings.value_memory or settings.memory) + settings.value_hidden
        self.value = linear(valued, 1, gain=1.0, generator=generator)
        self.hidden = HiddenEncoder(settings, read, generator=generator) if settings.value_hidden else None
        self.forecasts = Forecasts(settings, generator=generator)
        self.widths = [settings.memory] * 2 + [settings.value_memory] * 2
        self.widths.append(previous_width(read.kinds) if settings.previous_action else 0)

    @property
    def memory_width(self) -> int:
        """Numbers that a hero's memory has."""
        return sum(self.widths)

    @property
    def parameters_count(self) -> int:
        """Numbers that are learnt."""
        return sum(one.numel() for one in self.parameters())

    def first_memory(self, rows: int) -> Tensor:
        """(rows, memory_width): what a match begins with, zeros."""
        return self.value.weight.new_zeros(rows, self.memory_width)

    @torch.no_grad()
    def step(
        self,
        packed: Packed,
        memory: Tensor,
        uniforms: Tensor,
        *,
        temperature: float = 1.0,
        greedy: bool = False,
    ) -> Choice:
        """One decision of R heroes.

        Args:
            packed: R rows.
            memory: (R, memory_width), zero where a match begins.
            uniforms: (R, 4) in [0, 1): what actions are drawn by, in their order kind, target, offset, aim.
            temperature: above 0; scores are divided by it before an action is drawn.
            greedy: the likeliest kind, and the likeliest of what it takes, in place of draws.

        Raises:
            WrongShape: memory or uniforms are not of these rows.
            ValueError: the temperature is not a number above 0.
        """
        _check_shape("memory", memory, (len(packed), self.memory_width))
        _check_shape("uniforms", uniforms, (len(packed), 4))
        if not 0.0 < temperature < math.inf:
            raise ValueError(
                f"expected a temperature above 0, got {temperature}: answer greedily in place of 0"
            )
        given = inputs(packed, self.value.weight)
        state, value_state, previous = self._parts(memory)
        encoded = self.encoder(given, previous)
        fed = self._fed(encoded.joined, given, decisions=1)
        state = self.lstm.step(fed, state)
        if self.value_lstm is not None and value_state is not None:
            value_state = self.value_lstm.step(fed, value_state)
        seen = Seen(state[0], encoded.own, encoded.encodings, given)
        actions, log_prob = self.heads.choose(seen, uniforms, temperature=temperature, greedy=greedy)
        if previous is not None:
            previous = describe(actions, given.forms, like=memory)
        value = self._value((value_state or state)[0], given)
        memory = _whole(state, value_state, previous)
        return Choice(actions, log_prob, value, memory, self.forecasts(state[0]))

    def unroll(self, packed: Packed, memory: Tensor, starts: Tensor, actions: Tensor) -> Unroll:
        """T decisions of N heroes, to learn from; agrees with `step` decision by decision.

        Args:
            packed: T N rows, the first N of the first decision.
            memory: (N, memory_width): what the first decision began with.
            starts: (T, N) bool: a match begins with this decision, so that the memory before counts as zero.
            actions: (T, N, 4) int64: what was answered.

        Raises:
            WrongShape: the rows, memory or actions are not of the T decisions of N heroes that `starts` has.
        """
        if starts.dim() != 2 or starts.numel() != len(packed):
            raise WrongShape(
                f"expected starts of as many decisions and heroes as the {len(packed)} packed rows,"
                f" got shape {tuple(starts.shape)}"
            )
        _check_shape("memory", memory, (starts.shape[1], self.memory_width))
        _check_shape("actions", actions, (*starts.shape, 4))
        given = inputs(packed, self.value.weight)
        state, value_state, previous = self._parts(memory)
        told = None
        if previous is not None:
            told = describe(actions.flatten(0, 1), given.forms, like=memory).view(*starts.shape, -1)
            previous = torch.cat([previous[None], told[:-1]]) * ~starts[:, :, None]
            previous = previous.flatten(0, 1)
        encoded = self.encoder(given, previous)
        joined = self._fed(encoded.joined, given, decisions=len(starts)).view(*starts.shape, -1)
        hidden, state = self.lstm.unroll(joined, state, starts)
        valued = hidden
        if self.value_lstm is not None and value_state is not None:
            valued, value_state = self.value_lstm.unroll(joined, value_state, starts)
        seen = Seen(hidden.flatten(0, 1), encoded.own, encoded.encodings, given)
        judged = self.heads.judge(seen, actions.flatten(0, 1))
        value = self._value(valued, given)
        last = _whole(state, value_state, None if told is None else told[-1])
        return _unrolled(judged, value, last, self.forecasts(hidden))

    def _fed(self, joined: Tensor, given: Inputs, *, decisions: int) -> Tensor:
        """(R, joined + team_pool): what memories are fed, from what is joined (R, joined) in so many decisions."""
        if not self.settings.team_pool:
            return joined
        pooled = pool_teams(joined[:, : self.settings.team_pool], given.teams, decisions=decisions)
        return torch.cat([joined, pooled], 1)

    def _value(self, valued: Tensor, given: Inputs) -> Tensor:
        """(...) of hidden states (..., width) of the given rows."""
        if self.hidden is not None:
            if given.hidden.shape[1] == 0:
                return valued.new_full(valued.shape[:-1], math.nan)
            known = self.hidden(given.hidden).view(*valued.shape[:-1], self.settings.value_hidden)
            valued = torch.cat([valued, known], -1)
        value: Tensor = self.value(valued)[..., 0]
        return value

    def _parts(self, memory: Tensor) -> tuple[State, State | None, Tensor | None]:
        """Of memories: the LSTM's state, the value's, and the actions before."""
        hidden, cell, value_hidden, value_cell, previous = memory.split(self.widths, 1)
        value_state = (value_hidden, value_cell) if self.settings.value_memory else None
        return (hidden, cell), value_state, previous if self.settings.previous_action else None


def _check_shape(name: str, given: Tensor, shape: tuple[int, ...]) -> None:
    if given.shape != shape:
        raise WrongShape(f"expected {name} of shape {shape} for the packed rows, got {tuple(given.shape)}")


def _whole(state: State, value_state: State | None, previous: Tensor | None) -> Tensor:
    """The memories that `Policy._parts` takes apart."""
    return torch.cat([*state, *(value_state or ()), *(() if previous is None else (previous,))], 1)


def _unrolled(judged: Judged, value: Tensor, memory: Tensor, forecasts: Tensor) -> Unroll:
    """What was judged row by row, by decision and sequence as `value` is."""
    return Unroll(
        judged.log_prob.view_as(value),
        {name: one.view_as(value) for name, one in judged.entropy.items()},
        {name: one.view_as(value) for name, one in judged.used.items()},
        value,
        memory,
        forecasts,
    )
