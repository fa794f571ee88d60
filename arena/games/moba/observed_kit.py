"""Observation of what a hero carries, waits for and bears: items, potions, second lives, effects that last."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bounty import net_worth
from arena.games.moba.casting import ability_ready, aims_at_point, aims_at_unit
from arena.games.moba.layout import ABILITIES, ACTIVE_ITEMS, HALF, HEROES, ITEM_SLOTS
from arena.games.moba.observed_units import NEAR_UNIT, part, squash, yes
from arena.games.moba.purchases import buyback_cost, can_buy_back
from arena.games.moba.rules import (
    ARMOUR,
    BURN,
    DISARM,
    HASTE,
    INVISIBLE,
    LIFESTEAL,
    MIGHT,
    REGENERATION,
    REVEAL,
    ROOT,
    SHIELD,
    SILENCE,
    SLOW,
    SPEED,
    STUN,
    THORNS,
)
from arena.games.moba.spellbook import spell_at, use_slot

LEFT_TICKS = 150.0
COOLDOWN_TICKS = 300.0


@kernel
def note_effects(m, w):
    """Ticks left of the longest effect of each kind upon each hero, the present one counted; 0 without one."""
    w.left[:] = 0
    for half in range(2):
        for place in range(m.effect_count[half]):
            effect = m.effects[half, place]
            slot = effect.target - half * HALF
            if slot >= 0 and slot < HEROES:
                h = half * HEROES + slot
                w.left[h, effect.kind] = max(w.left[h, effect.kind], effect.end - m.tick + 1)


@kernel
def write_lasting(w, o, h):
    """Time left of the effects upon the hero."""
    left = w.left[h]
    o.shield_left = squash(left[SHIELD], LEFT_TICKS)
    o.burn_left = squash(left[BURN], LEFT_TICKS)
    o.stun_left = squash(left[STUN], LEFT_TICKS)
    o.root_left = squash(left[ROOT], LEFT_TICKS)
    o.slow_left = squash(left[SLOW], LEFT_TICKS)
    o.silence_left = squash(left[SILENCE], LEFT_TICKS)
    o.disarm_left = squash(left[DISARM], LEFT_TICKS)
    o.armour_left = squash(left[ARMOUR], LEFT_TICKS)
    o.speed_left = squash(left[SPEED], LEFT_TICKS)
    o.invisible_left = squash(left[INVISIBLE], LEFT_TICKS)
    o.reveal_left = squash(left[REVEAL], LEFT_TICKS)
    o.lifesteal_left = squash(left[LIFESTEAL], LEFT_TICKS)
    o.thorns_left = squash(left[THORNS], LEFT_TICKS)
    o.haste_left = squash(left[HASTE], LEFT_TICKS)
    o.might_left = squash(left[MIGHT], LEFT_TICKS)
    o.regeneration_left = squash(left[REGENERATION], LEFT_TICKS)


@kernel
def write_uses(m, r, w, o, h):
    """The items that have a use."""
    hero = m.heroes[h]
    for k in range(ITEM_SLOTS):
        o.item_waits[k].item_cooldown = squash(hero.item_ready[k] - m.tick, COOLDOWN_TICKS)
    for place in range(ACTIVE_ITEMS):
        row = o.uses[place]
        slot = use_slot(r, hero, place)
        if slot < 0:
            o.uses[place] = w.blank.uses[0]
            continue
        spell = spell_at(r, hero, ABILITIES + slot)
        row.use_number = float(hero.items[slot])
        row.use_ready = yes(ability_ready(m, r, h, ABILITIES + slot))
        row.use_cooldown = squash(hero.item_ready[slot] - m.tick, COOLDOWN_TICKS)
        row.use_cost = part(spell.cost[0], 500.0)
        row.use_reach = part(spell.reach, NEAR_UNIT)
        row.aims_at_unit = yes(aims_at_unit(spell))
        row.aims_at_point = yes(aims_at_point(spell))
        row.for_allies = yes(spell.ally)


@kernel
def write_buyback(m, r, kit, h):
    """What a return from death at once would take."""
    hero = m.heroes[h]
    kit.net_worth = squash(net_worth(r, hero), 10000.0)
    kit.buyback_gold = part(hero.gold, buyback_cost(r, hero))
    kit.buyback_ready = yes(can_buy_back(m, r, h))
    wait = r.variant.buyback
    kit.buyback_wait = part(hero.bought_back + wait - m.tick, wait) if hero.bought_back > 0 else 0.0


@kernel
def write_kit(m, r, w, o, h):
    """What the hero has besides what version 1 knew."""
    hero = m.heroes[h]
    kit = o.kit[0]
    write_buyback(m, r, kit, h)
    write_uses(m, r, w, o, h)
    kit.potions = part(hero.potions, 4.0)
    kit.potion_left = squash(hero.potion_end - m.tick + 1, LEFT_TICKS)
    kit.waiting = part(hero.next_item - hero.got - hero.carried, 4.0)
    kit.carried = part(hero.carried, 4.0)
    kit.courier_comes = yes(m.courier_for[h // HEROES] == h % HEROES)
    kit.second_life = yes(hero.second_life)
    kit.rises = part(hero.rises - m.tick, 300.0)
    kit.lane_top = yes(hero.lane == 0)
    kit.lane_middle = yes(hero.lane == 1)
    kit.lane_bottom = yes(hero.lane > 1)
    write_lasting(w, o.effects[0], h)
