"""The observation, contract version 1, as data: blocks of fields with unit, range and meaning, and their record.

`BLOCKS` lists them in the order of the columns; `OBSERVATION` is the same as a structured type of float32,
through which observation.py writes. docs/contract.md is generated from here. Lengths are world units and times
seconds before scaling; `v / (v + c)` stands for the squashing that keeps any length of match in range.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba.contract import (
    ALLIES,
    ENEMIES,
    ENEMY_CREEPS,
    ENEMY_STRUCTURES,
    MISSILE_SLOTS,
    OWN_CREEPS,
    OWN_STRUCTURES,
)
from arena.games.moba.rules import MAX_HEROES, MAX_ITEMS


class Field(NamedTuple):
    """One column of a block: `low` <= value <= `high`."""

    name: str
    low: float
    high: float
    unit: str
    says: str


class Block(NamedTuple):
    """`count` rows of the same fields, one after the other; `parts` of (name, fields) are nested records."""

    name: str
    count: int
    parts: tuple[tuple[str, tuple[Field, ...]], ...]
    says: str

    @property
    def fields(self) -> tuple[Field, ...]:
        """The columns of one row."""
        return tuple(field for _, fields in self.parts for field in fields)

    @property
    def size(self) -> int:
        """Columns of all rows."""
        return self.count * len(self.fields)


def flag(name: str, says: str) -> Field:
    """Yes or no."""
    return Field(name, 0.0, 1.0, "0 or 1", says)


def share(name: str, says: str, unit: str = "share") -> Field:
    """A number from 0 to 1."""
    return Field(name, 0.0, 1.0, unit, says)


def signed(name: str, says: str, unit: str) -> Field:
    """A number from -1 to 1."""
    return Field(name, -1.0, 1.0, unit, says)


STUNNED = flag("stunned", "can do nothing")
ROOTED = flag("rooted", "cannot walk")
SILENCED = flag("silenced", "cannot use abilities")
DISARMED = flag("disarmed", "cannot attack")
HEALTH_SHARE = share("health_share", "health", "of the greatest health")
HERO_INDEX = Field("hero", 0.0, float(MAX_HEROES), "number", "hero's number + 1, 0 nobody: to be embedded")
ALIVE = flag("alive", "lives; deaths and returns are announced to both sides")
RESPAWN = share("respawn", "time until it returns from death, announced to both sides", "100 s, cut at 1")
LEVEL = share("level", "level", "25 levels")
DAMAGE = share("damage", "damage of one attack, before armour", "400, cut at 1")
ARMOUR = signed("armour", "armour", "50, cut at -1 and 1")
SPEED = share("speed", "speed, effects included", "550 a second")
REACH = share("reach", "range of its attack", "1,000, cut at 1")
HEALTH = share("health", "health", "4,000, cut at 1")
MANA = share("mana", "mana", "2,000, cut at 1")
SHIELD = share("shield", "damage a shield still takes", "1,000, cut at 1")
PROGRESS = share("attack_progress", "0: no attack begun, 1: it lands now", "of the wind-up")
HURT = share("hurt", "how lately it took damage, 0 never", "2 s / (t + 2 s)")

OWN = (
    HERO_INDEX,
    ALIVE,
    RESPAWN,
    LEVEL,
    share("experience", "way to the next level, 1 at the last level"),
    share("gold", "gold in hand", "g / (g + 1,000)"),
    share(
        "next_item",
        "gold in hand for the next item of the list, 0 when all is bought",
        "of its price, cut at 1",
    ),
    signed("x", "place in the own frame, east of the middle", "7,500"),
    signed("y", "place in the own frame, north of the middle", "7,500"),
    share("home", "distance to the own fountain", "d / (d + 1,000)"),
    flag("at_home", "near enough to the fountain to rest and buy"),
    HEALTH_SHARE,
    HEALTH,
    share("health_regen", "health that comes back", "100 a second, cut at 1"),
    share("mana_share", "mana", "of the greatest mana"),
    MANA,
    share("mana_regen", "mana that comes back", "50 a second, cut at 1"),
    SHIELD,
    DAMAGE,
    ARMOUR,
    share("resist", "part of magical damage that does not arrive"),
    signed("haste", "attack speed; 100 % doubles it", "400 %, cut at -1 and 1"),
    SPEED,
    share(
        "pace",
        "speed against the speed without effects; 0.5 when nothing slows or speeds",
        "half the quotient",
    ),
    REACH,
    share("interval", "time between two attacks", "4 s, cut at 1"),
    share("lifesteal", "part of attack damage that heals", "share, cut at 1"),
    share("thorns", "part of attack damage that is returned", "share, cut at 1"),
    share("critical", "chance of a critical attack"),
    share("cleave", "part of attack damage that the neighbours take", "share, cut at 1"),
    share("attack_wait", "time until the next attack may begin", "4 s, cut at 1"),
    PROGRESS,
    STUNNED,
    ROOTED,
    SILENCED,
    DISARMED,
    flag("hidden", "under an effect that makes it invisible"),
    flag("revealed", "under an effect that shows it though invisible"),
    share(
        "casting",
        "0: casts nothing, else time until the ability takes effect",
        "1 s, (left + 1 tick), cut at 1",
    ),
    share("channelling", "0: no channel, else time left of it", "10 s, (left + 1 tick), cut at 1"),
    share("recalling", "0: no recall, else how far it is", "of its time, 1 tick more than begun"),
    share("toggles", "abilities switched on", "4"),
    HURT,
    share("aggro", "how lately it hurt an enemy hero, which draws towers' fire; 0 never", "2 s / (t + 2 s)"),
    share("streak", "kills since the last death", "8, cut at 1"),
    share("kills", "kills", "n / (n + 5)"),
    share("deaths", "deaths", "n / (n + 5)"),
    share("assists", "assists", "n / (n + 5)"),
    share("last_hits", "enemy creeps killed", "n / (n + 50)"),
    share("denies", "own creeps killed", "n / (n + 10)"),
)
ABILITY = (
    share("skill", "level learnt", "4 levels"),
    share("cooldown", "time until it can be used again", "t / (t + 10 s)"),
    flag("ready", "learnt, paid for, not cooling down, and nothing hinders its use"),
    share("cost", "mana it costs at its level", "500, cut at 1"),
    flag("busy", "being cast or channelled"),
)
ITEM = (Field("item", 0.0, float(MAX_ITEMS), "number", "item's number + 1, 0 empty: to be embedded"),)
COMMON = (
    share("clock", "time since the start", "t / (t + 600 s)"),
    share("map_size", "half the width of the map", "7,500"),
    share("next_wave", "time until the next wave", "of the time between two waves, cut at 1"),
    share("waves", "waves sent", "n / (n + 40)"),
    flag("siege_wave", "the next wave brings a siege creep"),
    share("growth", "times that creeps grew stronger", "of the most"),
    share("own_kills", "heroes the own side killed", "n / (n + 20)"),
    share("enemy_kills", "heroes the enemy killed", "n / (n + 20)"),
    share("own_alive", "living heroes of the own side", "5"),
    share("enemy_alive", "living heroes of the enemy", "5"),
    flag("own_base_open", "a barracks of the own side has fallen once: base towers can be hurt"),
    flag("enemy_base_open", "a barracks of the enemy has fallen once"),
)
LANE = (
    share("own_creeps", "own creeps of the lane", "n / (n + 8)"),
    share("enemy_creeps", "enemy creeps of the lane in sight", "n / (n + 8)"),
    signed("own_front", "the foremost own creep, -1 without one", "(x + y) / map width, own frame"),
    signed(
        "enemy_front", "the foremost enemy creep in sight, 1 without one", "(x + y) / map width, own frame"
    ),
    share("own_rebuild", "time until the own barracks stands again, 0 while it stands", "of the whole time"),
    share(
        "enemy_rebuild",
        "time until the enemy's barracks stands again; till then own creeps are super",
        "of the whole time",
    ),
)
BUILDING = (
    share(
        "building",
        "health, announced to both sides; 0 fallen or not in the variant",
        "of the greatest health",
    ),
)
PLACE = (
    flag("present", "somebody fills the slot; 0: all its columns are 0"),
    signed("dx", "way from the hero to it, own frame", "dx / (d + 1,000)"),
    signed("dy", "way from the hero to it, own frame", "dy / (d + 1,000)"),
    share("distance", "distance d from the hero", "d / (d + 1,000)"),
    signed("x", "place in the own frame", "7,500"),
    signed("y", "place in the own frame", "7,500"),
    flag("in_my_reach", "the hero's attack reaches it where it is (or was last seen)"),
)
IN_ITS_REACH = flag("in_its_reach", "its attack reaches the hero")
ATTACKS_ME = flag("attacks_me", "the hero is the target of its attack")
BLOW = share("blow", "what one attack of the hero takes", "of its health, cut at 1")
LEGAL = flag("legal", "can be attacked")
ALLY = (
    HERO_INDEX,
    ALIVE,
    RESPAWN,
    LEVEL,
    HEALTH_SHARE,
    HEALTH,
    share("mana_share", "mana", "of the greatest mana"),
    MANA,
    share("gold", "gold in hand", "g / (g + 1,000)"),
    DAMAGE,
    ARMOUR,
    SPEED,
    REACH,
    SHIELD,
    STUNNED,
    ROOTED,
    SILENCED,
    DISARMED,
    flag("hidden", "under an effect that makes it invisible"),
    PROGRESS,
    flag("casting", "casts or channels an ability"),
    flag("recalling", "recalls"),
    HURT,
    flag("last_ability", "its fourth ability can be used now"),
)
ENEMY_RELATION = (
    IN_ITS_REACH,
    ATTACKS_ME,
    share("hurt_me", "how lately it hurt the hero, 0 never", "5 s / (t + 5 s)"),
    BLOW,
    LEGAL,
)
ENEMY = (
    HERO_INDEX,
    ALIVE,
    RESPAWN,
    flag(
        "seen",
        "in sight; otherwise place, health, mana and level are as last seen and the columns after them 0",
    ),
    share("since_seen", "time since it was last seen, 1 never", "t / (t + 10 s)"),
    HEALTH_SHARE,
    HEALTH,
    MANA,
    LEVEL,
    REACH,
    DAMAGE,
    ARMOUR,
    SPEED,
    SHIELD,
    STUNNED,
    ROOTED,
    SILENCED,
    DISARMED,
    PROGRESS,
    flag("casting", "casts or channels an ability"),
    flag("recalling", "recalls"),
)
CREEP = (
    flag("melee", "a melee creep"),
    flag("ranged", "a ranged creep"),
    flag("siege", "a siege creep"),
    flag("super", "a super creep"),
    HEALTH_SHARE,
    share("health", "health", "2,000, cut at 1"),
    share("damage", "damage of one attack, before armour", "200, cut at 1"),
    signed("armour", "armour", "50, cut at -1 and 1"),
    SPEED,
    flag("held", "stunned or rooted"),
    flag("disarmed", "cannot attack: stunned or disarmed"),
    flag("attacks_hero", "its target is a hero"),
    flag("attacks_creep", "its target is a creep"),
    PROGRESS,
)
STRUCTURE = (
    flag("tower", "a tower of a lane"),
    flag("barracks", "a barracks"),
    flag("base_tower", "a base tower"),
    flag("ancient", "the ancient: its fall ends the match"),
    share("tier", "towers of a lane: 0 the outermost, 1 the innermost"),
    HEALTH_SHARE,
    HEALTH,
    DAMAGE,
    REACH,
    flag("open", "can be hurt: what stood before it has fallen"),
)
STRUCTURE_RELATION = (
    IN_ITS_REACH,
    flag("attacks_hero", "its target is a hero"),
    PROGRESS,
    flag("attended", "an enemy creep is near, so that it takes full damage; otherwise a quarter"),
    HURT,
)
ENEMY_STRUCTURE_RELATION = (
    flag("seen", "in sight; otherwise the next columns are 0"),
    ATTACKS_ME,
    BLOW,
    LEGAL,
)
MISSILE = (
    flag("present", "a missile fills the slot; 0: all its columns are 0"),
    signed("dx", "way from the hero to it, own frame", "dx / (d + 1,000)"),
    signed("dy", "way from the hero to it, own frame", "dy / (d + 1,000)"),
    share("distance", "distance d from the hero", "d / (d + 1,000)"),
    signed(
        "vx",
        "its way east in a second, own frame; 0 when it follows a unit out of sight",
        "2,000, cut at -1 and 1",
    ),
    signed("vy", "its way north in a second, own frame", "2,000, cut at -1 and 1"),
    share("damage", "damage of an attack's missile, before armour", "400, cut at 1"),
    flag("own", "sent by the own side"),
    flag("spell", "sent by an ability"),
    flag("straight", "flies straight on; otherwise it follows a unit"),
    flag("at_me", "follows the hero"),
)

BLOCKS = (
    Block("own", 1, (("", OWN),), "the hero itself"),
    Block("abilities", lay.ABILITIES, (("", ABILITY),), "its abilities 1-4"),
    Block("items", lay.ITEM_SLOTS, (("", ITEM),), "its items"),
    Block("common", 1, (("", COMMON),), "what the side knows of the match"),
    Block("lanes", 3, (("", LANE),), "top, middle and bottom lane of the own frame"),
    Block(
        "own_buildings",
        lay.STRUCTURES,
        (("", BUILDING),),
        "towers of the top lane from the outermost, of the middle, of the bottom; barracks; base towers; ancient",
    ),
    Block(
        "enemy_buildings",
        lay.STRUCTURES,
        (("", BUILDING),),
        "the enemy's in the same order, lanes of the own frame",
    ),
    Block(
        "allies",
        ALLIES,
        (("place", PLACE), ("known", ALLY)),
        "target slots of allies, nearest first, the dead last",
    ),
    Block(
        "enemies",
        ENEMIES,
        (("place", PLACE), ("relation", ENEMY_RELATION), ("known", ENEMY)),
        "target slots of enemy heroes, nearest first by what is known",
    ),
    Block(
        "enemy_creeps",
        ENEMY_CREEPS,
        (("place", PLACE), ("relation", (IN_ITS_REACH, ATTACKS_ME, BLOW)), ("known", CREEP)),
        "target slots of enemy creeps in sight within 1,600",
    ),
    Block(
        "own_creeps",
        OWN_CREEPS,
        (("place", PLACE), ("relation", (BLOW, flag("legal", "low enough to be denied"))), ("known", CREEP)),
        "target slots of own creeps within 1,600",
    ),
    Block(
        "enemy_structures",
        ENEMY_STRUCTURES,
        (
            ("place", PLACE),
            ("menace", ENEMY_STRUCTURE_RELATION),
            ("relation", STRUCTURE_RELATION),
            ("known", STRUCTURE),
        ),
        "target slots of enemy structures within 4,000",
    ),
    Block(
        "own_structures",
        OWN_STRUCTURES,
        (("place", PLACE), ("relation", STRUCTURE_RELATION), ("known", STRUCTURE)),
        "target slots of own structures within 4,000",
    ),
    Block(
        "missiles",
        MISSILE_SLOTS,
        (("", MISSILE),),
        "own missiles and enemy missiles in sight within 1,600, nearest first",
    ),
)
OBSERVATION_SIZE = sum(block.size for block in BLOCKS)


def columns() -> list[tuple[str, Field]]:
    """(name, field) of every column in order; names as `enemies[2].health`, rows counted from 0."""
    return [
        (f"{block.name}[{row}].{field.name}" if block.count > 1 else f"{block.name}.{field.name}", field)
        for block in BLOCKS
        for row in range(block.count)
        for field in block.fields
    ]


def _record(fields: tuple[Field, ...]) -> np.dtype[np.record]:
    return lay.record(*((field.name, "f4") for field in fields))


def _row(block: Block) -> np.dtype[np.record]:
    """The type of one row of a block, its parts nested where it has several."""
    if len(block.parts) == 1:
        return _record(block.fields)
    return lay.record(*((name, _record(fields)) for name, fields in block.parts))


_ROWS = {block.name: (block.name, _row(block), (block.count,)) for block in BLOCKS}
# Written once for a side and copied to its heroes.
SHARED = lay.record(*(_ROWS[name] for name in ("common", "lanes", "own_buildings", "enemy_buildings")))
OBSERVATION = lay.record(
    *(_ROWS[name] for name in ("own", "abilities", "items")),
    ("shared", SHARED),
    *(_ROWS[block.name] for block in BLOCKS[7:]),
)
# The tick's scratch memory, and rows that several observations share.
SCRATCH = lay.record(
    *((name, lay.SCRATCH[name]) for name in lay.SCRATCH.names),
    ("blank", OBSERVATION),  # all zero
    ("shared", SHARED, (2,)),
    ("allies", _record(ALLY), (2 * lay.HEROES,)),
    ("enemies", _record(ENEMY), (2 * lay.HEROES,)),
    ("others", "i8", (lay.UNITS,)),  # 1: the row below is of this decision
    ("creeps", _record(CREEP), (lay.UNITS,)),
    ("structures", _record(STRUCTURE), (lay.UNITS,)),
    ("missiles", "i8", (2, 2 * lay.MISSILES)),  # that each side sees: half * MISSILES + place
    ("missile_count", "i8", (2,)),
    ("near", "i8", (MISSILE_SLOTS,)),
    ("near_gap", "f8", (MISSILE_SLOTS,)),
)
