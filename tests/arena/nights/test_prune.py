"""What is let go, in which order, and that neither a reader nor a kill is hurt by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.config import StoreSection
from arena.errors import DamagedStream
from arena.home import Home
from arena.nights.prune import prune_home, unnamed_streams, would_prune
from arena.nights.reports import report_files, store_night, write_reports, written_reports
from arena.snapshots import latest_snapshot, snapshot_path
from arena.store import Store, open_published
from replays.stored import check_replayable, read_actions, stored_matches
from tests.arena.made import COUNTS, filled, made_plan
from tests.arena.nights.made import made_night

LATER = datetime.now(UTC) + timedelta(days=200)
RULE = StoreSection()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Two runs of two batches each, ended; two files of actions a run."""
    home = Home(tmp_path)
    for name in ("old", "older"):
        filled(home, 0, 1, plan=made_plan(name, seed=len(name)))
    with Store(home) as store:
        store.end_run(1, "complete")
        store.end_run(2, "complete")
    return home


def matches_of(store: Store, run: int) -> list[int]:
    return [
        match for (match,) in store.rows("SELECT match_id FROM matches WHERE run_id = ? ORDER BY 1", [run])
    ]


def test_actions_are_forgotten_one_night_and_their_files_go_the_next_results_never(home: Home) -> None:
    with Store(home) as store:
        before = store.rows(COUNTS)
        assert prune_home(home, store, RULE).files == [], "young ones stay"
        files = sorted(home.streams.glob("??/*.npz"))
        first = prune_home(home, store, RULE, now=LATER)
        assert (first.matches, first.files) == (32, [])
        assert sorted(home.streams.glob("??/*.npz")) == files, "a reader of the snapshot before finds them"
        second = prune_home(home, store, RULE, now=LATER)
        assert (second.matches, [one.path for one in second.files]) == (0, files)
        assert second.bytes > 0
        assert not list(home.streams.glob("??/*"))
        assert store.rows(COUNTS) == before
        assert store.rows("SELECT DISTINCT decisions, file FROM action_streams") == [(5, None)]


def test_named_matches_keep_their_file_and_what_lies_in_it(home: Home) -> None:
    with Store(home) as store:
        wanted, *_ = matches_of(store, 1)
        rule = StoreSection(keep_matches=[wanted])
        prune_home(home, store, rule, now=LATER)
        prune_home(home, store, rule, now=LATER)
        kept = store.rows("SELECT match_id, file FROM action_streams WHERE file IS NOT NULL ORDER BY 1")
        assert [match for match, _ in kept] == matches_of(store, 1)[:8], "a batch is a file"
        assert [path.stem for path in home.streams.glob("??/*")] == [kept[0][1]]
        store.publish()
    with open_published(home) as snapshot:
        (match,) = stored_matches(snapshot, matches=[wanted])
        assert match.replayable and read_actions(home, match).shape == (5, 10, 4)
        pruned = next(one for one in stored_matches(snapshot) if one.file is None)
        assert not pruned.due_again and not pruned.replayable
        with pytest.raises(
            DamagedStream, match=f"the actions of match {pruned.match_id} were let go after the days"
        ):
            check_replayable(pruned)


def test_with_0_days_actions_are_kept_for_good(home: Home) -> None:
    with Store(home) as store:
        assert prune_home(home, store, StoreSection(streams_days=0), now=LATER).matches == 0


def test_what_a_killed_writer_left_goes(home: Home) -> None:
    folder = home.streams / "ab"
    folder.mkdir(exist_ok=True)
    left = [folder / ("ab" + "0" * 62 + ".npz"), folder / ".ab.npz.123.tmp"]
    for path in left:
        path.write_bytes(b"x")
    with Store(home) as store:
        assert sorted(one.path for one in unnamed_streams(home, store)) == sorted(left)
        prune_home(home, store, RULE)
        assert not any(path.exists() for path in left)
        assert unnamed_streams(home, store) == []


def test_the_newest_reports_and_snapshots_stay_and_a_reader_reads_on(home: Home) -> None:
    rule = StoreSection(snapshots=2, reports=2)
    with Store(home) as store:
        for number in range(1, 5):
            store_night(store, made_night(night=number), None)
            write_reports(home, store)
            store.publish(keep=9)
        with open_published(home) as reader:
            assert reader.path == snapshot_path(home, 4)
            store.publish(keep=9)
            wanted = would_prune(home, store, rule)
            assert [(one.kind, one.path.name) for one in wanted.files] == [
                ("snapshot", "000001.duckdb"), ("snapshot", "000002.duckdb"), ("snapshot", "000003.duckdb"),
                ("report", "night-000001.html"), ("report", "night-000001.json"),
                ("report", "night-000002.html"), ("report", "night-000002.json"),
            ]  # fmt: skip
            assert all(one.path.exists() for one in wanted.files), "it was only asked"
            assert prune_home(home, store, rule) == wanted
            prune_home(home, store, StoreSection(snapshots=1))
            assert not reader.path.exists()
            assert reader.rows("SELECT count(*) FROM matches") == [(32,)]
        assert write_reports(home, store, keep=2) == [], "what was let go is not written again"
    assert list(written_reports(home)) == [3, 4]
    assert latest_snapshot(home).path.exists()


def test_it_publishes_between_forgetting_and_deleting(home: Home) -> None:
    seen = []

    def publish() -> None:
        store.publish()
        with open_published(home) as snapshot:
            seen.append(snapshot.rows("SELECT count(*) FILTER (file IS NULL) FROM action_streams"))
        seen.append(len(list(home.streams.glob("??/*"))))

    with Store(home) as store:
        prune_home(home, store, RULE, publish=publish, now=LATER)
        prune_home(home, store, RULE, publish=publish, now=LATER)
    assert seen == [[(32,)], 4, [(32,)], 4]
    assert not list(home.streams.glob("??/*"))


def test_a_file_that_cannot_be_deleted_is_a_line_and_the_others_go(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(home) as store:
        for number in (1, 2, 3):
            store_night(store, made_night(night=number), None)
        write_reports(home, store)
        stubborn, unlink = report_files(home, 1).json, Path.unlink

        def fail(path: Path, missing_ok: bool = False) -> None:
            if path == stubborn:
                raise PermissionError(13, "Permission denied")
            unlink(path, missing_ok=missing_ok)

        monkeypatch.setattr(Path, "unlink", fail)
        pruning = prune_home(home, store, StoreSection(reports=1))
        assert pruning.failed == (
            f"{stubborn} could not be deleted (Permission denied): delete it by hand, or mind its folder's rights",
        )
        assert [one.path.name for one in pruning.files] == [
            "night-000001.html", "night-000002.html", "night-000002.json",
        ]  # fmt: skip
