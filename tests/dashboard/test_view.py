"""Settings to and from an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.errors import BadAddress
from dashboard.view import address, parse_query

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(st.dictionaries(TEXT, TEXT, max_size=20))
def test_settings_come_back_as_they_were(query: dict[str, str]) -> None:
    path = address("/x", query)
    assert parse_query(path.removeprefix("/x")) == query


def test_what_is_not_asked_is_left_out() -> None:
    assert address("/x", {"a": None, "b": "", "c": 0}) == "/x?c=0"
    assert address("/x", {"a": None}) == "/x"
    assert parse_query("") == {} == parse_query("?a=&b")


def test_too_many_settings_are_refused() -> None:
    with pytest.raises(BadAddress, match="at most 20 settings"):
        parse_query("?" + "&".join(f"a{place}=1" for place in range(21)))
