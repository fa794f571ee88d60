"""The benchmark: its shape, its tables, and a bound that only a broken fit would miss."""

import numpy as np

from ratings import bench, bench_peers


def test_the_simulated_tables_have_the_sizes_they_say():
    small = bench.simulate(*bench.SIZES["small"])
    assert (len(small), len(small.names)) == (10_688, 17)
    pairs = {frozenset(pair) for pair in zip(small.first.tolist(), small.second.tolist(), strict=True)}
    assert len(pairs) == 43
    assert np.array_equal(bench.simulate(*bench.SIZES["small"]).score, small.score)


def test_the_machine_is_described():
    machine = bench.machine()
    assert set(machine) == {"cpu", "cores", "python", "numpy"}
    assert machine["cores"] >= 1


def test_a_report_has_machine_and_cases_with_seconds_and_the_peer(monkeypatch):
    monkeypatch.setattr(bench, "SIZES", {"small": (6, None, 600), "large": (12, None, 4000)})
    report = bench.run(resamples=20)
    assert [case["case"] for case in report["cases"]] == ["small", "large"]
    for case in report["cases"]:
        assert 0.0 < case["fit_seconds"] <= case["seconds"] * 2
        assert case["choix_seconds"] > 0.0
        assert case["evalica_seconds"] > 0.0
        assert case["choix_ratio"] == case["choix_seconds"] / case["seconds"]
    assert report["cases"][0]["trueskill_seconds"] > 0.0 and "trueskill_seconds" not in report["cases"][1]
    text = bench.render(report)
    assert "small" in text and "large" in text and "cpu" in text


def test_the_win_matrix_counts_wins():
    results = bench.simulate(4, None, 200)
    wins = bench_peers.win_matrix(results)
    assert wins.sum() == 200.0
    assert wins[0, 1] == ((results.first == 0) & (results.second == 1) & (results.score == 1.0)).sum()
    table = bench_peers.resampled(wins, np.random.default_rng(0))
    assert np.array_equal(table + table.T, wins + wins.T)
