from __future__ import annotations

from datetime import UTC, datetime

from arena.columns import Table
from arena.games import moba
from arena.rows import block_rows, columns_of, run_row
from arena.schema import BLOCKS, MATCH_FAULTS, MATCH_HEROES, MATCHES, RUNS
from arena.streams import unpack_stream
from tests.arena.made import made_plan, made_result


def names(table: Table) -> set[str]:
    return {column.name for column in table.columns}


def test_columns_are_exactly_those_of_the_tables() -> None:
    result = made_result(made_plan(), 1, 0, faulty=True)
    assert set(result.matches) == names(MATCHES)
    assert set(result.match_heroes) == names(MATCH_HEROES)
    assert set(result.match_faults) == names(MATCH_FAULTS)


def test_a_plan_becomes_a_run_and_its_blocks() -> None:
    plan = made_plan()
    started = datetime(2026, 11, 30, tzinfo=UTC)
    run = run_row(3, plan, started)
    assert set(run) == {column.name for column in RUNS.columns if not column.null}
    assert (run["run_id"], run["status"], run["started_at"]) == (3, "open", started)
    blocks = block_rows(3, plan)
    assert all(set(block) == names(BLOCKS) for block in blocks)
    assert [block["block_id"] for block in blocks] == [3_000_000 + place for place in range(len(plan.blocks))]


def test_matches_keep_the_spec_s_order_whatever_is_void() -> None:
    plan = made_plan()
    result = made_result(plan, 1, 0, failures={"idle": "raised"})
    assert list(result.matches["match_id"]) == [match.match_id for match in result.spec.matches]
    for west, east, status, reason, winner in zip(
        *(result.matches[name] for name in ("west", "east", "status", "reason", "winner")), strict=True
    ):
        void = "idle" in (west, east)
        assert (status, reason) == (("void", "set aside: idle raised") if void else ("played", None))
        assert (winner is None) == void
    assert "idle" not in result.match_heroes["entrant"]


def test_a_batch_of_which_nothing_was_played_still_has_its_rows() -> None:
    plan = made_plan(players=("idle", "random"))
    result = made_result(plan, 1, 0, failures={"idle": "raised", "random": "answered nonsense"})
    assert set(result.matches["reason"]) == {"set aside: idle raised; random answered nonsense"}
    assert (result.match_heroes, result.match_faults, result.decisions) == ({}, {}, {})


def test_heroes_belong_to_the_entrant_of_their_side() -> None:
    result = made_result(made_plan(), 1, 0)
    sides = {match.match_id: (match.west, match.east) for match in result.spec.matches}
    lineups = {match.match_id: (match.west_lineup, match.east_lineup) for match in result.spec.matches}
    heroes = result.match_heroes
    for match, seat, entrant in zip(heroes["match_id"], heroes["seat"], heroes["entrant"], strict=True):
        assert isinstance(match, int)
        assert isinstance(seat, int)
        assert entrant == sides[match][seat >= 5]
    assert len(heroes["match_id"]) == sum(len(west) + len(east) for west, east in lineups.values())


def test_counters_that_are_zero_have_no_row() -> None:
    result = made_result(made_plan(), 1, 0, faulty=True)
    first = result.spec.matches[0].match_id
    assert result.match_faults == {"match_id": [first], "fault": [moba.FAULT_NAMES[0]], "count": [3]}
    assert list(result.matches["faults"]) == [3] + [0] * 7


def test_streams_are_named_by_their_match() -> None:
    result = made_result(made_plan(), 1, 0)
    for place, match in enumerate(result.spec.matches):
        actions = unpack_stream(result.streams, str(match.match_id))
        assert len(actions) == result.decisions[match.match_id]
        assert (actions == place).all()


def test_no_rows_are_no_columns() -> None:
    assert columns_of([]) == {}
    assert columns_of([{"a": 1, "b": None}, {"a": 2, "b": "x"}]) == {"a": [1, 2], "b": [None, "x"]}
