"""The reports of a run for TensorBoard, where it is installed: an event file beside them, made from them.

The Parquet reports are what counts. Each sitting writes the event file anew from the reports that hold, and appends to
it from then on: what is played again after a kill stands in it once, nothing is missing, and a run that began without
TensorBoard has its whole past.
"""

from __future__ import annotations

import importlib.util
import math
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from training.metrics import FOLDER

PATTERN = "events.out.tfevents.*.palaestra"
"""TensorBoard takes files for its own by `tfevents`, and reads those of a folder in the order of their names."""
ALARM = "alarm"

Row = tuple[int, int, str, str, float]
"""A row of a report, as `metrics.SCHEMA` has it."""


class EventFile:
    """The event file of a run's folder. Where TensorBoard is not installed nothing is imported, and nothing written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._path: Path | None = None
        self._installed = importlib.util.find_spec("tensorboard") is not None

    def renew(self) -> None:
        """Write a file of all reports there are, and empty the one before it.

        It is removed with the next: a page that is open on it would not find the new one from a file that is gone.
        """
        if not self._installed:
            return
        before = sorted(self._folder.glob(PATTERN))
        number = 1 + max((int(path.name.split(".")[3]) for path in before), default=0)
        path = self._folder / PATTERN.replace("*", f"{number:010d}")
        part = self._folder / f".part-{number}"
        self._folder.mkdir(parents=True, exist_ok=True)
        reports = sorted(self._folder.glob("*.parquet"))
        _append(part, [*_head(), *(_event_of(report) for report in reports)])
        part.replace(path)
        for old in before:
            if old.stat().st_size:
                os.truncate(old, 0)
            else:
                old.unlink()
        self._path = path

    def add(self, report: Path) -> None:
        """Append a report that was written last."""
        if self._path is None:
            self.renew()
        else:
            _append(self._path, [_event_of(report)])


def _append(path: Path, events: Iterable[Any]) -> None:
    """Write events, in the form of TensorBoard's own writer."""
    from tensorboard.summary.writer.record_writer import RecordWriter

    with path.open("ab") as file:
        writer = RecordWriter(file)
        for event in events:
            writer.write(event.SerializeToString())
        file.flush()
        os.fsync(file.fileno())


def _head() -> tuple[Any, Any]:
    """The first events: the form, and to who has read an older file of the folder that its steps no longer hold."""
    from tensorboard.compat.proto.event_pb2 import Event, SessionLog

    start = SessionLog(status=SessionLog.START)
    return Event(file_version="brain.Event:2"), Event(step=0, session_log=start)


def _event_of(report: Path) -> Any:
    """A report as an event of its step, at the time at which it was written."""
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary

    rows: list[Row] = pl.read_parquet(report).rows()
    values = [Summary.Value(tag=tag, simple_value=value) for tag, value in _scalars(rows)]
    return Event(wall_time=report.stat().st_mtime, step=int(report.stem), summary=Summary(value=values))


def _scalars(rows: list[Row]) -> Iterator[tuple[str, float]]:
    """(tag, number) of a report's rows: `metric` or `metric/label`. Alarms, whose labels are words, are counted."""
    for _, agent_steps, *_ in rows[:1]:
        yield "agent_steps", float(agent_steps)
    yield ALARM, float(sum(metric == ALARM for _, _, metric, _, _ in rows))
    for _, _, metric, label, value in rows:
        if metric != ALARM and not math.isnan(value):
            yield f"{metric}/{label}" if label else metric, value
