"""Stored experiments are shown on the page of their kind."""

from __future__ import annotations

import shutil
from pathlib import Path

from arena.home import Home
from dashboard.app import draw
from dashboard.data.experiments import experiment_rows
from dashboard.data.source import Source
from tests.dashboard.test_app import text_of
from tests.replays.made import alter


def test_the_numbers_of_an_experiment_stand_on_its_page_alone(source: Source, tmp_path: Path) -> None:
    shutil.copytree(source.home.published, tmp_path / "published")
    home = Home(tmp_path)
    alter(
        home,
        """INSERT INTO experiments BY NAME SELECT 1 AS experiment_id, 'wipe <i>one</i>' AS name, 'memory wipe' AS kind,
           '{}' AS settings, '0' AS code_version, now() AS created_at;
           INSERT INTO experiment_rows BY NAME SELECT 1 AS experiment_id, 0 AS row, 'run/600' AS subject,
           'won after a wipe' AS measure, 0.25 AS value, 0.2 AS low, 0.3 AS high, 'share' AS unit""",
    )
    other = Source(home)
    text = text_of(draw(other, "/memory", "", dark=False)[0])
    assert [
        words
        for words in ("run/600", "won after a wipe", "0.250", "0.300", "wipe <i>one</i>")
        if words not in text
    ] == []
    assert "No experiment is stored yet" in text_of(draw(other, "/probes", "", dark=False)[0])
    with other.reading() as reading:
        (row,) = experiment_rows(reading.database, ["memory wipe", "probe"])
    assert (row["value"], row["low"], row["high"], row["unit"]) == (0.25, 0.2, 0.3, "share")
