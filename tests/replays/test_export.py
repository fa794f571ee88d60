"""What is written of a replay."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from replays.errors import BadSetting
from replays.export import check_asked, data_json, write_page, write_snapshots
from replays.page import page_html
from replays.stored import clock
from tests.replays.made import replay_of


def test_the_page_is_written_whole(tmp_path: Path) -> None:
    path = write_page(replay_of("duel"), tmp_path / "new" / "match.html")
    assert path.read_text(encoding="utf-8") == page_html(replay_of("duel"))
    assert [one.name for one in path.parent.iterdir()] == ["match.html"]


def test_moments_are_written_with_a_sheet_of_all(tmp_path: Path) -> None:
    paths = write_snapshots(replay_of("duel"), tmp_path / "moments", count=3, at=["10", "0:30"])
    names = [path.name for path in paths]
    last = replay_of("duel").frames.tick[-1] / 30
    assert names[0] == "moment-0000.00s.svg" and names[-1] == "sheet.svg" and len(names) == 6
    assert names[1:3] == ["moment-0010.00s.svg", "moment-0030.00s.svg"]
    assert names[4] == f"moment-{last:07.2f}s.svg"
    for path in paths:
        assert ET.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize("text", ["soon", "-1", "99:00", "1:2:3", ""])
def test_a_moment_that_is_none_is_refused_before_anything_is_written(tmp_path: Path, text: str) -> None:
    end = clock(int(replay_of("duel").frames.tick[-1]))
    with pytest.raises(
        BadSetting, match=f"expected a moment .* or MINUTES:SECONDS(, up to {end})?, got '{text}'"
    ):
        write_snapshots(replay_of("duel"), tmp_path / "moments", at=[text])
    assert list(tmp_path.iterdir()) == []


def test_a_fog_that_is_nobody_s_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="expected a fog of nobody, west, east, got 'north'"):
        write_snapshots(replay_of("duel"), tmp_path, count=1, fog="north")


def test_events_and_series_are_given_as_json() -> None:
    replay = replay_of("duel")
    assert json.loads(data_json(replay, "events"))[-1]["kind"] == "end"
    assert json.loads(data_json(replay, "series"))["tick"] == replay.series.tick.tolist()
    with pytest.raises(BadSetting, match="expected events or series after --json, got 'frames'"):
        data_json(replay, "frames")


@pytest.mark.parametrize(
    ("what", "at", "fog", "message"),
    [
        ("frames", (), "nobody", "expected events or series after --json, got 'frames'"),
        (
            None,
            ("soon",),
            "nobody",
            "expected a moment of the match as seconds or MINUTES:SECONDS, got 'soon'",
        ),
        (None, ("1:2:3",), "nobody", "got '1:2:3'"),
        (None, (), "north", "expected a fog of nobody, west, east, got 'north'"),
    ],
)
def test_what_cannot_be_given_is_refused_before_the_match_is_played(
    what: str | None, at: tuple[str, ...], fog: str, message: str
) -> None:
    with pytest.raises(BadSetting, match=message):
        check_asked(what, at, fog)
