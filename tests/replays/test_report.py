"""Tables of matches and verdicts."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from arena.home import Home
from arena.store import open_published
from replays.report import MATCH_HEAD, csv_of_matches, format_left_out, format_matches, format_verdicts
from replays.stored import stored_matches
from replays.verification import Verdict


def test_a_table_has_a_line_for_every_match(home: Home) -> None:
    with open_published(home) as snapshot:
        matches = stored_matches(snapshot)[:4]
    void = replace(matches[1], status="void", file=None, result=dict.fromkeys(matches[1].result))
    other = replace(matches[2], rules_hash="0123456789abcdef")
    bare = replace(matches[3], file=None)
    head, _, *lines = format_matches([matches[0], void, other, bare]).splitlines()
    assert head.split() == list(MATCH_HEAD)
    assert lines[0].split()[0] == str(matches[0].match_id) and lines[0].endswith("yes")
    assert "void" in lines[1] and lines[1].endswith("not played")
    assert lines[2].endswith("other rules")
    assert lines[3].endswith("no actions")


def test_csv_has_the_same_matches_and_can_be_empty(home: Home) -> None:
    with open_published(home) as snapshot:
        matches = stored_matches(snapshot)
    rows = list(csv.DictReader(io.StringIO(csv_of_matches(matches))))
    assert [int(row["match_id"]) for row in rows] == [match.match_id for match in matches]
    assert set(rows[0]) == set(matches[0].to_dict())
    assert csv_of_matches([]).strip() == ",".join(matches[0].to_dict())


def test_verdicts_are_counted() -> None:
    one, other = Verdict(1, True, True, ""), Verdict(2, False, True, "match 2 differs: x")
    refused = Verdict(3, False, False, "match 3 is void")
    assert format_verdicts([one]) == "1 match played again: 1 as stored, 0 not"
    assert format_verdicts([one, other, one]) == "3 matches played again: 2 as stored, 1 not"
    assert (
        format_verdicts([refused]) == "0 matches played again: 0 as stored, 0 not; 1 match not played again"
    )


def test_what_is_left_out_is_counted_by_its_reason(home: Home) -> None:
    with open_published(home) as snapshot:
        match = stored_matches(snapshot)[0]
    void, other = replace(match, status="void"), replace(match, rules_hash="0123456789abcdef")
    assert format_left_out([void]) == "left out: 1 match, 1 void"
    assert format_left_out([other, other]) == "left out: 2 matches, 2 of other rules"
    assert format_left_out([void, other]) == "left out: 2 matches, 1 void and 1 of other rules"
