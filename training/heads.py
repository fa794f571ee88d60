"""From the memory's hidden state to an action: a layer for each of its four numbers.

The target is chosen by attention: a query, of the hidden state and the kind, against the encodings of the units in
the target slots; the hero itself is among them by an encoding made of its own block.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from training import actions as act
from training.columns import Columns
from training.initial import linear
from training.network_settings import NetworkSettings
from training.pooling import score
from training.tensors import Inputs

POLICY_GAIN = 0.01
"""Of the policy's last layers: the first choices are nearly uniform."""


class Seen(NamedTuple):
    """What the heads read of R rows."""

    hidden: Tensor
    """(R, memory)."""
    own: Tensor
    """(R, own): the encoding of the hero's own block."""
    encodings: Tensor
    """(U, unit): of units."""
    inputs: Inputs


class Judged(NamedTuple):
    """What a policy thinks of R actions."""

    log_prob: Tensor
    """(R,)."""
    entropy: dict[str, Tensor]
    """(R,) by head, of actions.HEADS; 0 where the action did not use the head."""
    used: dict[str, Tensor]
    """(R,) bool by head."""


class Heads(nn.Module):
    """The layers, and how an action is drawn from them or judged by them."""

    def __init__(self, settings: NetworkSettings, read: Columns, *, generator: torch.Generator) -> None:
        super().__init__()
        width, unit, kinds = settings.memory, settings.unit, read.kinds
        self._targets, self._self_target, self._aims = read.targets, read.self_target, read.aims

        def layer(inputs: int, outputs: int) -> nn.Linear:
            return linear(inputs, outputs, gain=POLICY_GAIN, generator=generator)

        self.kind, self.offset, self.aim = (
            layer(width, kinds),
            layer(width, read.offsets),
            layer(width, read.aims),
        )
        self.query = layer(width, unit)
        self.itself = linear(settings.own, unit, gain=1.0, generator=generator)
        self.aim_of_kind = nn.Parameter(torch.zeros(kinds, read.aims))
        self.query_of_kind = nn.Parameter(torch.randn(kinds, unit, generator=generator) * POLICY_GAIN)

    def targets(self, seen: Seen, rows: Tensor, kinds: Tensor) -> Tensor:
        """(q, targets): scores of target slots for kinds (q,) in some rows (q,)."""
        query = (self.query(seen.hidden[rows]) + self.query_of_kind[kinds]) * self.query.out_features**-0.5
        scores = score(
            query, seen.encodings, rows, seen.inputs.starts, seen.inputs.slots, targets=self._targets
        )
        itself = (query * self.itself(seen.own[rows])).sum(1)
        return scores.index_copy(1, torch.tensor([self._self_target], device=rows.device), itself[:, None])

    def aims(self, seen: Seen, rows: Tensor, kinds: Tensor) -> Tensor:
        """(q, aims): scores of aims for kinds (q,) in some rows (q,)."""
        aims: Tensor = self.aim(seen.hidden[rows]) + self.aim_of_kind[kinds]
        return aims

    def choose(
        self, seen: Seen, uniforms: Tensor, *, temperature: float, greedy: bool
    ) -> tuple[Tensor, Tensor]:
        """(R, 4) int64 actions, each number drawn by its own of `uniforms` (R, 4), and their log-probabilities (R,)."""
        given, hidden = seen.inputs, seen.hidden
        actions = torch.zeros(len(hidden), 4, dtype=torch.int64, device=hidden.device)
        log_prob = hidden.new_zeros(len(hidden))

        def pick(head: int, rows: Tensor, scores: Tensor, legal: Tensor | None) -> None:
            luck = uniforms[rows, head]
            chosen, logarithm = act.choose(scores, legal, luck, temperature=temperature, greedy=greedy)
            actions[rows, head] = chosen
            log_prob[rows] += logarithm

        everywhere = torch.arange(len(hidden), device=hidden.device)
        pick(0, everywhere, self.kind(hidden), given.legal)
        kinds = actions[:, 0]
        rows = act.uses(actions, given.forms).offset
        pick(2, rows, self.offset(hidden[rows]), None)
        rows = act.uses(actions, given.forms).aim
        legal = act.legal_targets(kinds[rows], given.targets[rows])
        pick(3, rows, self.aims(seen, rows, kinds[rows]), act.legal_aims(legal, aims=self._aims))
        rows = act.uses(actions, given.forms).target
        legal = act.legal_targets(kinds[rows], given.targets[rows])
        pick(1, rows, self.targets(seen, rows, kinds[rows]), legal)
        return actions, log_prob

    def judge(self, seen: Seen, actions: Tensor) -> Judged:
        """Log-probabilities of actions (R, 4), and entropies of the heads that they used."""
        given, kinds = seen.inputs, actions[:, 0]
        uses = act.uses(actions, given.forms)
        logarithms = {
            "kind": act.log_probabilities(self.kind(seen.hidden), given.legal),
            "target": act.log_probabilities(
                self.targets(seen, uses.target, kinds[uses.target]),
                act.legal_targets(kinds[uses.target], given.targets[uses.target]),
            ),
            "offset": act.log_probabilities(self.offset(seen.hidden[uses.offset])),
            "aim": act.log_probabilities(
                self.aims(seen, uses.aim, kinds[uses.aim]),
                act.legal_aims(act.legal_targets(kinds[uses.aim], given.targets[uses.aim]), aims=self._aims),
            ),
        }
        log_prob = act.of(logarithms["kind"], kinds)
        entropies = {"kind": act.entropy(logarithms["kind"])}
        used = {"kind": torch.ones_like(kinds, dtype=torch.bool)}
        for head, name in enumerate(act.HEADS[1:], start=1):
            rows = getattr(uses, name)
            chosen = act.of(logarithms[name], actions[rows, head])
            log_prob = log_prob.index_add(0, rows, chosen)
            nothing = torch.zeros_like(log_prob)
            entropies[name] = nothing.index_copy(0, rows, act.entropy(logarithms[name]))
            used[name] = torch.zeros_like(used["kind"]).index_fill(0, rows, value=True)
        return Judged(log_prob, entropies, used)
