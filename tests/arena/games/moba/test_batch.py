"""The native interface: arrays, what a batch refuses, results, and that matches keep apart."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from arena.games import moba
from arena.games.moba import Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.bots import KERNELS
from arena.games.moba.scaling import act
from arena.games.moba.tick import advance, decode_all, observe
from tests.arena.games.moba.scenes import Scene


def batch_of(variant: str, count: int) -> Batch:
    """Fresh matches."""
    return Batch(variant, [Setup(s, *random_lineups(variant, s)) for s in range(count)])


@pytest.mark.parametrize("variant", moba.VARIANTS)
def test_the_arrays_have_the_shapes_of_the_contract(variant: str) -> None:
    batch = batch_of(variant, 3)
    assert (
        batch.observations.shape == (3, 10, moba.OBSERVATION_SIZE) and batch.observations.dtype == np.float32
    )
    assert batch.masks.shape == (3, 10, moba.MASK_SIZE) and batch.masks.dtype == np.bool_
    assert batch.slots.shape == (3, 10, moba.TARGETS)
    assert batch.active.shape == (3, 10) and batch.running.all()
    assert batch.active.sum() == 3 * 2 * moba.heroes_per_side(variant)
    assert batch.tally.shape == (3, 10, len(moba.TALLY_NAMES))
    assert batch.faults().shape == (3, len(moba.FAULT_NAMES))


def test_arrays_stay_where_they_are() -> None:
    batch = batch_of("blitz", 2)
    before = [a.ctypes.data for a in (batch.observations, batch.masks, batch.slots, batch.matches)]
    for _ in range(3):
        batch.observe()
        batch.step(np.zeros((2, 10, 4), np.int64))
    assert before == [a.ctypes.data for a in (batch.observations, batch.masks, batch.slots, batch.matches)]


def test_observations_can_be_left_out_and_change_nothing() -> None:
    with_floats = batch_of("blitz", 2)
    without = Batch("blitz", with_floats.setups, observe_floats=False)
    assert without.observations.shape[0] == 0
    for _ in range(60):
        for batch in (with_floats, without):
            batch.observe()
            batch.step(np.zeros((2, 10, 4), np.int64))
    assert with_floats.matches.tobytes() == without.matches.tobytes()
    assert with_floats.masks.tobytes() == without.masks.tobytes()


@pytest.mark.parametrize(
    ("shape", "kind"), [((1, 10, 4), np.int64), ((2, 10, 3), np.int64), ((2, 10, 4), np.int32)]
)
def test_actions_of_another_shape_or_type_are_refused(shape: tuple[int, ...], kind: type) -> None:
    batch = batch_of("blitz", 2)
    batch.observe()
    with pytest.raises(ValueError, match=r"expected actions of shape \(2, 10, 4\) and type int64; got"):
        batch.step(np.zeros(shape, kind))


def test_an_unknown_variant_is_named_with_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match="expected a variant, one of full, blitz, duel, skirmish; got 'ranked'"
    ):
        Batch("ranked", [])


def test_a_batch_may_be_empty() -> None:
    batch = Batch("blitz", [])
    batch.observe()
    batch.step(np.zeros((0, 10, 4), np.int64))
    assert len(batch.results()) == len(batch.faults()) == 0


def test_results_add_up() -> None:
    scene = Scene()
    scene.step(50)
    m, result = scene.m, scene.batch.results()[0]
    assert (result["winner"], result["ending"], result["ticks"]) == (0, lay.RUNNING, 400)
    assert list(result["structures"]) == [lay.STRUCTURES] * 2
    m.units[scene.structure(1, 3)].alive = 0
    m.kills[:] = 3, 4
    m.heroes[2].gold = 100
    m.heroes[2].items[:2] = 3, 1
    m.heroes[2].got, m.heroes[2].next_item = 2, 4
    costs = [int(scene.rules.items[item].cost) for item in (2, 0, *m.heroes[2].build[2:4])]
    m.heroes[7].gold += 11
    result = scene.batch.results()[0]
    assert list(result["structures"]) == [lay.STRUCTURES, lay.STRUCTURES - 1]
    assert list(result["kills"]) == [3, 4]
    each = int(m.heroes[0].gold)
    assert list(result["net_worth"]) == [4 * each + 100 + sum(costs), 5 * each + 11]


def test_hero_results_hold_lineup_level_and_ledger() -> None:
    scene = Scene(("Lance", "Ember"), ("Shade",))
    scene.put(1, 0.0, level=7)
    scene.step(20)
    rows = scene.batch.hero_results()
    assert rows.shape == (1, 10)
    assert [moba.HERO_NAMES[h] for h in rows["hero"][0, [0, 1, 5]]] == ["Lance", "Ember", "Shade"]
    assert rows["level"][0, 1] == 7
    assert rows["gold"][0, 0] == scene.tally(0, lay.GOLD) > 0.0
    assert tuple(rows.dtype.names) == moba.HERO_RESULT_FIELDS


def test_an_empty_seat_is_marked() -> None:
    batch = batch_of("duel", 1)
    batch.observe()
    batch.step(np.zeros((1, 10, 4), np.int64))
    assert list(batch.hero_results()["hero"][0] >= 0) == [True] + [False] * 4 + [True] + [False] * 4
    assert list(batch.active[0]) == [True] + [False] * 4 + [True] + [False] * 4
    empty = ~batch.active[0]
    assert not batch.masks[0, empty, 1:].any() and batch.masks[0, :, lay.HOLD].all()
    assert (batch.tally[0, empty] == 0.0).all()


def test_a_decision_taken_tick_by_tick_is_the_same_decision() -> None:
    whole, parts = batch_of("duel", 2), batch_of("duel", 2)
    for batch in (whole, parts):
        batch.matches["limit"][0] = 34  # ends within a decision
    seen = []
    for _ in range(10):
        for batch in (whole, parts):
            batch.observe()
        whole.step(np.zeros((2, 10, 4), np.int64))
        seen += [int(parts.matches["tick"][1]) for _ in parts.step_by_tick(np.zeros((2, 10, 4), np.int64))]
    assert whole.matches.tobytes() == parts.matches.tobytes()
    assert seen == list(range(1, 41)) and parts.matches["tick"].tolist() == [34, 40]
    assert parts.decision == whole.decision == 10


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="asks how the rules were compiled")
@pytest.mark.parametrize("player", sorted(KERNELS))
def test_no_record_by_itself_goes_from_python_to_compiled_code(player: str) -> None:
    batch = Batch("duel", [Setup(1, *random_lineups("duel", 1))])
    batch.observe()
    batch.step(act(batch, player))
    for entry in (observe, decode_all, advance, KERNELS[player]):
        kinds = {type(kind) for signature in entry.signatures for kind in signature}
        assert numba.types.Array in kinds
        assert numba.types.Record not in kinds, "each would cost 25 to 80 microseconds a call"


STARTS = ("fresh", "midgame", "siege")


def play(batch: Batch, decisions: int, player: str = "medium") -> None:
    for _ in range(decisions):
        batch.observe()
        batch.step(act(batch, player))


def at_place(batch: Batch, place: int) -> list[bytes]:
    """All that there is to a match: its record, and what is observed of it."""
    return [a[place].tobytes() for a in (batch.matches, batch.slots, batch.masks, batch.observations)]


@pytest.mark.parametrize("variant", ["blitz", "duel"])
def test_a_match_that_is_reset_is_a_fresh_one_in_every_byte_wherever_it_lies(variant: str) -> None:
    setups = [Setup(s, *random_lineups(variant, s)) for s in range(5)]
    starts = STARTS if variant == "blitz" else ("fresh",) * 3
    new = [
        Setup(90 + s, *random_lineups(variant, 90 + s), start=start, randomisation=moba.PRESETS["wide"])
        for s, start in enumerate(starts)
    ]
    batch, untouched = (Batch(variant, setups, limit_s=60.0) for _ in range(2))
    fresh = Batch(variant, new, limit_s=60.0)
    for one in (batch, untouched):
        play(one, 50)
    places = np.array([4, 0, 2])
    batch.reset_matches(places, new)
    assert batch.setups == (new[1], setups[1], new[2], setups[3], new[0])
    for decisions in (0, 1, 120):
        for one in (batch, untouched, fresh):
            play(one, decisions)
        assert [at_place(batch, place) for place in places] == [at_place(fresh, place) for place in range(3)]
        assert [at_place(batch, place) for place in (1, 3)] == [
            at_place(untouched, place) for place in (1, 3)
        ]


def test_a_match_that_ended_runs_again_once_it_is_reset_and_no_array_moves() -> None:
    batch = Batch("duel", [Setup(1, (0,), (1,))] * 2, limit_s=1.0)
    before = [a.ctypes.data for a in (batch.observations, batch.masks, batch.slots, batch.matches)]
    play(batch, 8)
    assert not batch.running.any()
    batch.reset_matches([1], [Setup(2, (3,), (4,))])
    assert list(batch.running) == [False, True]
    assert batch.hero_results()["hero"][:, 0].tolist() == [0, 3]
    play(batch, 8)
    assert not batch.running.any() and list(batch.results()["ticks"]) == [30, 30]
    assert before == [a.ctypes.data for a in (batch.observations, batch.masks, batch.slots, batch.matches)]


@pytest.mark.parametrize(
    ("ids", "setups", "message"),
    [
        ([2], [Setup(1, (0,), (1,))], r"expected different places from 0 to 1; got \[2\]"),
        ([-1], [Setup(1, (0,), (1,))], r"expected different places from 0 to 1; got \[-1\]"),
        ([0, 0], [Setup(1, (0,), (1,))] * 2, r"expected different places from 0 to 1; got \[0, 0\]"),
        ([0, 1], [Setup(1, (0,), (1,))], "expected a setup for each of 2 matches; got 1"),
        (
            [0, 1],
            [Setup(1, (0,), (1,)), Setup(1, (0, 1), (2,))],
            "expected 1 different heroes for west in duel",
        ),
    ],
)
def test_a_reset_that_cannot_be_is_refused_and_changes_nothing(
    ids: list[int], setups: list[Setup], message: str
) -> None:
    batch = Batch("duel", [Setup(1, (0,), (1,))] * 2)
    play(batch, 5)
    before = [at_place(batch, place) for place in range(2)]
    with pytest.raises(ValueError, match=message):
        batch.reset_matches(ids, setups)
    assert [at_place(batch, place) for place in range(2)] == before


def test_some_places_can_be_observed_alone_and_also_where_a_match_has_ended() -> None:
    setups = [Setup(s, *random_lineups("blitz", s)) for s in range(4)]
    batch, endless = Batch("blitz", setups), Batch("blitz", setups)
    batch.matches["limit"][:2] = 120
    for one in (batch, endless):
        play(one, 30)
    assert list(batch.running) == [False, False, True, True]
    endless.observe()
    batch.observe_places(np.array([3, 1]))
    for field in ("observations", "masks", "slots"):
        alike = [np.array_equal(getattr(batch, field)[k], getattr(endless, field)[k]) for k in range(4)]
        assert alike[1] and alike[3] and (field != "observations" or not (alike[0] or alike[2]))
    assert list(batch.running) == [False, False, True, True]
