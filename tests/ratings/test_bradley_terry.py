"""The whole rating: relations that must hold, recovery, coverage, separation and disconnection."""

import numpy as np
import pytest

from ratings import BadResults, NoConvergence, Results, Settings, UnknownAnchor, rate
from ratings.likelihood import POINTS
from tests.ratings.tables import simulated, table

QUICK = Settings(resamples=60)


def ratings_of(results, settings=QUICK):
    return {e.name: e.rating for e in rate(results, settings).entrants}


def test_odds_of_ten_to_one_are_four_hundred_points():
    ratings = ratings_of(table(("a", "b", 1.0, 10), ("a", "b", 0.0, 1)), Settings(prior=0.0, resamples=0))
    assert ratings["a"] - ratings["b"] == pytest.approx(400.0, abs=1e-6)


def test_without_an_anchor_the_mean_of_the_core_is_zero():
    assert sum(ratings_of(simulated(7, 400)[0]).values()) == pytest.approx(0.0, abs=1e-6)


def test_the_anchor_is_exactly_zero_and_widens_the_others():
    results, _ = simulated(7, 400)
    anchored = rate(results, Settings(anchor="e03", resamples=300))
    anchor = anchored["e03"]
    assert (anchor.rating, anchor.low, anchor.high) == (0.0, 0.0, 0.0)
    pool = rate(results, Settings(resamples=300))
    for entrant in anchored.entrants:
        other = pool[entrant.name]
        assert (entrant.pool_rating, entrant.pool_low, entrant.pool_high) == (
            other.rating,
            other.low,
            other.high,
        )
        assert entrant.rating == pytest.approx(other.rating - pool["e03"].rating, abs=1e-9)
    width = [np.mean([e.high - e.low for e in t.entrants if e.name != "e03"]) for t in (anchored, pool)]
    assert width[0] > 1.1 * width[1]


def test_renaming_the_entrants_permutes_the_ratings():
    results, _ = simulated(6, 300, side=0.3, draws=0.2)
    other = [f"x{(5 * k + 3) % 6}" for k in range(6)]
    renamed = Results.from_columns(
        [other[k] for k in results.first],
        [other[k] for k in results.second],
        results.score,
        side=results.side,
    )
    before, after = ratings_of(results), ratings_of(renamed)
    for k, name in enumerate(results.names):
        assert after[other[k]] == pytest.approx(before[name], abs=1e-7)


def test_exchanging_who_won_mirrors_ratings_and_turns_the_side_round():
    results, _ = simulated(6, 400, side=0.5, draws=0.1)
    lost = Results(
        results.names,
        results.first,
        results.second,
        1.0 - results.score,
        results.side,
        results.weight,
    )
    one, other = rate(results, QUICK), rate(lost, QUICK)
    assert other.side.rating == pytest.approx(-one.side.rating, abs=1e-6)
    for entrant in one.entrants:
        assert other[entrant.name].rating == pytest.approx(-entrant.rating, abs=1e-6)


def test_who_is_written_first_does_not_matter_where_there_is_no_side():
    results, _ = simulated(6, 300, draws=0.2)
    turned = Results(
        results.names, results.second, results.first, 1.0 - results.score, results.side, results.weight
    )
    assert rate(results, QUICK).to_dict() == rate(turned, QUICK).to_dict()


def test_the_order_of_the_rows_does_not_matter():
    results, _ = simulated(6, 300, side=0.3)
    order = np.random.default_rng(0).permutation(len(results))
    shuffled = Results(
        results.names,
        results.first[order],
        results.second[order],
        results.score[order],
        results.side[order],
        results.weight[order],
    )
    assert rate(results, QUICK).to_dict() == rate(shuffled, QUICK).to_dict()


def test_a_row_of_weight_three_rates_like_three_rows():
    rows = (("a", "b", 1.0, 3), ("b", "c", 1.0, 1), ("c", "a", 1.0, 1), ("b", "a", 1.0, 1))
    first, second, score, weight = (list(column) for column in zip(*rows, strict=True))
    weighted = Results.from_columns(first, second, score, weight=weight)
    once, thrice = ratings_of(weighted), ratings_of(table(*rows))
    assert once == pytest.approx(thrice, abs=1e-7)


def test_ratings_and_side_are_recovered_from_simulated_matches():
    results, theta = simulated(12, 40_000, seed=9, side=0.4)
    answer = rate(results, Settings(resamples=200))
    truth = (theta - theta.mean()) * POINTS
    for k, name in enumerate(results.names):
        assert answer[name].rating == pytest.approx(truth[k], abs=35.0)
    assert answer.side.rating == pytest.approx(0.4 * POINTS, abs=12.0)
    assert answer.side.low < 0.4 * POINTS < answer.side.high
    order = [e.name for e in answer.entrants]
    assert order[0] == results.names[int(np.argmax(theta))]


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    covered = total = 0
    for seed in range(40):
        results, theta = simulated(10, 900, seed=seed, spread=1.0)
        answer = rate(results, Settings(resamples=200, seed=seed))
        truth = (theta - theta.mean()) * POINTS
        for k, name in enumerate(results.names):
            covered += answer[name].low <= truth[k] <= answer[name].high
            total += 1
    assert 0.91 <= covered / total <= 0.98


