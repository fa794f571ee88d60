"""The compiled rules' cache follows the sources, and compiled arithmetic is the interpreter's."""

from __future__ import annotations

import ast
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from arena.games import kernel as k

MODULES = sorted(
    ".".join(path.relative_to(k.ROOT).with_suffix("").parts)
    for path in (k.ROOT / "arena" / "games").rglob("*.py")
    if path.name != "__init__.py"
)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games of the test's own: `a` imports `b` and the package's `c`, `b` imports `a`, `d` nobody."""
    monkeypatch.setattr(k, "ROOT", tmp_path)
    folder = tmp_path / "arena" / "games"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "a.py").write_text(
        "from arena.games.b import (\n    one,  # the first\n    two as other,\n)\nfrom arena.games import c\n"
    )
    (folder / "b.py").write_text("from arena.games.a import three\none = two = 1\n")
    (folder / "c.py").write_text("x = 1\n")
    (folder / "d.py").write_text("y = 1\n")
    for function in (k.reach, k.source_hash, k.cache_folder):
        function.cache_clear()
    yield folder
    for function in (k.reach, k.source_hash, k.cache_folder):
        function.cache_clear()


def hashes() -> dict[str, str]:
    """The hash of each module of the test's games, read anew."""
    k.reach.cache_clear()
    k.source_hash.cache_clear()
    return {name: k.source_hash(f"arena.games.{name}") for name in "abcd"}


def test_a_module_reaches_what_it_imports_directly_or_not(games: Path) -> None:
    assert k.reach("arena.games.a") >= {f"arena.games.{name}" for name in "abc"}
    assert "arena.games.d" not in k.reach("arena.games.a")
    assert k.reach("arena.games.b") == k.reach("arena.games.a"), "they import one another"


@pytest.mark.parametrize(("edited", "changed"), [("a", "ab"), ("b", "ab"), ("c", "abc"), ("d", "d")])
def test_an_edit_changes_the_hash_of_all_that_reach_it_and_of_no_other(
    games: Path, edited: str, changed: str
) -> None:
    before = hashes()
    with (games / f"{edited}.py").open("a") as file:
        file.write("# another line\n")
    after = hashes()
    assert {name for name in "abcd" if before[name] != after[name]} == set(changed)


def imported(module: str) -> set[str]:
    """Modules of the games that a module imports, by Python's own parser."""
    tree = ast.parse((k.ROOT / Path(*module.split("."))).with_suffix(".py").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arena.games"):
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_no_import_of_a_game_is_overlooked(module: str) -> None:
    assert imported(module) <= k.reach(module)


def test_machine_code_lies_in_a_folder_of_its_sources() -> None:
    folder = k.cache_folder("arena.games.moba.tick")
    assert folder.name == f"{k.source_hash('arena.games.moba.tick')}-numba{numba.__version__}"
    assert folder.is_dir()
    assert folder != k.cache_folder("arena.games.moba.numbers")


def test_what_nobody_used_for_two_weeks_is_removed(tmp_path: Path) -> None:
    for name, days in (("old-numba1", 15), ("recent-numba1", 13), ("another's", 100)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        stamp = time.time() - days * 86_400
        os.utime(tmp_path / name, (stamp, stamp))
    (tmp_path / "file-numba1").write_text("")
    k._drop_stale(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["another's", "file-numba1", "recent-numba1"]


@k.kernel
def divide(a, b):
    return a / b


@k.kernel
def contracted(a, b, c):
    return a * b + c


@k.kernel
def count_down(n):
    total = 0
    for i in range(n):
        total += i % 7
    return total


def test_division_by_zero_is_ieee_and_no_exception() -> None:
    if numba.config.DISABLE_JIT:
        pytest.skip("the interpreter raises; rules never divide by zero")
    assert divide(1.0, 0.0) == math.inf and math.isnan(divide(0.0, 0.0))


def test_products_and_sums_are_rounded_one_by_one() -> None:
    """A fused multiply-add would keep the product's low bits: (1 + 2^-30)^2 - (1 + 2^-29) is 2^-60, rounded it is 0."""
    a = 1.0 + 2.0**-30
    assert contracted(a, a, -(1.0 + 2.0**-29)) == a * a - (1.0 + 2.0**-29) == 0.0


def test_kernels_let_other_threads_run() -> None:
    if numba.config.DISABLE_JIT:
        pytest.skip("the interpreter holds its lock")
    count_down(1)
    thread = threading.Thread(target=count_down, args=(400_000_000,))
    thread.start()
    time.sleep(0.001)
    still_counting = thread.is_alive()
    thread.join()
    assert still_counting, "this thread came to run only after the count"


MIX_ONCE = (
    "from arena.games.moba.numbers import mix; print(mix(12345)); print(sum(mix.stats.cache_hits.values()))"
)


def mix_in_a_fresh_process(cache: Path) -> tuple[int, int]:
    """A rule's answer, and how often its machine code came from the cache."""
    settings = {**os.environ, "PALAESTRA_CACHE": str(cache)}
    run = subprocess.run(
        [sys.executable, "-c", MIX_ONCE], env=settings, capture_output=True, text=True, check=True
    )
    answer, hits = run.stdout.split()
    return int(answer), int(hits)


@pytest.mark.parametrize("kept", [0, 40])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_is_compiled_anew_and_written_over(tmp_path: Path, ending: str, kept: int) -> None:
    right, hits = mix_in_a_fresh_process(tmp_path)
    assert hits == 0
    assert mix_in_a_fresh_process(tmp_path) == (right, 1)
    files = list(tmp_path.rglob(f"*.{ending}"))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:kept])
    assert mix_in_a_fresh_process(tmp_path) == (right, 0)
    assert mix_in_a_fresh_process(tmp_path) == (right, 1)
