"""The audit of rewards: parts add up to the whole, shares by hand, and it goes on where it was stored."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from arena.games.moba import Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.scaling import act
from tests.training.reward_scenes import count, make, win
from training.audit import Audit, AuditReport, Origin
from training.errors import BadState
from training.reward_table import RewardTable, Row, load_table
from training.rewards import RewardSettings, Scorer

BARE = RewardSettings(zero_sum=False, decay=1.0)
TABLE = RewardTable("two", (Row("kill", "hero", 0.5), Row("death", "hero", -1.0)))


def played(
    table: str, *, decisions: int, reports: tuple[int, ...] = ()
) -> tuple[list[AuditReport], float, int]:
    """Reports of two matches of bots, one of which is begun anew half-way; what was paid in all, in how many returns."""
    batch = make(n=2, start="siege")
    rewarded = load_table(table)
    scorer, audit = Scorer(rewarded, 2), Audit(rewarded, 2)
    scorer.begin(batch)
    paid, found = 0.0, []
    for decision in range(decisions):
        batch.observe()
        batch.step(act(batch, "medium"))
        paid += float(np.abs(scorer.pay(batch, team_spirit=0.3)).sum())
        over = np.array([decision == decisions // 2, False])
        audit.add(scorer, over)
        if over.any():
            batch.reset_matches([0], [Setup(7, *random_lineups("blitz", 7))])
            scorer.begin(batch)
        if decision in reports:
            found.append(audit.report())
    return [*found, audit.report()], paid, 30 + 20 * len(reports)


def test_parts_add_up_to_the_whole() -> None:
    """Of one side, since a zero sum leaves nothing of both: against the rewards as they were paid."""
    batch = make(n=2, start="siege")
    scorer, audit = Scorer(load_table("five"), 2), Audit(load_table("five"), 2)
    west = np.arange(10)[None].repeat(2, 0) < 5
    scorer.begin(batch)
    paid, raw = 0.0, 0.0
    for _ in range(60):
        batch.observe()
        batch.step(act(batch, "medium"))
        paid += float(scorer.pay(batch, team_spirit=0.3)[west].sum())
        raw += float(scorer.raw[west].sum())
        audit.add(scorer, np.zeros(2, np.bool_), counted=west)
    report = audit.report()
    assert report.returns == 10 and abs(paid) > 1.0
    assert report.mean * 10 == pytest.approx(paid)
    assert sum(row.paid for row in report.rows) == pytest.approx(report.mean)
    assert sum(row.raw for row in report.rows) * 10 == pytest.approx(raw)
    for row in report.rows:
        assert row.gained + row.lost == pytest.approx(row.paid) and row.gained >= 0.0 >= row.lost
    for share in ("raw_share", "paid_share"):
        assert sum(getattr(row, share) for row in report.rows) == pytest.approx(1.0)


def test_with_a_zero_sum_both_sides_together_are_paid_nothing_and_shares_still_say_where_it_went() -> None:
    (report,), paid, returns = played("five", decisions=40)
    assert report.returns == returns and report.table == "five"
    assert paid > 10.0 and report.mean == pytest.approx(0.0, abs=1e-9)
    assert all(row.paid == pytest.approx(0.0, abs=1e-9) for row in report.rows)
    assert sum(row.paid_share for row in report.rows) == pytest.approx(1.0)
    assert max(row.gained for row in report.rows) > 0.1


def test_reports_on_the_way_see_each_return_s_parts_once() -> None:
    (whole,), _, _ = played("gh200", decisions=40)
    parts, _, returns = played("gh200", decisions=40, reports=(9, 29))
    assert sum(part.returns for part in parts) == returns
    for k, row in enumerate(whole.rows):
        total = sum(part.rows[k].raw * part.returns for part in parts)
        assert total == pytest.approx(row.raw * whole.returns), row.event


def test_shares_by_hand() -> None:
    """West's first hero kills twice (+1) in one match; east's dies and kills (-1, +1/2) in another: 3/2 and 1."""
    batch = make("duel", n=2)
    scorer, audit = Scorer(TABLE, 2, BARE), Audit(TABLE, 2)
    scorer.begin(batch)
    for _ in range(2):
        count("kills", 1.0)(batch.matches[0])
        scorer.pay(batch)
        audit.add(scorer, np.array([False, False]))
    batch.matches[1].heroes[5].tally[[lay.KILLS, lay.DEATHS]] += 1.0
    win(batch.matches[1])
    scorer.pay(batch)
    audit.add(scorer, ~batch.running)
    kill, death = audit.report().rows
    assert kill == Origin("kill", 1.5 / 4, 0.6, 1.5 / 4, 0.6, 1.5 / 4, 0.0)
    assert death == Origin("death", -1 / 4, 0.4, -1 / 4, 0.4, 0.0, -1 / 4)


def test_what_goes_up_and_comes_down_in_a_match_is_no_part_of_the_return() -> None:
    table = RewardTable("health", (Row("health_changed", "hero", 2.0), Row("kill", "hero", 1.0)))
    batch = make()
    scorer, audit = Scorer(table, 1, BARE), Audit(table, 1)
    scorer.begin(batch)
    unit = batch.matches[0].units[0]
    for share in (0.5, 1.0):
        unit.health = unit.max_health * share
        count("kills", 1.0)(batch.matches[0])
        scorer.pay(batch)
        audit.add(scorer, np.array([False]))
    health, kill = audit.report().rows
    assert (health.raw_share, kill.raw_share) == (0.0, 1.0)


def test_a_match_that_is_over_is_counted_once_and_a_report_of_nothing_is_all_zero() -> None:
    batch = make()
    scorer, audit = Scorer(TABLE, 1, BARE), Audit(TABLE, 1)
    scorer.begin(batch)
    win(batch.matches[0])
    for _ in range(3):
        scorer.pay(batch)
        audit.add(scorer, ~batch.running)
    assert audit.report().returns == 10
    empty = audit.report()
    assert (empty.returns, empty.mean) == (0, 0.0)
    assert empty.rows[0] == Origin("kill", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_what_was_stored_reports_the_same() -> None:
    batch = make(n=2, start="siege")
    table = load_table("palaestra")
    scorer, one, other = Scorer(table, 2), Audit(table, 2), Audit(table, 2)
    scorer.begin(batch)
    for decision in range(30):
        batch.observe()
        batch.step(act(batch, "medium"))
        scorer.pay(batch)
        over = np.array([decision == 8, False])
        one.add(scorer, over)
        if decision == 12:
            other.load_state(one.state())
        elif decision > 12:
            other.add(scorer, over)
    assert one.report() == other.report()


def test_the_state_of_another_run_is_refused() -> None:
    with pytest.raises(
        BadState, match=r"expected open of shape \(2, 1, 10, 2\) for the audit; got \(2, 3, 10, 2\)"
    ):
        Audit(TABLE, 1).load_state(Audit(TABLE, 3).state())


def test_every_figure_of_a_report_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rewards.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page.partition("## The audit")[2]))
    assert {field.name for field in fields(Origin)} - {"event"} <= named
