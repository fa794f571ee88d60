"""Amounts of agent-steps, as people write them."""

from __future__ import annotations

import math

from training.errors import BadRunSettings
from training.schedules import UNITS


def whole_amount(value: str | float) -> int:
    """Agent-steps, as a whole number or such as `500k`, `2M`.

    Raises:
        ValueError: it is neither.
    """
    text = str(value).strip()
    factor = UNITS[text[-1]] if text[-1:] in ("k", "M", "G") else 1.0
    try:
        amount = float(text[:-1] if factor > 1.0 else text) * factor
    except ValueError:
        amount = math.nan
    if isinstance(value, bool) or not (1.0 <= amount < 1e18 and amount.is_integer()):
        raise ValueError("should be agent-steps, a whole number from 1 and below 1e18, such as 500k or 2M")
    return int(amount)


def parse_amount(text: str) -> int:
    """Agent-steps from a whole number or such as `500k`, `15M`.

    Raises:
        BadRunSettings: it is neither.
    """
    try:
        return whole_amount(text)
    except ValueError:
        raise BadRunSettings(f"expected agent-steps such as 500k or 15M; got {text!r}") from None
