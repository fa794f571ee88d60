"""What importing the replays costs."""

from __future__ import annotations

import pytest

import replays
from tests.ratings.test_init import loaded_by


def test_mounting_the_commands_loads_nothing_heavy() -> None:
    modules = loaded_by("import typer, replays.commands\nreplays.commands.register(typer.Typer())")
    assert not {"numba", "numpy", "polars", "duckdb", "scipy"} & modules


def test_every_public_name_is_there_and_nothing_else() -> None:
    for name in replays.__all__:
        assert getattr(replays, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Rerun'"):
        _ = replays.Rerun
