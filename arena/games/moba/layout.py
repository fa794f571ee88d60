"""The record of a match: every array the rules read or write, as NumPy structured types.

A match is one element of an array of `MATCH`. Units are numbered `half * HALF + slot`: half 0 is west, half 1
is east, and the slot says what kind of unit may stand there, so that the image of a unit under the half-turn
is found by turning the half alone. Ties, pools and random streams go by the slot (docs/decisions/0001).

Letters: u unit, h hero (0-9, west first), s side sign (+1 west, -1 east), half 0 or 1.
All fields are int64 or float64; ticks are absolute match ticks; lengths are world units.
"""

from __future__ import annotations

import numpy as np

HALF = 128
UNITS = 2 * HALF
HEROES = 5
STRUCTURES = 15
CAMPS = 6
CAMP_SIZE = 3
NEUTRALS = CAMPS * CAMP_SIZE
# Slots of a half, in this order; the last two kinds stand in a half but fight for no side.
FIRST_STRUCTURE = HEROES
COURIER = FIRST_STRUCTURE + STRUCTURES
FIRST_CREEP = COURIER + 1
BOSS = HALF - 1
FIRST_NEUTRAL = BOSS - NEUTRALS
CREEPS = FIRST_NEUTRAL - FIRST_CREEP
BARRACKS = FIRST_STRUCTURE + 9
BASE_TOWER = FIRST_STRUCTURE + 12
ANCIENT = FIRST_STRUCTURE + 14
MISSILES = 64
EFFECTS = 160
PENDING = 160
# What a half has room for, in the order of a match's peaks: slots that creeps stand in or rest after, missiles, lasting
# effects, and effects that are cast in one tick.
POOL_NAMES = ("creeps", "missiles", "effects", "pending")
POOL_SIZES = (CREEPS, MISSILES, EFFECTS, PENDING)
CREEP_POOL, MISSILE_POOL, EFFECT_POOL, PENDING_POOL = range(len(POOL_NAMES))
ITEM_SLOTS = 6
ABILITIES = 4
ACTIVE_ITEMS = 2  # items with a use that a hero can hold at once
BUILD = 12
MAX_LEVEL = 25
EFFECTS_PER_ABILITY = 3
GRID_ROWS = 60  # of the map's cells, at most

# Kinds of unit, and their names in the data files.
KIND_NAMES = (
    "nobody",
    "hero",
    "tower",
    "barracks",
    "base",
    "ancient",
    "melee",
    "ranged",
    "siege",
    "courier",
    "small",
    "medium",
    "large",
    "boss",
)
NOBODY, HERO, TOWER, BARRACK, BASE, CORE, MELEE, RANGED, SIEGE, RUNNER, SMALL, MEDIUM, LARGE, BEAST = range(
    len(KIND_NAMES)
)

# Kinds of rune, and their names in the data files.
RUNE_NAMES = ("none", "haste", "might", "regeneration", "arcane", "bounty", "invisibility")
NO_RUNE, HASTE_RUNE, MIGHT_RUNE, REGENERATION_RUNE, ARCANE_RUNE, BOUNTY_RUNE, INVISIBILITY_RUNE = range(
    len(RUNE_NAMES)
)
RUNES = len(RUNE_NAMES) - 1

# What a neutral is at.
RESTING, FIGHTING, LEAVING = range(3)

# Flags of a unit, a bit each; set anew each tick from the effects upon it.
STUNNED, ROOTED, SILENCED, DISARMED, HIDDEN, REVEALED = 1, 2, 4, 8, 16, 32

# What a hero has been told to do.
HOLD, MOVE, ATTACK, CAST_1, CAST_2, CAST_3, CAST_4, RECALL, POTION, USE_1, USE_2, BUYBACK = range(12)
KINDS = 12

# Endings of a match.
RUNNING, BY_ANCIENT, BY_BOTH, BY_KILLS, BY_TOWER, BY_LIMIT, BY_SAFETY = range(-1, 6)
ENDINGS = ("ancient", "both ancients", "kills", "tower", "limit", "safety stop")

