"""Older versions of the contract: frozen, and shown as they were, from a recording made when they were new."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.games import moba
from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.fields import columns
from arena.games.moba.rule_records import RULES
from arena.games.moba.rules import POINT_MODE, UNIT_MODE
from arena.games.moba.versions import contract_of
from tests.arena.games.moba.random_play import setups

# Moments of whole matches and of a pit, their rules, and what contract 1 showed of them: recorded from the last
# commit that had no other, 672504b.
RECORDED = Path(__file__).parents[3] / "data" / "contract-1.npz"
FIRST_CREEP_1 = 20  # creeps' first slot then; a courier stands there now
UNIT_FIELDS = {"target", "source", "order_unit", "cast_unit"}


def test_version_1_never_changes() -> None:
    one = contract_of(1)
    digest = hashlib.sha256("\n".join(one.columns).encode()).hexdigest()
    assert digest == "0feb188711dbdeac83a0383edeafa1fa2ccc7568e8a2f3cd2454549b8385ff9c"
    assert one.action_ranges == (8, 38, 81, 17)
    assert (len(one.columns), one.mask_size) == (1168, 198)


def test_the_newest_version_is_what_the_game_writes() -> None:
    newest = contract_of(moba.CONTRACT_VERSION)
    assert tuple(range(1, moba.CONTRACT_VERSION + 1)) == moba.VERSIONS
    assert newest.columns == tuple(name for name, _ in columns())
    assert newest.mask_size == moba.MASK_SIZE and newest.action_ranges == moba.ACTION_RANGES


@pytest.mark.parametrize("version", [0, 3, "1"])
def test_an_unknown_version_is_named_with_the_known_ones(version: Any) -> None:
    with pytest.raises(ValueError, match=f"expected a version of the contract, one of 1, 2; got {version!r}"):
        contract_of(version)


def number_now(numbers: Any) -> Any:
    """Numbers of units in the record of then as they are now."""
    slot = numbers % lay.HALF
    return np.where((numbers >= 0) & (slot >= FIRST_CREEP_1), numbers + 1, numbers)


def carry_over(new: Any, old: Any) -> None:
    """Fill a record of today with the fields that one of then has, arrays as far as they went."""
    for name in set(old.dtype.names) & set(new.dtype.names):
        if old[name].dtype.names:
            if name == "units":
                new[name][..., number_now(np.arange(lay.UNITS)[:-1])] = _same(old[name], new[name].dtype)[
                    ..., :-1
                ]
            else:
                stretch = tuple(
                    slice(min(a, b)) for a, b in zip(old[name].shape, new[name].shape, strict=True)
                )
                carry_over(new[name][stretch], old[name][stretch])
        else:
            stretch = tuple(slice(min(a, b)) for a, b in zip(old[name].shape, new[name].shape, strict=True))
            new[name][stretch] = number_now(old[name][stretch]) if name in UNIT_FIELDS else old[name][stretch]


def _same(old: Any, kind: np.dtype[Any]) -> Any:
    new = np.zeros(old.shape, kind)
    carry_over(new, old)
    return new


def recorded(variant: str) -> tuple[moba.Batch, dict[str, Any]]:
    """The recorded moments of a variant as a batch, under the rules' numbers of then, and what was observed."""
    with np.load(RECORDED) as file:
        mine = file["variant"] == variant
        found = {name: file[name][mine] for name in ("matches", "observations", "masks", "slots")}
        rules = _same(file[f"rules_{variant}"], RULES)[0]
    batch = moba.Batch(variant, setups(variant, len(found["matches"])))
    carry_over(batch.matches, found["matches"])
    for m in batch.matches:
        for hero in m.heroes:
            if hero.hero >= 0:
                hero.build[:] = rules.heroes[hero.hero].build
    batch.rules = rules
    return batch, found


@pytest.mark.parametrize("variant", ["blitz", "duel", "full"])
def test_version_1_shows_what_it_showed(variant: str) -> None:
    batch, then = recorded(variant)
    shown = moba.Shown(batch, 1)
    batch.observe()
    shown.refresh()
    now = shown.batch
    differ = np.unique(np.nonzero(now.observations.view(np.int32) != then["observations"].view(np.int32))[2])
    assert [contract_of(1).columns[column] for column in differ] == []
    assert now.observations.tobytes() == then["observations"].tobytes()
    assert np.array_equal(now.masks, then["masks"])
    assert np.array_equal(now.slots, number_now(then["slots"].astype(np.int64)))


def test_what_no_version_had_a_word_for_is_masked() -> None:
    """Beside a neutral alone: whoever can name it may attack it, the others have no target."""
    batch = moba.Batch("blitz", setups("blitz", 1))
    shown = moba.Shown(batch, 1)
    m, rules = batch.matches[0], batch.rules
    hero, unit = m.heroes[0], m.units[0]
    mine = rules.heroes[hero.hero].abilities
    mine["mode"], mine["ally"], mine["reach"], mine["cost"] = UNIT_MODE, 0, 500.0, 0.0
    mine["mode"][1] = POINT_MODE
    hero.skill[:], hero.cooldown[:] = 1, 0
    shown = moba.Shown(batch, 1)
    neutral = m.units[lay.FIRST_NEUTRAL]
    neutral.kind, neutral.alive, neutral.x, neutral.y = lay.SMALL, 1, 0.0, 0.0
    neutral.health = neutral.max_health = 100.0
    unit.x, unit.y = 100.0, 0.0
    batch.observe()
    neutral.seen = 2
    batch.observe()
    shown.refresh()
    newest, old = batch.masks[0, 0], shown.batch.masks[0, 0]
    kinds = [lay.ATTACK, *range(lay.CAST_1, lay.CAST_4 + 1)]
    assert newest[kinds].all() and newest[c.ATTACK_MASK + c.NEUTRAL_SLOT]
    assert old[kinds].tolist() == [False, False, True, False, False]
    assert not old[8:].any()


def test_a_match_that_is_reset_is_shown_by_its_new_heroes() -> None:
    """What an ability is legal with depends on who sits there: version 1 is shown what it is of a fresh batch."""
    first, second = (
        [moba.Setup(s, *moba.random_lineups("blitz", s)) for s in range(k, k + 4)] for k in (0, 40)
    )
    batch, fresh = moba.Batch("blitz", first), moba.Batch("blitz", second)
    shown, of_fresh = moba.Shown(batch, 1), moba.Shown(fresh, 1)
    batch.reset_matches(range(4), second)
    for one, look in ((batch, shown), (fresh, of_fresh)):
        for match in one.matches["heroes"]:
            match["skill"][:] = 1  # every ability is learnt
        one.observe()
        look.refresh()
    assert shown.batch.setups == batch.setups
    assert shown.batch.masks.tobytes() == of_fresh.batch.masks.tobytes()
    assert shown.batch.observations.tobytes() == of_fresh.batch.observations.tobytes()
