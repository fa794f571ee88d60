"""What each phase of a tick costs, for `palaestra bench sim --profile`.

The timed tick is made from the source of the real one, with a clock read after each phase, so it cannot fall behind
it; the real one is left as it is. Compiled only when asked for; the phases come from the cache.
"""

from __future__ import annotations

import ast
import ctypes
import functools
import inspect
import textwrap
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from arena.games.moba import tick as ticking
from arena.games.moba.batch import Batch
from arena.games.moba.layout import RUNNING
from arena.games.moba.rules import TICKS_PER_DECISION

Timed = Callable[..., Any]
CLOCK = time.CLOCK_MONOTONIC
EMPTY_READS = 100_000


def _clock_gettime() -> Any:
    function = ctypes.CDLL(None).clock_gettime
    function.argtypes = (ctypes.c_int, ctypes.c_void_p)
    function.restype = ctypes.c_int
    return function


def _called(statement: ast.stmt) -> str | None:
    """The function a phase calls, None for a statement that calls none."""
    calls = [
        node.func.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    return calls[0] if calls else None


def _source_of(function: Any) -> ast.FunctionDef:
    plain = getattr(function, "py_func", function)
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(plain))).body
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError(f"expected the source of a function, got {type(tree).__name__}")
    return tree


@functools.cache
def phase_names() -> tuple[str, ...]:
    """The phases of a tick in their order."""
    return tuple(name for name in map(_called, _source_of(ticking.tick).body) if name)


def _timed_tick(clock_gettime: Any) -> Timed:
    """`tick` with the nanoseconds of each phase added to `spent`; `clock` (2,) int64 is room for the time."""
    tree = _source_of(ticking.tick)
    body: list[ast.stmt] = ast.parse("before = now(clock)").body
    phase = 0
    for statement in tree.body:
        body.append(statement)
        if _called(statement):
            body += ast.parse(f"after = now(clock)\nspent[{phase}] += after - before\nbefore = after").body
            phase += 1
    tree.body, tree.decorator_list = body, []
    tree.args.args += [ast.arg("clock"), ast.arg("spent")]
    known: dict[str, Any] = {**vars(ticking), "now": _now(clock_gettime)}
    source = ast.Module([ast.fix_missing_locations(tree)], [])
    exec(compile(source, "<timed tick>", "exec"), known)  # noqa: S102 - our own source, made above
    timed: Timed = _compiled(known["tick"])
    return timed


def _compiled(function: Timed) -> Timed:
    """As the rules are compiled, but not kept: code that has no file has no cache."""
    compiled: Timed = numba.njit(nogil=True, error_model="numpy")(function)
    return compiled


def _now(clock_gettime: Any) -> Timed:
    kind = CLOCK

    def now(clock: Any) -> Any:
        clock_gettime(kind, clock.ctypes.data)
        return clock[0] * 1_000_000_000 + clock[1]

    return _compiled(now)


def _loop(timed: Timed) -> Timed:
    running, ticks = RUNNING, TICKS_PER_DECISION

    def advance(matches: Any, rules: Any, t: Any, scratch: Any, clock: Any, spent: Any) -> int:
        r, w = rules[0], scratch[0]
        done = 0
        for b in range(len(matches)):
            for _ in range(ticks):
                if matches[b].ending == running:
                    timed(matches[b], r, t, w, clock, spent)
                    done += 1
        return done

    return _compiled(advance)


def _reads(now: Timed) -> Timed:
    def read(clock: Any, count: Any) -> int:
        before = now(clock)
        for _ in range(count - 1):
            now(clock)
        return int(now(clock) - before)

    return _compiled(read)


@functools.cache
def _kernels() -> tuple[Timed, Timed]:
    """The timed decision, and the loop that reads the clock alone; compiled once in a process."""
    clock_gettime = _clock_gettime()
    return _loop(_timed_tick(clock_gettime)), _reads(_now(clock_gettime))


class PhaseClock:
    """Advances batches, adding up what each phase of their ticks takes; reading the clock is taken out."""

    def __init__(self) -> None:
        self._advance, read = _kernels()
        self._clock = np.zeros(2, np.int64)
        self._spent = np.zeros(len(phase_names()), np.int64)
        self._ticks = 0
        read(self._clock, EMPTY_READS)
        self.read_ns = min(read(self._clock, EMPTY_READS) for _ in range(5)) / EMPTY_READS

    def advance(self, batch: Batch) -> None:
        """The ticks of one decision, orders given before."""
        self._ticks += self._advance(
            batch.matches, batch.rules_row, batch.tables, batch.scratch_row, self._clock, self._spent
        )
        batch.decision += 1

    def microseconds(self) -> dict[str, float]:
        """Mean microseconds of a tick by phase, so far."""
        each = np.maximum(self._spent / max(self._ticks, 1) - self.read_ns, 0.0) / 1000.0
        return dict(zip(phase_names(), each.tolist(), strict=True))
