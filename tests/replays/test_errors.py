"""Errors of replays are known ones, which commands print in one line."""

from __future__ import annotations

import inspect

from arena.errors import PalaestraError
from replays import errors


def test_every_error_is_a_known_one_and_explained() -> None:
    found = [
        one for _, one in inspect.getmembers(errors, inspect.isclass) if one.__module__ == "replays.errors"
    ]
    assert len(found) == 6
    assert all(issubclass(one, PalaestraError) and one.__doc__ for one in found)
