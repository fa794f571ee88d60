"""What a hero can cast: its abilities and the uses of its items, by order, by key and by code.

A key says what of its own a hero casts: 0-3 an ability, from ABILITIES on the item of a slot. A code says, on lasting
effects and missiles, whose data they follow: a hero's ability, or, from ITEM_CODES on, an item.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import ABILITIES, CAST_1, CAST_4, ITEM_SLOTS, USE_1, USE_2
from arena.games.moba.numbers import hero_of
from arena.games.moba.rules import ITEM_CODES


@kernel
def spell_of(m, r, source, ability):
    """The data behind the code of an ability: a hero's, or the use of an item."""
    if ability >= ITEM_CODES:
        return r.items[ability - ITEM_CODES].active
    return r.heroes[hero_of(m, source).hero].abilities[ability % ABILITIES]


@kernel
def is_cast(order):
    """The order is to use an ability or an item."""
    return (order >= CAST_1 and order <= CAST_4) or order == USE_1 or order == USE_2


@kernel
def use_slot(r, hero, wanted):
    """Slot of the first (0) or second (1) item with a use that a hero holds, -1 if it holds none."""
    for slot in range(ITEM_SLOTS):
        if hero.items[slot] > 0 and r.items[hero.items[slot] - 1].usable:
            if wanted == 0:
                return slot
            wanted -= 1
    return -1


@kernel
def key_of(r, hero, order):
    """What an order casts: ability 0-3, or from ABILITIES on the item of a slot; -1 if the hero holds none."""
    if order < USE_1:
        return order - CAST_1
    slot = use_slot(r, hero, order - USE_1)
    return ABILITIES + slot if slot >= 0 else -1


@kernel
def spell_at(r, hero, k):
    """The data of what a hero casts as `k`, a key as of `key_of`."""
    if k < ABILITIES:
        return r.heroes[hero.hero].abilities[k]
    return r.items[hero.items[k - ABILITIES] - 1].active


@kernel
def level_at(hero, k):
    """Its level, from 0; -1 when it is not learnt."""
    return hero.skill[k] - 1 if k < ABILITIES else 0


@kernel
def code_at(hero, k):
    """The code that its effects and missiles bear."""
    if k < ABILITIES:
        return hero.hero * ABILITIES + k
    return ITEM_CODES + hero.items[k - ABILITIES] - 1
