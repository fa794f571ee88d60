from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_char
from multiprocessing import RawArray
from typing import Any

import pytest

from arena import at_play


@pytest.fixture
def note() -> Iterator[Any]:
    shared = RawArray(c_char, at_play.SIZE)
    at_play.share(shared)
    yield shared
    at_play.share(None)


def test_a_name_stands_there_while_its_code_runs(note: Any) -> None:
    assert at_play.read(note) is None
    with at_play.at_play("Zoë"):
        assert at_play.read(note) == "Zoë"
    assert at_play.read(note) is None


def test_it_is_taken_away_when_the_code_raises(note: Any) -> None:
    with pytest.raises(KeyError), at_play.at_play("one"):
        raise KeyError
    assert at_play.read(note) is None


def test_a_name_that_is_too_long_is_cut(note: Any) -> None:
    with at_play.at_play("é" * at_play.SIZE):
        assert at_play.read(note) == "é" * ((at_play.SIZE - 1) // 2)


def test_outside_a_worker_nothing_is_noted() -> None:
    with at_play.at_play("one"):
        pass
