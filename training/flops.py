"""How many floating-point operations a network takes: those of its matrix products, a product and a sum being two."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.moba.layout import HEROES
from training.columns import columns_of
from training.encoder import joined_width, own_width
from training.forecasts import forecast_count
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
    unit, memory, read = settings.unit, settings.memory, columns_of()
    first = [  # (rows, inputs, outputs) of layers that read what the game gave
        (load.units, read.unit_width, unit),
        (load.rows, len(read.world), settings.world),
        (load.rows, len(read.world), settings.value_hidden),
    ]
    fed = settings.joined + settings.team_pool
    gates = 4 * (fed + memory) * memory
    value_gates = 4 * (fed + settings.value_memory) * settings.value_memory
    known = settings.value_hidden
    inner = [
        (load.rows, own_width(settings, read), settings.own),  # it is fed embeddings, which learn
        (load.units, unit, unit),
        (load.rows, joined_width(settings, read), settings.joined),
        (load.rows, gates + value_gates, 1),
        (load.rows, memory, read.kinds),
        (load.rows, (settings.value_memory or memory) + known, 1),
        (load.rows * HEROES, len(read.own) + settings.embedding, known),
        (load.rows, 2 * known, known),
        (load.rows, memory, forecast_count(settings)),
        (load.offsets, memory, read.offsets),
        (load.aims, memory, read.aims),
        (load.targets, memory + settings.own, unit),
    ]
    outer, rest = _products(first), _products(inner)
    return Flops(forward=outer + rest, learn=2.0 * outer + 3.0 * rest)


def _products(layers: list[tuple[float, int, int]]) -> float:
    return sum(2.0 * rows * inputs * outputs for rows, inputs, outputs in layers)
