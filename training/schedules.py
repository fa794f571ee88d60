"""Settings that change while a run goes on: a constant, or a straight line from one value to another.

Time is counted in agent-steps, or in seconds of play: those that heroes have played, added up, so that a schedule
means the same whatever the length of a decision.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from training.errors import BadSchedule

UNITS = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "s": 1.0, "h": 3600.0, "d": 86_400.0}
SECONDS = ("s", "h", "d")
NUMBER = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
AMOUNT = rf"{NUMBER}\s*([kMGshd]?)"
LINE = re.compile(rf"{NUMBER}\s+to\s+{NUMBER}\s+over\s+{AMOUNT}(?:\s+from\s+{AMOUNT})?")
FORM = "a number, or such as '0.3 to 1 over 20M', '0.3 to 1 over 500h from 100h'"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A value over time: `first` until `begin`, then in a straight line to `last` over `length`, and so on.

    Attributes:
        in_seconds: `begin` and `length` are seconds of play; agent-steps otherwise.

    Raises:
        BadSchedule: a number that is not finite, or a begin or a length below 0.
    """

    first: float
    last: float
    begin: float = 0.0
    length: float = 0.0
    in_seconds: bool = False

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.first, self.last, self.begin, self.end))):
            raise BadSchedule(f"expected finite numbers in a schedule; got {self.text}")
        if self.begin < 0.0 or self.length < 0.0:
            raise BadSchedule(
                f"expected a schedule that begins at 0 or later and ends after that; got {self.text}"
            )

    @property
    def end(self) -> float:
        """When `last` is reached."""
        return self.begin + self.length

    def at(self, agent_steps: float, decision_s: float) -> float:
        """The value after so many agent-steps of `decision_s` seconds each."""
        now = agent_steps * decision_s if self.in_seconds else float(agent_steps)
        if now >= self.end:
            return self.last
        if now <= self.begin:
            return self.first
        return self.first + (self.last - self.first) * (now - self.begin) / self.length

    def within(self, name: str, least: float, most: float) -> Schedule:
        """Itself, when all its values lie in a range.

        Raises:
            BadSchedule: they do not.
        """
        if not least <= min(self.first, self.last) <= max(self.first, self.last) <= most:
            raise BadSchedule(f"expected {name} from {least:g} to {most:g}; got {self.text}")
        return self

    @property
    def text(self) -> str:
        """As `parse_schedule` reads it: of what it reads, the text is this text again."""
        if self.first == self.last:
            return repr(self.first)
        unit = "s" if self.in_seconds else ""
        start = f" from {self.begin!r}{unit}" if self.begin else ""
        return f"{self.first!r} to {self.last!r} over {self.length!r}{unit}{start}"


def constant(value: float) -> Schedule:
    """The same value for ever."""
    return Schedule(float(value), float(value))


def _number(value: float) -> Schedule:
    try:
        return constant(value)
    except (BadSchedule, OverflowError):
        raise BadSchedule(f"expected a finite number; got {str(value)[:40]}") from None


def parse_schedule(text: str | float) -> Schedule:
    """A schedule from a number or from words: `0.3 to 1 over 20M` (agent-steps), `0.3 to 1 over 500h from 100h`.

    Amounts are agent-steps, with k, M or G for thousands, millions, thousands of millions; or with s, h or d seconds,
    hours or days of play.

    Raises:
        BadSchedule: it is neither, or mixes agent-steps and seconds.
    """
    if isinstance(text, int | float) and not isinstance(text, bool):
        return _number(text)
    if not isinstance(text, str):
        raise BadSchedule(f"expected {FORM}; got {text!r}")
    if re.fullmatch(NUMBER, text.strip()):
        return _number(float(text))
    found = LINE.fullmatch(text.strip())
    if found is None:
        raise BadSchedule(f"expected {FORM}; got {text!r}")
    first, last, length, unit, start, start_unit = found.groups()
    if start is not None and (unit in SECONDS) != (start_unit in SECONDS):
        raise BadSchedule(f"expected agent-steps or seconds in a schedule, not both; got {text!r}")
    begin = float(start) * UNITS[start_unit] if start is not None else 0.0
    return Schedule(float(first), float(last), begin, float(length) * UNITS[unit], unit in SECONDS)