@pytest.mark.parametrize("intervals", ["bootstrap", "sandwich"])
def test_sparse_tables_are_not_rated_with_false_certainty(intervals):
    """Pairings that met once have no spread of their own; plain resampling within them covered 58 % here."""
    covered = total = 0
    rng = np.random.default_rng(3)
    for seed in range(12):
        theta = rng.normal(0.0, 0.6, 40)
        results, _ = simulated(40, 500, seed=seed, strength=theta)
        answer = rate(results, Settings(resamples=200, intervals=intervals, prior=0.1))
        truth = (theta - theta.mean()) * POINTS
        for k, name in enumerate(results.names):
            covered += answer[name].low <= truth[k] <= answer[name].high
            total += 1
    assert covered / total > 0.88


def test_an_unbeaten_and_a_winless_entrant_are_named_and_the_others_unharmed():
    rows = (("a", "b", 1.0, 6), ("b", "a", 1.0, 4), ("b", "c", 1.0, 7), ("c", "b", 1.0, 2))
    core = rate(table(*rows), Settings(prior=0.0, resamples=300))
    full = rate(table(*rows, ("top", "a", 1.0, 5), ("c", "low", 1.0, 5)), Settings(prior=0.0, resamples=300))
    assert [e.name for e in full.entrants] == ["top", "a", "b", "c", "low"]
    assert [e.status for e in full.entrants] == ["unbeaten", "ok", "ok", "ok", "winless"]
    for name in "abc":
        assert full[name].rating == pytest.approx(core[name].rating, abs=1e-6)
    top, low = full["top"], full["low"]
    assert top.rating is None and top.low is not None and top.high is None
    assert low.rating is None and low.high is not None and low.low is None
    assert top.low < full["a"].rating + 400.0
    assert (top.rank_low, low.rank_high) == (1, 5)
    line = next(line for line in full.warnings if "outside the strongly connected core" in line)
    assert "top (unbeaten)" in line and "low (winless)" in line


def test_with_a_prior_the_unbeaten_have_a_rating_and_still_no_upper_bound():
    rows = (("a", "b", 1.0, 6), ("b", "a", 1.0, 4), ("top", "a", 1.0, 5))
    top = rate(table(*rows), QUICK)["top"]
    assert top.low < top.rating
    assert top.high is None
    assert top.status == "unbeaten"


def test_a_group_that_nobody_else_beat_is_outside_the_core_by_name():
    rows = (
        ("a", "b", 0.5, 9),
        ("b", "c", 0.5, 9),
        ("x", "y", 0.5, 3),
        ("x", "a", 1.0, 2),
        ("y", "b", 1.0, 2),
    )
    answer = rate(table(*rows), QUICK)
    assert {e.name: e.status for e in answer.entrants} == {
        "a": "ok", "b": "ok", "c": "ok", "x": "outside core", "y": "outside core",
    }  # fmt: skip
    assert answer["x"].high is None and answer["x"].low is not None


def test_an_anchor_outside_the_core_opens_one_end_of_everybody_and_is_said():
    rows = (("a", "b", 1.0, 6), ("b", "a", 1.0, 4), ("a", "low", 1.0, 5))
    answer = rate(table(*rows), Settings(anchor="low", resamples=200))
    assert answer["low"].rating == 0.0
    for name in "ab":
        assert answer[name].high is None and answer[name].low is not None
        assert answer[name].pool_high is not None
    assert any("the anchor low is outside the core" in line for line in answer.warnings)


def test_components_have_zeros_of_their_own_and_are_told_how_to_join():
    rows = (
        ("a", "b", 1.0, 3),
        ("b", "a", 1.0, 1),
        ("b", "c", 0.5, 2),
        ("x", "y", 1.0, 2),
        ("y", "x", 1.0, 1),
    )
    answer = rate(table(*rows), QUICK)
    assert [e.status for e in answer.entrants] == ["ok", "ok", "ok", "component 2", "component 2"]
    assert answer["x"].rating == pytest.approx(-answer["y"].rating, abs=1e-7)
    assert (answer["x"].rank_low, answer["y"].rank_high) == (1, 2)
    line = next(line for line in answer.warnings if line.startswith("component 2"))
    assert "x, y" in line and "never met" in line and "would join them" in line


