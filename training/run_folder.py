"""The folder of a run: that of its lineage, with `run.json`, its settings, beside the lineage's own record."""

from __future__ import annotations

import json
from pathlib import Path

from arena.files import write_atomically
from training.errors import BadRunSettings
from training.lineage import RECORD as LINEAGE
from training.lineage import Lineage, create_lineage, open_lineage
from training.lineage_log import append_change
from training.run_changes import check_changes, find_changes, log_changes
from training.run_settings import RunSettings, make_run

SETTINGS = "run.json"


def open_run(
    folder: Path, settings: RunSettings | None, *, command: str, why: str | None = None
) -> tuple[Lineage, RunSettings]:
    """The lineage of a run and its settings: those in the folder, or new ones that are recorded there.

    Settings that differ from the recorded ones hold from the last checkpoint on, if `why` says why; the log has them.

    Raises:
        BadRunSettings: there is a run with other settings, and they cannot change or nobody says why; there is none
            where one is to continue; or there are the checkpoints of another.
        LineageError: the folder's name cannot be a lineage's.
    """
    path = folder / SETTINGS
    if not path.exists():
        if settings is None:
            raise BadRunSettings(f"there is no run in {folder}: name a preset or a TOML file to begin one")
        lineage = _begin_lineage(folder, settings, command=command, why=why or "self-play")
        _write_settings(path, settings)
        return lineage, settings
    recorded = read_settings(path)
    lineage = open_lineage(folder)
    if settings is None or settings == recorded:
        return lineage, recorded
    changes = find_changes(recorded, settings)
    check_changes(folder, changes, why)
    last = lineage.read_record(lineage.steps_with_state()[-1])
    log_changes(folder, changes, str(why), step=last.step, agent_steps=last.agent_steps)
    _write_settings(path, settings)
    return lineage, settings


def _write_settings(path: Path, settings: RunSettings) -> None:
    write_atomically(path, (json.dumps(settings.to_dict(), indent=1) + "\n").encode())


def _begin_lineage(folder: Path, settings: RunSettings, *, command: str, why: str) -> Lineage:
    """A new lineage, or one whose run was killed before its settings were written."""
    if (folder / LINEAGE).exists():
        lineage = open_lineage(folder)
        if lineage.steps():
            raise BadRunSettings(
                f"{folder} has the checkpoints of a run without its {SETTINGS}: name another folder"
            )
        return lineage
    lineage = create_lineage(
        folder,
        name=folder.resolve().name,
        variants=(settings.variant,),
        seed=settings.seed,
        command=command,
        why=why,
    )
    append_change(
        folder, step=0, agent_steps=0, subject="run", what="began", why=json.dumps(settings.to_dict())
    )
    return lineage


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


def check_resumable(folder: Path) -> None:
    """Check that there is a run to continue.

    Raises:
        BadRunSettings: there is none.
    """
    if not (folder / SETTINGS).exists():
        raise BadRunSettings(f"there is no run in {folder} to continue: check --out, or leave --resume out")
