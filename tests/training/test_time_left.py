"""How long a sitting will go on: worked by hand."""

from __future__ import annotations

import math

import pytest

from training.time_left import format_left, seconds_left


@pytest.mark.parametrize(
    ("until_agent_steps", "until_minutes", "left"),
    [
        (None, None, math.inf),
        (3_000, None, 20.0),
        (None, 1.0, 50.0),
        (3_000, 1.0, 20.0),
        (30_000, 1.0, 50.0),
        (900, None, 0.0),
        (None, 0.1, 0.0),
    ],
)
def test_the_first_limit_counts(
    until_agent_steps: int | None, until_minutes: float | None, left: float
) -> None:
    """After 10 seconds there are 1,000 agent-steps, at 100 a second."""
    found = seconds_left(
        agent_steps=1_000,
        per_s=100.0,
        elapsed_s=10.0,
        until_agent_steps=until_agent_steps,
        until_minutes=until_minutes,
    )
    assert found == pytest.approx(left)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (math.inf, ""),
        (0.0, "0 s left"),
        (99.0, "99 s left"),
        (100.0, "2 min left"),
        (750.0, "12 min left"),
        (5_940.0, "99 min left"),
        (11_100.0, "3 h 05 min left"),
    ],
)
def test_it_is_said_in_words(seconds: float, words: str) -> None:
    assert format_left(seconds) == words
