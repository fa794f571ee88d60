"""The reports of nights: stored with the results, and written as files beside the published snapshots.

What is stored is the report; the files are made from it. A night that is killed before they are written is made up
for by the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from arena.errors import StoreError
from arena.files import write_atomically
from arena.home import Home
from arena.nights.page import night_page
from arena.nights.record import Night
from arena.store import Database, Store

PREFIX = "night-"
SUFFIXES = (".json", ".html")

KEEP = 100
"""Reports kept as files unless the configuration says otherwise, the newest ones."""


@dataclass(frozen=True)
class ReportFiles:
    """Where the report of a night lies."""

    json: Path
    html: Path

    @property
    def complete(self) -> bool:
        """Whether both are there."""
        return self.json.is_file() and self.html.is_file()


def report_files(home: Home, number: int) -> ReportFiles:
    """Where the report of the night of this number lies, or would."""
    json, html = (home.published / f"{PREFIX}{number:06d}{suffix}" for suffix in SUFFIXES)
    return ReportFiles(json, html)


def store_night(store: Store, night: Night, fit: int | None) -> int:
    """Store a night's report; its number.

    Args:
        store: the live store.
        night: the report.
        fit: the night's fit by Bradley-Terry, None where the ladder could not be rated.
    """
    number = store.write_night(
        {
            "ladder": night.ladder,
            "variant": night.variant,
            "rules_hash": night.rules_hash,
            "contract_version": night.contract_version,
            "fit_id": fit,
            "ended_at": night.ended_at,
            "regressions": len(night.alarms),
            "report": night.model_dump_json(),
        }
    )
    assert number == night.night
    return number


def last_night(
    database: Database, ladder: str | None = None, variant: str | None = None, rules_hash: str | None = None
) -> Night | None:
    """The last night of a ladder, a variant, rules; None stands for any. None if there is none.

    Raises:
        StoreError: what is stored of it is no report.
    """
    found = database.rows(
        "SELECT night_id, report FROM nights WHERE ladder = coalesce(?, ladder) AND variant = coalesce(?, variant) "
        "AND rules_hash = coalesce(?, rules_hash) ORDER BY night_id DESC LIMIT 1",
        [ladder, variant, rules_hash],
    )
    return _read(database, *found[0]) if found else None


def write_reports(home: Home, database: Database, *, keep: int = KEEP) -> list[int]:
    """Write the files of the newest nights that lack them; the numbers of those nights.

    Each file is written whole or not at all.

    Args:
        home: where they are written.
        database: what the nights are read from.
        keep: only so many of the newest nights.

    Raises:
        OSError: one cannot be written.
    """
    newest = database.rows("SELECT night_id FROM nights ORDER BY night_id DESC LIMIT ?", [keep])
    missing = [int(number) for (number,) in newest if not report_files(home, int(number)).complete]
    for number in sorted(missing):
        (row,) = database.rows("SELECT night_id, report FROM nights WHERE night_id = ?", [number])
        night, files = _read(database, *row), report_files(home, number)
        write_atomically(files.json, f"{night.to_json()}\n".encode())
        write_atomically(files.html, night_page(night).encode())
    return sorted(missing)


def written_reports(home: Home) -> dict[int, list[Path]]:
    """The files of reports that are there, by the number of the night, oldest first."""
    found: dict[int, list[Path]] = {}
    for path in sorted(home.published.glob(f"{PREFIX}*")):
        number = path.stem.removeprefix(PREFIX)
        if path.suffix in SUFFIXES and number.isdigit():
            found.setdefault(int(number), []).append(path)
    return dict(sorted(found.items()))


def _read(database: Database, number: int, text: str) -> Night:
    try:
        return Night.model_validate_json(text)
    except ValidationError as error:
        raise StoreError(
            f"cannot read the report of night {number} in {database.path} ({error.error_count()} keys are not as "
            "expected): it is of another version of palaestra, or damaged; play another night"
        ) from error
