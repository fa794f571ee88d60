"""A ladder under another scoring rule is what a second implementation makes of the same matches."""

from __future__ import annotations

from pathlib import Path

import choix
import numpy as np
import pytest

from arena.home import Home
from dashboard.bench.store import huge_home
from dashboard.data.filters import MatchFilter
from dashboard.data.ladders import chosen_ladder, stored_scoring
from dashboard.data.matches import all_matches
from dashboard.data.source import Source
from dashboard.errors import BadAddress
from tests.replays.made import alter


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Four thousand matches of the five built-in players, a third of them without a winner."""
    home = huge_home(Home(tmp_path_factory.mktemp("drawn")), entrants=5, matches=4000, runs=2)
    alter(home, "UPDATE matches SET winner = 0 WHERE match_id % 3 = 0")
    return Source(home)


def test_wins_alone_are_what_choix_makes_of_the_decided_matches(drawn: Source) -> None:
    with drawn.reading() as reading:
        ladder = chosen_ladder(reading.database, {"scoring": "wins"})
        decided = [row for row in all_matches(reading.database, MatchFilter()) if row["winner"]]
        assert ladder is not None and stored_scoring(reading.database, ladder.name) == "draws"
    names = [line["entrant"] for line in ladder.lines]
    pairs = [(names.index(row["west"]), names.index(row["east"]))[:: row["winner"]] for row in decided]
    other = choix.opt_pairwise(len(names), pairs, alpha=1e-9) * 400 / np.log(10)
    ratings = np.array([line["rating"] for line in ladder.lines])
    assert ratings - ratings.mean() == pytest.approx(other - other.mean(), abs=4)
    assert (ladder.scoring, ladder.matches, ladder.previous) == ("wins", len(decided), {})
    assert all(
        line["low"] < line["rating"] < line["high"] for line in ladder.lines if line["entrant"] != "random"
    )
    assert [line["kind"] for line in ladder.lines if line["entrant"] == "idle"] == ["floor"]


def test_the_night_s_own_scoring_is_read_as_it_was_published(drawn: Source) -> None:
    with drawn.reading() as reading:
        assert chosen_ladder(reading.database, {"scoring": "draws"}) == chosen_ladder(reading.database, {})


def test_it_is_rated_once(drawn: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    with drawn.reading() as reading:
        first = chosen_ladder(reading.database, {"scoring": "wins"})
        monkeypatch.setattr("dashboard.data.rescored.rate_ladder", lambda *given: 1 / 0)
        assert chosen_ladder(reading.database, {"scoring": "wins"}) == first


def test_what_cannot_be_rated_is_said(source: Source, tmp_path: Path) -> None:
    with source.reading() as reading:
        with pytest.raises(BadAddress, match="no match to rate under scoring 'wins'"):
            chosen_ladder(reading.database, {"scoring": "wins"})  # nobody won a match of that store
        with pytest.raises(BadAddress, match="expected 'scoring' to be draws, wins"):
            chosen_ladder(reading.database, {"scoring": "luck"})
