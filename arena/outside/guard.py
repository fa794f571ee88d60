"""What stands between a worker and a program: no program outlives the worker that started it.

Run as a script, `guard.py LIFELINE COMMAND...`, by `arena.outside.child`; nothing else of palaestra is imported here,
so that it starts at once. LIFELINE is the reading end of a pipe whose other end the worker alone holds: when the worker
ends, however it does, the pipe closes, and the program with all that it has started is killed. The program has a group
of processes of its own, the guard is in none that a terminal's Ctrl-C reaches.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

CANNOT_START = 127
BY_SIGNAL = 128
"""The exit code is this plus the signal's number where a signal ended the program, as a shell says it."""


def main() -> int:
    """Run the program to its end; its exit code."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    try:
        program = subprocess.Popen(command, process_group=0)
    except OSError as error:
        sys.stderr.write(f"cannot start {command[0]}: {error.strerror}\n")
        return CANNOT_START
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # the program alone has them, so that their end is its own
        os.dup2(nothing, stream)
    threading.Thread(target=_end_with_worker, args=(lifeline, program.pid), daemon=True).start()
    os.waitid(
        os.P_PID, program.pid, os.WEXITED | os.WNOWAIT
    )  # until it is waited for, its number is no one else's
    _kill(program.pid)  # what it has started and left behind
    code = program.wait()
    return BY_SIGNAL - code if code < 0 else code


def _end_with_worker(lifeline: int, group: int) -> None:
    os.read(lifeline, 1)  # nothing is ever written: this returns when the other end is closed
    _kill(group)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
