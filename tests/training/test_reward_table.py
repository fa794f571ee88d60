"""Reward tables: those that ship, what is documented, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.games.moba import TALLY_NAMES
from training.errors import BadRewardTable
from training.reward_table import (
    EVENTS,
    REFUSED,
    RewardTable,
    Row,
    load_table,
    parse_table,
    table_names,
)

HEAD = "event,unit,scope,weight,note\n"
PAGE = Path(__file__).parents[2] / "docs" / "rewards.md"


def test_three_tables_ship_and_are_documented() -> None:
    assert table_names() == ("five", "gh200", "palaestra")
    assert all(f"| `{name}` |" in PAGE.read_text(encoding="utf-8") for name in table_names())


@pytest.mark.parametrize("name", table_names())
def test_a_shipped_table_comes_out_of_its_text_as_it_went_in(name: str) -> None:
    table = load_table(name)
    assert table.name == name
    assert parse_table(name, table.text()) == table


def test_five_s_weights_by_hand() -> None:
    """Five, appendix G, as far as this game has its events."""
    weights = {row.event: row.weight for row in load_table("five").rows}
    for event, weight in (
        ("win", 5.0),
        ("kill", -0.6),
        ("last_hit", -0.16),
        ("deny", 0.15),
        ("tower_tier_3", 4.5),
    ):
        assert weights[event] == weight
    assert "assist" not in weights and "structure_damage" not in weights


def test_the_gh200_run_pays_for_what_is_spent_alive_alone() -> None:
    weights = {row.event: row.weight for row in load_table("gh200").rows}
    assert weights["gold_spent_alive"] == 0.0015 and "gold_spent" not in weights
    assert (weights["last_hit"], weights["kill"], weights["win"]) == (0.16, 1.0, 10.0)


def test_every_event_is_documented_with_its_unit() -> None:
    lines = [
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and line.count("|") == 5
    ]
    documented = {name: line for line in lines for name in re.findall(r"`(\w+)`", line.split("|")[1])}
    for name, event in EVENTS.items():
        if name not in TALLY_NAMES:
            _, _, unit, of, what, _ = (cell.strip() for cell in documented[name].split("|"))
            assert (unit, of) == (event.unit, "side" if event.of_side else "hero"), name
            assert what


def test_our_table_does_not_pay_a_last_hit_a_third_time() -> None:
    events = {row.event for row in load_table("palaestra").rows}
    assert {"gold_gained", "experience_gained"} <= events
    assert not events & {"last_hit", "neutral_last_hit", "last_hits", "neutrals_killed"}


def test_a_table_of_one_s_own_is_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(HEAD + 'kill,hero,team,0.25,"all, five"\nbuybacks,buybacks,hero,-1,\n', encoding="utf-8")
    assert load_table(str(path)) == RewardTable(
        "mine", (Row("kill", "team", 0.25, "all, five"), Row("buybacks", "hero", -1.0))
    )


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("shrine,event,team,2.25,\n", "shrine cannot be paid for, the game has no shrines: remove the row"),
        ("kils,hero,hero,1,\n", "kils is no event: expected one of gold, experience"),
        ("kill,heroes,hero,1,\n", "kill is paid by 'hero'; got the unit 'heroes'"),
        ("kill,hero,both,1,\n", "kill: expected the scope hero or team; got 'both'"),
        ("win,match,hero,1,\n", "win is known of a side alone: give it the scope team"),
        ("kill,hero,hero,0,\n", "kill: expected a finite weight other than 0; got 0.0"),
        ("kill,hero,hero,nan,\n", "kill: expected a finite weight other than 0; got nan"),
        ("kill,hero,hero,much,\n", "kill: expected a number; got 'much'"),
        ("kill,hero,hero,1\n", "expected 5 columns; got 'kill,hero,hero,1'"),
        ("kill,hero,hero,1,\nkill,hero,team,1,\n", "kill comes twice: keep one of its rows"),
        ("", "expected rows in the reward table mine; got none"),
    ],
)
def test_a_row_that_cannot_be_paid_is_refused(lines: str, text: str) -> None:
    with pytest.raises(BadRewardTable, match=re.escape(text)):
        parse_table("mine", HEAD + lines)


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRewardTable, match="one of five, gh200, palaestra, or a CSV file; got 'six'"):
        load_table("six")
    with pytest.raises(BadRewardTable, match="expected the columns event,unit,scope,weight,note; got ''"):
        parse_table("mine", "")
    with pytest.raises(BadRewardTable, match="got 'event,weight'"):
        parse_table("mine", "event,weight\nkill,1\n")
    (tmp_path / "raw.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRewardTable, match="or a CSV file"):
        load_table(str(tmp_path / "raw.csv"))


def test_what_is_refused_by_name_is_no_event() -> None:
    assert not set(REFUSED) & set(EVENTS)
