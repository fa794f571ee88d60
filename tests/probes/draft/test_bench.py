from __future__ import annotations

from probes.draft import bench


def test_each_case_says_how_long_it_takes(monkeypatch) -> None:
    monkeypatch.setattr(bench, "REPEATS", 1)
    cases = bench.run(bans=False)["cases"]
    assert [case["case"] for case in cases] == ["fit", "table", "solve", "pick", "review"]
    assert all(case["seconds"] > 0 and case["processor_seconds"] >= 0 for case in cases)
