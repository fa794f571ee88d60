"""What a page is drawn from: a snapshot, runs of training, the settings in the address, the colours of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from arena.errors import StoreError
from dashboard.data.runs import Runs
from dashboard.data.source import Reading, Source
from dashboard.errors import BadAddress

MOST_SETTINGS = 20
"""Settings of an address at most."""


@dataclass(frozen=True)
class View:
    """One look at a page."""

    held: Reading | StoreError
    """A snapshot, or why there is none."""
    query: Mapping[str, str]
    """Settings of the address; unknown ones are ignored."""
    runs: Runs
    dark: bool = False

    @property
    def reading(self) -> Reading:
        """The snapshot.

        Raises:
            NothingPublished: there is none yet.
            StoreError: there is none that can be read.
        """
        if isinstance(self.held, StoreError):
            raise self.held
        return self.held

    def csv_address(self, sheet: str) -> str:
        """Where the rows of a sheet of this page are as CSV."""
        return address(f"/data/{sheet}.csv", self.query)


@contextmanager
def looking(source: Source, search: str, *, dark: bool = False) -> Iterator[View]:
    """A look at what a source has now, for an address's settings.

    Raises:
        BadAddress: there are too many settings.
    """
    query = parse_query(search)
    with ExitStack() as stack:
        held: Reading | StoreError
        try:
            held = stack.enter_context(source.reading())
        except StoreError as error:
            held = error
        yield View(held, query, source.runs, dark=dark)


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
