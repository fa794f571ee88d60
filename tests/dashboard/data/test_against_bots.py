"""Checkpoints against the bots, against a plain count."""

from __future__ import annotations

from statistics import median

import pytest

from dashboard.data.against_bots import against_bots
from dashboard.data.filters import MatchFilter
from dashboard.data.ladders import chosen_ladder
from dashboard.data.matches import all_matches
from dashboard.data.source import Source


def test_share_and_length_are_those_of_a_plain_count(huge: Source) -> None:
    points = [
        {"entrant": name, "step": place} for place, name in enumerate(("run1/1101", "run2/1102", "nobody"))
    ]
    with huge.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        rows = against_bots(reading.database, ladder.name, points, ["bot:hard", "bot:easy"])
        own = all_matches(reading.database, MatchFilter(entrant="run2/1102", opponent="bot:easy"))
    assert [(row["entrant"], row["bot"]) for row in rows] == [
        ("run1/1101", "bot:hard"), ("run2/1102", "bot:hard"), ("run1/1101", "bot:easy"), ("run2/1102", "bot:easy"),
    ]  # fmt: skip
    row = rows[-1]
    won = sum(match["winner"] == (1 if match["west"] == "run2/1102" else -1) for match in own)
    assert (row["met"], row["share"], row["step"]) == (len(own), pytest.approx(won / len(own)), 1)
    assert row["minutes"] == pytest.approx(median(match["ticks"] for match in own) / 1800)
    assert row["low"] < row["share"] < row["high"]
