"""A run of training as it lies on disk, its numbers made up; no network is trained for it."""

from __future__ import annotations

from pathlib import Path

from training.lineage import new_lineage
from training.lineage_log import append_change
from training.metrics import Report, Value, write_report

STEPS = 1000
"""Agent-steps between reports."""


def made_report(number: int) -> Report:
    """The report of a number from 1 on: 10 agent-steps a second in the first, 20 in the second, and so on."""
    step, win = 20 * number, number % 10 / 10
    values = [
        Value("agent_steps_per_s", "total", 10.0 * number), Value("agent_steps_per_s", "simulate", 40.0 * number),
        Value("agent_steps_per_s", "learn", 20.0 * number), Value("return", "", float(number)),
        Value("staleness", "", 0.0), Value("sample_reuse", "", 2.0), Value("skipped", "", 0.0),
        Value("ending", "tower", win), Value("ending", "limit", 1 - win),
        Value("action", "hold", 0.5), Value("action", "recall", 0.0),
        Value("paid_share", "win", win), Value("paid_share", "kill", 1 - win),
        Value("raw_share", "win", 1 - win), Value("raw_share", "kill", win),
        Value("win_rate", "past", 0.75), Value("win_rate", "100", 0.5), Value("win_rate", "20", 1.0),
    ]  # fmt: skip
    if number != 2:
        values.append(Value("alarm", f"{50 + number}% of matches ran out the clock", 1.0))
    return Report(step, STEPS * number, tuple(values), ())


def made_run(folder: Path, *, reports: int = 3, record: bool = True) -> Path:
    """Write a run into a folder, as a lineage if it is to have a record."""
    folder.mkdir(parents=True)
    if record:
        lineage = new_lineage(
            folder,
            name=folder.name,
            variants=("duel",),
            seed=0,
            command="palaestra train duel",
            why="to see it",
        )
        lineage.write_own_record()
        append_change(folder, step=0, agent_steps=0, subject="run", what="began", why='{"seed": 0}')
        append_change(
            folder,
            step=20,
            agent_steps=STEPS,
            subject="learning",
            what="epochs = 3 (was 2)",
            why="it <b>waits</b>",
        )
    for number in range(1, reports + 1):
        write_report(folder, made_report(number))
    return folder
