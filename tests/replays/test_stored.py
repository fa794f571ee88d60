"""Finding stored matches, and what is said of those that cannot be played again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.errors import DamagedStream, StoreError
from arena.games import moba
from arena.home import Home
from arena.store import open_published
from arena.streams import stream_path
from replays.errors import NoSuchMatch, NotPlayed, OtherRules
from replays.stored import StoredMatch, check_replayable, clock, read_actions, stored_matches, winner_of


@pytest.fixture(scope="module")
def matches(home: Home) -> list[StoredMatch]:
    with open_published(home) as snapshot:
        return stored_matches(snapshot)


def numbers(home: Home, **asked: object) -> list[int]:
    with open_published(home) as snapshot:
        return [match.match_id for match in stored_matches(snapshot, **asked)]  # type: ignore[arg-type]


def test_matches_come_by_number_with_what_made_them(matches: list[StoredMatch]) -> None:
    assert len(matches) == 3 * 4
    assert [match.match_id for match in matches] == sorted(match.match_id for match in matches)
    assert {(match.run, match.variant, match.limit_s) for match in matches} == {("spring", "duel", 40.0)}
    assert all(match.replayable for match in matches)
    assert {match.spec.slot for match in matches} == {0, 1, 2, 3}


def test_matches_are_found_by_entrant_run_variant_and_age(home: Home, matches: list[StoredMatch]) -> None:
    every = [match.match_id for match in matches]
    assert numbers(home, entrant="idle") == [
        m.match_id for m in matches if "idle" in (m.spec.west, m.spec.east)
    ]
    assert len(numbers(home, entrant="idle")) == 8
    assert numbers(home, run="spring", variant="duel") == every
    assert numbers(home, run="autumn") == numbers(home, variant="full") == []
    assert numbers(home, last=3) == every[-3:]
    assert numbers(home, entrant="idle", last=1) == [max(numbers(home, entrant="idle"))]
    assert numbers(home, matches=[every[2], every[0]]) == [every[0], every[2]]


def test_a_match_that_is_not_stored_is_named(home: Home, matches: list[StoredMatch]) -> None:
    with pytest.raises(NoSuchMatch, match="expected a match that is stored and published, got 7: "):
        numbers(home, matches=[matches[0].match_id, 7])


def test_other_rules_are_refused_with_both_hashes_and_the_stored_result(matches: list[StoredMatch]) -> None:
    match = replace(
        matches[0], rules_hash="0123456789abcdef",
        result={"winner": -1, "ending": "kills", "ticks": 3000, "west_kills": 0, "east_kills": 2,
                "west_structures": 7, "east_structures": 6, "west_net_worth": 900, "east_net_worth": 1800, "faults": 0},
    )  # fmt: skip
    with pytest.raises(OtherRules) as caught:
        check_replayable(match)
    text = str(caught.value)
    assert text.startswith(
        f"match {match.match_id} was played under rules 0123456789abcdef, the installed game has {moba.rules_hash()}"
    )
    assert f"won by {match.spec.east} (kills) in 1:40, kills 0–2, structures 7–6, net worth 900–1800" in text
    assert "\n" not in text
    assert not match.replayable


def test_a_void_match_is_refused(home: Home, matches: list[StoredMatch]) -> None:
    void = replace(
        matches[0],
        status="void",
        reason="set aside: a\nb",
        file=None,
        result=dict.fromkeys(matches[0].result),
    )
    assert (void.due_again, void.replayable, winner_of(void), void.length) == (False, False, None, "0:00")
    with pytest.raises(NotPlayed, match=r"is void, and was not played again \(set aside: a b\): name one"):
        check_replayable(void)


def test_a_played_match_without_actions_is_damaged_and_due(home: Home, matches: list[StoredMatch]) -> None:
    bare = replace(matches[0], file=None)
    assert (bare.due_again, bare.replayable) == (True, False)
    for ask in (lambda: check_replayable(bare), lambda: read_actions(home, bare)):
        with pytest.raises(DamagedStream, match="has no stored actions: restore"):
            ask()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"west_lineup": (99,)}, "expected heroes numbered 0 to"),
        ({"west_lineup": (0, 1)}, "expected 1 different heroes for west"),
        ({"start": "late"}, "expected a start of duel"),
        ({"randomisation": "luck=9"}, "luck"),
        ({"seed": -1}, "expected a seed"),
    ],
)
def test_a_match_that_nothing_can_begin_from_is_damaged(
    matches: list[StoredMatch], change: dict[str, object], message: str
) -> None:
    altered = replace(matches[0], spec=replace(matches[0].spec, **change))  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="cannot have been played as it is stored") as caught:
        check_replayable(altered)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_actions_are_read_in_the_shape_that_the_store_promises(
    home: Home, matches: list[StoredMatch]
) -> None:
    match = matches[5]
    assert read_actions(home, match).shape == (match.decisions, 10, 4)
    assert read_actions(home, match).dtype == np.int64
    with pytest.raises(DamagedStream, match=r"expected actions of shape \(7, 10, 4\) for match"):
        read_actions(home, replace(match, decisions=7))


def test_a_missing_file_is_named(copied_home: Home, matches: list[StoredMatch]) -> None:
    path = stream_path(copied_home.streams, str(matches[0].file))
    path.unlink()
    with pytest.raises(DamagedStream, match=f"cannot read {path}"):
        read_actions(copied_home, matches[0])


def test_a_clock_shows_minutes_and_whole_seconds() -> None:
    assert [clock(ticks) for ticks in (0, 29, 30, 1799, 1800, 63_000)] == [
        "0:00",
        "0:00",
        "0:01",
        "0:59",
        "1:00",
        "35:00",
    ]


def test_the_winner_is_an_entrant_or_nobody(matches: list[StoredMatch]) -> None:
    match = matches[0]
    found = [winner_of(replace(match, result={**match.result, "winner": sign})) for sign in (1, 0, -1)]
    assert found == [match.spec.west, "nobody", match.spec.east]
