"""Lineages to pass on: some checkpoints of a run under a name, in half precision, without what only the run needs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from training.checkpoint import Checkpoint, read_checkpoint
from training.checkpoint_record import Provenance
from training.errors import LineageError
from training.lineage import Lineage, new_lineage, open_lineage
from training.lineage_log import Change, append_change, read_log

KEPT = 8
"""Checkpoints that are passed on where nobody says how many."""


def ship(lineage: Lineage, out: Path, *, name: str, steps: Sequence[int]) -> Lineage:
    """Copy checkpoints of a lineage, and its log up to the last of them, to a new lineage.

    Weights are rounded to half precision, so an identity is another than that of the checkpoint it was made from.
    Commands keep the names of folders alone: where they lay is nobody's concern.

    Args:
        lineage: the run's.
        out: folder of the new one; nothing may be there yet.
        name: what it is called on ladders.
        steps: of the checkpoints.

    Raises:
        LineageError: there is something, no step is named, or one that there is no checkpoint of.
        CheckpointError: a checkpoint cannot be read; nothing is written then.
        UnfitWeights: weights are too large for half precision.
    """
    if out.exists():
        raise LineageError(f"{out} is there already: name another folder, or move it away")
    missing = sorted(set(steps) - set(lineage.steps()))
    if missing or not steps:
        raise LineageError(
            f"expected checkpoints of {lineage.folder}, of steps {_listed(lineage.steps())}; got {_listed(missing)}"
        )
    chosen = [read_checkpoint(lineage.checkpoint(step)) for step in sorted(set(steps))]
    log = [change for change in read_log(lineage.folder) if change.step <= chosen[-1].record.step]
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as place:  # all of it or nothing
        made = new_lineage(
            Path(place) / out.name,
            name=name,
            variants=lineage.record.variants,
            seed=lineage.record.seed,
            command=portable(lineage.record.command),
            why=lineage.record.why,
        )
        made.write_own_record()
        _write(made, chosen)
        _write_log(made.folder, log, chosen, source=lineage.name)
        made.folder.rename(out)
    return open_lineage(out)


def _write(made: Lineage, chosen: Sequence[Checkpoint]) -> None:
    """The checkpoints, under the lineage's name."""
    for checkpoint in chosen:
        fields = {field: getattr(checkpoint.record, field) for field in Provenance.model_fields}
        fields |= {"lineage": made.name, "command": portable(checkpoint.record.command)}
        made.write(Provenance(**fields), checkpoint.weights, half=True)


def _write_log(folder: Path, log: Sequence[Change], chosen: Sequence[Checkpoint], *, source: str) -> None:
    """The lines of the run's log as they are, and one of what was done here."""
    for change in log:
        append_change(folder, **change.model_dump(exclude={"at"}), at=datetime.fromisoformat(change.at))
    last = chosen[-1].record
    append_change(
        folder,
        step=last.step,
        agent_steps=last.agent_steps,
        subject="run",
        what=f"{len(chosen)} checkpoints passed on in half precision",
        why=f"from the run {source}",
    )


def spread(steps: Sequence[int], most: int = KEPT) -> list[int]:
    """At most so many of some steps, evenly spread, the first and the last among them."""
    if len(steps) <= most:
        return list(steps)
    places = (round(place * (len(steps) - 1) / (most - 1)) for place in range(most)) if most > 1 else (-1,)
    return [steps[place] for place in places]


def portable(command: str) -> str:
    """A command with what names a path by its last part: `--out /home/me/runs/first` is `--out first`."""
    try:
        words = shlex.split(command)
    except ValueError:  # not a shell's: kept as it is
        return command
    return shlex.join(_named(word) for word in words)


def _named(word: str) -> str:
    """The last part of a path, alone or behind `NAME=`; other words as they are."""
    name, sign, value = word.rpartition("=")
    kept = Path(value).name if value.startswith(("/", "~", ".")) else ""
    return f"{name}{sign}{kept or value}"


def _listed(steps: Sequence[int]) -> str:
    return ", ".join(map(str, steps)) or "none"
