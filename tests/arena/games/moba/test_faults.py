"""Every kind of fault is planted by some ordinary test, which sees it counted; every pool keeps its peak."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from arena.games.moba import layout as lay

FOLDER = Path(__file__).parent


def planted(path: Path) -> Iterator[str]:
    """Faults that a file of tests expects to be counted: `faults() == {"name": ...}`, or `faults()["name"]`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Subscript) and is_faults(node.value) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)
        if (
            isinstance(node, ast.Compare)
            and is_faults(node.left)
            and isinstance(node.comparators[0], ast.Dict)
        ):
            yield from (str(key.value) for key in node.comparators[0].keys if isinstance(key, ast.Constant))


def is_faults(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "faults"


def test_each_kind_of_fault_is_planted_and_seen() -> None:
    files = [path for path in FOLDER.rglob("test_*.py") if path.stem not in ("test_soak", "test_faults")]
    assert {name for path in files for name in planted(path)} == set(lay.FAULT_NAMES)


def test_each_pool_has_a_fault_for_what_does_not_fit() -> None:
    full = [
        name.removesuffix("_full").removesuffix("_pool") for name in lay.FAULT_NAMES if name.endswith("_full")
    ]
    assert [name.removesuffix("s") for name in lay.POOL_NAMES] == full
    assert len(lay.POOL_SIZES) == len(lay.POOL_NAMES) == lay.MATCH["peak"].shape[1]
