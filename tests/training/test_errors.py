"""Errors of the trainer."""

from __future__ import annotations

from arena.errors import PalaestraError
from training import errors


def test_commands_print_every_error_of_the_trainer_in_one_line() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and kind is not PalaestraError]
    assert kinds
    assert all(issubclass(kind, PalaestraError) for kind in kinds)
