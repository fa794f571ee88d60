"""A lineage's log: every change to task, environment, reward, model or learning, with why, a line of JSON each.

Lines are only ever appended, each in one write that is flushed to disk. Of a writer that was killed, or a machine
that stopped, the last line may be torn: it is passed over when the log is read, and cut off by the next append.
"""

from __future__ import annotations

import fcntl
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from training.checkpoint_record import Count, Strict, Text, describe_invalid
from training.errors import LineageError
from training.strict import Unreadable, parse_object, read_regular

LOG = "log.jsonl"
MOST_BYTES = 256 << 20


class Change(Strict):
    """A line of the log."""

    at: Text
    """When it was written, in UTC, as ISO 8601 has it."""
    step: Count
    """The update from which on it holds."""
    agent_steps: Count
    subject: Literal["task", "environment", "reward", "model", "learning", "run"]
    """What was changed; `run` for its beginnings, ends and continuations."""
    what: Text
    why: Text


def append_change(
    folder: Path,
    *,
    step: int,
    agent_steps: int,
    subject: str,
    what: str,
    why: str,
    at: datetime | None = None,
) -> Change:
    """Append a line to a lineage's log; a torn last line is cut off first.

    Args:
        folder: the lineage's.
        at: when; now if not given.

    Raises:
        LineageError: the change cannot be recorded, or the log cannot be read.
    """
    when = (at or datetime.now(UTC)).isoformat(timespec="seconds")
    fields = {
        "at": when,
        "step": step,
        "agent_steps": agent_steps,
        "subject": subject,
        "what": what,
        "why": why,
    }
    try:
        change = Change.model_validate(fields)
    except ValidationError as error:
        raise LineageError(f"this cannot stand in a log: {describe_invalid(error)}") from error
    _append(folder / LOG, (json.dumps(fields, ensure_ascii=False) + "\n").encode())
    return change


def _append(path: Path, line: bytes) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        os.ftruncate(descriptor, _whole(descriptor))
        file.write(line)
        os.fsync(descriptor)


def _whole(descriptor: int) -> int:
    """Bytes up to the end of the last whole line."""
    end = os.fstat(descriptor).st_size
    while end:
        begin = max(0, end - 4096)
        place = os.pread(descriptor, end - begin, begin).rfind(b"\n")
        if place >= 0:
            return begin + place + 1
        end = begin
    return 0


def read_log(folder: Path) -> list[Change]:
    """The lines of a lineage's log, in order; none if it has no log. A torn last line is passed over.

    Raises:
        LineageError: a whole line is damaged; the message says which.
    """
    path = folder / LOG
    try:
        content = read_regular(path, most=MOST_BYTES)
    except FileNotFoundError:
        return []
    except Unreadable as error:
        raise LineageError(f"{path} {error}: put back a copy") from error
    lines = content.split(b"\n")[:-1]  # what follows the last line break was never finished
    return [_parse(line, f"{path}, line {number}") for number, line in enumerate(lines, 1)]


def _parse(line: bytes, source: str) -> Change:
    try:
        return Change.model_validate(parse_object(line))
    except Unreadable as error:
        raise LineageError(f"{source}, {error}: mend that line, or put back a copy") from error
    except ValidationError as error:
        raise LineageError(
            f"{source}: {describe_invalid(error)}: mend that line, or put back a copy"
        ) from error