FAULT_NAMES = (
    "creep_pool_full",
    "missile_pool_full",
    "effect_pool_full",
    "pending_full",
    "stuck_creep",
    "orphan_effect",
    "refused_order",
)
(
    CREEP_POOL_FULL,
    MISSILE_POOL_FULL,
    EFFECT_POOL_FULL,
    PENDING_FULL,
    STUCK_CREEP,
    ORPHAN_EFFECT,
    REFUSED_ORDER,
) = range(len(FAULT_NAMES))

# The event ledger: what happened to or through a hero; sums since the match's start.
TALLY_NAMES = (
    "gold",
    "experience",
    "health_gained",
    "health_lost",
    "mana_spent",
    "kills",
    "deaths",
    "assists",
    "last_hits",
    "denies",
    "damage_to_heroes",
    "damage_to_creeps",
    "damage_to_structures",
    "structures_felled",
    "gold_spent_alive",
    "gold_spent_dead",
    "recalls_begun",
    "recalls_done",
    "casts_1",
    "casts_2",
    "casts_3",
    "casts_4",
    "illegal_actions",
    "towers_felled",
    "barracks_felled",
    "ancient_felled",
    "structure_health_taken",
    "damage_to_neutrals",
    "neutrals_killed",
    "bosses_killed",
    "couriers_killed",
    "runes_taken",
    "potions_used",
    "items_used",
    "buybacks",
    "second_lives",
)
TALLY = {name: index for index, name in enumerate(TALLY_NAMES)}
(
    GOLD,
    EXPERIENCE,
    HEALTH_GAINED,
    HEALTH_LOST,
    MANA_SPENT,
    KILLS,
    DEATHS,
    ASSISTS,
    LAST_HITS,
    DENIES,
    DAMAGE_TO_HEROES,
    DAMAGE_TO_CREEPS,
    DAMAGE_TO_STRUCTURES,
    STRUCTURES_FELLED,
    GOLD_SPENT_ALIVE,
    GOLD_SPENT_DEAD,
    RECALLS_BEGUN,
    RECALLS_DONE,
    CASTS,
    _CASTS_2,
    _CASTS_3,
    _CASTS_4,
    ILLEGAL_ACTIONS,
    TOWERS_FELLED,
    BARRACKS_FELLED,
    ANCIENT_FELLED,
    STRUCTURE_HEALTH_TAKEN,
    DAMAGE_TO_NEUTRALS,
    NEUTRALS_KILLED,
    BOSSES_KILLED,
    COURIERS_KILLED,
    RUNES_TAKEN,
    POTIONS_USED,
    ITEMS_USED,
    BUYBACKS,
    SECOND_LIVES,
) = range(len(TALLY_NAMES))


def record(*fields: tuple[object, ...]) -> np.dtype[np.void]:
    """A structured type whose elements allow `element.field`, in the interpreter as in compiled code."""
    return np.dtype((np.record, list(fields)))


UNIT = record(
    ("kind", "i8"),  # NOBODY when the slot is free
    ("alive", "i8"),
    ("x", "f8"),
    ("y", "f8"),
    ("health", "f8"),
    ("max_health", "f8"),
    ("damage", "f8"),  # of one attack, before armour
    ("armour", "f8"),
    ("status", "i8"),
    ("speed", "f8"),  # world units a second, effects included
    ("target", "i8"),  # unit attacked, -1 none
    ("ready", "i8"),  # tick from which the next attack may begin
    ("windup", "i8"),  # tick at which the begun attack lands, 0 none
    ("seen", "i8"),  # 1: the side of the other half sees it; 2, of neutrals: that of their own half does
    ("lane", "i8"),  # creeps: own-frame lane; structures: lane or -1; neutrals: camp
    ("step", "i8"),  # creeps: next way-point; structures: tier; neutrals: how often they have grown
    ("born", "i8"),  # tick of birth
    ("anchor_x", "f8"),  # creeps and neutrals: where it stood when it last got on
    ("anchor_y", "f8"),
    ("anchor", "i8"),  # and when
    ("hurt", "i8"),  # tick of the last damage taken
    ("open", "i8"),  # structures: 1 when it can be hurt; creeps: 1 super creep; neutrals: what they are at
)

