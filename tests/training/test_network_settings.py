"""Settings of a network: what they refuse, and that a checkpoint's record gives them back."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from training.errors import BadNetworkSettings
from training.network import Policy
from training.network_settings import SIZES, NetworkSettings, named_size

PAGE = (Path(__file__).parents[2] / "docs" / "networks.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SIZES)
def test_settings_come_back_from_their_record(name: str) -> None:
    settings = named_size(name)
    assert NetworkSettings.from_dict(json.loads(json.dumps(settings.to_dict()))) == settings


def test_a_setting_that_is_left_out_has_its_default() -> None:
    assert NetworkSettings.from_dict({"memory": 96}) == NetworkSettings(memory=96)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"memry": 64}, "expected network settings among unit, own"),
        ({"memory": 0}, "expected network setting memory to be a whole number from 1 to 8192, got 0"),
        ({"memory": 8193}, "expected network setting memory to be a whole number from 1 to 8192, got 8193"),
        ({"memory": 64.0}, "expected network setting memory to be a whole number from 1 to 8192, got 64.0"),
        ({"memory": True}, "expected network setting memory to be a whole number from 1 to 8192, got True"),
        ({"value_memory": -1}, "setting value_memory to be a whole number from 0 to 8192, got -1"),
        ({"previous_action": 1}, "expected network setting previous_action to be true or false, got 1"),
    ],
)
def test_other_settings_are_refused_in_one_line(values: dict[str, object], message: str) -> None:
    with pytest.raises(BadNetworkSettings, match=re.escape(message)) as error:
        NetworkSettings.from_dict(values)
    assert "\n" not in str(error.value)


def test_a_size_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(BadNetworkSettings, match="among tiny, small, medium, large, got 'huge'"):
        named_size("huge")


def test_the_page_of_networks_has_every_setting_with_its_default() -> None:
    section = PAGE.partition("## Settings")[2].partition("Sizes by name")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \| \w", section, re.MULTILINE))
    assert rows == {one.name: json.dumps(one.default) for one in fields(NetworkSettings)}


@pytest.mark.parametrize("name", SIZES)
def test_the_page_of_networks_has_every_size_as_it_is(name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}` \| (.*) \|$", PAGE, re.MULTILINE)
    *widths, parameters = (int(cell.replace(",", "")) for cell in row.split(" | "))
    size = named_size(name)
    assert widths == [size.unit, size.own, size.world, size.joined, size.memory, size.embedding]
    assert parameters == Policy(size).parameters_count
    assert size == NetworkSettings(
        **dict(zip(("unit", "own", "world", "joined", "memory", "embedding"), widths, strict=True))
    )
