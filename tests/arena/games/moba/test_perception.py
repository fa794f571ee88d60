"""Target slots and masks: nearest first, never empty, never naming what fog hides."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.games.moba import Batch
from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.rules import UNIT_MODE
from tests.arena.games.moba.random_play import choose, play, setups
from tests.arena.games.moba.scenes import pits, place_creep

CLASSES = {
    "allies": (c.ALLY_SLOT, c.ALLIES),
    "enemies": (c.ENEMY_SLOT, c.ENEMIES),
    "enemy creeps": (c.ENEMY_CREEP_SLOT, c.ENEMY_CREEPS),
    "own creeps": (c.OWN_CREEP_SLOT, c.OWN_CREEPS),
    "enemy structures": (c.ENEMY_STRUCTURE_SLOT, c.ENEMY_STRUCTURES),
    "own structures": (c.OWN_STRUCTURE_SLOT, c.OWN_STRUCTURES),
}


@pytest.fixture(scope="module")
def moments() -> list[Batch]:
    """Observed moments of matches of random players, and pits."""
    found = [pits("blitz", 20)]
    play(found[0], 5)
    for variant, count in (("blitz", 6), ("duel", 4)):
        batch = Batch(variant, setups(variant, count, first=30))
        for _ in range(25):
            play(batch, 40)
            copy = Batch(variant, batch.setups)
            copy.matches[:] = batch.matches
            copy.observe()
            found.append(copy)
    return found


def seats(batch: Batch) -> list[tuple[int, int]]:
    """(match, hero) of the taken seats of running matches."""
    return [(int(b), int(h)) for b, h in np.argwhere(batch.active & batch.running[:, None])]


def targets(batch: Batch, b: int, h: int) -> NDArray[np.bool_]:
    """(rows, TARGETS): legal targets of the attack, of each ability, of each item in use."""
    return batch.masks[b, h, c.ATTACK_MASK :].reshape(-1, c.TARGETS)


def test_no_mask_is_empty_and_the_dead_can_only_hold_or_buy_themselves_back(moments: list[Batch]) -> None:
    dead = 0
    for batch in moments:
        for b, h in seats(batch):
            mask = batch.masks[b, h]
            assert mask[lay.HOLD]
            if not batch.matches[b].units[h // 5 * lay.HALF + h % 5].alive:
                assert mask.sum() == 1 + mask[lay.BUYBACK]
                dead += 1
    assert dead > 20


def test_a_seat_nobody_sits_on_has_no_slots() -> None:
    batch = Batch("duel", setups("duel", 1))
    batch.observe()
    empty = ~batch.active
    assert empty.sum() == 8
    assert (batch.slots[empty] == -1).all()
    assert not batch.observations[empty].any()


def test_no_mask_names_a_unit_that_fog_hides(moments: list[Batch]) -> None:
    hidden = 0
    for batch in moments:
        for b, h in seats(batch):
            units = batch.matches[b].units
            for slot in np.flatnonzero(targets(batch, b, h).any(0)):
                number = int(batch.slots[b, h, slot])
                assert number >= 0 and units[number].alive
                assert number // lay.HALF == h // 5 or units[number].seen
            named = batch.slots[b, h][batch.slots[b, h] >= 0]
            enemies = named[(named // lay.HALF != h // 5) & (named % lay.HALF >= lay.FIRST_CREEP)]
            assert units["seen"][enemies].all()
            heroes = named[(named // lay.HALF != h // 5) & (named % lay.HALF < lay.HEROES)]
            hidden += int((~(units["alive"] & units["seen"]).astype(bool)[heroes]).sum())
    assert hidden > 100


def test_slots_hold_the_nearest_of_their_class_in_order(moments: list[Batch]) -> None:
    for batch in moments:
        for b, h in seats(batch):
            units, half = batch.matches[b].units, h // 5
            me = units[half * lay.HALF + h % 5]
            if not me.alive:
                continue
            gap = np.hypot(units["x"] - me.x, units["y"] - me.y)
            number = np.arange(lay.UNITS)
            slot = number % lay.HALF
            creep = (slot >= lay.FIRST_CREEP) & (slot < lay.FIRST_NEUTRAL)
            creep &= (units["alive"] == 1) & (gap < c.CREEP_RANGE)
            structure = (slot < lay.COURIER) & (slot >= lay.FIRST_STRUCTURE)
            structure &= (units["alive"] == 1) & (gap < c.STRUCTURE_RANGE)
            own = number // lay.HALF == half
            for name, members in (
                ("own creeps", creep & own),
                ("enemy creeps", creep & ~own & (units["seen"] == 1)),
                ("own structures", structure & own),
                ("enemy structures", structure & ~own),
            ):
                first, size = CLASSES[name]
                named = batch.slots[b, h, first : first + size]
                expected = np.sort(gap[members])[:size]
                assert (named[len(expected) :] == -1).all()
                assert members[named[: len(expected)]].all()
                assert gap[named[: len(expected)]] == pytest.approx(expected)
            allies = batch.slots[b, h, : c.ALLIES]
            living = [int(n) for n in allies if n >= 0 and units[n].alive]
            assert (np.diff(gap[living]) >= 0).all()
            assert [int(n) for n in allies if n >= 0][: len(living)] == living


def test_a_kind_that_needs_a_target_is_legal_when_it_has_one(moments: list[Batch]) -> None:
    for batch in moments:
        for b, h in seats(batch):
            mask, rows = batch.masks[b, h], targets(batch, b, h)
            assert mask[lay.ATTACK] == rows[0].any()
            for k in range(lay.ABILITIES):
                spell = batch.rules.heroes[batch.matches[b].heroes[h].hero].abilities[k]
                if spell.mode == UNIT_MODE:
                    assert mask[lay.CAST_1 + k] == rows[1 + k].any()
                assert mask[lay.CAST_1 + k] or not rows[1 + k].any()


def test_every_kind_and_every_class_of_target_is_legal_at_some_time(moments: list[Batch]) -> None:
    kinds = np.zeros(lay.KINDS, bool)
    attacked = np.zeros(c.TARGETS, bool)
    for batch in moments:
        kinds |= batch.masks[:, :, : lay.KINDS].any((0, 1))
        attacked |= batch.masks[:, :, c.ATTACK_MASK : c.ATTACK_MASK + c.TARGETS].any((0, 1))
    assert kinds.all()
    for name, (first, size) in CLASSES.items():
        assert attacked[first : first + size].any() == (name not in ("allies", "own structures")), name


def scene() -> Batch:
    """A quiet moment in the middle: the first hero of each side, and a creep each."""
    batch = Batch("blitz", setups("blitz", 1))
    m = batch.matches[0]
    m.tick = 400
    for half, x in ((0, -200.0), (1, 200.0)):
        unit = m.units[half * lay.HALF]
        unit.x, unit.y, unit.seen = x, 0.0, 1
        creep = place_creep(m, batch.rules, half, 0, lay.MELEE, x, 100.0, 400.0)
        m.units[creep].seen = 1
    return batch


def attackable(batch: Batch, number: int) -> bool:
    """Whether the first hero of west may attack a unit."""
    batch.observe()
    place = np.flatnonzero(batch.slots[0, 0, : c.SELF_TARGET] == number)
    return bool(batch.masks[0, 0, c.ATTACK_MASK + place].any())


def test_own_creeps_can_be_denied_only_when_they_are_low() -> None:
    batch = scene()
    creep = batch.matches[0].units[lay.FIRST_CREEP]
    assert not attackable(batch, lay.FIRST_CREEP)
    creep.health = 0.49 * creep.max_health
    assert attackable(batch, lay.FIRST_CREEP)


def test_stuns_leave_only_hold_and_disarming_takes_the_attack() -> None:
    batch = scene()
    unit = batch.matches[0].units[0]
    assert attackable(batch, lay.HALF)
    unit.status = lay.DISARMED
    assert not attackable(batch, lay.HALF) and batch.masks[0, 0, lay.MOVE]
    unit.status = lay.STUNNED
    batch.observe()
    assert batch.masks[0, 0].sum() == 1 and batch.masks[0, 0, lay.HOLD]
    unit.status = lay.SILENCED
    batch.observe()
    assert batch.masks[0, 0, lay.ATTACK]
    assert not batch.masks[0, 0, lay.CAST_1 : lay.CAST_4 + 1].any()


def test_closed_structures_are_no_targets() -> None:
    batch = scene()
    m = batch.matches[0]
    outer, inner = lay.HALF + lay.FIRST_STRUCTURE + 3, lay.HALF + lay.FIRST_STRUCTURE + 4
    m.units[0].x, m.units[0].y = m.units[outer].x, m.units[outer].y
    m.units["seen"][[outer, inner]] = 1
    assert attackable(batch, outer) and not attackable(batch, inner)
    m.units[inner].open = 1
    assert attackable(batch, inner)


def test_a_recall_is_legal_when_unhurt_for_a_second() -> None:
    batch = scene()
    unit = batch.matches[0].units[0]
    for hurt, legal in ((399, False), (370, False), (369, True)):
        unit.hurt = hurt
        batch.observe()
        assert bool(batch.masks[0, 0, lay.RECALL]) == legal


def test_chosen_actions_are_never_repaired() -> None:
    """The tests' own player keeps to the masks: nothing it does counts as illegal."""
    batch = Batch("blitz", setups("blitz", 4, first=9))
    for _ in range(300):
        batch.observe()
        batch.step(choose(batch))
    assert batch.tally[:, :, lay.ILLEGAL_ACTIONS].sum() == 0
    assert batch.tally[:, :, lay.CASTS : lay.CASTS + lay.ABILITIES].sum() > 50
