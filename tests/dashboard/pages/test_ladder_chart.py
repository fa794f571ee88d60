"""The chart of the ladder has what the ladder has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arena.home import Home
from dashboard.bench.runs import made_run
from dashboard.data.curves import hours_at
from dashboard.data.ladders import chosen_ladder
from dashboard.data.runs import Runs
from dashboard.data.source import Source
from dashboard.pages.ladder_chart import checkpoints_of, training_chart
from tests.training.made import made_checkpoint


def test_checkpoints_bots_and_floors_are_drawn_where_they_are_rated(source: Source, tmp_path: Path) -> None:
    record = made_checkpoint(tmp_path / "one")
    made_run(tmp_path / "runs" / record.lineage, reports=2)
    runs = Runs(Home(tmp_path), ["runs/*"])
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
    assert ladder is not None
    line = {
        **ladder.lines[0], "entrant": record.title, "player": f"checkpoint:{tmp_path / 'one'}#{record.identity[:12]}",
        "kind": "checkpoint", "rating": 40.0, "low": 10.0, "high": None,
    }  # fmt: skip
    more = replace(ladder, lines=[*ladder.lines, line, {**line, "player": "checkpoint:/gone"}])
    (point,) = checkpoints_of(more, runs)
    assert (point["lineage"], point["agent_steps"]) == (record.lineage, record.agent_steps)
    assert point["hours"] == hours_at(runs.read(runs.found()[0]).reports, record.agent_steps)
    assert checkpoints_of(more, source.runs)[0]["hours"] is None  # no report of it is found there
    figure = training_chart(more, [point], "agent_steps", "linear", dark=False)
    drawn, floors = figure.data
    assert (list(drawn.x), list(drawn.y)) == ([record.agent_steps], [40.0])
    assert (list(drawn.error_y.arrayminus), list(drawn.error_y.array)) == ([30.0], [0.0])
    assert set(floors.x) == {"idle", "random"}
    assert "bot:easy" in [note.text for note in figure.layout.annotations]
