"""Amounts of agent-steps."""

from __future__ import annotations

import pytest

from training.amounts import parse_amount
from training.errors import BadRunSettings


def test_amounts_of_agent_steps() -> None:
    assert [parse_amount(text) for text in ("7", "1.5k", "15M", "2G")] == [
        7,
        1500,
        15_000_000,
        2_000_000_000,
    ]
    for text in ("0", "-1", "x", "1.5", "nan", "inf", "1e400"):
        with pytest.raises(BadRunSettings, match="expected agent-steps"):
            parse_amount(text)
