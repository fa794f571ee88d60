from __future__ import annotations

import os
import subprocess
import sys
import threading
from signal import SIGINT, default_int_handler, getsignal, raise_signal

import pytest

from arena.interrupts import deferring_interrupts, ignoring_interrupts


def interrupt_within(done: list[str]) -> None:
    with deferring_interrupts():
        with deferring_interrupts():
            raise_signal(SIGINT)
            done.append("inner")
        done.append("outer")


def test_an_interrupt_waits_for_the_end_of_the_outermost_block() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupt_within(done)
    assert done == ["inner", "outer"]
    assert getsignal(SIGINT) is default_int_handler


def test_without_an_interrupt_nothing_happens_and_errors_pass() -> None:
    with deferring_interrupts():
        pass
    with pytest.raises(ZeroDivisionError), deferring_interrupts():
        raise ZeroDivisionError
    assert getsignal(SIGINT) is default_int_handler


def test_other_threads_may_use_it() -> None:
    done = []

    def work() -> None:
        with deferring_interrupts(), ignoring_interrupts():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


def test_a_process_started_while_ignoring_ignores_it_for_good() -> None:
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    with ignoring_interrupts():
        os.kill(os.getpid(), SIGINT)
        child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert child.stdout == "True\n"
    assert getsignal(SIGINT) is default_int_handler
