"""The simulator's benchmark says what it measures, and compiling stays within its budget."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games.moba import bench
from arena.games.moba.phases import phase_names
from arena.registry import known_players

SHIPPED = {"random"}
COLD_CPU_S = 150.0  # of the whole game; 61 on a busy machine when it was set
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
    cases = (("duel", "medium"), ("duel", "random"))
    report = bench.run(matches=2, cases=cases, sizes=(), compiling=False)
    assert [row["case"] for row in report["cases"]] == ["duel, medium", "duel, random"]
    for row in report["cases"]:
        parts = row["ticks_us"] + row["orders_us"] + row["observations_us"]
        assert abs(parts - row["decision_us"]) < 1e-6
        assert abs(row["realtime"] * row["decision_us"] * 1e-6 - bench.DECISION_S) < 1e-9
        assert row["matches"] == 2 and row["decisions"] > 100 and row["faults"] == 0


def test_every_strength_of_bots_plays_in_full_and_blitz() -> None:
    assert set(bench.CASES) == {
        (variant, player) for variant in ("full", "blitz") for player in scripted_names() if player != "idle"
    }


def scripted_names() -> set[str]:
    """Players that the registry's own kinds name without an argument."""
    return {
        form.removeprefix("bot:") for form in known_players() if form in SHIPPED or form.startswith("bot:")
    }


def test_phases_and_sizes_have_rows_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "BUSIEST", ("duel", "random"))
    report = bench.run(matches=1, cases=(), sizes=((2, 1),), compiling=False, by_phase=True)
    (row,) = report["cases"]
    assert row["case"] == "duel, random: array of 2, threads: 1"
    assert abs(row["realtime"] * row["decision_us"] * 1e-6 - bench.DECISION_S) < 1e-9
    phases = report["phases"]
    assert {row["case"] for row in phases} == {f"duel, random: {name}" for name in phase_names()}
    assert abs(sum(row["share"] for row in phases) - 1.0) < 1e-9
    assert [row["ticks_us"] for row in phases] == sorted((row["ticks_us"] for row in phases), reverse=True)