HERO_STATE = record(
    ("hero", "i8"),  # index into the rules' heroes, -1 seat not in this variant
    ("level", "i8"),
    ("xp", "i8"),
    ("gold", "i8"),
    ("mana", "f8"),
    ("max_mana", "f8"),
    ("health_regen", "f8"),  # a second
    ("mana_regen", "f8"),
    ("resist", "f8"),  # share of magical damage that does not arrive
    ("haste", "f8"),  # attack speed, +100 is twice as fast; effects included
    ("lifesteal", "f8"),
    ("thorns", "f8"),
    ("crit", "f8"),  # chance
    ("crit_factor", "f8"),
    ("cleave", "f8"),
    ("cleave_radius", "f8"),
    ("shield", "f8"),
    ("base_damage", "f8"),  # the same fields before effects
    ("base_armour", "f8"),
    ("base_speed", "f8"),
    ("base_haste", "f8"),
    ("base_lifesteal", "f8"),
    ("base_thorns", "f8"),
    ("base_regen", "f8"),
    ("skill", "i8", (ABILITIES,)),  # levels learnt
    ("cooldown", "i8", (ABILITIES,)),  # tick from which it can be cast again
    ("toggled", "i8", (ABILITIES,)),
    ("items", "i8", (ITEM_SLOTS,)),  # item + 1, 0 empty
    ("item_ready", "i8", (ITEM_SLOTS,)),  # tick from which it can be used again
    ("potions", "i8"),
    ("potion_end", "i8"),  # last tick in which the potion drunk works, 0 none
    ("build", "i8", (BUILD,)),  # items in the order of buying, -1 none
    ("skills", "i8", (MAX_LEVEL,)),  # ability learnt at each level, -1 none
    ("next_item", "i8"),  # place in the build list of what is bought next
    ("got", "i8"),  # and of what arrives next: what lies between waits at home or is on its way
    ("carried", "i8"),  # items on their way with the courier
    ("lane", "i8"),  # own-frame lane the setup assigns, -1 none
    ("factor", "f8", (3,)),  # of the setup, on the hero's own health, mana and damage
    ("second_life", "i8"),  # 1: it will rise again where it falls
    ("rises", "i8"),  # tick at which it does, 0 never
    ("bought_back", "i8"),  # tick of the last buyback, 0 never
    ("respawn", "i8"),  # tick of return, while dead
    ("streak", "i8"),
    ("aggro", "i8"),  # tick at which it last hurt an enemy hero
    ("hurt_by", "i8", (HEROES,)),  # tick at which each enemy hero last hurt it, 0 never
    ("order", "i8"),
    ("order_unit", "i8"),
    ("order_x", "f8"),
    ("order_y", "f8"),
    ("cast", "i8"),  # ability being cast, or ABILITIES + slot of the item in use, -1 none
    ("cast_end", "i8"),  # tick at which it takes effect
    ("cast_unit", "i8"),
    ("cast_x", "f8"),
    ("cast_y", "f8"),
    ("channel", "i8"),  # ability being channelled, -1 none
    ("channel_end", "i8"),
    ("recall", "i8"),  # tick at which the recall ends, 0 none
    ("seen_x", "f8"),  # as the other side last saw it
    ("seen_y", "f8"),
    ("seen_health", "f8"),
    ("seen_max_health", "f8"),
    ("seen_mana", "f8"),
    ("seen_level", "i8"),
    ("seen_tick", "i8"),  # -1 never
    ("tally", "f8", (len(TALLY_NAMES),)),
)

MISSILE = record(
    ("x", "f8"),
    ("y", "f8"),
    ("dx", "f8"),  # unit direction of a line missile
    ("dy", "f8"),
    ("left", "f8"),  # way left of a line missile
    ("speed", "f8"),
    ("damage", "f8"),  # of an attack
    ("target", "i8"),  # unit it follows, -1 for a line missile
    ("source", "i8"),
    ("ability", "i8"),  # -1 for an attack
    ("level", "i8"),
    ("attack", "i8"),  # 1: on-hit effects of a hero's attack apply; 2: critical as well
    ("met", "i8", (3,)),  # line missiles that pierce: units already hit, a bit each
)

