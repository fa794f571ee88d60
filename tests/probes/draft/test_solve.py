"""The exact solution against trying everything, with and without bans, either side first."""

from __future__ import annotations

import time

import numpy as np
import pytest

from probes.draft import solve as solving
from probes.draft.errors import TooLarge
from probes.draft.order import Draft, Order
from probes.draft.sets import layer_shape, members_of, ranks, sets, squeeze
from probes.draft.solve import final_layer, pool_of, solve
from probes.draft.table import tabulate
from tests.probes.draft.brute import solver
from tests.probes.draft.made import model_of

ORDERS = [
    (3, "ABBAAB"), (3, "BAABBA"), (4, "ABBAABBA"), (4, "BABABABA"), (2, "abABBA"), (2, "baBAAB"), (2, "abABabBA"),
    (2, "ABBaAb"), (1, "abABab"), (2, "aabABBA"), (3, "aABbBAAB"), (3, "AAABBB"),
]  # fmt: skip


@pytest.mark.parametrize(("size", "text"), ORDERS)
def test_equal_to_brute_force_on_a_pool_of_8(size, text):
    model = model_of(8, size, seed=len(text) + size)
    draft = Draft(Order.parse(text, size=size, heroes=8))
    truth, solution, rng = solver(model), solve(model, draft), np.random.default_rng(4)
    assert solution.value(draft) == pytest.approx(truth(draft), abs=1e-5)
    while not draft.complete:  # a draft that wanders, so that bad steps are answered too
        values = solution.options(draft)
        assert values == pytest.approx({hero: truth(draft.then(hero)) for hero in values}, abs=1e-5)
        again = solve(model, draft)
        assert again.value(draft) == pytest.approx(truth(draft), abs=1e-5)
        draft = draft.then(int(rng.choice(list(values))))
    assert solution.value(draft) == pytest.approx(truth(draft), abs=1e-5)
    assert solution.options(draft) == {}


@pytest.mark.parametrize("text", ["ABBAAB", "abABBABA", "ABabBAAB"])
def test_either_first_pick_is_the_other_with_the_sign_changed(text):
    model, order = model_of(8, 3, seed=5), Order.parse(text, size=3, heroes=8)
    value = solve(model, Draft(order)).value(Draft(order))
    other = Draft(order.exchanged())
    assert solve(model, other).value(other) == pytest.approx(-value, abs=1e-5)


def test_heroes_renamed_change_nothing():
    model, draft = model_of(8, 3, seed=6), Draft(Order.parse("aABbBAAB", size=3, heroes=8))
    order = np.random.default_rng(0).permutation(8)
    strengths, synergies, counters = model.columns.unpack(model.weights)
    mixed = (strengths[order], synergies[np.ix_(order, order)], counters[np.ix_(order, order)])
    other = model.__class__(model.names, 3, model.columns.pack(*mixed), model.covariance, model.prior)
    assert solve(other, draft).value(draft) == pytest.approx(solve(model, draft).value(draft), abs=1e-5)


def test_all_17_heroes_in_time_and_the_table_agrees():
    model, draft = model_of(17, 5, seed=1), Draft(Order.parse("snake"))
    solve(model_of(10, 5, seed=1), Draft(Order.parse("snake", heroes=10)))  # compiled
    began = time.process_time()
    table = tabulate(model)
    tabled = time.process_time()
    solution = solve(model, draft)
    solved = time.process_time()
    values = solution.options(draft)
    assert time.process_time() - solved < 0.05
    assert (
        tabled - began < 6.0 and solved - tabled < 5.0
    )  # a tenth of the aim for the table, half for the draft
    assert table.logits.shape == layer_shape(17, 5, 5) and table.logits.size == 4_900_896
    end = draft
    while not end.complete:
        values = solution.options(end)
        end = end.then((max if end.turn == "A" else min)(values, key=values.__getitem__))
    assert solution.value(draft) == table.logit(end.heroes("A"), end.heroes("B"))


def test_the_table_is_the_model_and_antisymmetric():
    model = model_of(11, 4, seed=2)
    table, rng = tabulate(model), np.random.default_rng(0)
    for _ in range(40):
        dealt = rng.permutation(11)
        west, east = dealt[:4].tolist(), dealt[4:8].tolist()
        row = model.feature(west, east)
        assert table.logit(west, east) == pytest.approx(row @ model.weights, abs=1e-5)
        assert table.logit(east, west) == pytest.approx(-table.logit(west, east), abs=1e-6)


def test_a_draft_with_late_bans_is_refused_when_it_would_not_fit(monkeypatch):
    model, draft = model_of(17, 5, seed=1), Draft(Order.parse("ABBAABBAAabab" + "B"))
    monkeypatch.setattr(solving, "MOST_BYTES", 1 << 28)
    with pytest.raises(TooLarge, match=r"expected a draft whose layers fit .* its bans come late"):
        solve(model, draft)


def test_ranks_and_sets_name_each_set_once():
    for m in range(9):
        for count in range(m + 1):
            masks = sets(m, count)
            assert ranks(8)[masks].tolist() == list(range(len(masks)))
            assert all(len(members_of(mask)) == count for mask in masks.tolist())


def test_squeezing_drops_places():
    assert squeeze(0b101000, 0b000110) == 0b1010
    assert squeeze(0b1, 0) == 0b1
    assert squeeze(0b1000001, 0b0111110) == 0b11


def test_the_final_layer_counts_what_was_picked():
    model = model_of(8, 3, seed=9)
    draft = Draft(Order.parse("ABBAAB", size=3, heroes=8), (4, 6))
    layer = final_layer(pool_of(model, draft), 2, 2)
    # Of the heroes left, 0 1 2 3 5 7, A takes the first two, B the first two of the rest.
    assert layer[0, 0] == pytest.approx(model.feature((4, 0, 1), (6, 2, 3)) @ model.weights, abs=1e-5)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["bans", "four-bans", "captains"])
def test_bans_of_17_heroes_within_a_minute(name):
    model, draft = model_of(17, 5, seed=1), Draft(Order.parse(name))
    began = time.process_time()
    solution = solve(model, draft)
    assert time.process_time() - began < 60
    best = (max if draft.turn in "Aa" else min)(solution.options(draft).values())
    assert best == solution.value(draft)
