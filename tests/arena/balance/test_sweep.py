"""A sweep is the same for any number of workers; the last one is kept, and printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arena.balance import sweep
from arena.balance.report import format_balance
from arena.errors import BadSchedule, BatchFailed, NoFigures, StoreError, UnknownPlayer
from arena.executor import ProcessPool
from arena.games import moba

CLOCKED = ("elapsed_s", "made_at")


@pytest.fixture(scope="module")
def two_ways() -> list[dict[str, Any]]:
    found = []
    for workers in (1, 2):
        with ProcessPool(workers) as pool:
            found.append(sweep.sweep("skirmish", "bot:easy", 40, pool, seed=5))
    return found


def test_the_number_of_workers_changes_nothing(two_ways: list[dict[str, Any]]) -> None:
    one, other = ({name: value for name, value in found.items() if name not in CLOCKED} for found in two_ways)
    assert one == other


def test_a_sweep_says_what_it_is_and_counts_every_match(two_ways: list[dict[str, Any]]) -> None:
    found = two_ways[0]
    assert (found["matches"], found["variant"], found["player"]) == (40, "skirmish", "bot:easy")
    assert (
        found["command"]
        == "palaestra bench balance --variant skirmish --matches 40 --player bot:easy --seed 5"
    )
    assert found["rules_hash"] == moba.rules_hash() and sum(found["endings"].values()) == 40
    assert sum(row["matches"] for row in found["heroes"]) == 400
    assert found["per_match"]["deaths"] > 0 and found["faults"] == {}
    text = format_balance({"machine": {"cores": 2, "cpu": "x"}, **found}, rules_hash=found["rules_hash"])
    assert (
        "skirmish, bot:easy on both sides, random lineups: 40 matches" in text and "changed since" not in text
    )
    assert all(name in text for name in moba.HERO_NAMES)
    assert "the rules have changed since" in format_balance(
        {"machine": {"cores": 2, "cpu": "x"}, **found}, rules_hash="0" * 16
    )


def test_the_last_of_each_variant_and_player_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    with pytest.raises(NoFigures, match="expected kept figures of blitz with idle, found none at all"):
        sweep.last("blitz", "idle", path)
    for variant, matches in (("full", 1), ("blitz", 2), ("full", 3)):
        sweep.keep({"variant": variant, "player": "idle", "matches": matches}, path)
    assert [one["matches"] for one in sweep.read_kept(path)] == [2, 3]
    assert sweep.last("full", "idle", path)["matches"] == 3
    with pytest.raises(NoFigures, match="found blitz with idle, full with idle: leave --last out"):
        sweep.last("duel", "idle", path)


@pytest.mark.parametrize("text", ["{", '[{"variant": "full"}]', "3"])
def test_damaged_figures_are_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "last.json"
    path.write_text(text)
    with pytest.raises(StoreError, match="cannot read the figures in"):
        sweep.last("full", "idle", path)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("chess", "idle", 1, 0), BadSchedule, "no variant 'chess'"),
        (("duel", "bot:great", 1, 0), UnknownPlayer, "no player is called"),
        (("duel", "idle", 0, 0), BadSchedule, "at least one match, got 0"),
        (("duel", "idle", 1, -1), BadSchedule, "a seed is 0 to"),
        (("duel", "idle", 2, 2**63 - 2), BadSchedule, "that of the last match too"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: tuple[str, str, int, int], error: type[Exception], message: str
) -> None:
    variant, player, matches, seed = arguments
    with ProcessPool(1) as pool, pytest.raises(error, match=message):
        sweep.sweep(variant, player, matches, pool, seed=seed)


def test_a_player_that_fails_ends_the_sweep_in_one_line() -> None:
    with ProcessPool(1) as pool, pytest.raises(BatchFailed, match="only a sound player can be swept"):
        sweep.sweep("duel", "python:tests.arena.bad_players:Raises", 2, pool)


def test_what_is_kept_with_the_package_can_be_read() -> None:
    for one in sweep.read_kept():
        assert one["matches"] > 0 and one["variant"] in moba.VARIANTS
        assert json.dumps(one, allow_nan=False)


def test_a_sweep_is_kept_beside_the_compiled_game_and_not_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    path = sweep.own_figures()
    assert path.parent == tmp_path
    assert not sweep.has("blitz", "idle", path)
    sweep.keep({"variant": "blitz", "player": "idle", "matches": 2}, path)
    assert sweep.has("blitz", "idle", path)
    assert not sweep.has("blitz", "random", path)
