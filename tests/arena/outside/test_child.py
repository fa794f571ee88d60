from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from arena.outside.child import Child, Deadline, quoted
from arena.outside.errors import ProgramFailed
from tests.arena.outside.test_guard import PROGRAMS, all_gone, gone


def python(code: str) -> Child:
    return Child([sys.executable, "-c", f"import sys, os, time\n{code}"])


def ask(child: Child, message: bytes = b"", *, limit_s: float = 5.0, most: int = 100) -> bytes:
    return child.ask(message, by=Deadline.after(limit_s), most=most)


def test_a_line_is_answered_and_bytes_after_it() -> None:
    child = python(
        "sys.stdout.write(sys.stdin.readline().upper() + 'abc\\n'); sys.stdout.flush(); sys.stdin.read()"
    )
    assert ask(child, b"hello\n") == b"HELLO"
    assert child.take(3, by=Deadline.after(5.0)) == b"abc"
    with pytest.raises(ProgramFailed, match="wrote what it was not asked for"):
        ask(child)
    assert child.end(limit_s=5.0)
    assert child.end(limit_s=5.0)  # a second time does nothing


def test_large_messages_go_both_ways_at_once() -> None:
    """More than pipes hold: who writes all before reading would wait for ever."""
    size = 4_000_000
    child = python("while some := os.read(0, 65536): os.write(1, some)")
    message = b"x" * size + b"\n"
    assert ask(child, message, most=size) == message[:-1]
    child.end()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit(4)", "^ended with exit code 4$"),
        (
            "raise RuntimeError('no weights')",
            "^ended with exit code 1; its last words: 'RuntimeError: no weights'$",
        ),
        ("os.kill(os.getpid(), 9)", "^was ended by SIGKILL$"),
        ("os.close(1); time.sleep(60)", "^closed its standard input or output$"),
        (
            "sys.stdout.write('a' * 999); sys.stdout.flush(); time.sleep(60)",
            "^answered with more than 100 bytes and no end of a line: 'a{77}...'$",
        ),
        (
            "print('loading', file=sys.stderr, flush=True); time.sleep(60)",
            "^did not answer within 0.5 s; .* 'loading'$",
        ),
    ],
)
def test_what_goes_wrong_is_one_line_with_the_last_words(code: str, message: str) -> None:
    child = python(code)
    with pytest.raises(ProgramFailed, match=message) as raised:
        ask(child, b"hello\n", limit_s=0.5)
    assert "\n" not in str(raised.value)
    child.end()


def test_a_command_that_is_not_there_ends_at_once() -> None:
    child = Child(["./no-such-program"])
    with pytest.raises(ProgramFailed, match=r"'cannot start \./no-such-program: No such file or directory'"):
        ask(child, b"hello\n")
    child.end()


def test_input_that_nobody_reads_is_a_late_answer_not_a_wait() -> None:
    child = python("time.sleep(60)")
    started = time.monotonic()
    with pytest.raises(ProgramFailed, match=r"did not answer within 0\.3 s"):
        ask(child, b"x" * 10_000_000, limit_s=0.3)
    child.end()
    assert time.monotonic() - started < 5.0


@pytest.mark.parametrize("name", ["clings", "family"])
def test_a_program_s_children_end_with_it_and_no_zombie_is_left(name: str) -> None:
    child = Child([sys.executable, str(PROGRAMS), name])
    while b"\n" not in child._words:
        child._listen(5.0)
    pids = [child._guard.pid, *map(int, child._words.split())]
    assert len(pids) == 3 and not any(map(gone, pids))
    assert child.end(limit_s=1.0) is (name == "family")
    assert all_gone(pids)
    assert not Path(f"/proc/{pids[0]}").exists()
    with pytest.raises(ChildProcessError):
        os.waitpid(pids[0], os.WNOHANG)


def test_what_is_forgotten_is_ended_too() -> None:
    child = python("time.sleep(60)")
    pid = child._guard.pid
    del child
    assert all_gone([pid])


def test_a_program_that_writes_without_end_after_its_end_is_killed() -> None:
    child = python("\nwhile True: sys.stdout.write('x' * 1000)")
    assert not child.end(b"", limit_s=0.3)
    assert len(child._heard) < 1_000_000


def test_quotes_are_short_and_on_one_line() -> None:
    assert quoted(b"a\nb\x00 \xff") == "'a b\\x00 \N{REPLACEMENT CHARACTER}'"
    assert len(quoted(b"x" * 1000)) == 82
