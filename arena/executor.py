"""Running tasks in local processes, each with one thread.

A cluster would be another executor: what is needed of one is `run`, and of the function that it works on its
argument alone. The standard library's pool is not used because it cannot say which task a dead worker had
(`docs/decisions/0021`).
"""

from __future__ import annotations

import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from signal import Signals
from typing import Any, Generic, Protocol, Self, TypeVar

from arena import at_play
from arena.interrupts import ignoring_interrupts

Task = TypeVar("Task")
Result = TypeVar("Result")

_Again = tuple[Task, tuple[str | None, ...]]
"""A task that is tried again, and whose code ran when workers died of it."""

ATTEMPTS = 2
"""Times a task is tried when the worker that had it died."""

ONE_THREAD = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


@dataclass(frozen=True)
class Finished(Generic[Task, Result]):
    """A task with what came of it: a result, or why there is none."""

    task: Task
    result: Result | None
    error: str | None
    """One line if the function raised or its worker died; None if there is a result."""
    culprit: str | None = None
    """Whose code ran (`arena.at_play`) every time that its worker died; None if it was not always the same one's."""


class Executor(Protocol):
    """Something that works on tasks, in any order."""

    def run(
        self, function: Callable[[Task], Result], tasks: Iterator[Task], *, deadline: float | None = None
    ) -> Iterator[Finished[Task, Result]]:
        """Yield each task as it is finished, in any order.

        Tasks are drawn from the iterator one by one, as workers become free, so what a later task says may
        depend on what came of earlier ones. One that has ended is asked again whenever a task was finished: it
        may have another by then.

        Args:
            function: importable by name; it gets one task.
            tasks: picklable.
            deadline: a time of `time.monotonic`; unfinished tasks are dropped then, and nothing more is
            yielded.
        """
        ...


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    note: Any
    """Shared with it: see `arena.at_play`."""
    task: Any = None
    culprits: tuple[str | None, ...] = ()
    """Whose code ran when earlier workers died of the task, one for each."""


class ProcessPool:
    """An executor of local processes; use it as a context, whose end stops them.

    Workers are spawned when first needed and kept from one `run` to the next. They ignore Ctrl-C, which is
    the parent's to handle, and end by themselves when their parent dies, however it dies.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise ValueError(f"a pool needs at least one worker, got {workers}")
        self._size = workers
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop all workers, whatever they are doing."""
        for worker in self._workers:
            _stop(worker)
        self._workers = []

    @property
    def pids(self) -> list[int]:
        """Process numbers of the workers that run."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def run(
        self, function: Callable[[Task], Result], tasks: Iterator[Task], *, deadline: float | None = None
    ) -> Iterator[Finished[Task, Result]]:
        """Yield each task as it is finished; see `Executor.run`. Closing the iterator drops the others."""
        again: list[_Again[Task]] = []
        try:
            while self._hand_out(function, tasks, again):
                ready = self._wait(deadline)
                if not ready:
                    return
                for worker in ready:
                    finished: Finished[Task, Result] | None = self._collect(worker, again)
                    if finished is not None:
                        yield finished
        finally:
            self._drop_busy()

    def _hand_out(
        self, function: Callable[[Task], Result], tasks: Iterator[Task], again: list[_Again[Task]]
    ) -> bool:
        """Give every free worker a task while there are any; true if some worker is busy."""
        for place in range(self._size):
            if place < len(self._workers) and self._workers[place].task is not None:
                continue
            task, culprits = again.pop() if again else (next(tasks, None), ())
            if task is None:
                break
            if place == len(self._workers):
                self._workers.append(_start())
            worker = self._workers[place]
            worker.task, worker.culprits = task, culprits
            # A worker that died while idle is noticed by the wait, as if it had died of this task.
            with _ignoring_dead_pipe():
                worker.pipe.send((function, task))
        return any(worker.task is not None for worker in self._workers)

    def _wait(self, deadline: float | None) -> list[_Worker]:
        """Busy workers that answered or died; none if the deadline passed first."""
        busy = {worker.pipe: worker for worker in self._workers if worker.task is not None}
        timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
        return [busy[pipe] for pipe in connection.wait(list(busy), timeout) if isinstance(pipe, Connection)]

    def _collect(self, worker: _Worker, again: list[_Again[Task]]) -> Finished[Task, Result] | None:
        """What a ready worker brought; None if its task will be tried again."""
        task = worker.task
        assert task is not None
        try:
            result, error = worker.pipe.recv()
        except (EOFError, OSError):
            culprits, end = (*worker.culprits, at_play.read(worker.note)), self._replace(worker)
            if len(culprits) < ATTEMPTS:
                again.append((task, culprits))
                return None
            error = f"its worker ended {len(culprits)} times while playing it, lastly {end}"
            return Finished(task, None, error, culprits[0] if len(set(culprits)) == 1 else None)
        worker.task = None
        return Finished(task, result, error)

    def _replace(self, worker: _Worker) -> str:
        """Start a new worker in a dead one's place; how the old one ended, in words."""
        worker.process.join()
        code = worker.process.exitcode or 0
        fresh = _start()
        worker.pipe.close()
        worker.process, worker.pipe, worker.note, worker.task = fresh.process, fresh.pipe, fresh.note, None
        return f"by signal {Signals(-code).name}" if code < 0 else f"with exit code {code}"

    def _drop_busy(self) -> None:
        for worker in [worker for worker in self._workers if worker.task is not None]:
            _stop(worker)
            self._workers.remove(worker)


def default_workers() -> int:
    """As many workers as this process may use cores."""
    return len(os.sched_getaffinity(0))


def _start() -> _Worker:
    context = get_context("spawn")  # a forked child would share the parent's open database and threads
    ours, theirs = context.Pipe()
    note = context.RawArray("c", at_play.SIZE)
    process = context.Process(target=_work, args=(theirs, note), name="palaestra worker", daemon=True)
    with _one_thread_environment(), ignoring_interrupts():
        process.start()
    theirs.close()
    return _Worker(process, ours, note)


def _stop(worker: _Worker) -> None:
    worker.process.kill()  # a worker owns nothing that could be left half-written
    worker.process.join()
    worker.pipe.close()


def _work(pipe: Connection, note: Any) -> None:
    """The loop of a worker process."""
    at_play.share(note)
    os.dup2(2, 1)  # what a player prints must not mix with a command's data
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            function, task = pipe.recv()
        except EOFError:
            return
        pipe.send(_attempt(function, task))


def _attempt(function: Callable[[Any], Any], task: object) -> tuple[object, str | None]:
    """(result, None), or (None, what was raised)."""
    try:
        return function(task), None
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent reports it
        return None, _describe(error)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _describe(error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} ({Path(where.filename).name}, line {where.lineno})"


@contextmanager
def _ignoring_dead_pipe() -> Iterator[None]:
    with suppress(BrokenPipeError, ConnectionResetError):
        yield


@contextmanager
def _one_thread_environment() -> Iterator[None]:
    """The environment that spawned processes inherit: one thread each, whatever library they load."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
