"""The benchmark of the trainer."""

from __future__ import annotations

import json

import pytest

from tests.training.runs import TINY
from training.bench import bench_settings, run
from training.network_settings import NetworkSettings


def test_a_case_says_how_fast_all_is_and_each_part() -> None:
    figures = run(
        sizes=(NetworkSettings.from_dict(TINY),),
        threads=(1,),
        updates=2,
        matches=2,
        segment=4,
        variant="duel",
        opponents=0.0,
    )
    (case,) = json.loads(json.dumps(figures))["cases"]
    parts = [case[f"{part}_per_s"] for part in ("simulate", "infer", "learn")]
    assert all(speed > case["agent_steps_per_s"] > 0 for speed in parts)
    allowed = 1 / sum(1 / speed for speed in parts)
    # with two updates the median of shares is their mean, near that of the mean times
    assert case["share_of_parts"] == pytest.approx(case["agent_steps_per_s"] / allowed, rel=0.1)
    assert 0 < case["share_of_parts"] <= 1
    assert case["flops"] > 2 * case["parameters"]
    assert case["clock"] == "processor"


def test_what_is_measured_is_blitz_from_the_middle_of_matches() -> None:
    settings = bench_settings("medium", 2)
    assert (settings.variant, settings.starts, settings.threads) == ("blitz", {"midgame": "1.0"}, 2)
