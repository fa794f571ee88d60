"""Runs of training as they are on disk: the folders that hold one, their reports and their log.

A report is written whole or not at all and never changed, so a run is read while it is being written. Folders are found
by patterns of the configuration or the command line; an address names a run by what was found, never a path.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from arena.config import Config, load_config
from arena.errors import PalaestraError
from arena.home import Home
from arena.lineages import SHIPPED, named_folders
from training.errors import LineageError
from training.lineage import FOLDER_NAME, open_lineage
from training.lineage_log import Change, read_log
from training.metrics import FOLDER, SCHEMA
from training.strict import Unreadable, read_regular

MOST_BYTES = 4 << 20
"""Bytes of a report at most; one has some thousands."""

RATE = pl.col("value").filter((pl.col("metric") == "agent_steps_per_s") & (pl.col("label") == "total"))


@dataclass(frozen=True)
class RunFolder:
    """A folder that holds a run."""

    name: str
    """The lineage's name, or the folder's where it has no record; with a number where an earlier one has the name."""
    folder: Path
    variant: str
    """For which nights it trains; empty where it does not say."""
    command: str
    why: str
    problem: str | None
    """Why its record cannot be read, if that is so."""

    def report_paths(self) -> list[Path]:
        """The files of its reports, in order."""
        return sorted(path for path in (self.folder / FOLDER).glob("*.parquet") if path.stem.isdigit())

    def checkpoints(self) -> int:
        """How many checkpoints lie there."""
        return sum(FOLDER_NAME.fullmatch(path.name) is not None for path in self.folder.iterdir())


@dataclass(frozen=True)
class Run:
    """A run that was read."""

    place: RunFolder
    reports: pl.DataFrame
    """Rows of `step`, `agent_steps`, `metric`, `label`, `value`, `hours`, in order."""
    log: list[Change]
    problems: tuple[str, ...]
    """What of it cannot be read, a line each."""
    written: float | None
    """When the last report was written, in seconds since 1970; None where there is none."""

    @property
    def name(self) -> str:
        """What it is called here."""
        return self.place.name


@dataclass
class _Read:
    """The reports of a folder that were read, by file, and what they make together."""

    files: dict[str, tuple[tuple[int, int], pl.DataFrame | str]] = field(default_factory=dict)
    key: tuple[tuple[str, tuple[int, int]], ...] = ()
    reports: pl.DataFrame = field(default_factory=lambda: with_hours(pl.DataFrame(schema=SCHEMA)))


class Runs:
    """The runs that a home, and patterns beside it, name. Safe to share between threads."""

    def __init__(self, home: Home, patterns: Sequence[str] = ()) -> None:
        self.home = home
        self.patterns = tuple(patterns)
        """More than the configuration's; relative ones begin in the home."""
        self._lock = threading.Lock()
        self._read: dict[Path, _Read] = {}

    def found(self) -> list[RunFolder]:
        """The folders that hold a lineage or reports, in order of pattern and name.

        Lineages that come with palaestra are no runs of this home: they are shown if `--runs shipped` asks for them.
        """
        configured = [pattern for pattern in _configured(self.home) if pattern != SHIPPED]
        folders = named_folders(self.home, [*configured, *self.patterns])
        found = dict[str, RunFolder]()
        for folder in folders:
            if (folder / "lineage.json").is_file() or (folder / FOLDER).is_dir():
                place = _place(folder, found)
                found[place.name] = place
        return list(found.values())

    def mark(self) -> str:
        """A word that changes when there is something new to read."""
        return "/".join(f"{one.name}:{_newest(one)}" for one in self.found())

    def read(self, place: RunFolder) -> Run:
        """A run as it is now: only reports that were not read before are read."""
        problems = [] if place.problem is None else [place.problem]
        try:
            log = read_log(place.folder)
        except LineageError as error:
            log = []
            problems.append(str(error))
        with self._lock:
            read = self._read.setdefault(place.folder, _Read())
            written = _refresh(read, place)
            problems += [why for _, why in read.files.values() if isinstance(why, str)]
            return Run(place, read.reports, log, tuple(problems), written)


def _configured(home: Home) -> list[str]:
    """The patterns of the home's configuration; the default ones where it has none that can be read."""
    try:
        config = load_config(home.config) if home.config.exists() else Config()
    except PalaestraError:
        config = Config()  # the night says what is wrong with it
    return config.nightly.lineages


def _place(folder: Path, taken: dict[str, RunFolder]) -> RunFolder:
    name, variant, command, why, problem = folder.name, "", "", "", None
    try:
        record = open_lineage(folder).record
        name, variant, command, why = record.name, ", ".join(record.variants), record.command, record.why
    except LineageError as error:
        problem = str(error) if (folder / "lineage.json").exists() else None
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name} ({number})", number + 1
    return RunFolder(unique, folder, variant, command, why, problem)


def _newest(place: RunFolder) -> str:
    paths = place.report_paths()
    return f"{len(paths)}.{paths[-1].stem}" if paths else "0"


def _refresh(read: _Read, place: RunFolder) -> float | None:
    """Read what is new of a folder, and let go of what is there no more; when the last report was written."""
    stamps = dict[str, tuple[int, int]]()
    for path in place.report_paths():
        try:
            found = path.lstat()
        except FileNotFoundError:  # a run that goes on from a checkpoint takes later reports away
            continue
        stamps[path.name] = (found.st_mtime_ns, found.st_size)
        if read.files.get(path.name, (None,))[0] != stamps[path.name]:
            read.files[path.name] = (stamps[path.name], _read_report(path))
    for name in read.files.keys() - stamps.keys():
        del read.files[name]
    key = tuple(sorted(stamps.items()))
    if key != read.key:
        frames = [frame for name in sorted(stamps) if isinstance(frame := read.files[name][1], pl.DataFrame)]
        read.reports = with_hours(pl.concat(frames) if frames else pl.DataFrame(schema=SCHEMA))
        read.key = key
    return max((stamp for stamp, _ in stamps.values()), default=0) / 1e9 or None


def _read_report(path: Path) -> pl.DataFrame | str:
    """A report, or why it cannot be read."""
    try:
        frame = pl.read_parquet(io.BytesIO(read_regular(path, most=MOST_BYTES)))
        return frame.select(*SCHEMA).cast({name: kind() for name, kind in SCHEMA.items()})
    except (Unreadable, FileNotFoundError, pl.exceptions.PolarsError) as error:
        return f"{path} cannot be read ({' '.join(str(error).split())[:120]}): it is left out"


def with_hours(reports: pl.DataFrame) -> pl.DataFrame:
    """Reports with `hours`, what training until each took, pauses left out: Σ agent-steps ÷ agent-steps a second."""
    by_step = (
        reports.group_by("step", maintain_order=True)
        .agg(pl.col("agent_steps").first(), RATE.first().alias("rate"))
        .sort("step")
        .with_columns(played=pl.col("agent_steps") - pl.col("agent_steps").shift(1, fill_value=0))
        .with_columns(hours=(pl.col("played") / pl.col("rate") / 3600).fill_nan(0).fill_null(0).cum_sum())
    )
    return reports.join(by_step.select("step", "hours"), on="step", how="left", maintain_order="left")
