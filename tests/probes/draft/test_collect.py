"""Collecting: killed and continued, the same table; nothing twice, nothing mixed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from arena.errors import BadSchedule, RulesChanged
from arena.executor import Finished
from arena.games import moba
from probes.draft.collect import Collection, collect, collected, missing, seconds_a_match
from probes.draft.playing import BATCH_MATCHES, DraftedBatch, play_drafted
from probes.draft.results import make_results, read_results, write_results

WANTED = Collection("duel", "random", 80, seed=5)


class Here:
    """An executor in this process, that may end after some tasks as if it were killed."""

    def __init__(self, most: int = 1000) -> None:
        self.most, self.played = most, []

    def run(self, function, tasks, *, deadline=None):
        for task in tasks:
            if isinstance(task, DraftedBatch):
                if len(self.played) == self.most:
                    return
                self.played.append(task)
            yield Finished(task, function(task), None)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return collect(tmp_path_factory.mktemp("whole") / "table.parquet", WANTED, Here()).sort("seed")


def test_a_collection_is_played_once_and_continued(whole, tmp_path):
    path = tmp_path / "table.parquet"
    collect(path, WANTED, Here(1))
    assert len(read_results(path)) == BATCH_MATCHES
    rest = Here()
    assert collect(path, WANTED, rest).sort("seed").equals(whole) and len(rest.played) == 2
    nothing = Here()
    assert len(collect(path, WANTED, nothing)) == 80 and nothing.played == []
    assert read_results(path).equals(whole)


def test_killed_at_work_it_loses_no_batch_that_was_stored(whole, tmp_path):
    path = tmp_path / "home" / "draft" / "duel-random.parquet"
    command = "draft collect --matches 80 --variant duel --player random --seed 5 --workers 1 --home"
    running = subprocess.Popen(
        [sys.executable, "-m", "palaestra", *command.split(), str(tmp_path / "home")],
        env=os.environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 400
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    said = running.communicate()[1]
    assert said.startswith("80 matches to play, 0 are in ")
    kept = read_results(path)
    assert len(kept) % BATCH_MATCHES in (0, 80 % BATCH_MATCHES) and kept.equals(
        whole.filter(whole["seed"].is_in(kept["seed"].to_list()))
    )
    assert collect(path, WANTED, Here()).sort("seed").equals(whole)


def test_a_longer_collection_keeps_what_there_is(whole, tmp_path):
    path = tmp_path / "table.parquet"
    write_results(path, whole)
    left = missing(
        collected(path, "duel", "random"), "duel", "random", Collection("duel", "random", 100, 5).drafted
    )
    assert [match.seed for batch in left for match in batch.matches] == list(range(85, 105))


def test_matches_of_other_rules_are_not_pooled(tmp_path):
    path = tmp_path / "table.parquet"
    row = (5, ["Thorn"], ["Ember"], 1, 10, 0)
    write_results(path, make_results("duel", "random", "other", [row]))
    with pytest.raises(
        RulesChanged, match=r"holds matches of duel, random, other, .* name another file with --out"
    ):
        collect(path, WANTED, Here())


@pytest.mark.parametrize(("matches", "seed"), [(0, 0), (10, -1), (10, 2**63 - 5)])
def test_what_cannot_be_played_is_refused(matches, seed):
    with pytest.raises(BadSchedule):
        Collection("duel", "random", matches, seed).checked()


def test_a_batch_does_not_depend_on_what_is_beside_a_match(whole):
    matches = tuple(WANTED.drafted[10:13])
    rows = play_drafted(DraftedBatch(0, "duel", "random", moba.rules_hash(), matches))
    assert make_results("duel", "random", moba.rules_hash(), rows).equals(whole[10:13])


def test_the_cost_is_that_of_the_sweep():
    cost = seconds_a_match("blitz", "bot:hard")
    assert cost is not None and 0.05 < cost < 5
    assert seconds_a_match("blitz", "nobody") is None
