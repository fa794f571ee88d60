from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
from scipy.special import expit

from arena.games import moba
from probes.draft.choosing import Evaluation
from probes.draft.errors import BadResults, NoModel
from probes.draft.model import SHIPPED, fit_model, load_model, outcomes_of, record_of, save_model
from probes.draft.results import make_results, write_results
from tests.probes.draft.made import model_of, random_sides, simulated


@pytest.fixture(scope="module")
def fitted():
    results, weights = simulated(3000, 1, strength=0.3, pairs=0.0)
    return results, weights, fit_model(results)


def test_strengths_are_recovered_and_pairs_left_out_where_there_are_none(fitted):
    _, weights, model = fitted
    assert not model.weights[17:].any() and not model.about["evaluation"]["better"]
    truth = weights[:17] - weights[:17].mean()
    effects, errors = model.hero_effects()
    assert np.corrcoef(effects, truth)[0, 1] > 0.9
    assert (np.abs(effects - truth) < 3.5 * errors).all()


def test_a_model_is_kept_and_made_again(fitted, tmp_path):
    results, _, model = fitted
    path = tmp_path / "table.parquet"
    write_results(path, results)
    save_model(path, model)
    again = load_model(path)
    assert np.allclose(again.weights, model.weights, atol=1e-9)
    assert (
        again.prior == model.prior and again.about["matches"] == 3000 and again.about["table_matches"] == 3000
    )
    assert json.loads(record_of(path).read_text())["about"]["evaluation"]["matches"] == 3000


def test_a_probability_is_that_of_the_odds_and_its_interval_holds_it():
    model = model_of(17, 5, 3, unsure=0.1)
    west, east = (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)
    share, low, high = model.probability(west, east)
    assert low < share < high
    # 10 strengths, 20 synergies, 25 counters, each of deviation 0.1 and independent.
    assert np.log(high / (1 - high)) - np.log(share / (1 - share)) == pytest.approx(
        1.96 * 0.1 * 55**0.5, rel=1e-3
    )
    assert model.probability(east, west) == pytest.approx((1 - share, 1 - high, 1 - low))


def test_an_effect_is_the_mean_over_random_lineups():
    model, rng = model_of(17, 5, 4), np.random.default_rng(0)
    west, east = random_sides(17, 5, 60_000, rng)
    logits = model.logits(west, east)
    effects, _ = model.hero_effects()
    for hero in (0, 9):
        has, lacks = (west == hero).any(1), (east == hero).any(1)
        # Against the average hero: with it in the west, less the mean of all 17 in turn, of which it is one.
        assert logits[has].mean() - logits[lacks].mean() == pytest.approx(
            2 * effects[hero] * 17 / 16, abs=0.12
        )


def test_a_model_of_some_heroes_says_the_same_of_them():
    model = model_of(17, 5, 5, unsure=0.1)
    heroes = [14, 3, 8, 0, 11, 6, 2, 16, 9, 1]
    few = model.only(heroes)
    sides = ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert few.probability(*sides) == pytest.approx(
        model.probability(*([heroes[h] for h in side] for side in sides))
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t.head(10), "expected at least 200 matches to fit 17 heroes to, got 10"),
        (lambda t: t.with_columns(west=pl.lit(["Zed"] * 5, pl.List(pl.String))), "got 'Zed'"),
        (lambda t: t.with_columns(west=pl.col("east")), "ten different heroes"),
        (lambda t: t.with_columns(west=pl.col("west").list.head(4)), r"as many heroes, got \[4, 5\]"),
    ],
)
def test_a_table_that_cannot_be_fitted_is_refused(change, why):
    results, _ = simulated(250, 2)
    with pytest.raises(BadResults, match=why):
        outcomes_of(change(results), moba.HERO_NAMES)


def test_a_draw_is_half_a_win():
    row = (0, list(moba.HERO_NAMES[:5]), list(moba.HERO_NAMES[5:10]), 0, 1, 0)
    outcomes, size = outcomes_of(make_results("blitz", "x", "0", [row] * 200), moba.HERO_NAMES)
    assert size == 5 and (outcomes.west == 0.5).all()


def test_a_table_without_a_model_is_said(tmp_path):
    with pytest.raises(NoModel, match="draft fit makes the model"):
        load_model(tmp_path / "none.parquet")
    path = tmp_path / "table.parquet"
    write_results(path, simulated(250, 3)[0])
    record_of(path).write_text("{")
    with pytest.raises(NoModel, match="cannot read the record"):
        load_model(path)


def test_what_is_installed_is_a_model_that_says_what_it_is_worth():
    model = load_model(SHIPPED)
    evaluation = model.about["evaluation"]
    assert set(Evaluation.__dataclass_fields__) <= evaluation.keys()
    assert model.size == 5 and model.names == moba.HERO_NAMES
    assert evaluation["better"] == (evaluation["gain"][1] > 0) == bool(model.weights[17:].any())
    assert SHIPPED.stat().st_size < 200_000
    shares = expit(model.logits(*random_sides(17, 5, 1000, np.random.default_rng(0))))
    assert 0.02 < shares.std() < 0.2
