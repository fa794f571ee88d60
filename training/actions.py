"""A choice among legal things: its probabilities, a draw from them, the entropy; and an action put together of four.

An action is chosen in parts, kind first and the rest given the kind:

    log p(action) = log p(kind) + [kind takes an offset] log p(offset) + [it is aimed] log p(aim | kind)
                    + [it is at a target, or aimed with aim 0] log p(target | kind)

What a kind does not take is answered as 0, and counts neither in log-probability nor in entropy.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from training.forms import AIMED, AT_TARGET, OFFSET, TARGET_ROW

FORBIDDEN = -1e9
"""The score of what is not legal: its probability is exactly 0, and 0 times its logarithm is 0, not NaN."""
HEADS = ("kind", "target", "offset", "aim")
"""In the order of the action's four numbers."""


class Uses(NamedTuple):
    """Which rows of actions use a head, as indices (q,) int64."""

    target: Tensor
    offset: Tensor
    aim: Tensor


def log_probabilities(scores: Tensor, legal: Tensor | None = None) -> Tensor:
    """(k, choices): logarithms of the probabilities of what is legal; at least one is in each row."""
    if legal is not None:
        scores = scores.masked_fill(~legal, FORBIDDEN)
    return torch.log_softmax(scores, 1)


def entropy(logarithms: Tensor) -> Tensor:
    """(k,): entropy in nats."""
    return -(logarithms.exp() * logarithms).sum(1)


def draw(logarithms: Tensor, uniforms: Tensor) -> Tensor:
    """(k,) int64: from each row the choice that a number (k,) in [0, 1) picks from the sum of probabilities.

    Sums are float64, and what has no probability is never picked, whatever is rounded.
    """
    odds = logarithms.double().exp()
    sums = odds.cumsum(1)
    picked = (sums <= (uniforms.double() * sums[:, -1])[:, None]).sum(1)
    choices = torch.arange(odds.shape[1], device=odds.device)
    last = torch.where(odds > 0.0, choices, -1).amax(1)
    return torch.minimum(picked, last)


def choose(
    scores: Tensor, legal: Tensor | None, uniforms: Tensor, *, temperature: float, greedy: bool
) -> tuple[Tensor, Tensor]:
    """The likeliest choices, or drawn ones with the scores divided by the temperature: (k,) int64.

    And the logarithms (k,) of their probabilities at temperature 1.
    """
    logarithms = log_probabilities(scores, legal)
    if greedy:
        choices = logarithms.argmax(1)
    elif temperature == 1.0:
        choices = draw(logarithms, uniforms)
    else:
        choices = draw(log_probabilities(scores / temperature, legal), uniforms)
    return choices, of(logarithms, choices)


def of(logarithms: Tensor, choices: Tensor) -> Tensor:
    """(k,): the logarithm of what was chosen."""
    return logarithms.gather(1, choices[:, None])[:, 0]


def forms_of(kinds: Tensor, forms: Tensor) -> Tensor:
    """(k,): what the chosen kinds take, of training.forms, from what each kind of a row takes (k, kinds)."""
    return forms.gather(1, kinds[:, None])[:, 0]


def uses(actions: Tensor, forms: Tensor) -> Uses:
    """Which heads actions (k, 4) used, each row's kinds taking `forms` (k, kinds)."""
    form = forms_of(actions[:, 0], forms)
    aimed = form == AIMED
    return Uses(
        target=rows_where((form == AT_TARGET) | (aimed & (actions[:, 3] == 0))),
        offset=rows_where(form == OFFSET),
        aim=rows_where(aimed),
    )


def rows_where(true: Tensor) -> Tensor:
    """Indices (q,) int64 of the rows that are true."""
    return torch.nonzero(true)[:, 0]


def legal_targets(kinds: Tensor, targets: Tensor) -> Tensor:
    """(q, targets) bool: legal targets of kinds (q,) that take one, from the rows of all kinds (q, rows, TARGETS)."""
    row = torch.from_numpy(TARGET_ROW).to(kinds.device)[kinds]
    return targets[torch.arange(len(kinds), device=kinds.device), row]


def legal_aims(legal_target: Tensor, *, aims: int) -> Tensor:
    """(q, aims) bool: the compass is always legal, aim 0 where there is a legal target (q, targets)."""
    legal = torch.ones(len(legal_target), aims, dtype=torch.bool, device=legal_target.device)
    legal[:, 0] = legal_target.any(1)
    return legal
