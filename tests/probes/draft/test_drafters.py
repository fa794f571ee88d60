from __future__ import annotations

import numpy as np
import pytest

from probes.draft.drafters import DRAFTERS, find_drafter, greedy, minimax, play_draft
from probes.draft.errors import BadDraft
from probes.draft.order import Draft, Order
from probes.draft.solve import solve
from tests.probes.draft.brute import solver
from tests.probes.draft.made import model_of

ORDER = Order.parse("baABBAAB", size=3, heroes=8)


def test_minimax_loses_to_nobody_by_the_model_and_greedy_takes_what_looks_best():
    model, rng = model_of(8, 3, 21), np.random.default_rng(0)
    solution, truth = solve(model, Draft(ORDER)), solver(model)
    value = truth(Draft(ORDER))
    for other in DRAFTERS:
        for a, b, sign in (("minimax", other, 1), (other, "minimax", -1)):
            lineups = play_draft(model, solution, a, b, rng)
            assert sign * (model.feature(*lineups) @ model.weights) >= sign * value - 1e-5
    picked = Draft(ORDER, (0, 1, 2))
    hero = greedy(model, solution, picked, rng)
    values = {one: model.feature((2,), (one,)) @ model.weights for one in range(3, 8)}
    assert hero == min(values, key=values.__getitem__)
    assert truth(picked.then(minimax(model, solution, picked, rng))) == pytest.approx(truth(picked), abs=1e-5)


def test_a_greedy_ban_takes_the_hero_that_the_other_would_take():
    model, rng = model_of(8, 3, 22), np.random.default_rng(0)
    solution = solve(model, Draft(ORDER))
    strengths = model.weights[:8]
    assert greedy(model, solution, Draft(ORDER), rng) == int(np.argmax(strengths))


def test_a_drafter_that_is_not_there_is_refused():
    with pytest.raises(BadDraft, match="expected a drafter, minimax, greedy, random, got 'best'"):
        find_drafter("best")
