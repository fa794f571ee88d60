"""How long a program may take."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from arena.outside.errors import BadLimit

START, ANSWER = "PALAESTRA_PROGRAM_START_S", "PALAESTRA_PROGRAM_ANSWER_S"


@dataclass(frozen=True)
class Limits:
    """Seconds of the clock on the wall."""

    start_s: float = 30.0
    """From its start until it says that it is ready."""
    answer_s: float = 10.0
    """For one decision of all its heroes of a batch."""
    end_s: float = 2.0
    """From being told to end until it has; then it is killed, and what it played stands."""


def limits() -> Limits:
    """The limits, of which the environment may set the first two.

    Raises:
        BadLimit: it sets one to something else than a positive number.
    """
    return Limits(_seconds(START, Limits.start_s), _seconds(ANSWER, Limits.answer_s))


def _seconds(name: str, default: float) -> float:
    text = os.environ.get(name, "")
    try:
        value = float(text) if text else default
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise BadLimit(
            f"expected {name} to be a positive number of seconds, got '{text}': mend it, or unset it"
        )
    return value
