"""The simulator's benchmark says what it measures, and compiling stays within its budget."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from arena.games.moba import bench

COLD_CPU_S = 60.0
CACHED_CPU_S = 2.0


def first_decision_cpu_s(cache: Path) -> float:
    """CPU seconds of a process that ends with its first decision."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    settings = {**os.environ, "PALAESTRA_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", bench.FIRST_START], env=settings, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_compiling_stays_within_its_budget(tmp_path: Path) -> None:
    """Processor time, not time on the clock: a busy machine changes it little."""
    assert first_decision_cpu_s(tmp_path) < COLD_CPU_S
    assert first_decision_cpu_s(tmp_path) < CACHED_CPU_S


def test_the_parts_make_up_the_decision() -> None:
    report = bench.run(matches=2, cases=(("duel", "medium"), ("duel", "random")), compiling=False)
    assert [row["case"] for row in report["cases"]] == ["duel, medium", "duel, random"]
    for row in report["cases"]:
        parts = row["ticks_us"] + row["orders_us"] + row["observations_us"]
        assert abs(parts - row["decision_us"]) < 1e-6
        assert abs(row["realtime"] * row["decision_us"] * 1e-6 - bench.DECISION_S) < 1e-9
        assert row["matches"] == 2 and row["decisions"] > 100 and row["faults"] == 0
