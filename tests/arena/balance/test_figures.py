"""A sweep's figures, on made-up matches whose sums are known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from arena.balance.figures import sum_up, wilson
from arena.games import moba
from arena.games.moba import layout as lay
from tests.arena.balance.made import made


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_s_interval_is_the_published_one(wins: int, count: int, low: float, high: float) -> None:
    """Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3."""
    assert wilson(wins, count, 0.95) == pytest.approx((low, high), abs=5e-5)


def test_nothing_is_known_of_a_share_of_nothing() -> None:
    assert wilson(0, 0, 0.95) == (0.0, 1.0)


def test_rates_of_sides_and_heroes() -> None:
    found = sum_up("blitz", [made(1), made(1), made(-1), made(0, ending="both ancients")])
    assert (found["matches"], found["west_win_rate"], found["draws"]) == (4, 0.625, 1)
    assert found["west_low"] < 0.2 and found["west_high"] > 0.9
    rates = [row["win_rate"] for row in found["heroes"]]
    assert (
        rates[:5] == [0.625] * 5 and rates[5:10] == [0.375] * 5 and rates[10:] == [None] * (len(rates) - 10)
    )
    assert found["endings"] == {"ancient": 3, "both ancients": 1}
    assert [row["name"] for row in found["heroes"]] == list(moba.HERO_NAMES)


def test_lengths_are_percentiles_in_minutes() -> None:
    lengths = sum_up("blitz", [made(ticks=1800 * minutes) for minutes in (6, 8, 10, 12, 14)])["lengths"]
    assert (lengths["p0"], lengths["p25"], lengths["p50"], lengths["p100"], lengths["mean"]) == (
        6,
        8,
        10,
        14,
        10,
    )


def test_first_blood_towers_and_comebacks() -> None:
    matches = [
        made(1, first_kill=(1, 1800), first_tower=(-1, 3600), lead=np.array([0.0, -0.2, -0.1, 0.3])),
        made(-1, first_kill=(1, 5400), lead=np.array([0.0, 0.0, -0.05, -0.1])),
        made(1, lead=np.array([0.2, 0.2, 0.2, -0.09])),
    ]
    found = sum_up("blitz", matches)
    assert (
        found["first_kill"]["matches"],
        found["first_kill"]["win_rate"],
        found["first_kill"]["minute"],
    ) == (2, 0.5, 2.0)
    assert (found["first_tower"]["matches"], found["first_tower"]["win_rate"]) == (1, 0.0)
    assert found["comebacks"]["rate"] == pytest.approx(1 / 3)
    assert found["comebacks"]["leader_at_half_wins"] == pytest.approx(2 / 3)


def test_casts_purchases_and_what_never_was() -> None:
    tally = np.zeros((10, len(moba.TALLY_NAMES)))
    tally[0, lay.CASTS : lay.CASTS + 4] = (3, 2, 0, 1)
    tally[0, lay.TALLY["deaths"]] = 2
    found = sum_up("blitz", [made(tally=tally, purchases=((4, 1, 1), *((),) * 9)), made()])
    casts = [row["casts"] for row in found["abilities"][:4]]
    assert casts == [1.5, 1.0, None, 0.5], "the third of the first hero is passive"
    assert [row["purchases"] for row in found["items"]][:5] == [0.0, 1.0, 0.0, 0.0, 0.5]
    never = found["never"]
    assert moba.ITEM_NAMES[0] in never["bought"] and moba.ITEM_NAMES[1] not in never["bought"]
    assert moba.HERO_NAMES[0] not in never["killed"] and moba.HERO_NAMES[1] in never["killed"]
    assert not any(text.startswith(f"{moba.HERO_NAMES[0]}:") for text in never["cast"])
    assert found["per_match"]["deaths"] == 1.0 and found["heroes"][0]["deaths"] == 1.0


def test_falls_faults_peaks_and_empty_lanes() -> None:
    falls = np.zeros((2, lay.STRUCTURES), np.int64)
    falls[0, [0, 3]], falls[1, 9], falls[1, 14] = 1800, 3600, 7200
    faults = np.zeros(len(moba.FAULT_NAMES), np.int64)
    faults[2] = 5
    wave = int(moba.load("blitz").variant.wave)
    found = sum_up(
        "blitz",
        [
            made(falls=falls, faults=faults, peak=np.array([9, 2, 1, 0])),
            made(longest_empty=np.array([0, 2 * wave, wave])),
        ],
    )
    assert {row["name"]: row["falls"] for row in found["structures"]} == {
        "outer tower": 1.0, "middle tower": 0.0, "inner tower": 0.0, "barracks": 0.5, "base tower": 0.0, "ancient": 0.5,
    }  # fmt: skip
    assert found["structures"][0]["minute"] == 1.0
    assert (found["faults"], found["unsound"]) == ({moba.FAULT_NAMES[2]: 5}, 1)
    assert found["peaks"] == {"creeps": 9, "missiles": 3, "effects": 2, "pending": 1}
    assert found["empty_lanes"] == {"longest_waves": 2.0, "lanes": 1}


def test_figures_are_json_also_of_no_match() -> None:
    for matches in ([], [made()]):
        assert json.loads(json.dumps(sum_up("duel", matches), allow_nan=False))["matches"] == len(matches)
