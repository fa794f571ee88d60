"""Advice against the plain solver, ties as ties, and intervals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from probes.draft.advice import Adviser, _ranks, review_to_dict, to_dict
from probes.draft.columns import Columns
from probes.draft.model import made_up
from probes.draft.order import Draft, Order
from probes.draft.solve import solve
from tests.probes.draft.brute import solver
from tests.probes.draft.made import model_of


def adviser_of(model, text, size=3):
    draft = Draft(Order.parse(text, size=size, heroes=len(model.names)))
    return Adviser(model, solve(model, draft)), draft


@pytest.mark.parametrize("text", ["ABBAAB", "baABBAAB"])
def test_options_replies_and_lines_are_those_of_brute_force(text):
    model = model_of(8, 3, 11, unsure=0.1)
    adviser, draft = adviser_of(model, text)
    truth = solver(model)
    for hero in (2, 5, 0):
        advice = adviser.advise(draft)
        sign = 1 if draft.turn in "Aa" else -1
        values = {one: truth(draft.then(one)) for one in range(8) if one not in draft.steps}
        assert [option.hero for option in advice.options] == sorted(
            values, key=lambda one: -sign * values[one]
        )
        assert advice.win.value == pytest.approx(expit(truth(draft)), abs=1e-6)
        for option in advice.options:
            assert option.win.value == pytest.approx(expit(sign * values[option.hero]), abs=1e-6)
            assert option.win.low < option.win.value < option.win.high and option.change.value <= 0
            end = Draft(draft.order, (*draft.steps, option.hero, *option.line))
            assert end.complete and truth(end) == pytest.approx(values[option.hero], abs=1e-5)
            assert option.line[:1] == option.replies[:1]
        assert advice.options[0].change.value == 0 and not advice.options[0].sure
        draft = draft.then(hero)


def test_equal_heroes_tie_and_share_their_rank():
    """B takes the two best that A leaves: so after 0 or 1 both of 1 (or 0) and 2, in either order."""
    strengths = np.array([0.5, 0.5, 0.2, 0.1, 0.05, 0.0])
    model = made_up([f"H{at}" for at in range(6)], 2, strengths, np.zeros((6, 6)), np.zeros((6, 6)))
    adviser, draft = adviser_of(model, "ABBA", 2)
    advice = adviser.advise(draft)
    found = [(one.hero, one.rank, one.tied) for one in advice.options]
    assert found == [(0, 1, 2), (1, 1, 2), (2, 3, 2), (3, 3, 2), (4, 5, 1), (5, 6, 1)]
    assert [one.replies for one in advice.options[:2]] == [(1, 2), (0, 2)]
    assert adviser.best(draft) == (0, 1)
    assert _ranks([1.0, 1.0, 0.5, 0.5, 0.2]) == [1, 1, 3, 3, 5]


def test_a_change_is_sure_only_beyond_its_uncertainty():
    """Two heroes apart by 0.4 log-odds: the difference of their picks has deviation sqrt(2) s, so it is sure from s < 0.144."""
    strengths = np.array([0.4, 0.0])
    for unsure, sure in ((0.13, True), (0.16, False)):
        covariance = unsure**2 * np.eye(Columns(2).count)
        covariance[2:] = 0
        model = made_up(["H", "I"], 1, strengths, np.zeros((2, 2)), np.zeros((2, 2)), covariance=covariance)
        adviser, draft = adviser_of(model, "AB", 1)
        options = adviser.advise(draft).options
        # Picking I instead of H exchanges them, so the difference counts twice, and so does its deviation.
        assert [option.sure for option in options] == [False, sure]
        assert options[1].change.value == pytest.approx(expit(-0.4) - expit(0.4), abs=1e-6)


def test_a_review_tells_what_each_step_cost():
    model = model_of(8, 3, 12, unsure=0.05)
    adviser, draft = adviser_of(model, "abABBAAB"[:8], 3)
    truth, rng = solver(model), np.random.default_rng(1)
    steps = tuple(rng.permutation(8).tolist())
    whole = Draft(draft.order, steps)
    for step in adviser.review(whole):
        before, after = whole.back(step.number - 1), whole.back(step.number)
        sign = 1 if step.letter in "Aa" else -1
        assert step.win.value == pytest.approx(expit(truth(after)), abs=1e-6)
        assert step.change.value == pytest.approx(
            expit(sign * truth(after)) - expit(sign * truth(before)), abs=1e-6
        )
        assert (step.hero in step.best) == (step.rank == 1) and step.options == 8 - step.number + 1
    played = adviser.review(Draft(draft.order, adviser.line(draft)))
    assert all(step.rank == 1 and step.change.value == 0 for step in played)


def test_json_has_names():
    model = model_of(8, 3, 12)
    adviser, draft = adviser_of(model, "ABBAAB")
    advice = to_dict(adviser.advise(draft.then(4)), model.names)
    assert advice["a"] == ["H4"] and advice["turn"] == "B" and len(advice["options"]) == 7
    assert adviser.advise(Draft(draft.order, (0, 1, 2, 3, 4, 5))).options == ()
    assert review_to_dict(adviser.review(draft.then(4)), model.names)[0]["hero"] == "H4"
