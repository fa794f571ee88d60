"""Abilities that `bot:hard` uses on neutrals: harm within reach, and strength for the caster, where mana is plenty."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import cast, kind_of
from arena.games.moba.bots.spells import BUFF, HARM, PLENTY, RUSH, ULTIMATE, use_of
from arena.games.moba.contract import ABILITY_MASK, SELF_TARGET, TARGETS
from arena.games.moba.layout import ABILITIES
from arena.games.moba.numbers import distance2, hero_of
from arena.games.moba.rules import AREA_MODE, LINE_MODE, POINT_MODE, SELF_MODE, UNIT_MODE
from arena.games.moba.spellbook import key_of, spell_at


@kernel
def is_for_neutral(k, spell, use, gap2_to):
    """An ability that helps to bring down a neutral: harm within reach, or strength for the caster."""
    if k == ULTIMATE or use & RUSH or spell.ally:
        return False
    if spell.mode == SELF_MODE:
        return use & BUFF != 0
    if spell.mode == AREA_MODE:
        return use & HARM != 0 and gap2_to <= 0.8 * spell.radius * spell.radius
    aimed = spell.mode == UNIT_MODE or spell.mode == POINT_MODE or spell.mode == LINE_MODE
    return aimed and use & HARM != 0 and gap2_to <= spell.reach * spell.reach


@kernel
def use_spells_on(m, r, v, slots, mask, me, slot, action):
    """Use an ability on the neutral in a target slot, with mana to spare; True when one is used."""
    if v.mana < PLENTY:
        return False
    gap2_to = distance2(m.units[me], m.units[slots[slot]])
    for k in range(ABILITIES):
        if not mask[kind_of(k)]:
            continue
        spell = spell_at(r, hero_of(m, me), key_of(r, hero_of(m, me), kind_of(k)))
        if is_for_neutral(k, spell, use_of(spell), gap2_to):
            alone = spell.mode == SELF_MODE or spell.mode == AREA_MODE
            if alone or mask[ABILITY_MASK + k * TARGETS + slot]:
                cast(action, k, SELF_TARGET + 0 if alone else slot)
                return True
    return False
