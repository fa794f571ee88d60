"""The programs that the how-to pages show are run as they stand."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.play import play_batch
from arena.specs import BatchSpec, batch_spec
from arena.streams import unpack_stream
from tests.arena.made import made_plan

DOCS = Path(__file__).parents[1] / "docs"


def programs(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


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
