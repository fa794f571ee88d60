"""Stored matches come out again as they are stored, and what was altered is found."""

from __future__ import annotations

from collections.abc import Callable

from arena.home import Home
from arena.schema import MATCH_RESULT
from arena.store import open_published
from arena.streams import stream_path
from replays.stored import stored_matches
from replays.verification import TABLES, Verdict, differences, verify
from tests.replays.made import alter


def verdicts_of(home: Home, *, workers: int = 1, **more: Callable[[int, int], None]) -> dict[int, Verdict]:
    with open_published(home) as snapshot:
        found = verify(home, snapshot, stored_matches(snapshot), workers=workers, **more)
    assert [verdict.match_id for verdict in found] == sorted(verdict.match_id for verdict in found)
    return {verdict.match_id: verdict for verdict in found}


def test_every_match_comes_out_as_it_is_stored(home: Home) -> None:
    seen: list[tuple[int, int]] = []
    verdicts = verdicts_of(home, workers=2, report=lambda done, total: seen.append((done, total)))
    assert len(verdicts) == 12
    assert {verdict.reason for verdict in verdicts.values()} == {""}
    assert all(verdict.good for verdict in verdicts.values())
    assert seen[0] == (0, 12) and seen[-1] == (12, 12)


def test_what_was_altered_is_found_and_named_and_the_others_are_good(copied_home: Home) -> None:
    """One of each: a figure, a hero's figure, a hero, a fault, a file's name, the rules, a void match."""
    with open_published(copied_home) as snapshot:
        matches = stored_matches(snapshot)
    figure, hero, gone, fault, file, rules, void, *rest = (match.match_id for match in matches)
    other = next(match.file for match in matches if match.file != matches[4].file)
    alter(copied_home, f"UPDATE matches SET west_net_worth = west_net_worth + 1 WHERE match_id = {figure}")
    alter(copied_home, f"UPDATE match_heroes SET gold = gold + 0.5 WHERE match_id = {hero} AND seat = 5")
    alter(copied_home, f"DELETE FROM match_heroes WHERE match_id = {gone} AND seat = 0")
    alter(copied_home, f"INSERT INTO match_faults VALUES ({fault}, 'stuck_creep', 2)")
    alter(copied_home, f"UPDATE action_streams SET file = '{other}' WHERE match_id = {file}")
    alter(copied_home, f"UPDATE matches SET rules_hash = '0123456789abcdef' WHERE match_id = {rules}")
    blank = ", ".join(f"{column.name} = NULL" for column in MATCH_RESULT)
    alter(copied_home, f"UPDATE matches SET status = 'void', reason = 'x', {blank} WHERE match_id = {void}")
    verdicts = verdicts_of(copied_home)
    reasons = {number: verdict.reason for number, verdict in verdicts.items()}
    assert reasons[void] == f"match {void} is void, and was not played again (x): name one that was played"
    assert f"match {figure} differs: matches: west_net_worth stored as " in reasons[figure]
    assert f"match {hero} differs: match_heroes seat 5: gold stored as " in reasons[hero]
    assert reasons[gone] == f"match {gone} differs: match_heroes seat 0: not stored"
    assert (
        reasons[fault]
        == f"match {fault} differs: match_faults fault stuck_creep: stored, and did not come again"
    )
    assert f"match {file}: " in reasons[file] and f"holds no match {file}" in reasons[file]
    assert "was played under rules 0123456789abcdef, the installed game has" in reasons[rules]
    assert [number for number, verdict in verdicts.items() if verdict.good] == rest
    assert [number for number, verdict in verdicts.items() if not verdict.played] == [file, rules, void]


def test_damaged_actions_stop_only_their_own_matches(copied_home: Home) -> None:
    with open_published(copied_home) as snapshot:
        matches = stored_matches(snapshot)
    files = sorted({str(match.file) for match in matches})
    assert len(files) == 2
    path = stream_path(copied_home.streams, files[0])
    path.write_bytes(path.read_bytes()[:-9])
    verdicts = verdicts_of(copied_home)
    for match in matches:
        assert verdicts[match.match_id].good == (match.file != files[0])
        if match.file == files[0]:
            assert verdicts[match.match_id].reason.startswith(f"match {match.match_id}: {path} does not have")


def test_many_differences_are_counted() -> None:
    rows = {table.name: {} for table in TABLES}
    before = {(1,): {"match_id": 1, **{f"figure_{k}": k for k in range(7)}}}
    after = {(1,): {"match_id": 1, **{f"figure_{k}": k + 1 for k in range(7)}}}
    text = differences({**rows, "matches": before}, {**rows, "matches": after})
    assert text.startswith("matches: figure_0 stored as 0, now 1, ") and text.endswith(", and 3 more")
    assert differences({**rows, "matches": before}, {**rows, "matches": before}) == ""
