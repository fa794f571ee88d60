"""The results store: the only module that opens DuckDB.

One process writes the live database, under the home's lock (`arena.lock`); everyone else reads published
snapshots. A batch is written in one transaction, so it is there whole or not at all, whenever the writer is
killed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import duckdb
import polars as pl

from arena import schema, snapshots
from arena.errors import SchemaMismatch, StoreError
from arena.home import Home
from arena.interrupts import deferring_interrupts
from arena.plan import Plan
from arena.rows import BatchResult, block_rows, columns_of, run_row
from arena.schedule import Pairing
from arena.streams import write_streams
from arena.tables import check_batch, forget, forgettable, insert, void_matches
from arena.upgrades import can_upgrade, upgrade

CANNOT_WRITE = (duckdb.OperationalError, duckdb.FatalException)
"""What DuckDB raises where a disk is full or a file cannot be written; other errors are faults of ours."""


CANNOT_READ = (
    duckdb.IOException,
    duckdb.SerializationException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.CatalogException,
)
"""What DuckDB raises where a file is cut short or altered, or a table is missing from it."""


class Database:
    """A database that can be read. Safe to share between threads: every call has a cursor of its own."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path) -> None:
        self._connection = connection
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def frame(self, query: str, parameters: Sequence[object] = ()) -> pl.DataFrame:
        """The rows of a query as a polars frame.

        Raises:
            StoreError: the file is damaged, or lacks a table.
        """
        with deferring_interrupts(), _reading(self.path), self._connection.cursor() as cursor:
            return pl.DataFrame(cursor.sql(query, params=list(parameters)))

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query as tuples.

        Raises:
            StoreError: as for `frame`.
        """
        with deferring_interrupts(), _reading(self.path), self._connection.cursor() as cursor:
            return cursor.sql(query, params=list(parameters)).fetchall()

    def players(self, ladder: str) -> dict[str, str]:
        """The player behind each name that a ladder has had, as of its last run."""
        query = (
            "SELECT e.name, arg_max(e.player, e.run_id) FROM entrants e JOIN runs r USING (run_id) "
            "WHERE r.ladder = ? GROUP BY e.name"
        )
        return dict(self.rows(query, [ladder]))


class Store(Database):
    """The live database, open for writing. The caller holds the home's lock for as long as it is open."""

    def __init__(self, home: Home) -> None:
        """Open the live database of a home, making it if there is none.

        Raises:
            StoreError: the file cannot be opened, or is damaged.
            SchemaMismatch: it has another schema version.
        """
        home.live.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(_connect(home.live, read_only=False), home.live)
        self.home = home
        try:
            with _reading(home.live):
                empty = not _tables(self._connection)
                found = _version_in(self._connection)
            if empty:
                self._create()
            elif found is not None and can_upgrade(found):
                with self._transaction() as connection:
                    upgrade(connection, found)
            with _reading(home.live):
                _check_version(self._connection, home.live)
        except BaseException:
            self.close()
            raise

    def add_run(self, plan: Plan) -> int:
        """Store a plan with its entrants and blocks; the number of its run."""
        run_id = 1 + int(self.rows("SELECT coalesce(max(run_id), 0) FROM runs")[0][0])
        entrants = [
            {"run_id": run_id, "name": entrant.name, "player": entrant.player, "status": "active"}
            for entrant in plan.entrants
        ]
        with self._transaction() as connection:
            insert(connection, schema.RUNS, columns_of([run_row(run_id, plan, _now())]))
            insert(connection, schema.ENTRANTS, columns_of(entrants))
            insert(connection, schema.BLOCKS, columns_of(block_rows(run_id, plan)))
        return run_id

    def find_run(self, name: str) -> tuple[int, Plan] | None:
        """The run of this name and its plan, if the store has one."""
        found = self.rows("SELECT run_id, plan FROM runs WHERE name = ?", [name])
        return (int(found[0][0]), self._plan(*found[0])) if found else None

    def missing_batches(self, run_id: int) -> list[int]:
        """The batches of a run that are not stored, in the plan's order."""
        query = (
            "SELECT DISTINCT batch FROM blocks WHERE run_id = ? AND block_id NOT IN "
            "(SELECT block_id FROM matches WHERE run_id = ?) ORDER BY batch"
        )
        return [int(batch) for (batch,) in self.rows(query, [run_id, run_id])]

    def set_aside(self, run_id: int, *, before_batch: int | None = None) -> dict[str, str]:
        """Entrants of a run that were set aside, with the reason: all, or those before a batch."""
        query = "SELECT name, reason FROM entrants WHERE run_id = ? AND batch < coalesce(?, batch + 1)"
        return dict(self.rows(f"{query} ORDER BY name", [run_id, before_batch]))

    def count_runs(self, ladder: str) -> int:
        """How many runs a ladder has had."""
        return int(self.rows("SELECT count(*) FROM runs WHERE ladder = ?", [ladder])[0][0])

    def blocks_played(self, ladder: str) -> dict[Pairing, int]:
        """How many blocks each pairing of a ladder has been given, in whatever state they are."""
        query = (
            'SELECT b."first", b."second", max(b.block_index) + 1 FROM blocks b JOIN runs r USING (run_id) '
            "WHERE r.ladder = ? GROUP BY ALL"
        )
        return {(first, second): int(count) for first, second, count in self.rows(query, [ladder])}

    def write_batch(self, result: BatchResult) -> None:
        """Store a batch and what failed in it: all of it, or nothing.

        Entrants that failed are set aside from this batch of the run on: their matches in it and in later
        batches, stored before or after, are void. So what is void does not depend on the order in which
        batches were finished.

        Raises:
            StoreError: its rows are incomplete, do not agree with one another, or are there already.
        """
        file = write_streams(self.home.streams, result.streams) if result.decisions else None
        streams = [
            {"match_id": match, "file": file, "decisions": count} for match, count in result.decisions.items()
        ]
        with self._transaction() as connection:
            insert(connection, schema.MATCHES, result.matches)
            insert(connection, schema.MATCH_HEROES, result.match_heroes)
            insert(connection, schema.MATCH_FAULTS, result.match_faults)
            insert(connection, schema.ACTION_STREAMS, columns_of(streams))
            check_batch(connection, result.spec.run_id, result.spec.batch)
            void_matches(connection, result.spec.run_id, result.spec.batch, result.failures)

    def forgettable_streams(self, before: datetime | None, keep: Sequence[int]) -> int:
        """How many matches `forget_streams` would take the actions from."""
        return len(forgettable(self._connection, before, keep))

    def forget_streams(self, before: datetime | None, keep: Sequence[int]) -> int:
        """Forget where the actions of matches lie, of runs that ended before a time; how many matches those are.

        Args:
            before: None for no time: nothing is forgotten.
            keep: matches that are kept, and with them all whose actions lie in the same file.
        """
        with self._transaction() as connection:
            matches = forgettable(connection, before, keep)
            forget(connection, matches)
        return len(matches)

    def end_run(self, run_id: int, status: str) -> None:
        """Record that an open run is `complete` or `abandoned`; a run that has ended stays as it is."""
        query = "UPDATE runs SET status = ?, ended_at = ? WHERE run_id = ? AND status = 'open'"
        with self._transaction() as connection:
            connection.execute(query, [status, _now(), run_id])

    def open_runs(self, ladder: str) -> list[tuple[int, Plan]]:
        """The runs of a ladder that are neither complete nor abandoned, oldest first."""
        query = "SELECT run_id, plan FROM runs WHERE ladder = ? AND status = 'open' ORDER BY run_id"
        return [(int(run_id), self._plan(run_id, plan)) for run_id, plan in self.rows(query, [ladder])]

    def write_fit(self, fit: Mapping[str, object], ratings: Sequence[Mapping[str, object]]) -> int:
        """Store a rating fit with its entrants' lines; the number of the fit."""
        fit_id = 1 + int(self.rows("SELECT coalesce(max(fit_id), 0) FROM rating_fits")[0][0])
        stamped = {**fit, "fit_id": fit_id, "code_version": version("palaestra"), "created_at": _now()}
        with self._transaction() as connection:
            insert(connection, schema.RATING_FITS, columns_of([stamped]))
            insert(connection, schema.RATINGS, columns_of([{**line, "fit_id": fit_id} for line in ratings]))
        return fit_id

    def write_night(self, night: Mapping[str, object]) -> int:
        """Store a night, the columns of `nights` but its number; the number."""
        night_id = self.next_night()
        with self._transaction() as connection:
            insert(connection, schema.NIGHTS, columns_of([{**night, "night_id": night_id}]))
        return night_id

    def next_night(self) -> int:
        """The number of the next night to be stored."""
        return 1 + int(self.rows("SELECT coalesce(max(night_id), 0) FROM nights")[0][0])

    def publish(self, *, keep: int = snapshots.KEEP) -> snapshots.Snapshot:
        """Publish what is stored as a new snapshot, and prune old ones.

        Raises:
            StoreError: the snapshot cannot be written; nothing of it is left.
        """
        self.home.published.mkdir(parents=True, exist_ok=True)
        number = snapshots.next_number(self.home)
        unfinished = self.home.published / f".{number:06d}.tmp"
        unfinished.unlink(missing_ok=True)
        try:
            self._copy_to(unfinished)
            snapshot = snapshots.point_to(self.home, unfinished, number)
        except CANNOT_WRITE as error:
            raise _cannot_write(unfinished, error) from error
        finally:
            for left in self.home.published.glob(f"{unfinished.name}*"):
                left.unlink(missing_ok=True)
        snapshots.prune(self.home, keep=keep)
        return snapshot

    def _plan(self, run_id: int, text: str) -> Plan:
        try:
            return Plan.from_json(text)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise StoreError(
                f"cannot read the plan of run {run_id} in {self.path} ({type(error).__name__}): "
                "the file is damaged, restore it or name another folder with --home"
            ) from error

    def _copy_to(self, path: Path) -> None:
        """Copy the whole database into a new file, which then stands alone."""
        live = self.rows("SELECT current_database()")[0][0]
        with deferring_interrupts(), self._connection.cursor() as cursor:
            cursor.execute(f"ATTACH '{_quoted(path)}' AS snapshot")
            try:
                cursor.execute(f'COPY FROM DATABASE "{live}" TO snapshot')
            finally:
                cursor.execute("DETACH snapshot")  # writes the log into the file

    def _create(self) -> None:
        facts = {
            "schema_version": str(schema.SCHEMA_VERSION),
            "created_at": _now().isoformat(),
            "created_by": version("palaestra"),
        }
        with self._transaction() as connection:
            for table in schema.TABLES:
                connection.execute(table.ddl())
            insert(connection, schema.META, {"key": list(facts), "value": list(facts.values())})

    @contextmanager
    def _transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with deferring_interrupts(), self._connection.cursor() as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except duckdb.ConstraintException as error:
                _roll_back(cursor)
                raise StoreError(
                    f"the store refused rows, nothing was written: {_first_line(error)}"
                ) from error
            except CANNOT_WRITE as error:
                _roll_back(cursor)
                raise _cannot_write(self.path, error) from error
            except BaseException:
                _roll_back(cursor)
                raise


