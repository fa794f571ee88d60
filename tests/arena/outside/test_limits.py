from __future__ import annotations

import pytest

from arena.outside.errors import BadLimit
from arena.outside.limits import ANSWER, START, Limits, limits


def test_the_environment_sets_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(START, raising=False)
    monkeypatch.setenv(ANSWER, "0.5")
    assert limits() == Limits(start_s=30.0, answer_s=0.5)


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_what_is_no_time_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(START, text)
    with pytest.raises(BadLimit, match=f"expected {START} to be a positive number of seconds, got '{text}'"):
        limits()
