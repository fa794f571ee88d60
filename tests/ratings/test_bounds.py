"""One-sided bounds against closed forms and a brute-force scan of the profile likelihood."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from ratings.bounds import DROP, one_sided_bounds
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.likelihood import POINTS
from tests.ratings.tables import table


def bounds_of(results, prior=0.5):
    counts = count_matches(results)
    low, high = one_sided_bounds(counts, find_standing(counts), prior)
    return dict(zip(results.names, low, strict=True)), dict(zip(results.names, high, strict=True))


@pytest.mark.parametrize("wins", [1, 5, 64, 2000])
def test_of_one_shut_out_pairing_it_is_that_of_clopper_and_pearson(wins):
    """n wins of n: the lower 95 % limit of the chance to win is 0.05^(1/n) (Clopper & Pearson 1934)."""
    # b is in a core with c, from whose mean it stands 0 (they drew).
    low, high = bounds_of(table(("a", "b", 1.0, wins), ("b", "c", 0.5, 100_000)))
    limit = 0.05 ** (1.0 / wins)
    assert low["a"] == pytest.approx(400.0 * np.log10(limit / (1.0 - limit)), abs=0.5)
    assert np.isnan(high["a"])
    assert np.isnan(low["b"]) and np.isnan(high["b"])


def test_below_is_the_mirror_image_of_above():
    up = (("a", "b", 1.0, 7), ("a", "c", 1.0, 2), ("b", "c", 1.0, 5), ("c", "b", 1.0, 3))
    down = [(first, second, 1.0 - score, times) for first, second, score, times in up]
    low, _ = bounds_of(table(*up))
    _, high = bounds_of(table(*down))
    assert high["a"] == pytest.approx(-low["a"], abs=1e-6)


CORE = (("b", "c", 1.0, 6), ("c", "b", 1.0, 3), ("c", "d", 1.0, 4), ("d", "c", 0.5, 5), ("d", "b", 1.0, 2))


@pytest.mark.parametrize(
    ("rows", "entrant"),
    [
        ((*CORE, ("a", "b", 1.0, 9), ("a", "d", 1.0, 3)), "a"),
        ((*CORE, ("a", "b", 1.0, 1)), "a"),
        # A whole group above: a1 and a2 beat one another and everybody else.
        ((*CORE, ("a1", "a2", 1.0, 2), ("a2", "a1", 1.0, 3), ("a1", "b", 1.0, 4), ("a2", "c", 1.0, 2)), "a2"),
        # top shut out a, which shut out the core: the bound of a does not hang on top, nor that of top on a alone.
        ((*CORE, ("top", "a", 1.0, 3), ("a", "b", 1.0, 5)), "a"),
        ((*CORE, ("top", "a", 1.0, 3), ("a", "b", 1.0, 5)), "top"),
    ],
)
@pytest.mark.parametrize("prior", [0.0, 0.5])
def test_it_is_where_a_scan_of_the_profile_finds_it(rows, entrant, prior):
    low, _ = bounds_of(table(*rows), prior)
    assert low[entrant] == pytest.approx(scanned_bound(rows, entrant, prior), abs=0.3)


def scanned_bound(rows, entrant, prior):
    """Hold the entrant, maximise the rest with SciPy, and search for the drop: no code of ours."""
    names = sorted({name for row in rows for name in row[:2]})
    core = {"b", "c", "d"}
    above = _above(rows, entrant)
    border = {(a, b) for a, b, _, _ in rows if (a in above) != (b in above)}
    pairs = {tuple(sorted(row[:2])) for row in rows}
    virtual = {}
    for a, b in pairs:
        crosses = (a, b) in border or (b, a) in border
        inside = a in core and b in core
        virtual[a, b] = 0.0 if crosses else (prior if inside or prior else 0.5)

    def log_posterior(theta, without=()):
        total = 0.0
        for a, b, score, times in rows:
            if (a, b) not in without:
                x = theta[a] - theta[b]
                total -= times * (score * np.logaddexp(0, -x) + (1 - score) * np.logaddexp(0, x))
        for (a, b), weight in virtual.items():
            x = theta[a] - theta[b]
            total -= weight / 2 * (np.logaddexp(0, -x) + np.logaddexp(0, x))
        return total

    def parameters(values, held):
        free = [name for name in names if name not in (entrant, "b")]
        theta = dict(zip(free, values, strict=True))
        theta["b"] = -sum(theta[name] for name in core - {"b"})  # the mean of the core is 0
        theta[entrant] = held
        return theta

    def best(held, without=()):
        found = minimize(
            lambda values: -log_posterior(parameters(values, held), without),
            np.zeros(len(names) - 2),
            method="BFGS",
            options={"gtol": 1e-6},
        )
        return -found.fun

    supremum = best(0.0, without=border)
    return brentq(lambda held: supremum - best(held) - DROP, -12.0, 12.0, xtol=1e-4) * POINTS


def _above(rows, entrant):
    reached = {entrant}
    while True:
        more = {a for a, b, score, _ in rows if b in reached and score > 0} | {
            b for a, b, score, _ in rows if a in reached and score < 1
        }
        if more <= reached:
            return reached
        reached |= more


def test_what_is_beside_the_core_has_no_bound_on_either_side():
    low, high = bounds_of(table(*CORE, ("top", "b", 1.0, 2), ("top", "aside", 1.0, 2)))
    assert np.isnan(low["aside"]) and np.isnan(high["aside"])
    alone, _ = bounds_of(table(*CORE, ("top", "b", 1.0, 2)))
    assert low["top"] == pytest.approx(
        alone["top"], abs=0.1
    )  # wins over one that nothing holds bound nothing


def test_a_table_without_anybody_outside_asks_for_no_bounds():
    low, high = bounds_of(table(*CORE))
    assert np.isnan(list(low.values())).all() and np.isnan(list(high.values())).all()


def test_the_bound_covers_the_truth_at_least_as_often_as_it_says():
    """A newcomer who truly wins 93 % of its matches plays 16 against one of known strength."""
    rng = np.random.default_rng(12)
    truth, matches, missed, shut_out = 400.0 * np.log10(0.93 / 0.07), 16, 0, 0
    bound = bounds_of(table(("a", "b", 1.0, matches), ("b", "c", 0.5, 10_000)))[0]["a"]
    for _ in range(4000):
        if rng.binomial(matches, 0.93) == matches:
            shut_out += 1
            missed += bound > truth
    assert shut_out > 1000  # the case does occur …
    assert missed / 4000 <= 0.05  # … and the bound is not above the truth too often
