"""One plan under two versions of the rules: the same players, seeds and lineups, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.balance.figures import HERO_LEVEL, SIDE_LEVEL, lengths_of, wilson
from arena.compare.versions import Version, run_all
from arena.errors import OtherVersion
from arena.games import moba
from arena.plan import Plan
from arena.schedule import Block

BATCH_MATCHES = 32
SHOWN = 20
"""Matches that ended otherwise which a comparison names."""


@dataclass(frozen=True)
class Game:
    """One match of the comparison: heroes by name, the players of west and east."""

    seed: int
    west: tuple[str, ...]
    east: tuple[str, ...]
    players: tuple[str, str]

    def to_dict(self) -> dict[str, Any]:
        """As the driver reads it."""
        return {"seed": self.seed, "west": self.west, "east": self.east, "players": self.players}


def compare(
    plan: Plan,
    one: Version,
    other: Version,
    *,
    workers: int,
    report: Callable[[str], None] = lambda stage: None,
) -> dict[str, Any]:
    """Play a plan of one pairing under two versions and hold the results together; JSON-ready.

    The plan's entrants are named as their players. Lineups are drawn from the heroes that both versions have; where
    these are all of them, they are those that the plan would be played with.

    Args:
        workers: processes at once; at least one for each version.

    Raises:
        OtherVersion: a version cannot play the plan.
    """
    task = {
        "variant": plan.variant,
        "limit_s": plan.limit_s,
        "start": plan.start,
        "randomisation": plan.randomisation,
        "players": sorted({entrant.player for entrant in plan.entrants}),
    }
    pair = [entrant.player for entrant in plan.entrants] * 2
    report("compiling")
    described = run_all(
        [(version, {**task, "mode": "describe", "players": pair[:2]}) for version in (one, other)]
    )
    games = list(_games(plan, [name for name in described[0]["heroes"] if name in described[1]["heroes"]]))
    report("playing")
    rows = _play(task, games, (one, other), max(workers // 2, 1))
    first = plan.entrants[0].player
    return {
        "variant": plan.variant,
        "start": plan.start,
        "randomisation": plan.randomisation,
        "players": pair[:2],
        "seed": plan.seed,
        "matches": len(games),
        "versions": [
            {"label": version.label, "rules_hash": about["rules_hash"], **_sum_up(first, games, played)}
            for version, about, played in zip((one, other), described, rows, strict=True)
        ],
        "same_rules": described[0]["rules_hash"] == described[1]["rules_hash"],
        **_agreement(games, *rows),
    }


def _games(plan: Plan, names: Sequence[str]) -> Iterator[Game]:
    """The matches of a plan's blocks, as `arena.specs` makes them, with lineups among some heroes."""
    size = moba.heroes_per_side(plan.variant)
    if len(names) < 2 * size:
        raise OtherVersion(
            f"expected {2 * size} heroes that both versions have, for two lineups, got {', '.join(names) or 'none'}"
        )
    players = {entrant.name: entrant.player for entrant in plan.entrants}
    for block in plan.blocks:
        yield from _block(block, players, names, size)


def _block(block: Block, players: dict[str, str], names: Sequence[str], size: int) -> Iterator[Game]:
    one, other = (tuple(names[hero] for hero in lineup) for lineup in moba.deal(len(names), size, block.seed))
    first, second = players[block.first], players[block.second]
    for pair in ((first, second), (second, first)):
        for lineups in ((one, other), (other, one)):
            yield Game(block.seed, *lineups, pair)


def _play(
    task: dict[str, Any], games: Sequence[Game], versions: Sequence[Version], parts: int
) -> list[list[dict[str, Any]]]:
    """The rows of all games under each version; batches are the same for any number of parts."""
    batches = [
        [game.to_dict() for game in games[first : first + BATCH_MATCHES]]
        for first in range(0, len(games), BATCH_MATCHES)
    ]
    parts = min(parts, len(batches))
    tasks = [
        (version, {**task, "mode": "play", "batches": batches[part::parts]})
        for version in versions
        for part in range(parts)
    ]
    answers = run_all(tasks)
    return [
        _in_order(answers[place * parts : (place + 1) * parts], batches) for place in range(len(versions))
    ]


def _in_order(
    answers: Sequence[list[dict[str, Any]]], batches: Sequence[Sequence[Any]]
) -> list[dict[str, Any]]:
    """Rows in the order of the games, from parts that each have every so-manieth batch."""
    left = [iter(answer) for answer in answers]
    return [next(left[place % len(left)]) for place, batch in enumerate(batches) for _ in batch]


def _sum_up(first: str, games: Sequence[Game], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the matches of one version came to; a match without a winner is half a win."""
    west = [(row["winner"] + 1) / 2.0 for row in rows]
    own = [
        score if game.players[0] == first else 1.0 - score
        for game, score in zip(games, west, strict=True)
        if game.players[0] != game.players[1]
    ]
    faults: Counter[str] = Counter()
    for row in rows:
        faults.update(row["faults"])
    return {
        "lengths": lengths_of([row["ticks"] for row in rows]),
        "endings": dict(Counter(row["ending"] for row in rows)),
        "kills": sum(sum(row["kills"]) for row in rows) / len(rows),
        "west": _rate(sum(west), len(west), SIDE_LEVEL),
        "first": _rate(sum(own), len(own), HERO_LEVEL),
        "heroes": _heroes(games, west),
        "faults": dict(faults),
        "unsound": sum(bool(row["faults"]) for row in rows),
    }


def _heroes(games: Sequence[Game], west: Sequence[float]) -> dict[str, dict[str, Any]]:
    wins: dict[str, list[float]] = {}
    for game, score in zip(games, west, strict=True):
        for names, share in ((game.west, score), (game.east, 1.0 - score)):
            for name in names:
                wins.setdefault(name, []).append(share)
    return {name: _rate(sum(scores), len(scores), HERO_LEVEL) for name, scores in sorted(wins.items())}


def _rate(wins: float, count: int, level: float) -> dict[str, Any]:
    low, high = wilson(wins, count, level)
    return {"matches": count, "win_rate": wins / count if count else None, "low": low, "high": high}


def _agreement(
    games: Sequence[Game], one: Sequence[dict[str, Any]], other: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """How many matches had the same winner, and how many the same result in every figure; the first that had not."""
    pairs = list(zip(games, one, other, strict=True))
    differing = [(game, a, b) for game, a, b in pairs if a != b]
    return {
        "same_winner": sum(a["winner"] == b["winner"] for _, a, b in pairs),
        "same_result": len(pairs) - len(differing),
        "differing": [{**game.to_dict(), "results": [a, b]} for game, a, b in differing[:SHOWN]],
    }
