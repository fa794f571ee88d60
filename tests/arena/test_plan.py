from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arena.errors import BadSchedule, PlanChanged, RulesChanged, UnknownPlayer
from arena.plan import (
    Entrant,
    Plan,
    check_rules,
    check_same,
    make_plan,
    parse_entrant,
    plan_pairing,
    two_entrants,
)
from arena.setting import Setting
from tests.arena.made import made_plan


def test_a_plan_survives_its_json() -> None:
    plan = made_plan()
    assert Plan.from_json(plan.to_json()) == plan
    assert Plan.from_json(plan.to_json()).identity == plan.identity


def test_identity_does_not_depend_on_the_order_of_entrants() -> None:
    assert made_plan(players=("idle", "random")).identity == made_plan(players=("random", "idle")).identity


@pytest.mark.parametrize(
    "change",
    [
        {"name": "autumn"},
        {"seed": 8},
        {"variant": "blitz"},
        {"limit_s": 60.0},
        {"start": "midgame"},
        {"randomisation": "gold=0.5"},
        {"batch_blocks": 3},
        {"rules_hash": "0" * 16},
        {"contract_version": 99},
        {"entrants": (Entrant("idle", "random"),)},
        {"blocks": ()},
        {"reproducible": False},
    ],
    ids=lambda change: next(iter(change)),
)
def test_identity_changes_with_everything_that_decides_what_is_played(change: dict[str, object]) -> None:
    plan = made_plan()
    assert replace(plan, **change).identity != plan.identity  # type: ignore[arg-type]


def test_a_changed_plan_is_refused_and_says_in_what() -> None:
    check_same(made_plan(), made_plan())
    with pytest.raises(PlanChanged, match="already holds a plan 'spring' that differs in seed, blocks"):
        check_same(made_plan(), made_plan(seed=8))


def test_a_plan_under_other_rules_is_refused() -> None:
    check_rules(made_plan())
    with pytest.raises(RulesChanged, match="made under rules 0000"):
        check_rules(replace(made_plan(), rules_hash="0" * 16))
    with pytest.raises(RulesChanged, match="contract 99"):
        check_rules(replace(made_plan(), contract_version=99))


def test_batches_are_whole_blocks_and_cover_the_plan_once() -> None:
    plan = made_plan(blocks=5, batch_blocks=4)  # 15 blocks
    parts = [plan.blocks_of(batch) for batch in range(plan.batches)]
    assert [len(part) for part in parts] == [4, 4, 4, 3]
    assert [block for part in parts for _, block in part] == list(plan.blocks)
    assert all(plan.batch_of(place) == batch for batch, part in enumerate(parts) for place, _ in part)


def test_a_plan_keeps_its_setting_in_the_words_of_its_ranges() -> None:
    plan = make_plan(**asked(), setting=Setting("duel", 300.0, "midgame", "gold=0.50"))
    assert (plan.variant, plan.limit_s, plan.start, plan.randomisation) == (
        "duel",
        300.0,
        "midgame",
        "gold=0.5",
    )


def asked() -> dict[str, Any]:
    """What `make_plan` was given for `made_plan`, but for the setting."""
    return {
        name: getattr(made_plan(), name)
        for name in ("name", "ladder", "schedule", "seed", "entrants", "blocks")
    }


def test_a_pairing_is_planned_in_blocks_of_its_own_name() -> None:
    plan = plan_pairing(
        "play", two_entrants("idle", "idle"), Setting("duel"), blocks=3, seed=5, batch_blocks=2
    )
    assert [entrant.name for entrant in plan.entrants] == ["idle (1)", "idle (2)"]
    assert {(block.first, block.second) for block in plan.blocks} == {("idle (1)", "idle (2)")}
    assert (plan.name, plan.ladder, len(plan.blocks), plan.batches) == ("play", "play", 3, 2)


def test_two_entrants_keep_their_names_where_they_differ() -> None:
    assert two_entrants("a=idle", "idle") == (Entrant("a", "idle"), Entrant("idle", "idle"))


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("bot:easy", Entrant("bot:easy", "bot:easy")),
        ("weak=bot:easy", Entrant("weak", "bot:easy")),
        (" mine = python:mine:Player ", Entrant("mine", "python:mine:Player")),
    ],
)
def test_entrants_are_read(text: str, entrant: Entrant) -> None:
    assert parse_entrant(text) == entrant


@pytest.mark.parametrize("text", ["", "=bot:easy", "weak=", "  "])
def test_half_an_entrant_is_refused(text: str) -> None:
    with pytest.raises(BadSchedule, match="expected an entrant as PLAYER or NAME=PLAYER"):
        parse_entrant(text)


@pytest.mark.parametrize("text", ["a\nb", "\x1b[31mred", "a\x00", "\udcff", "a\u2028b"], ids=ascii)
def test_a_name_that_cannot_be_stored_or_printed_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadSchedule, match="neither control characters, line breaks") as entrant:
        parse_entrant(f"{text}=idle")
    assert str(entrant.value).isascii() and str(entrant.value).isprintable()
    with pytest.raises(BadSchedule, match="neither control characters, line breaks"):
        made_plan(name=text)
    with pytest.raises(BadSchedule, match="neither control characters, line breaks"):
        made_plan(ladder=text)


def test_a_name_in_any_script_is_welcome() -> None:
    assert parse_entrant("Ελένη Дом 火=idle").name == "Ελένη Дом 火"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"setting": Setting("chess")}, BadSchedule, "no variant 'chess'"),
        ({"blocks": ()}, BadSchedule, "has no blocks"),
        ({"batch_blocks": 0}, BadSchedule, "at least one block, got 0"),
        ({"seed": -1}, BadSchedule, r"a seed is 0 to 2\*\*63 - 1, got -1"),
        ({"seed": 2**63}, BadSchedule, r"a seed is 0 to 2\*\*63 - 1, got 9223372036854775808"),
        ({"entrants": (Entrant("x", "bot:great"),)}, UnknownPlayer, "no player is called 'bot:great'"),
    ],
    ids=str,
)
def test_impossible_plans_are_refused(
    change: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_plan(**{**asked(), "setting": Setting("duel"), **change})
