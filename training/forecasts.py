"""What a network foretells beside its value: who wins, which structure falls next, whether the hero takes part.

Forecasts are discounted, as in Raiman et al. 2019, "Long-term planning and situational awareness in OpenAI Five"
(arXiv 1912.06721): that of an event is the expectation of γ^k, k decisions before it, and 0 if it never comes, or
another comes first. So they need no labels from matches that are still running: what they should have been is told by
what happened until the segment's end and by the forecast of what comes then, TD(λ), as values are. γ is 1 for the
winner.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from arena.games.moba.layout import STRUCTURES
from training.heads import POLICY_GAIN
from training.initial import linear
from training.network_settings import NetworkSettings

WIN, STRUCTURE, PART = "win", "structure", "part"
SIZES = {WIN: 1, STRUCTURE: 2 * STRUCTURES, PART: 1}
"""Numbers of each forecast: structures are the own side's, then the enemy's, as the observation orders them."""
FIRST = {WIN: 0.0, STRUCTURE: -4.0, PART: -3.0}
"""Logits that an untrained network begins near."""


def forecast_names(settings: NetworkSettings) -> tuple[str, ...]:
    """What a network foretells, in order."""
    return ((WIN,) if settings.win_head else ()) + ((STRUCTURE, PART) if settings.structure_head else ())


def forecast_places(settings: NetworkSettings) -> dict[str, slice]:
    """Where each forecast stands among all numbers."""
    found, begin = {}, 0
    for name in forecast_names(settings):
        found[name] = slice(begin, begin + SIZES[name])
        begin += SIZES[name]
    return found


def forecast_count(settings: NetworkSettings) -> int:
    """Numbers of all forecasts."""
    return sum(SIZES[name] for name in forecast_names(settings))


class Forecasts(nn.Module):
    """A layer for each forecast, on the hidden state of the policy's memory: what they teach, the policy has too."""

    def __init__(self, settings: NetworkSettings, *, generator: torch.Generator) -> None:
        super().__init__()
        for name in forecast_names(settings):
            layer = linear(settings.memory, SIZES[name], gain=POLICY_GAIN, generator=generator)
            nn.init.constant_(layer.bias, FIRST[name])
            self.add_module(name, layer)

    def forward(self, hidden: Tensor) -> Tensor:
        """(..., forecasts) logits, of hidden states (..., memory); none where the settings ask for none."""
        found = [layer(hidden) for layer in self.children()]
        return torch.cat(found, -1) if found else hidden.new_empty(*hidden.shape[:-1], 0)


def forecast_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """The mean over agent-steps of the cross-entropy of forecasts (..., k) with what they should be, summed over k.

    It is least where a forecast is the expectation of its targets.
    """
    each = functional.binary_cross_entropy_with_logits(logits, targets, reduction="none")
    return each.sum(-1).mean()
