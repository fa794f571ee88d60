"""Figures of speed: parts add up to the whole."""

from __future__ import annotations

import pytest
import torch

from training.flops import Load, count_flops
from training.network import Policy
from training.network_settings import NetworkSettings
from training.speed import PARTS, Course, Speed, format_speed, measure_speed

SETTINGS = NetworkSettings(unit=16, own=8, world=8, joined=16, memory=16)


def test_rates_are_what_the_parts_allow() -> None:
    speed = Speed(1000, dict(zip(PARTS, (5.0, 2.0, 1.0, 12.0, 2.0, 27.0, 1.0), strict=True)), 20.0, 2e6)
    assert speed.agent_steps_per_s == pytest.approx(20_000)
    assert speed.collecting_per_s == pytest.approx(50_000)
    assert speed.learning_per_s == pytest.approx(1e6 / 30)
    assert "20,000 end to end, 50,000 collecting, 33,333 learning" in format_speed("small", speed)


def test_a_run_that_is_measured_plays_and_learns() -> None:
    course = Course(variant="duel", start="fresh", matches=2, segment=4, sequences=2, updates=2)
    speed = measure_speed(SETTINGS, course)
    assert speed.parameters == Policy(SETTINGS).parameters_count
    assert all(us > 0.0 for us in speed.part_us.values())
    assert speed.units > 5.0
    everything = count_flops(SETTINGS, Load(units=speed.units, offsets=1.0, aims=1.0, targets=1.0))
    nothing = count_flops(SETTINGS, Load(units=speed.units, offsets=0.0, aims=0.0, targets=0.0))
    assert nothing.forward + nothing.learn <= speed.flops <= everything.forward + everything.learn
    assert torch.get_num_threads() == 1
