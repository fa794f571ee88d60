"""Reports from what was played and learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.training.runs import TINY, tiny_run
from training.audit import Audit
from training.metrics import Report, known_metrics
from training.report import KIND_NAMES, Period, format_report, make_report
from training.reward_table import load_table
from training.run import Until, train
from training.tallies import Finished, Tallies


def report_of(tallies: Tallies) -> Report:
    audit = Audit(load_table("palaestra"), 2).report()
    seconds = {"simulate": 1.0, "infer": 2.0, "learn": 4.0, "total": 8.0}
    return make_report(Period(3, 300, 100, seconds, (), tallies, audit, {}, {}))


def tallies_of(*finished: Finished) -> Tallies:
    tallies = Tallies()
    tallies.finished.extend(finished)
    return tallies


def test_speeds_are_agent_steps_by_the_seconds_of_a_part() -> None:
    report = report_of(Tallies())
    speeds = [
        report.get("agent_steps_per_s", part) for part in ("simulate", "infer", "learn", "other", "total")
    ]
    assert speeds == [100.0, 50.0, 25.0, 100.0, 12.5]


def test_win_rates_are_by_opponent_and_a_match_that_nobody_won_counts_half() -> None:
    report = report_of(
        tallies_of(
            Finished("latest", 1, 0, 60.0, 4),
            Finished("latest", -1, 4, 120.0, 0),
            Finished("7", 1, 0, 60.0, 2),
            Finished("9", 0, 4, 60.0, 2),
            Finished("bot:easy", -1, 2, 60.0, 2),
        )
    )
    rates = {each.label: each.value for each in report.values if each.metric == "win_rate"}
    assert rates == {"west": 0.5, "7": 1.0, "9": 0.5, "past": 0.75, "bot:easy": 0.0}
    matches = {each.label: each.value for each in report.values if each.metric == "matches"}
    assert matches == {"latest": 2, "past": 2, "bot:easy": 1}
    assert report.get("ending", "ancient") == 0.4
    assert report.get("ending", "limit") == 0.4
    assert (report.get("match_s"), report.get("kills")) == (72.0, 2.0)


def test_an_alarm_is_raised_when_most_matches_run_out_the_clock() -> None:
    cut, fought = Finished("latest", 0, 4, 60.0, 0), Finished("latest", 1, 0, 60.0, 5)
    assert report_of(tallies_of(*[cut] * 6, *[fought] * 6)).alarms == ()
    report = report_of(tallies_of(*[cut] * 7, *[fought] * 5))
    assert report.alarms == ("58% of matches ran out the clock",)
    assert report.get("alarm", report.alarms[0]) == 1.0
    assert report_of(tallies_of(*[cut] * 9)).alarms == ()


def test_an_alarm_is_raised_when_an_action_is_no_longer_chosen() -> None:
    tallies = Tallies()
    tallies.legal += 20_000
    tallies.chosen += 100
    assert report_of(tallies).alarms == ()
    tallies.chosen[KIND_NAMES.index("attack")] = 1
    report = report_of(tallies)
    assert report.alarms == ("attack is hardly ever chosen",)
    assert report.get("action", "attack") == pytest.approx(1 / 20_000)
    tallies.legal[KIND_NAMES.index("attack")] = 9_000
    assert report_of(tallies).alarms == ()


def test_a_line_for_a_terminal_leaves_out_what_there_is_nothing_to_say_of() -> None:
    line = format_report(report_of(Tallies()), "12 min left")
    assert line.split("  ")[0].split() == [] and line.strip().startswith("300 agent-steps  ")
    assert "  12 min left  " in line
    assert "nan" not in line
    assert "kills     -" in line
    assert "\n" not in line


def test_every_number_of_a_run_s_reports_is_a_known_metric_and_all_known_ones_come(tmp_path: Path) -> None:
    reports: list[Report] = []
    network = {**TINY, "win_head": True, "structure_head": True}
    settings = tiny_run(limit_s=2.5, report_every=4, network=network)
    train(
        tmp_path / "run",
        settings,
        Until(agent_steps=900),
        command="a test",
        show=lambda report, left: reports.append(report),
    )
    seen = {each.metric for report in reports for each in report.values}
    assert seen == set(known_metrics())
    numbers = np.array([each.value for each in reports[0].values if each.metric != "explained_variance"])
    assert np.isfinite(numbers).all()
