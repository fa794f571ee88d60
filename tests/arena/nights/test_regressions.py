"""Who is compared with whom, the correction for their number, and what is found."""

from __future__ import annotations

import numpy as np
import pytest

from arena.nights.regressions import Pair, find_regressions, predecessors, significant
from ratings import Results, Settings
from ratings.differences import Comparison
from tests.ratings.made_nights import nights


def renamed(results: Results, names: dict[str, str]) -> Results:
    """The same matches under other names."""
    return Results.from_columns(
        [names[results.names[k]] for k in results.first],
        [names[results.names[k]] for k in results.second],
        results.score,
        side=results.side,
        block=results.block,  # type: ignore[arg-type]
    )


def test_a_predecessor_is_the_one_before_in_the_same_line_by_number() -> None:
    names = ["a/9", "b/1", "a/10", "idle", "deep/er/3", "deep/er/12", "a/7", "bot:easy", "a/x"]
    assert predecessors(names, names) == [
        Pair("a/9", "a/7"), Pair("a/10", "a/9"), Pair("deep/er/12", "deep/er/3"),
    ]  # fmt: skip
    assert predecessors(names, ["a/10", "a/7"]) == [Pair("a/10", "a/9")], "those asked for alone"


def test_the_correction_is_holm_s() -> None:
    """Of four at 0.05: 0.0125, then 0.0167, 0.025, 0.05; the first that fails ends it."""

    def kept(*chances: float) -> list[float]:
        pairs = {Pair(str(place), ""): chance for place, chance in enumerate(chances)}
        return sorted(pairs[pair] for pair in significant(pairs, 0.05))

    assert kept(0.04, 0.011, 0.016, 0.02) == [0.011, 0.016, 0.02, 0.04]
    assert kept(0.011, 0.017, 0.02, 0.024) == [0.011]
    assert kept(0.013, 0.013, 0.013, 0.013) == []
    assert kept() == []


@pytest.mark.parametrize("strength", [0.0, -250.0])
def test_a_version_worse_than_the_one_before_is_found_and_one_as_good_is_not(strength: float) -> None:
    results, _ = nights([-200, 0, 200, 0, strength], 10, 0, seed=5)
    named = renamed(results, {"e0": "x", "e1": "y", "e2": "z", "e3": "a/1", "e4": "a/2"})
    found = find_regressions(
        Comparison(named, Settings(resamples=100)), named.names, named.names, level=0.05, accepted=["a/2"]
    )
    assert (found.compared.checkpoints, found.compared.nights) == (1, 0), "there was no night before"
    assert [(one.kind, one.name, one.against, one.accepted) for one in found.regressions] == (
        [("checkpoint", "a/2", "a/1", True)] if strength else []
    )
    if strength:
        (fell,) = found.regressions
        assert fell.high is not None and fell.high < 0
        assert fell.sentence.startswith(
            f"a/2 stands {-fell.points:.0f} points below its predecessor a/1 (95 %: "
        )
        assert fell.sentence.endswith("; accepted")


def test_a_version_that_is_better_is_no_regression() -> None:
    results, _ = nights([-200, 0, 200, -200, 300], 10, 0, seed=5)
    named = renamed(results, {"e0": "x", "e1": "y", "e2": "z", "e3": "a/1", "e4": "a/2"})
    found = find_regressions(Comparison(named, Settings(resamples=100)), named.names, named.names, level=0.05)
    assert found.regressions == []


def test_who_plays_worse_tonight_under_the_same_name_is_found() -> None:
    results, earlier = nights([-200, 0, 100, 200, 300], 10, 6, seed=3, later={3: -150})
    found = find_regressions(
        Comparison(results, Settings(resamples=100), earlier), results.names, ["e3", "e4"], level=0.05
    )
    assert (found.compared.checkpoints, found.compared.nights) == (0, 2), (
        "who did not play tonight is not compared"
    )
    assert [(one.kind, one.name) for one in found.regressions] == [("night", "e3")]
    assert "below where it was the night before" in found.regressions[0].sentence


def test_versions_that_met_nobody_in_common_are_said() -> None:
    results = Results.from_columns(
        ["a/1", "x", "a/2", "y"], ["x", "a/1", "y", "a/2"], np.array([1.0, 1, 1, 1])
    )
    found = find_regressions(
        Comparison(results, Settings(resamples=20)), results.names, results.names, level=0.05
    )
    assert found.compared.checkpoints == 0
    assert found.compared.sentence == (
        "Nothing was compared: 1 could not be compared with their predecessors, having met nobody in common."
    )