EFFECT = record(
    ("target", "i8"),
    ("source", "i8"),
    ("kind", "i8"),
    ("ability", "i8"),
    ("amount", "f8"),
    ("begin", "i8"),
    ("end", "i8"),
)

MATCH = record(
    ("tick", "i8"),
    ("seed", "i8"),
    ("keys", "i8", (2,)),
    ("ending", "i8"),
    ("winner", "i8"),  # +1 west, -1 east, 0 draw or not decided
    ("began", "i8"),  # tick at which play begins, 0 unless the setup has another start
    ("limit", "i8"),  # tick at which the match is cut, 0 never
    ("decision", "i8"),
    ("kills", "i8", (2,)),
    ("wave", "i8"),  # waves sent so far
    ("rebuild", "i8", (2, 3)),  # tick at which a lane's barracks stands again, 0 while it stands
    ("camp", "i8", (2, CAMPS)),  # tick from which a camp may be filled again
    ("rune", "i8", (2,)),  # kind of the rune that lies at each half's point, 0 none
    ("pit", "i8"),  # half in whose pit the boss is, or will be
    ("boss_due", "i8"),  # tick at which it comes, 0 while it lives
    ("boss_died", "i8"),  # tick of its last death, 0 never
    ("boss_health", "f8"),  # factor of the setup
    ("bosses", "i8", (2,)),  # killed by each side
    ("courier_for", "i8", (2,)),  # slot of the hero each side's courier is on its way to, -1 none
    ("courier_due", "i8", (2,)),  # tick at which a killed courier returns
    ("base_open", "i8", (2,)),  # a barracks of the side has fallen once
    ("peak", "i8", (2, len(POOL_NAMES))),  # the most of each pool that was held at once
    ("faults", "i8", (len(FAULT_NAMES),)),
    ("missile_count", "i8", (2,)),
    ("effect_count", "i8", (2,)),
    ("lit", "i8", (2, GRID_ROWS)),  # cells each side sees, a bit each
    ("units", UNIT, (UNITS,)),
    ("heroes", HERO_STATE, (2 * HEROES,)),
    ("missiles", MISSILE, (2, MISSILES)),
    ("effects", EFFECT, (2, EFFECTS)),
)

BUCKET = 160.0  # world units; no two units touch over more
BUCKETS = 96  # a side; the widest map is 15,000 units

SCRATCH = record(
    ("ids", "i8", (2, HALF)),  # living units of each half, by slot
    ("count", "i8", (2,)),
    ("troops", "i8", (2,)),  # of those, how many fight for the side: its neutrals come last
    ("damage", "f8", (UNITS,)),  # taken this tick, after armour
    ("healing", "f8", (UNITS,)),
    ("burnt", "f8", (2 * HEROES,)),  # mana
    ("killer", "i8", (UNITS,)),  # source of the largest damage of this tick, -1 none
    ("largest", "f8", (UNITS,)),
    ("x", "f8", (UNITS,)),  # positions to be
    ("y", "f8", (UNITS,)),
    ("step_x", "f8", (UNITS,)),  # how far each has moved this tick, before pushes
    ("step_y", "f8", (UNITS,)),
    ("push_x", "f8", (UNITS,)),
    ("push_y", "f8", (UNITS,)),
    ("shift_x", "f8", (UNITS,)),  # displacement by abilities
    ("shift_y", "f8", (UNITS,)),
    ("shifted", "i8", (UNITS,)),  # 0 no, 1 along the ground, 2 through the air
    ("radius", "f8", (UNITS,)),
    ("slow", "f8", (UNITS,)),
    ("fast", "f8", (UNITS,)),
    ("hit", "i8", (16,)),  # units a chain has been to
    ("dying", "i8", (UNITS,)),
    ("dying_count", "i8"),
    ("bounty", "i8", (2 * HEROES,)),
    ("head", "i8", (BUCKETS * BUCKETS,)),  # unit + 1 that begins the bucket's list
    ("next", "i8", (UNITS,)),
    ("bucket", "i8", (UNITS,)),
    ("solid", "i8", (UNITS,)),  # units that push and are pushed
    ("solid_count", "i8"),
    ("pending", EFFECT, (2, PENDING)),  # effects cast by each half this tick
    ("pending_count", "i8", (2,)),
)