def test_the_anchors_component_comes_first():
    rows = (("a", "b", 0.5, 3), ("b", "c", 0.5, 2), ("x", "y", 1.0, 2), ("y", "x", 1.0, 1))
    answer = rate(table(*rows), Settings(anchor="y", resamples=60))
    assert [e.name for e in answer.entrants][:2] == ["x", "y"]
    assert answer["y"].rating == 0.0
    assert answer["a"].status == "component 2"


@pytest.mark.parametrize("name", ["nobody", "A"])
def test_an_anchor_that_did_not_play_is_an_error(name):
    with pytest.raises(UnknownAnchor, match="played no match"):
        rate(table(("a", "b", 1.0, 1)), Settings(anchor=name))


def test_an_anchor_whose_matches_were_all_dropped_is_an_error():
    rows = (("a", "b", 1.0, 1), ("c", "a", 0.5, 3))
    with pytest.raises(UnknownAnchor, match="all those of 'c' are draws left out"):
        rate(table(*rows), Settings(anchor="c", draws="drop"))


def test_without_a_prior_an_anchor_outside_the_core_is_an_error():
    rows = (("a", "b", 0.5, 3), ("a", "low", 1.0, 1))
    with pytest.raises(UnknownAnchor, match="within the strongly connected core"):
        rate(table(*rows), Settings(anchor="low", prior=0.0))


def test_draws_left_out_leave_the_odds_of_the_others():
    rows = (("a", "b", 1.0, 3), ("a", "b", 0.0, 1), ("a", "b", 0.5, 8))
    dropped = ratings_of(table(*rows), Settings(draws="drop", prior=0.0, resamples=0))
    assert dropped["a"] - dropped["b"] == pytest.approx(400.0 * np.log10(3.0), abs=1e-6)
    halves = ratings_of(table(*rows), Settings(prior=0.0, resamples=0))
    assert halves["a"] - halves["b"] == pytest.approx(400.0 * np.log10(7.0 / 5.0), abs=1e-6)


def test_nothing_but_draws_cannot_be_dropped():
    with pytest.raises(BadResults, match="count draws as half"):
        rate(table(("a", "b", 0.5, 3)), Settings(draws="drop"))


def test_a_side_that_always_won_rests_on_the_prior_or_is_an_error():
    rows = table(("a", "b", 1.0, 3), ("b", "a", 1.0, 3), side=True)
    answer = rate(rows, QUICK)
    assert answer.side.rating > 0
    assert any("the side won every match" in line for line in answer.warnings)
    with pytest.raises(NoConvergence, match="side term"):
        rate(rows, Settings(prior=0.0, resamples=0))
    assert rate(rows, Settings(side=False, resamples=0)).side is None


def test_mostly_draws_and_a_heavy_prior_are_said():
    answer = rate(table(("a", "b", 0.5, 3), ("b", "c", 1.0, 1), ("c", "b", 1.0, 1)), QUICK)
    assert any("60% of the matches are draws" in line for line in answer.warnings)
    assert any("virtual draws are 20% as many as the matches" in line for line in answer.warnings)
    quiet, _ = simulated(4, 2000)
    assert rate(quiet, QUICK).warnings == ()


def test_tallies_count_every_result_whatever_is_done_with_draws():
    answer = rate(table(("a", "b", 1.0, 3), ("b", "a", 0.5, 2), ("b", "a", 1.0, 1)), Settings(draws="drop"))
    a = answer["a"]
    assert (a.matches, a.wins, a.draws, a.losses) == (6, 3, 2, 1)


def test_the_same_seed_gives_the_same_table_and_another_other_intervals():
    results, _ = simulated(6, 300)
    assert rate(results, QUICK) == rate(results, QUICK)
    assert rate(results, QUICK) != rate(results, Settings(resamples=60, seed=1))


def test_no_resamples_give_no_intervals_and_the_same_ratings():
    results, _ = simulated(6, 300, side=0.3)
    bare = rate(results, Settings(resamples=0))
    assert all((e.low, e.high, e.rank_low, e.rank_high) == (None,) * 4 for e in bare.entrants)
    assert bare.side.low is None
    assert {e.name: e.rating for e in bare.entrants} == ratings_of(results)


def test_virtual_draws_on_pairings_that_never_met_would_link_islands():
    """The prior is on played pairings only: however large, it moves nobody on another island."""
    rows = (("a", "b", 1.0, 9), ("b", "a", 1.0, 1), ("x", "y", 1.0, 5), ("y", "x", 1.0, 5))
    for prior in (0.5, 50.0):
        answer = rate(table(*rows), Settings(prior=prior, resamples=0))
        assert answer["x"].rating == pytest.approx(0.0, abs=1e-7)
        expected = 400.0 * np.log10((9.0 + prior / 2) / (1.0 + prior / 2))
        assert answer["a"].rating - answer["b"].rating == pytest.approx(expected, abs=1e-6)
