"""From packed rows to what the memory is fed, and to the encodings of units that targets are chosen among."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.columns import Columns
from training.initial import RECTIFIER_GAIN, linear
from training.network_settings import NetworkSettings
from training.pooling import pool, unit_rows
from training.previous import previous_width
from training.tensors import Inputs


def own_width(settings: NetworkSettings, read: Columns) -> int:
    """Numbers that the encoding of the own block is made of; the action before is among them where it is fed back.

    Beside the block stand vectors of the hero, the sum of all its items, and each item that has a use.
    """
    previous = previous_width(read.kinds) if settings.previous_action else 0
    return len(read.own) + (2 + read.items_in_use) * settings.embedding + previous


def joined_width(settings: NetworkSettings, read: Columns) -> int:
    """Numbers that are joined to what the memory is fed."""
    places = read.classes + (read.hero_slots if settings.heroes_apart else 0)
    return settings.own + settings.world + places * settings.unit


class Encoded(NamedTuple):
    """R rows, encoded."""

    joined: Tensor
    """(R, joined): what the memory is fed."""
    own: Tensor
    """(R, own)."""
    encodings: Tensor
    """(U, unit), not below 0."""


class Encoder(nn.Module):
    """One encoder for the units of all classes, the largest of each number by class, own block and world beside."""

    def __init__(self, settings: NetworkSettings, read: Columns, *, generator: torch.Generator) -> None:
        super().__init__()
        width = settings.embedding
        self._classes, self._hero_slots = read.classes, read.hero_slots
        self._item_names, self._use_names = read.item_names, read.use_names

        def layer(inputs: int, outputs: int) -> nn.Linear:
            return linear(inputs, outputs, gain=RECTIFIER_GAIN, generator=generator)

        self.heroes = nn.Parameter(torch.randn(read.heroes, width, generator=generator) * width**-0.5)
        self.items = nn.Parameter(torch.randn(read.items, width, generator=generator) * width**-0.5)
        self.own = layer(own_width(settings, read), settings.own)
        self.world = layer(len(read.world), settings.world)
        self.unit = layer(read.unit_width, settings.unit)
        self.unit_hero = linear(width, settings.unit, gain=1.0, generator=generator)
        self.unit_class = nn.Parameter(torch.zeros(read.classes, settings.unit))
        self.unit_again = layer(settings.unit, settings.unit)
        self.heroes_apart = settings.heroes_apart
        self.joined = layer(joined_width(settings, read), settings.joined)

    def forward(self, given: Inputs, previous: Tensor | None) -> Encoded:
        """Encode rows; `previous` (R, previous_width) are the actions before, where the settings ask for them."""
        own = self.encode_own(given, previous)
        world = functional.relu(self.world(given.world), inplace=True)
        encodings = self.encode_units(given)
        pooled = pool(encodings, given.starts, given.classes, count=self._classes)
        parts = [own, world, pooled]
        if self.heroes_apart:
            parts.append(apart(encodings, given, slots=self._hero_slots))
        joined = functional.relu(self.joined(torch.cat(parts, 1)), inplace=True)
        return Encoded(joined, own, encodings)

    def encode_own(self, given: Inputs, previous: Tensor | None) -> Tensor:
        """(R, own)."""
        hero = functional.embedding(given.names[:, 0], self.heroes)
        items = functional.embedding(given.names[:, self._item_names], self.items).sum(1)
        uses = functional.embedding(given.names[:, self._use_names], self.items).flatten(1)
        parts = [given.own, hero, items, uses, *([] if previous is None else [previous])]
        return functional.relu(self.own(torch.cat(parts, 1)), inplace=True)

    def encode_units(self, given: Inputs) -> Tensor:
        """(U, unit): two layers; the first has a bias for each class and hero."""
        names = self.unit_class[:, None] + self.unit_hero(self.heroes) + self.unit.bias
        first = functional.embedding(given.unit_names, names.flatten(0, 1))
        first = functional.relu(first.addmm(given.units, self.unit.weight.t()), inplace=True)
        return functional.relu(self.unit_again(first), inplace=True)


def apart(encodings: Tensor, given: Inputs, *, slots: int) -> Tensor:
    """(R, slots unit): the encodings of a row's units in the first target slots, 0 where a slot is empty."""
    units = torch.nonzero((given.slots >= 0) & (given.slots < slots))[:, 0]
    rows, width = len(given.starts) - 1, encodings.shape[1]
    places = unit_rows(given.starts)[units] * slots + given.slots[units]
    nothing = encodings.new_zeros(rows * slots, width)
    return nothing.index_copy(0, places, encodings.index_select(0, units)).view(rows, slots * width)
