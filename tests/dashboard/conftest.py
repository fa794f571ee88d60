"""Homes to read from, made once: a small one that was played, and a huge one that is made up."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from arena.games import moba
from arena.home import Home
from arena.nights.reports import store_night
from arena.setting import Setting
from arena.store import Store
from arena.tournament import plan_tournament, run_tournament
from dashboard.bench.runs import made_run
from dashboard.bench.store import huge_home
from dashboard.data.source import Source
from dashboard.server import address_of, listen
from tests.arena.nights.made import made_night


def played(home: Home, name: str, *, seed: int = 3) -> None:
    """Play a small tournament of duels, capped at 40 seconds, and publish it."""
    plan = plan_tournament(
        name,
        ["bot:easy", "idle", "random"],
        [],
        setting=Setting("duel", limit_s=40.0),
        blocks=1,
        seed=seed,
        batch_blocks=2,
    )
    report = run_tournament(home, plan, workers=1, anchor="random", scoring="draws", prior=0.5, resamples=20)
    assert report.outcome.complete


@contextmanager
def serving(home: Home, cache: Path) -> Iterator[str]:
    """A dashboard of a home at an address, in a thread."""
    server = listen(home, host="127.0.0.1", port=0, cache=cache)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield address_of(server).rstrip("/")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft is waited for however busy the machine is."""
    monkeypatch.setattr("dashboard.data.drafts.PATIENCE_S", 120.0)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Twelve duels between three players, the made-up report of a night, a run of training. Nobody writes to it."""
    home = Home(tmp_path_factory.mktemp("dashboard") / "home")
    with Store(home) as store:
        store_night(store, made_night(night=1, ladder="spring", rules_hash=moba.rules_hash()), None)
    played(home, "spring")
    made_run(home.root / "lineages" / "first")
    return home


@pytest.fixture(scope="session")
def source(home: Home) -> Source:
    return Source(home)


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home that nothing was ever published in."""
    return Home(tmp_path_factory.mktemp("dashboard") / "empty")


@pytest.fixture(scope="session")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """200,000 matches of 200 entrants, made once for all processes of a test run."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    home = Home(shared / "huge")
    with (shared / "huge.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home.root / "done").exists():
            huge_home(home)
            (home.root / "done").touch()
    return Source(home)
