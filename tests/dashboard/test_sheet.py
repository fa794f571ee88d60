"""A sheet's words and its CSV."""

from __future__ import annotations

import csv
import io

import pytest

from dashboard.sheet import Column, Sheet


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (Column("x", "x"), "a", "a"),
        (Column("x", "x", 0), None, "–"),
        (Column("x", "x", 0), 1234.5, "1,234"),
        (Column("x", "x", 0), -0.2, "0"),
        (Column("x", "x", 1, sign=True), 2.25, "+2.2"),
        (Column("x", "x", 1, sign=True), 0.0, "0.0"),
        (Column("x", "x", 1, percent=True), 0.5, "50.0 %"),
    ],
)
def test_values_in_words(column: Column, value: object, text: str) -> None:
    assert column.text(value) == text


def test_csv_comes_back_as_it_was() -> None:
    rows = [{"name": 'a,"b"\n', "value": 0.1 + 0.2, "left": 1}, {"name": "", "value": None, "left": 2}]
    text = Sheet("s", "S", (Column("name", "Name"), Column("value", "Value", 0)), rows).csv()
    read = list(csv.DictReader(io.StringIO(text)))
    assert read == [{"name": 'a,"b"\n', "value": "0.30000000000000004"}, {"name": "", "value": ""}]
