"""An option that several commands have says the same in all of them."""

from __future__ import annotations

from typing import get_args

import pytest

from arena import options
from docs.commands_page import commands, parameters

SHARED = {
    "home": options.HomeOption,
    "workers": options.WorkersOption,
    "limit_s": options.LimitOption,
    "start": options.StartOption,
    "randomisation": options.RandomiseOption,
}


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_option_is_declared_once(name: str) -> None:
    (declared,) = get_args(SHARED[name])[1:]
    found = [one for _, function in commands() for one in parameters(function) if one.name == name]
    assert len(found) > 1
    assert all(one.info is declared for one in found)
