"""Samples agree with the results, which are worked out elsewhere."""

from __future__ import annotations

import numpy as np

from replays.series import HERO_SERIES, SAMPLE_TICKS, SIDE_SERIES
from replays.simulate import play_again
from tests.replays.made import blitz, duel, replay_of


def test_the_last_sample_is_the_result() -> None:
    for variant, recording in (("blitz", blitz()), ("duel", duel())):
        series, batch = replay_of(variant).series, play_again([recording]).batch
        result, heroes = batch.results()[0], batch.hero_results()[0]
        assert series.tick[-1] == result["ticks"]
        for name in ("net_worth", "kills", "structures"):
            assert series.sides[name][-1].tolist() == result[name].tolist()
        for name in ("kills", "deaths", "assists", "last_hits", "denies", "level"):
            assert series.heroes[name][-1].tolist() == np.where(heroes["hero"] >= 0, heroes[name], 0).tolist()
        assert series.sides["gold"][-1].tolist() == [heroes["gold"][:5].sum(), heroes["gold"][5:].sum()]
        assert series.items[-1].tolist() == batch.matches["heroes"]["items"][0].tolist()


def test_samples_come_every_five_seconds_with_the_start_and_the_end() -> None:
    tick = replay_of("duel").series.tick.tolist()
    assert tick == [*range(0, tick[-1], SAMPLE_TICKS), tick[-1]]


def test_what_is_summed_over_the_match_never_falls() -> None:
    series = replay_of("blitz").series
    for name in ("gold", "experience", "kills"):
        assert (np.diff(series.sides[name], axis=0) >= 0).all()


def test_the_frame_and_the_plain_values_say_the_same() -> None:
    series = replay_of("duel").series
    frame, plain = series.frame(), series.to_dict()
    assert frame.columns == ["tick", *(f"{side}_{name}" for name in SIDE_SERIES for side in ("west", "east"))]
    assert all(frame[name].to_list() == plain[name] for name in frame.columns)
    assert set(plain["heroes"]) == set(HERO_SERIES)
    assert plain["heroes"]["level"][0] == series.heroes["level"][:, 0].tolist()
