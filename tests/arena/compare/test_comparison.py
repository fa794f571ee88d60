"""One plan under two versions: the same data give the same matches, other data are seen."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.compare.comparison import _games, compare
from arena.compare.report import format_comparison
from arena.compare.versions import present, with_data
from arena.errors import OtherVersion
from arena.games import moba
from arena.specs import batch_spec
from tests.arena.made import made_plan

DATA = Path(moba.__file__).parent / "data"


def plan_of(blocks: int = 9) -> Any:
    return replace(made_plan(players=("bot:easy", "random"), blocks=blocks, batch_blocks=100), limit_s=40.0)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Under data whose first wave comes a second later: 36 matches, in two batches."""
    folder = tmp_path_factory.mktemp("changed") / "data"
    shutil.copytree(DATA, folder)
    text = (folder / "variants.toml").read_text()
    head, _, duel = text.partition("[duel]")
    (folder / "variants.toml").write_text(
        f"{head}[duel]{duel.replace('first_wave = 3.0', 'first_wave = 4.0')}"
    )
    return compare(plan_of(), present(), with_data(folder), workers=4)


def test_the_matches_are_those_of_the_plan() -> None:
    spec = batch_spec(plan_of(), 1, 0, {})
    games = list(_games(plan_of(), moba.HERO_NAMES))
    assert [(game.seed, game.players) for game in games] == [(m.seed, (m.west, m.east)) for m in spec.matches]
    for game, match in zip(games, spec.matches, strict=True):
        assert game.west == tuple(moba.HERO_NAMES[hero] for hero in match.west_lineup)
        assert game.east == tuple(moba.HERO_NAMES[hero] for hero in match.east_lineup)


def test_too_few_common_heroes_are_one_line() -> None:
    with pytest.raises(
        OtherVersion, match="expected 2 heroes that both versions have, for two lineups, got Anvil"
    ):
        list(_games(plan_of(), ["Anvil"]))


def test_the_same_data_give_the_same_results_for_any_number_of_workers(found: dict[str, Any]) -> None:
    same = compare(plan_of(), present(), with_data(DATA), workers=2)
    assert same["same_rules"] and same["same_winner"] == same["same_result"] == same["matches"] == 36
    one, other = (
        {name: value for name, value in each.items() if name != "label"} for each in same["versions"]
    )
    assert one == other and same["differing"] == []
    assert same["versions"][0] == found["versions"][0]


def test_other_data_are_seen(found: dict[str, Any]) -> None:
    one, other = found["versions"]
    assert not found["same_rules"] and one["rules_hash"] == moba.rules_hash() != other["rules_hash"]
    assert found["same_result"] < 36 and found["same_winner"] <= 36
    first = found["differing"][0]
    assert first["results"][0] != first["results"][1] and first["players"][0] in ("bot:easy", "random")
    assert sum(one["endings"].values()) == one["west"]["matches"] == one["first"]["matches"] == 36
    assert sum(rate["matches"] for rate in one["heroes"].values()) == 72


def test_a_comparison_prints_both_versions_side_by_side(found: dict[str, Any]) -> None:
    text = format_comparison(json.loads(json.dumps(found, allow_nan=False)))
    assert text.startswith("duel, bot:easy against random: 36 matches under each\nthe same winner in ")
    assert found["versions"][1]["rules_hash"] in text and "bot:easy won" in text and "minutes, 50 %" in text
    assert "the same rules hash" in format_comparison({**found, "same_rules": True})
