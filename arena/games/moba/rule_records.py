"""The record of the rules: every number of the data files that compiled code reads, as NumPy structured types."""

from __future__ import annotations

from arena.games.moba import layout as lay

MAX_HEROES = 24
MAX_ITEMS = 32
BUILD = lay.BUILD
MAX_LEVEL = lay.MAX_LEVEL
WAYPOINTS = 16

ABILITY_EFFECT = lay.record(
    ("kind", "i8"),
    ("on", "i8"),  # 0 who is aimed at or caught, 1 the caster
    ("amount", "f8", (4,)),  # by level
    ("ticks", "i8", (4,)),
    ("extra", "f8"),  # critical: factor; cleave, chain: radius
)
ABILITY = lay.record(
    ("mode", "i8"),
    ("ally", "i8"),  # 1: meant for own side
    ("cost", "f8", (4,)),
    ("cooldown", "i8", (4,)),
    ("reach", "f8"),  # casting range; line: way of the missile
    ("radius", "f8"),  # of the area; line: half width
    ("speed", "f8"),  # of the missile, 0 immediate
    ("pierce", "i8"),  # line: goes through all it meets
    ("cast", "i8"),  # ticks from the order to the effect
    ("channel", "i8"),  # ticks of channelling; the effects come every half second
    ("effects", ABILITY_EFFECT, (lay.EFFECTS_PER_ABILITY,)),
)
HERO = lay.record(
    ("health", "f8"),
    ("health_growth", "f8"),
    ("mana", "f8"),
    ("mana_growth", "f8"),
    ("health_regen", "f8"),
    ("health_regen_growth", "f8"),
    ("mana_regen", "f8"),
    ("mana_regen_growth", "f8"),
    ("armour", "f8"),
    ("armour_growth", "f8"),
    ("resist", "f8"),
    ("damage", "f8"),
    ("damage_growth", "f8"),
    ("haste_growth", "f8"),
    ("reach", "f8"),
    ("interval", "i8"),
    ("windup", "i8"),
    ("missile", "f8"),
    ("speed", "f8"),
    ("abilities", ABILITY, (lay.ABILITIES,)),
    ("skills", "i8", (MAX_LEVEL,)),  # ability learnt at each level, -1 none
    ("build", "i8", (BUILD,)),  # items in the order of buying, -1 none
)
ITEM = lay.record(
    ("cost", "i8"),
    ("health", "f8"),
    ("mana", "f8"),
    ("health_regen", "f8"),
    ("mana_regen", "f8"),
    ("armour", "f8"),
    ("resist", "f8"),
    ("damage", "f8"),
    ("haste", "f8"),
    ("speed", "f8"),
    ("lifesteal", "f8"),
    ("usable", "i8"),  # 1: it has a use, `active`
    ("active", ABILITY),  # of one level
)
DRINK = lay.record(
    ("cost", "i8"),
    ("most", "i8"),  # bought up to so many
    ("until", "i8"),  # while fewer items than these have been bought
    ("ticks", "i8"),
    ("health", "f8"),  # in all
    ("mana", "f8"),
)
# By kind of unit; the row of HERO holds what all heroes share.
KIND = lay.record(
    ("health", "f8"),
    ("health_growth", "f8"),  # added every growth waves
    ("damage", "f8"),
    ("damage_growth", "f8"),
    ("armour", "f8"),
    ("tier_health", "f8"),  # structures: added for each tier
    ("tier_damage", "f8"),
    ("reach", "f8"),
    ("interval", "i8"),
    ("windup", "i8"),
    ("missile", "f8"),
    ("speed", "f8"),
    ("radius", "f8"),
    ("sight", "i8"),  # class of map_tables.SIGHT_RADII
    ("night_sight", "i8"),  # the same by night
    ("gold", "i8"),
    ("gold_each", "i8"),  # structures: to every hero of the other side
    ("xp", "i8"),
    ("siege", "f8"),  # factor of its damage to structures
    ("to_heroes", "f8"),  # factor of its damage to heroes
    ("reward_growth", "f8"),  # neutrals: share by which gold and experience grow each time they grow
    ("splash", "f8"),  # radius in which half of a blow reaches those who stand by its target
)
RUNE = lay.record(
    ("amount", "f8"),  # share, of what the kind says
    ("ticks", "i8"),  # for which its effect lasts
    ("gold", "f8"),  # of the first bounty
    ("xp", "f8"),
    ("growth", "f8"),  # share that each later bounty is worth more
)
VARIANT = lay.record(
    ("heroes", "i8"),  # a side
    ("lanes", "i8", (3,)),
    ("wave", "i8"),  # ticks between waves
    ("first_wave", "i8"),
    ("melee", "i8"),
    ("ranged", "i8"),
    ("siege_every", "i8"),
    ("growth_every", "i8"),  # waves
    ("growth_cap", "i8"),
    ("extra_share", "f8"),  # chance of one more melee creep
    ("super_factor", "f8"),
    ("gold", "f8"),  # factor of all gold
    ("xp", "f8"),
    ("start_gold", "i8"),
    ("gold_ticks", "i8"),  # ticks for one gold of income
    ("structure_health", "f8"),
    ("structure_damage", "f8"),
    ("respawn_base", "f8"),  # seconds
    ("respawn_level", "f8"),
    ("kills_to_win", "i8"),  # 0: kills do not end it
    ("tower_ends", "i8"),
    ("recall", "i8"),  # ticks
    ("hold_recall", "i8"),
    ("rebuild", "i8"),  # ticks
    ("cap", "i8"),  # ticks of play after which a match is cut undecided, 0 never
    ("courier", "i8"),  # ticks until a killed courier returns
    ("buyback", "i8"),  # ticks between two buybacks of a hero; 0: nobody buys itself back
    ("safety", "i8"),  # ticks after which a match is stopped and counted
    ("wear", "f8"),  # share of health structures lose each growth step: an old match must end
    ("wear_from", "i8"),  # wave with which that begins
    ("camp_first", "i8"),  # tick at which the camps are first filled, 0 never
    ("camp_every", "i8"),  # ticks between two times at which empty ones are filled again
    ("camp_growth", "i8"),  # ticks in which neutrals grow once
    ("boss_first", "i8"),  # tick at which the boss first comes, 0 never
    ("boss_least", "i8"),  # ticks from its death to its return, at least and at most
    ("boss_most", "i8"),
    ("boss_growth", "i8"),  # ticks in which it grows once
    ("rune_first", "i8"),  # tick at which runes first come, 0 never
    ("rune_every", "i8"),  # ticks between two times at which they come
    ("day", "i8"),  # ticks of a day, and of a night
)
RULES = lay.record(
    ("variant", VARIANT),
    ("kinds", KIND, (len(lay.KIND_NAMES),)),
    ("heroes", HERO, (MAX_HEROES,)),
    ("hero_count", "i8"),
    ("items", ITEM, (MAX_ITEMS,)),
    ("item_count", "i8"),
    ("potion", DRINK),
    ("runes", RUNE, (len(lay.RUNE_NAMES),)),
    ("xp_to_level", "i8", (MAX_LEVEL + 1,)),
    ("n", "i8"),
    ("cell", "f8"),
    ("half", "f8"),
    ("waypoints", "i8"),
    ("lanes", "f8", (3, WAYPOINTS, 2)),
    ("structures", "f8", (lay.STRUCTURES, 2)),
    ("fountain", "f8", (2,)),
    ("camps", "f8", (lay.CAMPS, 2)),
    ("camp_kinds", "i8", (lay.CAMPS, lay.CAMP_SIZE)),  # kinds of unit that live there, NOBODY for none
    ("boss_pit", "f8", (2,)),  # of west's half
    ("rune", "f8", (2,)),  # of west's half
)
