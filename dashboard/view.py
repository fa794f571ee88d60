"""What a page is drawn from: a snapshot, the settings in the address, the colours of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from dashboard.data.source import Reading
from dashboard.errors import BadAddress

MOST_SETTINGS = 20
"""Settings of an address at most."""


@dataclass(frozen=True)
class View:
    """One look at a page."""

    reading: Reading
    query: Mapping[str, str]
    """Settings of the address; unknown ones are ignored."""
    dark: bool = False

    def csv_address(self, sheet: str) -> str:
        """Where the rows of a sheet of this page are as CSV."""
        return address(f"/data/{sheet}.csv", self.query)


def parse_query(search: str) -> dict[str, str]:
    """The settings of an address, `?name=value&…`; empty ones are none.

    Raises:
        BadAddress: there are too many.
    """
    pairs = parse_qsl(search.removeprefix("?"), errors="replace")
    if len(pairs) > MOST_SETTINGS:
        raise BadAddress(
            f"expected at most {MOST_SETTINGS} settings in the address, got {len(pairs)}: shorten it"
        )
    return dict(pairs)


def address(path: str, query: Mapping[str, object]) -> str:
    """A path with its settings; those that are None or empty are left out."""
    asked = {name: str(value) for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(asked)}" if asked else path
