"""The draft that an address describes, and who is asked about it.

There is a desk for each table of matches, kept as long as the table is as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.home import Home
from dashboard.errors import BadAddress
from probes.draft.advice import Adviser, Estimate
from probes.draft.desk import Desk, Work
from probes.draft.errors import BadDraft, NoModel
from probes.draft.model import load_model, record_of
from probes.draft.order import Draft, Order, parse_steps
from probes.draft.places import known_tables

PATIENCE_S = 1.5
"""How long an address waits for a draft to be solved before it says how far that is."""
FIRST = {"us": "we", "them": "they"}
"""Who begins, and what the page calls them."""
LONGEST = 400

_desks: dict[tuple[Path, int, int], Desk] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Board:
    """A draft as an address describes it."""

    draft: Draft
    desk: Desk
    order: str
    """The order as the address has it: a name, or letters."""
    first: str
    """`us` or `them`."""
    table: str
    """Name of the table of matches behind it."""
    tables: tuple[str, ...]
    """All that can be chosen."""

    @property
    def ours(self) -> str:
        """Our letter in the order: A begins in the named ones."""
        return "A" if self.first == "us" else "B"

    def who(self, letter: str) -> str:
        """Whom a letter of the order stands for: `we` or `they`."""
        return "we" if letter.upper() == self.ours else "they"

    def our(self, win: Estimate, of: str = "A") -> Estimate:
        """A probability of a letter's winning as ours."""
        return win if of.upper() == self.ours else win.of_other()

    def query(self, draft: Draft) -> dict[str, str]:
        """The settings of the address of another draft on this board."""
        names = self.desk.model.names
        return {
            "order": "" if self.order == "snake" else self.order,
            "begins": "" if self.first == "us" else self.first,
            "table": "" if self.table == self.tables[0] else self.table,
            "steps": ",".join(names[hero] for hero in draft.steps),
        }

    def ask(self) -> Adviser | Work:
        """Who knows the draft, or how far the work on it is."""
        return self.desk.ask(self.draft, patience_s=PATIENCE_S)

    def wait(self) -> Adviser:
        """Who knows the draft, once it is solved."""
        return self.desk.adviser(self.draft)


def board_of(home: Home, query: Mapping[str, str]) -> Board:
    """The board of an address.

    Raises:
        BadAddress: a setting cannot be.
        BadDraft: the order or the steps cannot be.
        NoModel, BadResults: there is no table of matches with a model, or it cannot be read.
    """
    tables = {path.stem: path for path in reversed(known_tables(home))}
    if not tables:
        raise NoModel(
            "expected a table of drafted matches with a model, found none: palaestra draft collect plays one, "
            "palaestra draft fit makes the model"
        )
    names = tuple(reversed(tables))
    table = query.get("table", names[0])
    if table not in tables:
        raise BadAddress(f"expected a table, {', '.join(names)}, got '{table[:40]}'")
    first = query.get("begins", "us")
    if first not in FIRST:
        raise BadAddress(f"expected begins to be {' or '.join(FIRST)}, got '{first[:40]}'")
    text, order = query.get("steps", ""), query.get("order", "snake")
    if max(len(text), len(order)) > LONGEST:
        raise BadDraft(f"expected at most {LONGEST} characters of steps, got {max(len(text), len(order))}")
    desk = _desk(tables[table])
    model = desk.model
    parsed = Order.parse(order, size=model.size, heroes=len(model.names))
    draft = parse_steps(parsed, text, model.names)
    return Board(draft, desk, order, first, table, names)


def _desk(path: Path) -> Desk:
    """The desk of a table, made again when the table or its record has changed."""
    try:
        key = (path, path.stat().st_mtime_ns, record_of(path).stat().st_mtime_ns)
    except OSError as error:
        raise NoModel(f"expected a table of matches {path}, cannot read it: {error.strerror}") from error
    with _lock:
        if key not in _desks:
            for old in [one for one in _desks if one[0] == path]:
                del _desks[old]
            _desks[key] = Desk(load_model(path))
        return _desks[key]
