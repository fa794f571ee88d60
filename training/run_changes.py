"""Changing the settings of a run under way: what may change, and what the lineage's log says of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from training.errors import BadRunSettings
from training.lineage_log import append_change
from training.run_settings import RunSettings

FIXED = ("network", "seed", "begin_from")
"""What makes a run the one that it is; a network is changed by surgery."""
SUBJECTS = {
    "task": ("variant", "limit_s"),
    "environment": ("starts", "randomisation", "randomised", "matches", "opponents", "bots"),
    "reward": ("rewards", "team_spirit", "zero_sum", "decay", "decay_s", "capped"),
    "run": ("checkpoint_every", "report_every", "threads"),
}
"""What the log calls a change of a setting; those of all others are `learning`."""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that is to be another."""

    name: str
    before: object
    after: object

    @property
    def subject(self) -> str:
        """What the log calls it."""
        return next((subject for subject, names in SUBJECTS.items() if self.name in names), "learning")

    @property
    def text(self) -> str:
        """In words."""
        return f"{self.name} = {self.after} (was {self.before})"


def find_changes(before: RunSettings, after: RunSettings) -> list[SettingChange]:
    """The settings that differ."""
    old, new = before.to_dict(), after.to_dict()
    return [SettingChange(name, old[name], new[name]) for name in new if new[name] != old[name]]


def check_changes(folder: Path, changes: list[SettingChange], why: str | None) -> None:
    """Check that a run may go on with other settings.

    Raises:
        BadRunSettings: a setting is fixed, or nobody says why.
    """
    fixed = [change.name for change in changes if change.name in FIXED]
    if fixed:
        raise BadRunSettings(
            f"the run in {folder} has another {', '.join(fixed)}, which cannot change: leave RUN and "
            "--set out to continue it as it is, or name another folder with --out"
        )
    if changes and not why:
        raise BadRunSettings(
            f"the run in {folder} has other settings ({', '.join(change.name for change in changes)}): leave RUN and "
            "--set out to continue it as it is, say why they change with --why, or name another folder with --out"
        )


def log_changes(folder: Path, changes: list[SettingChange], why: str, *, step: int, agent_steps: int) -> None:
    """Write changes into a lineage's log, a line each."""
    for change in changes:
        append_change(
            folder, step=step, agent_steps=agent_steps, subject=change.subject, what=change.text, why=why
        )
