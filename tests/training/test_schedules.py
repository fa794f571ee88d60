"""Schedules: their values by hand, their words, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.errors import BadSchedule
from training.schedules import Schedule, constant, parse_schedule

DECISION_S = 4 / 30
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)
TIMES = st.floats(0.0, 1e12)


@pytest.mark.parametrize(
    ("text", "agent_steps", "value"),
    [
        ("0.01", 0, 0.01),
        ("0.01", 1e12, 0.01),
        ("0.3 to 1 over 20M", 0, 0.3),
        ("0.3 to 1 over 20M", 10_000_000, 0.65),
        ("0.3 to 1 over 20M", 20_000_000, 1.0),
        ("0.3 to 1 over 20M", 10**11, 1.0),
        ("1 to 0 over 10k from 90k", 90_000, 1.0),
        ("1 to 0 over 10k from 90k", 95_000, 0.5),
        ("1 to 0 over 10k from 90k", 100_000, 0.0),
        ("2 to 4 over 1h", 30 * 60 / DECISION_S, 3.0),
        ("2 to 4 over 60s from 1d", (86_400 + 15) / DECISION_S, 2.5),
        ("1e-3 to -1e-3 over 1G", 500_000_000, 0.0),
        ("0.3 to 1 over 0M", 0, 1.0),
    ],
)
def test_values_by_hand(text: str, agent_steps: float, value: float) -> None:
    assert parse_schedule(text).at(agent_steps, DECISION_S) == pytest.approx(value, abs=1e-12)


def test_seconds_of_play_do_not_hang_on_how_long_a_decision_is() -> None:
    """An hour of play is 27,000 decisions of 4/30 s, or 3,600 of a second; agent-steps are agent-steps."""
    line = parse_schedule("0 to 1 over 2h")
    assert line.at(27_000, DECISION_S) == pytest.approx(line.at(3_600, 1.0)) == pytest.approx(0.5)
    steps = parse_schedule("0 to 1 over 2k")
    assert steps.at(1000, DECISION_S) == steps.at(1000, 1.0) == 0.5


@given(first=NUMBERS, last=NUMBERS, begin=TIMES, length=TIMES, seconds=st.booleans(), now=TIMES)
def test_words_and_back_give_the_same_values_which_stay_between_both_ends(
    first: float, last: float, begin: float, length: float, seconds: bool, now: float
) -> None:
    line = Schedule(first, last, begin, length, seconds)
    value = line.at(now, DECISION_S)
    slack = 1e-9 * (abs(first) + abs(last) + 1.0)
    assert min(first, last) - slack <= value <= max(first, last) + slack
    again = parse_schedule(line.text)
    assert (again.first, again.last) == (first, last)
    assert again == line or first == last
    assert again.text == line.text


def test_a_number_is_a_constant() -> None:
    assert parse_schedule(0.25) == parse_schedule("0.25") == constant(0.25) == parse_schedule(" .25 ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "0.3 to 1",
        "0.3 to 1 over",
        "0.3 to 1 over 20 M M",
        "1 over 20M",
        "nan",
        "0.3 to 1 over -5",
        True,
        float("nan"),
        float("inf"),
        "1e999",
        10**400,
        [1, 2],
    ],
)
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(BadSchedule, match=r"expected a "):
        parse_schedule(text)


def test_a_number_that_is_not_finite_is_called_that() -> None:
    with pytest.raises(BadSchedule) as caught:
        parse_schedule(float("nan"))
    assert str(caught.value) == "expected a finite number; got nan"


def test_agent_steps_and_seconds_do_not_mix() -> None:
    with pytest.raises(BadSchedule, match="agent-steps or seconds in a schedule, not both"):
        parse_schedule("0 to 1 over 20M from 5h")


def test_values_out_of_a_setting_s_range_are_refused() -> None:
    assert parse_schedule("0.3 to 1 over 9").within("team_spirit", 0.0, 1.0).last == 1.0
    with pytest.raises(BadSchedule, match=r"expected team_spirit from 0 to 1; got 0\.3 to 1\.5 over 9\.0"):
        parse_schedule("0.3 to 1.5 over 9").within("team_spirit", 0.0, 1.0)
