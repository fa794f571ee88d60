"""The page of the contract: as committed, and complete."""

from __future__ import annotations

import re

from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.contract_page import KINDS, LEDGER, PAGE, page
from arena.games.moba.fields import BLOCKS, OBSERVATION_SIZE, columns


def test_the_committed_page_is_what_the_code_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m arena.games.moba.contract_page`"


def test_kinds_and_ledger_are_described_in_full() -> None:
    assert len(KINDS) == lay.KINDS
    assert tuple(LEDGER) == lay.TALLY_NAMES


def test_the_columns_of_the_page_are_the_columns_of_the_observation() -> None:
    text = page().split("## Observation\n")[1]
    listed = [
        (int(place), name) for place, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", text, re.MULTILINE)
    ]
    names = [name for name, _ in columns()]
    assert len(listed) == sum(len(block.fields) for block in BLOCKS)
    for place, name in listed:
        assert names[place].split(".")[1] == name
    last = [int(number) for number in re.findall(r"columns \d+-(\d+)", text)]
    assert last[-1] == OBSERVATION_SIZE - 1


def test_the_examples_are_in_range() -> None:
    for text in re.findall(r"`\[([\d, ]+)\]`", page()):
        numbers = [int(number) for number in text.split(",")]
        assert all(0 <= number < size for number, size in zip(numbers, c.ACTION_RANGES, strict=True))
