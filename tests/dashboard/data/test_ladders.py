"""Ladders are read as they were published."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dashboard.data.ladders import chosen_ladder, kind_of, ladder_names
from dashboard.data.source import Source
from dashboard.errors import BadAddress


def test_the_ladder_is_the_one_that_the_command_prints(source: Source) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "palaestra", "ladder", "--json", "--home", str(source.home.root)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    printed = json.loads(run.stdout)
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
    assert ladder is not None
    keys = ("rating", "low", "high", "rank_low", "rank_high", "matches", "wins", "draws", "losses", "status")
    assert [(line["entrant"], *(line[key] for key in keys)) for line in ladder.lines] == [
        (line["name"], *(line[key] for key in keys)) for line in printed["entrants"]
    ]
    assert (ladder.warnings, ladder.matches, ladder.anchor) == (printed["warnings"], 12, "random")
    assert {line["entrant"]: line["kind"] for line in ladder.lines} == {
        "bot:easy": "bot", "idle": "floor", "random": "floor",
    }  # fmt: skip
    assert all(line["provisional"] for line in ladder.lines)  # eight matches each


def test_a_ladder_is_found_by_its_key_and_model(source: Source) -> None:
    with source.reading() as reading:
        (name,) = ladder_names(reading.database)
        found = chosen_ladder(reading.database, {"ladder": name.key, "model": "bt"})
        assert found is not None and found.name == name
        assert (
            chosen_ladder(reading.database, {"model": "trueskill"}) is None
        )  # nobody won: it could not be fitted
        assert chosen_ladder(reading.database, {"ladder": "other"}) is None
        with pytest.raises(BadAddress, match="'model'"):
            chosen_ladder(reading.database, {"model": "elo"})


def test_the_fit_before_is_of_the_same_ladder(huge: Source) -> None:
    with huge.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
    assert ladder is not None
    gained = [line["rating"] - ladder.previous[line["entrant"]]["rating"] for line in ladder.lines]
    assert gained == pytest.approx([1.0] * 200)
    assert not any(line["provisional"] for line in ladder.lines)


@pytest.mark.parametrize(
    ("player", "kind"),
    [
        ("idle", "floor"),
        ("bot:hard", "bot"),
        ("checkpoint:/a#1", "checkpoint"),
        ("python:a:B", "other"),
        ("", "other"),
    ],
)
def test_kinds(player: str, kind: str) -> None:
    assert kind_of(player) == kind
