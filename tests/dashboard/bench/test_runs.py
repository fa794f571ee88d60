"""A made-up run is read as any other."""

from __future__ import annotations

from pathlib import Path

from dashboard.bench.runs import STEPS, made_run
from training.lineage import open_lineage
from training.lineage_log import read_log
from training.metrics import read_reports


def test_a_made_up_run_has_a_record_a_log_and_reports(tmp_path: Path) -> None:
    folder = made_run(tmp_path / "one", reports=30)
    assert (open_lineage(folder).name, len(read_log(folder))) == ("one", 2)
    reports = read_reports(folder)
    assert reports["agent_steps"].max() == 30 * STEPS
    shares = reports.filter(reports["metric"] == "ending")["value"]
    assert shares.min() >= 0 and shares.max() <= 1
