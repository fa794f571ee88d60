from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.executor import ONE_THREAD, Finished, ProcessPool, default_workers
from tests.arena import jobs


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(2) as made:
        yield made


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition: object, seconds: float = 20.0) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_every_task_comes_back_once_with_its_result(pool: ProcessPool) -> None:
    done = list(pool.run(jobs.square_slowly, iter(range(20))))
    assert sorted((finished.task, finished.result) for finished in done) == [(n, n * n) for n in range(20)]
    assert all(finished.error is None for finished in done)


def test_no_tasks_are_no_work(pool: ProcessPool) -> None:
    assert list(pool.run(jobs.square, iter([]))) == []


def test_what_a_function_raises_is_reported_in_one_line_and_the_others_go_on(pool: ProcessPool) -> None:
    done = {finished.task: finished for finished in pool.run(jobs.fail_on_three, iter(range(6)))}
    assert [n for n in done if done[n].error] == [3]
    assert done[3].error == r"KeyError: 'no\nthree' (jobs.py, line 22)"
    assert [done[n].result for n in (0, 1, 2, 4, 5)] == [0, 1, 2, 4, 5]


def test_a_task_whose_worker_was_killed_is_tried_again(pool: ProcessPool, tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "memory"), number) for number in range(6)]
    done = list(pool.run(jobs.die_once, iter(tasks)))
    assert sorted(finished.task[1] for finished in done) == list(range(6))
    assert all(finished.error is None for finished in done)


def test_a_task_that_kills_its_worker_twice_is_reported_and_the_others_go_on(pool: ProcessPool) -> None:
    done = {finished.task: finished for finished in pool.run(jobs.die_on_two, iter(range(6)))}
    assert done[2].error == "its worker ended 2 times while playing it, lastly with exit code 7"
    assert sorted(n for n in done if done[n].error is None) == [0, 1, 3, 4, 5]


def test_tasks_are_drawn_only_as_workers_become_free(pool: ProcessPool) -> None:
    drawn: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(6):
            drawn.append(number)
            yield number

    run = pool.run(jobs.square, tasks())
    first: Finished[int, int] = next(run)
    assert first.task in drawn
    assert len(drawn) <= 3
    assert len(list(run)) == 5


def test_workers_have_one_thread_and_the_parent_keeps_its_environment(pool: ProcessPool) -> None:
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    names = iter(list(ONE_THREAD))
    assert {finished.result for finished in pool.run(jobs.environment, names)} == {"1"}
    assert {name: os.environ.get(name) for name in ONE_THREAD} == before


def test_a_deadline_drops_what_is_unfinished(pool: ProcessPool) -> None:
    begun = time.monotonic()
    done = list(pool.run(jobs.sleep, iter([0.01, 300.0, 300.0]), deadline=begun + 1.0))
    assert [finished.task for finished in done] in ([0.01], [])
    assert time.monotonic() - begun < 10
    assert len(list(pool.run(jobs.square, iter([1, 2, 3])))) == 3  # the pool is as good as new


def test_leaving_a_run_early_leaves_no_worker_busy(pool: ProcessPool, tmp_path: Path) -> None:
    run = pool.run(jobs.touch_then_sleep, iter([str(tmp_path / "pid")]), deadline=time.monotonic() + 60)
    for _ in pool.run(jobs.square, iter([1, 2])):  # both workers are up
        pass
    pids = pool.pids
    run.close()  # type: ignore[attr-defined]
    assert len(list(pool.run(jobs.square, iter([1, 2])))) == 2
    assert pids == pool.pids


def test_closing_ends_every_worker() -> None:
    with ProcessPool(2) as pool:
        list(pool.run(jobs.square, iter(range(4))))
        pids = pool.pids
        assert len(pids) == 2
    assert not any(alive(pid) for pid in pids)


def test_an_empty_pool_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one worker, got 0"):
        ProcessPool(0)


def test_default_workers_are_the_usable_cores() -> None:
    assert default_workers() == len(os.sched_getaffinity(0))


PARENT = """
import sys
from arena.executor import ProcessPool
from tests.arena import jobs
if __name__ == "__main__":
    with ProcessPool(2) as pool:
        for _ in pool.run(getattr(jobs, sys.argv[1]), iter(sys.argv[2:])):
            pass
"""


@pytest.fixture
def start_parent(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a parent with workers; whatever a test comes to, they end with it."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        parent = subprocess.Popen(
            [sys.executable, str(script), *arguments], env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        started.append(parent)
        return parent

    yield start
    for parent in started:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
        if parent.stdout and not parent.stdout.closed:
            parent.communicate()


def test_workers_end_when_their_parent_is_killed(
    tmp_path: Path, start_parent: Callable[..., subprocess.Popen[str]]
) -> None:
    files = [tmp_path / "a", tmp_path / "b"]
    parent = start_parent("touch_then_sleep", *map(str, files))
    wait_until(lambda: all(file.exists() and file.read_text() for file in files))
    pids = [int(file.read_text()) for file in files]
    parent.kill()
    parent.communicate()
    wait_until(lambda: not any(alive(pid) for pid in pids))


def test_ctrl_c_ends_parent_and_workers_without_a_word_from_the_workers(
    tmp_path: Path, start_parent: Callable[..., subprocess.Popen[str]]
) -> None:
    files = [tmp_path / "a", tmp_path / "b"]
    parent = start_parent("touch_then_sleep", *map(str, files))
    wait_until(lambda: all(file.exists() and file.read_text() for file in files))
    pids = [int(file.read_text()) for file in files]
    os.killpg(parent.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, errors = parent.communicate(timeout=20)
    assert errors.count("Traceback") == 1  # the parent's own, which a command turns into a line
    wait_until(lambda: not any(alive(pid) for pid in pids))


def test_what_a_worker_prints_does_not_mix_with_the_data(
    start_parent: Callable[..., subprocess.Popen[str]],
) -> None:
    parent = start_parent("shout", "hello")
    output, errors = parent.communicate(timeout=20)
    assert (output, errors) == ("", "hello\n")
