"""The compiled rules' cache follows the sources, and compiled arithmetic is the interpreter's."""

from __future__ import annotations

import math
import os
import threading
import time
from pathlib import Path

import numba
import pytest

from arena.games import kernel as k


def sources(folder: Path, **files: str) -> Path:
    """A folder of sources."""
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_hash_is_of_names_and_contents(tmp_path: Path) -> None:
    first = k.source_hash(sources(tmp_path / "a", one="x = 1", two="y = 2"))
    assert first == k.source_hash(sources(tmp_path / "b", two="y = 2", one="x = 1"))
    others = [
        sources(tmp_path / "c", one="x = 1", two="y = 3"),
        sources(tmp_path / "d", one="x = 1", three="y = 2"),
        sources(tmp_path / "e", one="x = 1y = 2"),
        sources(tmp_path / "f", one="x = 1", two="y = 2", three=""),
        sources(tmp_path / "g", **{"one": "x = 1", "sub/two": "y = 2"}),
    ]
    hashes = [k.source_hash(folder) for folder in others]
    assert len({first, *hashes}) == 6 and all(len(h) == 16 for h in hashes)


def test_other_files_do_not_count(tmp_path: Path) -> None:
    first = k.source_hash(sources(tmp_path, one="x = 1"))
    (tmp_path / "notes.txt").write_text("nothing")
    assert k.source_hash(tmp_path) == first


def test_machine_code_lies_in_a_folder_of_these_sources() -> None:
    assert k.KERNEL_CACHE.name == f"{k.source_hash()}-numba{numba.__version__}"
    assert str(k.KERNEL_CACHE) == numba.config.CACHE_DIR
    assert k.KERNEL_CACHE.is_dir()


def test_what_nobody_used_for_two_weeks_is_removed(tmp_path: Path) -> None:
    for name, days in (("old", 15), ("recent", 13), ("kept", 100)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        stamp = time.time() - days * 86_400
        os.utime(tmp_path / name, (stamp, stamp))
    (tmp_path / "a file").write_text("")
    k._drop_stale(tmp_path, keep=tmp_path / "kept")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "kept", "recent"]


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