def check_live(home: Home) -> None:
    """Check that a home has a store, rather than make one.

    Raises:
        StoreError: it has none.
    """
    if not home.live.exists():
        raise StoreError(
            f"nothing is stored under {home.root}: run `palaestra nightly`, or name the folder with --home"
        )


def open_published(home: Home) -> Database:
    """The newest published snapshot, read-only.

    Any number of processes may have it open while another one writes.

    Raises:
        NothingPublished: there is none yet.
        StoreError: it cannot be opened, or is damaged.
        SchemaMismatch: it has another schema version.
    """
    path = snapshots.latest_snapshot(home).path
    connection = _connect(path, read_only=True)
    try:
        with _reading(path):
            _check_version(connection, path)
    except BaseException:
        connection.close()
        raise
    return Database(connection, path)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn what DuckDB raises on a file that is only partly there into one line; other errors are faults of ours."""
    try:
        yield
    except duckdb.Error as error:
        # a sum that does not agree has no class of its own
        if not isinstance(error, CANNOT_READ) and type(error) is not duckdb.Error:
            raise
        raise StoreError(
            f"cannot read {path} ({_first_line(error)}): the file is damaged, restore it from a copy or name "
            "another folder with --home"
        ) from error


def _connect(path: Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    if read_only and not path.exists():
        raise StoreError(
            f"{path} is missing, which is named as the newest snapshot: publish again with `palaestra nightly`, "
            "or name another folder with --home"
        )
    try:
        return duckdb.connect(str(path), read_only=read_only)
    except duckdb.Error as error:
        raise StoreError(
            f"cannot open {path} as a DuckDB database ({_first_line(error)}): "
            "move it away or name another folder with --home"
        ) from error


def _check_version(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    found = _version_in(connection)
    if found == schema.SCHEMA_VERSION:
        return
    what = "no schema version" if found is None else f"schema version {found}"
    newer = found is not None and found > schema.SCHEMA_VERSION
    raise SchemaMismatch(
        f"{path} has {what}, this palaestra reads version {schema.SCHEMA_VERSION}: "
        + (
            "install a newer palaestra"
            if newer
            else "the next `palaestra nightly` brings it up to date"
            if can_upgrade(found)
            else "keep the folder for the version that made it"
        )
        + ", or name another folder with --home"
    )


def _version_in(connection: duckdb.DuckDBPyConnection) -> int | None:
    if "meta" not in _tables(connection):
        return None
    found = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    return int(found[0]) if found and str(found[0]).isdigit() else None


def _tables(connection: duckdb.DuckDBPyConnection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _now() -> datetime:
    return datetime.now(UTC)


def _roll_back(cursor: duckdb.DuckDBPyConnection) -> None:
    with suppress(
        duckdb.Error
    ):  # a failed commit has ended the transaction; the first error is the one to tell
        cursor.rollback()


def _cannot_write(path: Path, error: Exception) -> StoreError:
    return StoreError(f"could not write {path}: {_first_line(error)}: make room and run again")


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
