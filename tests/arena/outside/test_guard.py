"""No program outlives who started it, nor does what it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("programs.py")
WORKER = """
import sys, time
from arena.outside.child import Child
child = Child(sys.argv[1:])
while b"\\n" not in child._words:
    child._listen(5.0)
print(child._guard.pid, child._words.decode(), flush=True)
time.sleep(60)
"""


def gone(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"  # init of a container may leave them so


def all_gone(pids: list[int], seconds: float = 5.0) -> bool:
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        if all(map(gone, pids)):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_and_its_children_end_with_the_worker(how: signal.Signals) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, sys.executable, str(PROGRAMS), "clings"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    pids = [int(pid) for pid in worker.stdout.readline().split()]
    assert len(pids) == 3 and not any(map(gone, pids))
    os.kill(worker.pid, how)
    worker.wait()
    worker.stdout.close()
    assert all_gone(pids)
