"""The groups of fields that version 2 of the contract added: neutrals, runes, couriers, and what a hero carries."""

from __future__ import annotations

from arena.games.moba.field_groups import (
    ATTACKS_ME,
    BLOW,
    DAMAGE,
    HEALTH_SHARE,
    IN_ITS_REACH,
    LEGAL,
    PROGRESS,
    Field,
    flag,
    share,
    signed,
)
from arena.games.moba.rule_records import MAX_ITEMS

LEFT = "t / (t + 5 s), a tick added"

KIT = (
    share("net_worth", "gold in hand, and the price of what it has bought", "g / (g + 10,000)"),
    share("potions", "potions in hand", "4 potions, cut at 1"),
    share("potion_left", "time for which a potion still works", LEFT),
    share("waiting", "items bought that wait at home", "4 items, cut at 1"),
    share("carried", "items on their way with the courier", "4 items, cut at 1"),
    flag("courier_comes", "the courier is on its way to the hero"),
    flag("second_life", "will rise again where it falls"),
    share("rises", "time until it rises where it fell, 0 when it does not", "10 s, cut at 1"),
    share("buyback_gold", "gold in hand for a return from death at once", "of its price, cut at 1"),
    share("buyback_wait", "time until a return may be bought again", "of the whole time"),
    flag("buyback_ready", "dead, and can buy its return"),
    flag("lane_top", "the setup gave it the top lane of the own frame; 0 in all three: none"),
    flag("lane_middle", "the middle lane"),
    flag("lane_bottom", "the bottom lane"),
)
USE = (
    Field("use_number", 0.0, float(MAX_ITEMS), "number", "item's number + 1, 0 none: to be embedded"),
    flag("use_ready", "paid for, not cooling down, and nothing hinders its use"),
    share("use_cooldown", "time until it can be used again", "t / (t + 10 s)"),
    share("use_cost", "mana it costs", "500, cut at 1"),
    share("use_reach", "range", "1,000, cut at 1"),
    flag("aims_at_unit", "wants a unit"),
    flag("aims_at_point", "wants a point or direction; neither: no target"),
    flag("for_allies", "meant for the own side"),
)
ITEM_WAIT = (share("item_cooldown", "time until it can be used again", "t / (t + 10 s)"),)
LASTING = (
    share("shield_left", "a shield", LEFT),
    share("burn_left", "damage over time", LEFT),
    share("stun_left", "a stun", LEFT),
    share("root_left", "a root", LEFT),
    share("slow_left", "a slow", LEFT),
    share("silence_left", "a silence", LEFT),
    share("disarm_left", "a disarming", LEFT),
    share("armour_left", "more or less armour", LEFT),
    share("speed_left", "more speed", LEFT),
    share("invisible_left", "invisibility", LEFT),
    share("reveal_left", "being shown though invisible", LEFT),
    share("lifesteal_left", "attacks that heal", LEFT),
    share("thorns_left", "damage that is returned", LEFT),
    share("haste_left", "more attack speed", LEFT),
    share("might_left", "more damage", LEFT),
    share("regeneration_left", "health that comes back", LEFT),
)
WORLD = (
    flag("night", "night, which shortens sight"),
    share("sun", "time until day or night ends", "of its length"),
    share(
        "next_rune", "time until the next runes come, 1 where none do", "of the time between two, cut at 1"
    ),
    share("own_bosses", "bosses the own side killed", "n / (n + 2)"),
    share("enemy_bosses", "bosses the enemy killed", "n / (n + 2)"),
    signed(
        "boss_pit",
        "where it is or comes next: 1 the own half's pit, -1 the other; 0 unknown: before its first death, unseen",
        "1",
    ),
    share(
        "boss_soonest",
        "time until the boss may come: known from the match's start, or from its death, which is announced",
        "of the most, cut at 1",
    ),
    share("boss_latest", "time until it has come for certain", "of the most, cut at 1"),
    flag("boss_lives", "the boss lives for certain: it is in sight, or its latest return is past"),
    flag("boss_seen", "the boss is in sight"),
    share("boss_health", "health of the boss in sight, else 0", "of the greatest health"),
    flag("courier_alive", "the own courier lives"),
    share("courier_back", "time until it returns from death", "of the whole time"),
    flag("courier_busy", "it is on its way to a hero"),
    signed("courier_x", "where it is, own frame; 0 dead", "7,500"),
    signed("courier_y", "where it is, own frame; 0 dead", "7,500"),
)
CAMP = (
    flag("watched", "the side sees the camp's place"),
    share("neutrals", "living neutrals of the camp in sight", "3 neutrals"),
)
RUNE = (
    flag("rune_watched", "the side sees the rune's place"),
    flag("haste_rune", "a rune in sight: speed"),
    flag("might_rune", "damage"),
    flag("regeneration_rune", "health"),
    flag("arcane_rune", "mana"),
    flag("bounty_rune", "gold and experience"),
    flag("invisibility_rune", "invisibility"),
)
NEUTRAL_RELATION = (IN_ITS_REACH, ATTACKS_ME, BLOW, LEGAL)
NEUTRAL = (
    flag("small", "a small neutral"),
    flag("medium", "one of middle size"),
    flag("large", "a large one"),
    flag("boss", "the boss"),
    HEALTH_SHARE,
    share("health", "health", "h / (h + 1,000)"),
    DAMAGE,
    signed("armour", "armour", "50, cut at -1 and 1"),
    flag("held", "stunned or rooted"),
    flag("attacks_hero", "its target is a hero"),
    PROGRESS,
)
COURIER_RELATION = (BLOW, LEGAL)
COURIER = (HEALTH_SHARE,)
