"""Options of `palaestra rate`: every column of the settings has one, and choices are checked."""

from __future__ import annotations

from dataclasses import fields

import pytest
import typer

from docs.commands_page import parameters
from ratings.columns import Columns
from ratings.commands import rate_command
from ratings.options import one_of
from ratings.settings import Settings


def test_every_column_and_every_setting_has_an_option() -> None:
    named = {one.name for one in parameters(rate_command)}
    wanted = {field.name for kind in (Columns, Settings) for field in fields(kind)} - {"sided", "intervals"}
    assert wanted <= named, wanted - named


def test_a_choice_is_one_of_those_listed() -> None:
    check = one_of("half", "drop")
    assert check("half") == "half"
    with pytest.raises(typer.BadParameter, match="expected one of half, drop, got 'all'"):
        check("all")
