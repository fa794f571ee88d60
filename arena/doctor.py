"""What palaestra needs of a machine, checked."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from arena.config import NightlySection
from arena.executor import default_workers
from arena.home import Home
from arena.lineages import lineage_folders

PACKAGES = (
    "palaestra",
    "numpy",
    "numba",
    "scipy",
    "polars",
    "duckdb",
    "trueskill",
    "typer",
    "rich",
    "pydantic",
    "torch",
    "safetensors",
)
FREE_GB = 2.0
"""Less free disk than this is a finding: nights of matches and their snapshots come to some hundred MB."""


@dataclass(frozen=True)
class Finding:
    """One thing that was checked."""

    subject: str
    good: bool
    text: str
    """What was found, and what to do if it is not good."""

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON-ready data."""
        return asdict(self)


def examine(home: Home) -> list[Finding]:
    """Check versions, compiler, folders, cores and disk; changes nothing but temporary files."""
    return [
        Finding("python", True, platform.python_version()),
        *(_package(name) for name in PACKAGES),
        _attempt("compiler", _compile, "reinstall numba and llvmlite in matching versions"),
        _attempt("compiler cache", _cache_folder, "set PALAESTRA_CACHE to a folder that can be written"),
        _lineages(home),
        _attempt("home", lambda: _writable(home.root), "name another folder with --home"),
        Finding("cores", True, f"{default_workers()} usable of {os.cpu_count()}"),
        _disk(home),
    ]


def format_findings(findings: Sequence[Finding]) -> str:
    """Findings for a terminal, a line each."""
    width = max(len(finding.subject) for finding in findings)
    return "\n".join(
        f"{'ok ' if finding.good else 'BAD'}  {finding.subject:<{width}}  {finding.text}"
        for finding in findings
    )


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, "not installed: install it")


def _attempt(subject: str, check: Callable[[], str], advice: str) -> Finding:
    try:
        return Finding(subject, True, check())
    except Exception as error:  # noqa: BLE001 - whatever is wrong, it is a finding
        return Finding(subject, False, f"{' '.join(str(error).split())}: {advice}")


def _compile() -> str:
    import numba

    doubled = numba.njit(lambda x: x * 2)(21)
    if doubled != 42:
        raise RuntimeError(f"a compiled function answered {doubled}, expected 42")
    return f"compiles for {platform.machine()}"


def _cache_folder() -> str:
    from arena.games.cache import cache_dir

    return _writable(cache_dir())


def _writable(folder: Path) -> str:
    """Write and delete a file in a folder, or in the nearest one above it that exists."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    with tempfile.TemporaryFile(dir=place):
        return f"{folder} can be written"


def _lineages(home: Home) -> Finding:
    """How many lineages a night finds where it is not told otherwise; what is in them, the night says."""
    found = lineage_folders(home, NightlySection().lineages)
    here = sum(home.root in folder.parents for folder in found)
    return Finding("lineages", True, f"{here} under {home.root}, {len(found) - here} shipped")


def _disk(home: Home) -> Finding:
    place = home.root
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free / 1e9
    return Finding(
        "disk", free >= FREE_GB, f"{free:.1f} GB free at {place}" + ("" if free >= FREE_GB else ": make room")
    )
