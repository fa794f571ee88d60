"""How many floating-point operations a network takes: those of its matrix products, a product and a sum being two."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.moba.contract import AIMS, OFFSETS
from arena.games.moba.layout import KINDS
from training import columns
from training.encoder import joined_width, own_width
from training.network_settings import NetworkSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a network is run on, as totals or as means of a row.

    Attributes:
        rows: decisions of a hero.
        units: occupied unit slots.
        offsets: rows whose action is a move.
        aims: rows whose action is aimed.
        targets: rows whose action takes a target.
    """

    rows: float = 1.0
    units: float
    offsets: float
    aims: float
    targets: float


@dataclass(frozen=True, slots=True)
class Flops:
    """Operations of one pass forward and of one pass forward and backward."""

    forward: float
    learn: float


def count_flops(settings: NetworkSettings, load: Load) -> Flops:
    """Operations of a policy on a load; loops, sums over units and activations are not counted.

    A pass backward takes two products for each one forward, for the layer's weights and for what it was fed; what the
    game gave needs no gradient, so the layers that read it take one.
    """
    unit, memory = settings.unit, settings.memory
    first = [  # (rows, inputs, outputs) of layers that read what the game gave
        (load.units, columns.UNIT_WIDTH, unit),
        (load.rows, len(columns.WORLD), settings.world),
    ]
    gates = 4 * (settings.joined + memory) * memory
    value_gates = 4 * (settings.joined + settings.value_memory) * settings.value_memory
    inner = [
        (load.rows, own_width(settings), settings.own),  # it is fed embeddings, which learn
        (load.units, unit, unit),
        (load.rows, joined_width(settings), settings.joined),
        (load.rows, gates + value_gates, 1),
        (load.rows, memory, KINDS),
        (load.rows, settings.value_memory or memory, 1),
        (load.offsets, memory, OFFSETS),
        (load.aims, memory, AIMS),
        (load.targets, memory + settings.own, unit),
    ]
    read, rest = _products(first), _products(inner)
    return Flops(forward=read + rest, learn=2.0 * read + 3.0 * rest)


def _products(layers: list[tuple[float, int, int]]) -> float:
    return sum(2.0 * rows * inputs * outputs for rows, inputs, outputs in layers)
