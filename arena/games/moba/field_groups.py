"""The fields of the observation in the groups that are written together; later_fields.py has version 2's.

Lengths are world units and times seconds before scaling; the unit of a field is what its value is measured in,
or, as `v / (v + c)`, the squashing that keeps any length of match in range.
"""

from __future__ import annotations

from typing import NamedTuple

from arena.games.moba.rule_records import MAX_HEROES, MAX_ITEMS


class Field(NamedTuple):
    """One column of a block: `low` <= value <= `high`."""

    name: str
    low: float
    high: float
    unit: str
    says: str


def flag(name: str, says: str) -> Field:
    """Yes or no."""
    return Field(name, 0.0, 1.0, "0 or 1", says)


def share(name: str, says: str, unit: str = "share") -> Field:
    """A number from 0 to 1."""
    return Field(name, 0.0, 1.0, unit, says)


def signed(name: str, says: str, unit: str) -> Field:
    """A number from -1 to 1."""
    return Field(name, -1.0, 1.0, unit, says)


HEALTH_SHARE = share("health_share", "health", "of the greatest health")
HEALTH = share("health", "health", "4,000, cut at 1")
MANA = share("mana", "mana", "2,000, cut at 1")
LEVEL = share("level", "level", "25 levels")
GOLD = share("gold", "gold in hand", "g / (g + 1,000)")
DAMAGE = share("damage", "damage of one attack, before armour", "400, cut at 1")
ARMOUR = signed("armour", "armour", "50, cut at -1 and 1")
SPEED = share("speed", "speed, effects included", "550 a second, cut at 1")
PROGRESS = share(
    "attack_progress", "how far a begun attack is, 0 without one", "of the wind-up, a tick added"
)
HURT = share("hurt", "how lately it took damage, 0 never", "2 s / (t + 2 s)")
HIDDEN = flag("hidden", "under an effect that makes it invisible")

WHO = (
    Field("hero", 0.0, float(MAX_HEROES), "number", "hero's number + 1, 0 nobody: to be embedded"),
    flag("alive", "lives; deaths and returns are announced to both sides"),
    share("respawn", "time until it returns from death, announced to both sides", "100 s, cut at 1"),
    share("reach", "range of its attack", "1,000, cut at 1"),
)
BODY = (
    DAMAGE,
    ARMOUR,
    SPEED,
    share("shield", "damage a shield still takes", "1,000, cut at 1"),
    PROGRESS,
    flag("stunned", "can do nothing"),
    flag("rooted", "cannot walk"),
    flag("silenced", "cannot use abilities"),
    flag("disarmed", "cannot attack"),
    flag("casting", "casts or channels an ability"),
    flag("recalling", "recalls"),
)
GROWTH = (
    LEVEL,
    share("experience", "way to the next level, 1 at the last level"),
    GOLD,
    share(
        "next_item",
        "gold in hand for the next item of the list, 0 when all is bought",
        "of its price, cut at 1",
    ),
    share("streak", "kills since the last death", "8 kills, cut at 1"),
    share("kills", "kills", "n / (n + 5)"),
    share("deaths", "deaths", "n / (n + 5)"),
    share("assists", "assists", "n / (n + 5)"),
    share("last_hits", "enemy creeps killed", "n / (n + 50)"),
    share("denies", "own creeps killed", "n / (n + 10)"),
)
STRENGTH = (
    HEALTH_SHARE,
    HEALTH,
    share("health_regen", "health that comes back", "100 a second, cut at 1"),
    share("mana_share", "mana", "of the greatest mana"),
    MANA,
    share("mana_regen", "mana that comes back", "50 a second, cut at 1"),
    share("resist", "part of magical damage that does not arrive"),
    signed("haste", "attack speed; 100 % doubles it", "400 %, cut at -1 and 1"),
    share(
        "pace",
        "speed against the speed without effects; 0.5 when nothing slows or speeds",
        "half the quotient, cut at 1",
    ),
    share("interval", "time between two attacks", "4 s, cut at 1"),
    share("lifesteal", "part of attack damage that heals", "share, cut at 1"),
    share("thorns", "part of attack damage that is returned", "share, cut at 1"),
    share("critical", "chance of a critical attack"),
    share("cleave", "part of attack damage that the neighbours take", "share, cut at 1"),
)
DOING = (
    signed("x", "place in the own frame, east of the middle", "7,500"),
    signed("y", "place in the own frame, north of the middle", "7,500"),
    share("home", "distance to the own fountain", "d / (d + 1,000)"),
    flag("at_home", "near enough to the fountain to rest and buy"),
    share("attack_wait", "time until the next attack may begin", "4 s, cut at 1"),
    HIDDEN,
    flag("revealed", "under an effect that shows it though invisible"),
    share(
        "cast_left",
        "time until the ability being cast takes effect, 0 without one",
        "1 s, a tick added, cut at 1",
    ),
    share("channel_left", "time left of the channel, 0 without one", "10 s, a tick added, cut at 1"),
    share("recall_done", "how far the recall is, 0 without one", "of its time, a tick added"),
    share("toggles", "abilities switched on", "4 abilities"),
    HURT,
    share("aggro", "how lately it hurt an enemy hero, which draws towers' fire; 0 never", "2 s / (t + 2 s)"),
)
ABILITY = (
    share("skill", "level learnt", "4 levels"),
    share("cooldown", "time until it can be used again", "t / (t + 10 s)"),
    flag("ready", "learnt, paid for, not cooling down, and nothing hinders its use"),
    share("cost", "mana it costs at its level", "500, cut at 1"),
    flag("busy", "being cast or channelled"),
)
ITEM = (Field("item_number", 0.0, float(MAX_ITEMS), "number", "item's number + 1, 0 empty: to be embedded"),)
COMMON = (
    share("clock", "time since the start", "t / (t + 600 s)"),
    share("map_size", "half the width of the map", "7,500"),
    share("next_wave", "time until the next wave", "of the time between two waves, cut at 1"),
    share("waves", "waves sent", "n / (n + 40)"),
    flag("siege_wave", "the next wave brings a siege creep"),
    share("growth", "times that creeps grew stronger", "of the most"),
    share("own_kills", "heroes the own side killed", "n / (n + 20)"),
    share("enemy_kills", "heroes the enemy killed", "n / (n + 20)"),
    share("own_alive", "living heroes of the own side", "5 heroes"),
    share("enemy_alive", "living heroes of the enemy", "5 heroes"),
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
    LEVEL,
    HEALTH_SHARE,
    HEALTH,
    share("mana_share", "mana", "of the greatest mana"),
    MANA,
    GOLD,
    HIDDEN,
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
    flag(
        "seen",
        "in sight; otherwise place, health, mana and level are as last seen, what else may change is 0",
    ),
    share("since_seen", "time since it was last seen, 1 never", "t / (t + 10 s)"),
    HEALTH_SHARE,
    HEALTH,
    MANA,
    LEVEL,
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
    share("reach", "range of its attack", "1,000, cut at 1"),
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
    flag("seen", "in sight; otherwise what it does and suffers is 0"),
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
