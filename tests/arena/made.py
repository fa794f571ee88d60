"""Plans and batches for tests of what happens to results: made up, not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from arena.games import moba
from arena.home import Home
from arena.plan import Entrant, Plan, make_plan
from arena.rows import BatchResult, PlayedMatches, make_result
from arena.schedule import make_blocks, round_robin
from arena.setting import Setting
from arena.specs import batch_spec
from arena.store import Store

PLAYERS = ("bot:easy", "idle", "random")
COUNTS = """
SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM match_heroes), (SELECT count(*) FROM action_streams)"""
"""How many rows a store holds; eight matches, sixteen heroes and eight streams to a `made_result`."""


def made_plan(
    name: str = "spring",
    players: Sequence[str] = PLAYERS,
    *,
    blocks: int = 2,
    batch_blocks: int = 2,
    seed: int = 7,
    ladder: str = "spring",
    played: Mapping[tuple[str, str], int] | None = None,
) -> Plan:
    """A duel plan; an entrant is named by its player unless written NAME=PLAYER."""
    entrants = [Entrant(text.partition("=")[0], text.rpartition("=")[2]) for text in players]
    pairings = round_robin([entrant.name for entrant in entrants])
    return make_plan(
        name=name,
        ladder=ladder,
        schedule="round robin",
        setting=Setting("duel"),
        seed=seed,
        entrants=entrants,
        blocks=make_blocks(pairings, blocks, seed, played=played),
        batch_blocks=batch_blocks,
    )


def made_result(
    plan: Plan,
    run_id: int,
    batch: int,
    *,
    set_aside: Mapping[str, str] | None = None,
    failures: Mapping[str, str] | None = None,
    strength: Mapping[str, int] | None = None,
    faulty: bool = False,
) -> BatchResult:
    """A batch in which the stronger entrant (the later name, unless told) wins every match by two kills."""
    spec = batch_spec(plan, run_id, batch, set_aside or {})
    void = {**spec.set_aside, **(failures or {})}
    live = tuple(match for match in spec.matches if not {match.west, match.east} & void.keys())
    rank = strength or {name: place for place, name in enumerate(sorted(spec.players))}
    n = len(live)
    results = np.zeros(n, moba.Batch(plan.variant, []).results().dtype)
    heroes = np.zeros((n, 10), moba.Batch(plan.variant, []).hero_results().dtype)
    faults = np.zeros((n, len(moba.FAULT_NAMES)), np.int64)
    for place, match in enumerate(live):
        gap = rank[match.west] - rank[match.east]
        results[place]["winner"] = np.sign(gap)
        results[place]["ending"] = moba.ENDINGS.index("kills" if gap else "limit")
        results[place]["ticks"] = 1000 + place
        results[place]["kills"] = (2 * (gap > 0), 2 * (gap < 0))
        heroes[place, 0]["deaths"], heroes[place, 5]["deaths"] = 2 * (gap < 0), 2 * (gap > 0)
    if faulty and n:
        faults[0, 0] = 3
    active = np.zeros((n, 10), np.bool_)
    active[:, [0, 5]] = True
    streams = [np.full((5, 10, 4), place, np.uint16) for place in range(n)]
    played = PlayedMatches(live, active, results, heroes, faults, streams) if live else None
    return make_result(spec, played, void, failures or {})


def filled(home: Home, *batches: int, plan: Plan | None = None) -> None:
    """Store a plan and some of its batches in a home."""
    plan = plan or made_plan()
    with Store(home) as store:
        run_id = store.add_run(plan)
        for batch in batches:
            store.write_batch(made_result(plan, run_id, batch))
