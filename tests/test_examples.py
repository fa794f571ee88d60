"""The programs that the how-to pages show are run as they stand."""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.games import moba
from arena.home import Home
from arena.ladder import ladder_key, rate_and_store
from arena.play import play_batch
from arena.specs import BatchSpec, batch_spec
from arena.store import Store
from arena.streams import unpack_stream
from tests.arena.made import made_plan, made_result

DOCS = Path(__file__).parents[1] / "docs"


def programs(page: str, language: str = "python") -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def player_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files that docs/players.md tells to write, importable: MODULE:CLASS of each."""
    players = []
    for program in programs("players.md"):
        module = program.split("\n")[0].removeprefix("# ").removesuffix(".py")
        (tmp_path / f"{module}.py").write_text(program, encoding="utf-8")
        players += [f"{module}:{name}" for name in re.findall(r"^class (\w+)", program, re.MULTILINE)]
    monkeypatch.syspath_prepend(str(tmp_path))
    yield players
    for player in players:
        sys.modules.pop(player.partition(":")[0], None)


def spec_of(*players: str) -> BatchSpec:
    plan = made_plan(players=players, blocks=1, batch_blocks=100)
    return batch_spec(replace(plan, limit_s=20.0), 1, 0, {})


def test_every_player_that_is_shown_plays(player_files: list[str]) -> None:
    assert len(player_files) >= 2
    for player in player_files:
        result = play_batch(spec_of("idle", f"shown=python:{player}"))
        assert result.failures == {}
        assert set(result.matches["status"]) == {"played"}
        assert set(result.match_heroes["illegal_actions"]) == {0.0}


def test_the_player_that_draws_depends_on_its_match_alone_and_on_its_side(player_files: list[str]) -> None:
    (player,) = (name for name in player_files if name.endswith(":Wanders"))
    spec = spec_of(f"one=python:{player}", f"two=python:{player}")
    whole = play_batch(spec)
    match = spec.matches[-1]
    alone = play_batch(replace(spec, matches=(match,)))
    one, other = (unpack_stream(result.streams, str(match.match_id)) for result in (whole, alone))
    assert np.array_equal(one, other)
    offsets = one[:, [0, 5], 2]  # the two heroes of a duel
    assert (offsets[:, 0] != offsets[:, 1]).mean() > 0.9, "the sides draw differently"
    assert len(np.unique(offsets[:, 0])) > 30, "each decision draws anew"


def test_the_queries_that_are_shown_answer_from_a_published_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = made_plan(players=("bot:easy", "idle", "random"), blocks=2)  # the later name wins every match
    with Store(Home(tmp_path / "palaestra-data")) as store:
        run_id = store.add_run(plan)
        for batch in range(plan.batches):
            store.write_batch(made_result(plan, run_id, batch))
        store.end_run(run_id, "complete")
        rated = rate_and_store(
            store, ladder_key(plan), anchor="random", scoring="draws", prior=0.5, resamples=20
        )
        heroes = store.rows("SELECT DISTINCT hero FROM match_heroes")
        store.publish()
    monkeypatch.chdir(tmp_path)
    (program,) = (text for text in programs("first-night.md") if "duckdb.connect" in text)
    Path("ask.py").write_text(program, encoding="utf-8")
    with runpy.run_path("ask.py")["database"] as database:
        ladder, pairings, hero = programs("first-night.md", "sql")
        assert [row[1:3] for row in database.sql(ladder).fetchall()] == [
            (line["name"], line["rating"]) for line in rated.tables["bt"]["entrants"]
        ]
        assert database.sql(pairings).fetchall() == [
            ("bot:easy", "idle", 0, 0, 8),
            ("bot:easy", "random", 0, 0, 8),
            ("idle", "random", 0, 0, 8),
        ]
        (named,) = re.findall(r"hero = '([\w ]+)'", hero)
        assert named in moba.HERO_NAMES
        fared = database.sql(hero.replace(named, heroes[0][0])).fetchall()
        assert fared
        assert {row[0] for row in fared} <= {"bot:easy", "idle", "random"}
