"""Versions of the observation and action contract, and a match as a player of an older one is shown it.

An older version is frozen as data, `contracts/<version>.toml`. Its columns are found in the newest by name, its
kinds and target slots are the first of the newest, so that its actions are played as they are. What it had no word
for stays masked: docs/decisions/0026-contract-versions.md.
"""

from __future__ import annotations

import copy
import functools
import itertools
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.batch import Batch
from arena.games.moba.contract import ACTION_RANGES, CONTRACT_VERSION, MASK_SIZE
from arena.games.moba.fields import columns
from arena.games.moba.layout import ABILITIES, ATTACK
from arena.games.moba.rules import UNIT_MODE

FOLDER = Path(__file__).parent / "contracts"
VERSIONS = tuple(range(1, CONTRACT_VERSION + 1))
AIMED = 1 + ABILITIES  # kinds from ATTACK on that every version has: the attack and the abilities


@dataclass(frozen=True)
class Contract:
    """What a player of one version reads and answers."""

    version: int
    columns: tuple[str, ...]
    """Names of the observation's columns, in order."""
    target_rows: int
    """Rows of target slots in the mask, after the kinds: the attack, each ability, what came later."""
    action_ranges: tuple[int, int, int, int]
    """Numbers of kinds, target slots, offsets and aims."""

    @property
    def mask_size(self) -> int:
        """Entries of the mask: kinds, then the rows of target slots."""
        kinds, targets = self.action_ranges[:2]
        return kinds + self.target_rows * targets


@functools.cache
def contract_of(version: int) -> Contract:
    """A version of the contract.

    Raises ValueError for one that this game does not know.
    """
    if version not in VERSIONS:
        known = ", ".join(str(number) for number in VERSIONS)
        raise ValueError(f"expected a version of the contract, one of {known}; got {version!r}")
    if version == CONTRACT_VERSION:
        rows = (MASK_SIZE - ACTION_RANGES[0]) // ACTION_RANGES[1]
        return Contract(version, tuple(name for name, _ in columns()), rows, ACTION_RANGES)
    frozen = tomllib.loads((FOLDER / f"{version}.toml").read_text(encoding="utf-8"))
    names = tuple(
        f"{block['name']}[{row}].{field}" if block["rows"] > 1 else f"{block['name']}.{field}"
        for block in frozen["blocks"]
        for row in range(block["rows"])
        for field in block["fields"]
    )
    ranges = (frozen["kinds"], frozen["targets"], frozen["offsets"], frozen["aims"])
    return Contract(version, names, frozen["target_rows"], ranges)


def column_places(old: Contract) -> NDArray[np.int64]:
    """(columns,): where each column of a version lies in the newest."""
    place = {name: number for number, (name, _) in enumerate(columns())}
    return np.array([place[name] for name in old.columns], np.int64)


def mask_places(old: Contract) -> NDArray[np.int64]:
    """(mask_size,): where each entry of a version's mask lies in the newest's."""
    kinds, targets = old.action_ranges[:2]
    starts = ACTION_RANGES[0] + ACTION_RANGES[1] * np.arange(old.target_rows)[:, None]
    return np.concatenate([np.arange(kinds), (starts + np.arange(targets)).ravel()])


def runs(places: NDArray[np.int64]) -> list[tuple[slice, slice]]:
    """(from, to) of the stretches in which places follow one another: copied whole, faster than one by one."""
    cuts = np.flatnonzero(np.diff(places) != 1) + 1
    edges = [0, *cuts.tolist(), len(places)]
    return [
        (slice(int(places[first]), int(places[first]) + last - first), slice(first, last))
        for first, last in itertools.pairwise(edges)
        if last > first
    ]


def needs_target(batch: Batch) -> NDArray[np.bool_]:
    """(n, 10, AIMED): whether the attack, and each ability of the hero in a seat, is legal only with a target."""
    modes = batch.rules.heroes["abilities"]["mode"][batch.matches["heroes"]["hero"]]
    return np.concatenate([np.ones((batch.n, 10, 1), np.bool_), modes == UNIT_MODE], axis=2)


class Shown:
    """A batch as a player of some version is shown it: `batch`, of which it reads observations, masks and slots.

    For the newest version that is the batch itself. For an older one it is the same batch with arrays in that
    version's shapes, preallocated, which `refresh` fills after each `observe` of the batch. Nobody steps it.
    """

    def __init__(self, batch: Batch, version: int, *, observations: bool = True) -> None:
        self.contract = contract_of(version)
        self.batch = self._source = batch
        if version == CONTRACT_VERSION:
            return
        old = self.contract
        self.batch = copy.copy(batch)
        floats = batch.n if observations else 0
        self.batch.observations = np.zeros((floats, 10, len(old.columns)), np.float32)
        self.batch.masks = np.zeros((batch.n, 10, old.mask_size), np.bool_)
        self.batch.slots = np.full((batch.n, 10, old.action_ranges[1]), -1, np.int64)
        self._column_runs = runs(column_places(old)) if observations else []
        self._mask_runs = runs(mask_places(old))
        self._free = ~needs_target(batch)
        self._resets = batch.resets

    def refresh(self) -> None:
        """Fill the arrays from what the batch observed last."""
        shown, source = self.batch, self._source
        if shown is source:
            return
        shown.decision, shown.setups = source.decision, source.setups
        if self._resets != source.resets:  # other heroes may sit in the seats
            self._free, self._resets = ~needs_target(source), source.resets
        for old, new in self._column_runs:
            shown.observations[:, :, new] = source.observations[:, :, old]
        for old, new in self._mask_runs:
            shown.masks[:, :, new] = source.masks[:, :, old]
        shown.slots[:] = source.slots[:, :, : shown.slots.shape[2]]
        self._hide_unnamed()

    def _hide_unnamed(self) -> None:
        """What may be aimed at nothing but targets the version cannot name is not legal to it."""
        masks, (kinds, targets) = self.batch.masks, self.contract.action_ranges[:2]
        rows = masks[:, :, kinds : kinds + AIMED * targets].reshape(*masks.shape[:2], AIMED, targets)
        masks[:, :, ATTACK : ATTACK + AIMED] &= rows.any(-1) | self._free
