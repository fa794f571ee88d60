"""TrueSkill against the package, against other formulas in the tails, and on upsets the package fails at."""

import math

import pytest
import trueskill as package
from scipy.integrate import quad

from ratings import BadSettings, Results, Settings, UnknownAnchor, rate
from ratings.trueskill import BETA, MU, SIGMA, StableTrueSkill, mills_ratio
from tests.ratings.tables import simulated, table

TRUESKILL = Settings(model="trueskill")


def test_a_lead_of_8_3_points_wins_four_times_in_five():
    """Five: the probability to win is Φ(lead/(√2·β))."""
    assert pytest.approx(0.8, abs=1e-12) == 0.5 * math.erfc(-8.3 / (math.sqrt(2.0) * BETA) / math.sqrt(2.0))
    assert round(BETA, 2) == 6.97


def test_it_is_the_package_in_the_order_played():
    results, _ = simulated(5, 200, draws=0.2)
    share = float((results.score == 0.5).mean())
    environment = package.TrueSkill(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0, draw_probability=share)
    beliefs = {name: environment.create_rating() for name in results.names}
    for f, s, score in zip(results.first, results.second, results.score, strict=True):
        a, b = results.names[f], results.names[s]
        if score == 0.0:
            a, b = b, a
        beliefs[a], beliefs[b] = package.rate_1vs1(beliefs[a], beliefs[b], score == 0.5, env=environment)
    answer = rate(results, TRUESKILL)
    for name, belief in beliefs.items():
        assert answer[name].rating == pytest.approx(belief.mu, abs=1e-6)
        assert answer[name].high - answer[name].rating == pytest.approx(1.959964 * belief.sigma, rel=1e-5)
    assert answer.settings["draw_probability"] == share


def test_the_order_is_that_of_the_time_column():
    rows = [("a", "b", 1.0), ("b", "a", 1.0), ("a", "b", 1.0)]
    first, second, score = (list(column) for column in zip(*rows, strict=True))
    late = Results.from_columns(first, second, score, order=[1, 3, 2])
    sorted_rows = Results.from_columns(*(list(c) for c in zip(rows[0], rows[2], rows[1], strict=True)))
    for one, other in zip(rate(late, TRUESKILL).entrants, rate(sorted_rows, TRUESKILL).entrants, strict=True):
        assert (one.name, one.rating, one.low) == (other.name, other.rating, other.low)
    assert rate(late, TRUESKILL).settings["order"] == "time"


def test_the_anchor_is_zero():
    answer = rate(simulated(4, 60)[0], Settings(model="trueskill", anchor="e01"))
    assert answer["e01"].rating == 0.0
    with pytest.raises(UnknownAnchor):
        rate(simulated(4, 60)[0], Settings(model="trueskill", anchor="nobody"))


def continued_fraction(t):
    """φ(t)/(1 − Φ(t)) − t for t > 0, by Laplace's continued fraction 1/(t + 2/(t + 3/(t + …)))."""
    tail = t
    for k in range(400, 1, -1):
        tail = t + k / tail
    return 1.0 / tail


@pytest.mark.parametrize("t", [2.0, 5.0, 12.0, 40.0, 300.0, 5e4, 1e7])
def test_wins_against_all_odds_follow_laplaces_continued_fraction(t):
    environment = StableTrueSkill(draw_probability=0.0)
    excess = continued_fraction(t)
    assert environment.v_win(-t, 0.0) == pytest.approx(t + excess, rel=1e-10)
    shrinkage = environment.w_win(-t, 0.0)
    assert 0.0 < shrinkage < 1.0
    assert 1.0 - shrinkage == pytest.approx(1.0 - (t + excess) * excess, rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("diff", [-200.0, -30.0, -3.0, -0.4, 0.0, 0.4, 3.0, 30.0, 200.0])
@pytest.mark.parametrize("margin", [0.05, 0.8, 4.0])
def test_draws_are_the_moments_of_a_truncated_normal(diff, margin):
    """v is the mean of a standard normal truncated to ±margin about −diff, w one less its variance."""
    low, high = -margin - diff, margin - diff
    peak = min(max(low, 0.0), high) if low > 0 or high < 0 else 0.0
    weight = [
        quad(
            lambda z, p=power: z**p * math.exp((peak - z) * (peak + z) / 2.0),
            low,
            high,
            epsabs=1e-12,
            limit=200,
        )[0]
        for power in range(3)
    ]
    mean = weight[1] / weight[0]
    variance = weight[2] / weight[0] - mean * mean
    environment = StableTrueSkill()
    assert environment.v_draw(diff, margin) == pytest.approx(mean, rel=1e-6, abs=1e-9)
    assert environment.w_draw(diff, margin) == pytest.approx(1.0 - variance, rel=1e-4, abs=1e-6)


def test_the_ratio_of_mills_neither_under_nor_overflows_where_it_is_used():
    assert mills_ratio(-1e8) == pytest.approx(1e-8)
    assert mills_ratio(0.0) == pytest.approx(math.sqrt(math.pi / 2.0))


@pytest.mark.parametrize("drawn", [False, True])
def test_it_survives_an_upset_that_the_package_does_not(drawn):
    strong, weak = package.Rating(2000.0, 1.0), package.Rating(0.0, 1.0)
    settings = {"mu": MU, "sigma": SIGMA, "beta": BETA, "tau": 0.0, "draw_probability": 0.1}
    with pytest.raises((FloatingPointError, ZeroDivisionError)):
        package.rate_1vs1(weak, strong, drawn, env=package.TrueSkill(**settings))
    up, down = package.rate_1vs1(weak, strong, drawn, env=StableTrueSkill(**settings))
    assert up.mu > 10.0 and down.mu < 1990.0
    assert 0.0 < up.sigma < 1.0


def test_a_long_run_of_one_sided_results_and_a_late_upset_is_rated():
    answer = rate(table(("a", "b", 1.0, 3000), ("a", "b", 0.0, 1)), TRUESKILL)
    assert answer["a"].rating > answer["b"].rating


def test_weights_and_nothing_but_draws_are_refused():
    with pytest.raises(BadSettings, match="rows of weight 1"):
        rate(Results.from_columns(["a"], ["b"], [1], weight=[2.0]), TRUESKILL)
    with pytest.raises(BadSettings, match="draws alone"):
        rate(table(("a", "b", 0.5, 2)), TRUESKILL)
