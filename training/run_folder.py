"""The folder of a run: that of its lineage, with `run.json`, its settings, beside the lineage's own record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arena.files import write_atomically
from arena.lock import LOCK, holding
from training.errors import BadRunSettings
from training.lineage import RECORD as LINEAGE
from training.lineage import Lineage, new_lineage, open_lineage
from training.lineage_log import append_change
from training.run_changes import SettingChange, check_changes, find_changes, log_changes
from training.run_settings import RunSettings, change_run, make_run

SETTINGS = "run.json"


@dataclass(frozen=True)
class OpenedRun:
    """A run that was looked up in its folder, or is to begin there."""

    lineage: Lineage
    settings: RunSettings
    record: Callable[[], None]
    """Writes what is new of both. Nothing is written before, so that a run that cannot be set up leaves no trace."""


def open_run(
    folder: Path, settings: RunSettings | None, *, command: str, why: str | None = None
) -> OpenedRun:
    """The lineage of a run and its settings: those in the folder, or new ones that are to be recorded there.

    Settings that differ from the recorded ones hold from the last checkpoint on, if `why` says why; the log has them.

    Raises:
        BadRunSettings: there is a run with other settings, and they cannot change or nobody says why; there is none
            where one is to continue; or there are the checkpoints of another.
        LineageError: the folder's name cannot be a lineage's.
    """
    if not (folder / SETTINGS).exists():
        if settings is None:
            raise BadRunSettings(f"there is no run in {folder}: name a preset or a TOML file to begin one")
        lineage = _first_lineage(folder, settings, command=command, why=why or "self-play")
        return OpenedRun(lineage, settings, partial(_record_beginning, lineage, settings))
    recorded = read_settings(folder / SETTINGS)
    lineage = open_lineage(folder)
    if settings is None or settings == recorded:
        return OpenedRun(lineage, recorded, lambda: None)
    changes = find_changes(recorded, settings)
    check_changes(folder, changes, why)
    return OpenedRun(lineage, settings, partial(_record_changes, lineage, settings, changes, str(why)))


def _record_changes(lineage: Lineage, settings: RunSettings, changes: list[SettingChange], why: str) -> None:
    step, agent_steps = 0, 0
    if lineage.steps_with_state():
        last = lineage.read_record(lineage.steps_with_state()[-1])
        step, agent_steps = last.step, last.agent_steps
    log_changes(lineage.folder, changes, why, step=step, agent_steps=agent_steps)
    _write_settings(lineage.folder, settings)


def _record_beginning(lineage: Lineage, settings: RunSettings) -> None:
    if not (lineage.folder / LINEAGE).exists():
        lineage.write_own_record()
        why = json.dumps(settings.to_dict())
        append_change(lineage.folder, step=0, agent_steps=0, subject="run", what="began", why=why)
    _write_settings(lineage.folder, settings)


def _write_settings(folder: Path, settings: RunSettings) -> None:
    write_atomically(folder / SETTINGS, (json.dumps(settings.to_dict(), indent=1) + "\n").encode())


def _first_lineage(folder: Path, settings: RunSettings, *, command: str, why: str) -> Lineage:
    """A new lineage, or one whose run was killed before its settings were written."""
    if (folder / LINEAGE).exists():
        lineage = open_lineage(folder)
        if lineage.steps():
            raise BadRunSettings(
                f"{folder} has the checkpoints of a run without its {SETTINGS}: name another folder"
            )
        return lineage
    return new_lineage(
        folder,
        name=folder.resolve().name,
        variants=(settings.variant,),
        seed=settings.seed,
        command=command,
        why=why,
    )


@contextmanager
def holding_run(folder: Path) -> Iterator[None]:
    """Hold a run's folder for the length of the block; a block that fails before anything was written leaves none.

    Raises:
        HomeLocked: another process trains there.
    """
    with holding(folder, option="--out"):
        try:
            yield
        except BaseException:
            if [path.name for path in folder.iterdir()] == [LOCK]:
                (folder / LOCK).unlink()
                folder.rmdir()
            raise


def read_settings(path: Path) -> RunSettings:
    """The settings that a run recorded.

    Raises:
        BadRunSettings: they are damaged.
    """
    try:
        fields = json.loads(path.read_text())
    except ValueError as error:
        raise BadRunSettings(f"{path} is damaged: put back a copy") from error
    return make_run(fields, source=str(path))


def change_recorded(folder: Path, changes: Sequence[str]) -> RunSettings:
    """The settings of the run in a folder with `NAME=VALUE` changes.

    Raises:
        BadRunSettings: there is no run, or a change is wrong.
    """
    check_resumable(folder)
    path = folder / SETTINGS
    return change_run(read_settings(path).to_dict(), changes, source=str(path))


def check_resumable(folder: Path) -> None:
    """Check that there is a run to continue.

    Raises:
        BadRunSettings: there is none.
    """
    if not (folder / SETTINGS).exists():
        raise BadRunSettings(f"there is no run in {folder} to continue: check --out, or leave --resume out")
