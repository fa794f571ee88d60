"""Settings of a network: what they refuse, and that a checkpoint's record gives them back."""

from __future__ import annotations

import json
import re

import pytest

from training.errors import BadNetworkSettings
from training.network_settings import SIZES, NetworkSettings, named_size


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
