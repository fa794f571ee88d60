"""The option `--set`."""

from __future__ import annotations

import pytest

from training.errors import BadRunSettings
from training.set_option import parse_changes


def test_values_are_toml_and_a_text_may_go_without_quotes() -> None:
    found = parse_changes(["a=1", "b = 0.5", "c=mild", 'd="x=y"', "e={f = 1}", "g=0 to 1 over 5M"])
    assert found == {"a": 1, "b": 0.5, "c": "mild", "d": "x=y", "e": {"f": 1}, "g": "0 to 1 over 5M"}
    assert parse_changes(["a=" + "1" * 5000]) == {"a": "1" * 5000}


def test_changes_name_each_setting_once() -> None:
    for changes in (["entropy"], ["=1"], ["seed=1", "seed=2"]):
        with pytest.raises(BadRunSettings, match="expected NAME=VALUE"):
            parse_changes(changes)
