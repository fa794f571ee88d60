"""A small stage on which one ability is played: who stands where, what the data promise, and what came of it.

Numbers that are tuned (amounts, times, ranges) are read from the heroes' files; what they should do is worked out in
the tests. So that this can be done by hand, everyone on the stage is alike: 1,000 of 2,000 health, 1,000 mana, armour
10 (a physical blow arrives by 1 - 0.6 / 1.6 = 0.625), a quarter of magical damage resisted, speed 300, damage 100,
no attack speed of its own, nobody regenerates. The caster stands at x = 0. The stage is open ground from -50 to 1,000; a tower of west reaches what is below y = -450.
Nobody may be put so near another that they push each other off.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.growth import build_up
from tests.arena.games.moba.scenes import START, Scene

PHYSICAL, MAGICAL = 0.625, 0.75  # what arrives of a damage
HEALTH, MOST_HEALTH, MANA, SPEED, DAMAGE = 1000.0, 2000.0, 1000.0, 300.0, 100.0
ARMOUR, RESIST = 10.0, 0.25
APART = 90.0  # two heroes are 80 wide together
NEVER_LEARNS = -(10**9)  # a level would work all numbers out anew
WEST_X = -500.0  # of the map, where x = 0 of the stage lies
FRIENDS, FOES = ("Lance", "Oath", "Brute"), ("Lance", "Brute", "Oath", "Ember", "Thorn")
FLAGS = {
    "stunned": lay.STUNNED,
    "rooted": lay.ROOTED,
    "silenced": lay.SILENCED,
    "disarmed": lay.DISARMED,
    "hidden": lay.HIDDEN,
    "revealed": lay.REVEALED,
}
SHEETS = {hero["name"]: hero for hero in r.heroes()}

levels = pytest.mark.parametrize("level", [1, 4])
last_levels = pytest.mark.parametrize("level", [1, 3])


def about(value: float, within: float = 0.02) -> Any:
    """Equal but for the ledger's cuts to 1/1024 a tick."""
    return pytest.approx(value, abs=within)


def during(seconds: float) -> Any:
    """A time seen from decision to decision: a decision more or less."""
    return pytest.approx(seconds, abs=4 / 30 + 0.001)


class Body:
    """One who stands on the stage, and what has become of it."""

    def __init__(self, stage: Stage, number: int, seat: int = -1) -> None:
        self.stage, self.number, self.seat = stage, number, seat
        self.seen: Counter[str] = Counter()
        self.start = (self.health, self.mana, self.x, self.y)

    @property
    def unit(self) -> Any:
        """The unit's record."""
        return self.stage.scene.m.units[self.number]

    @property
    def hero(self) -> Any:
        """The hero's record."""
        return self.stage.scene.m.heroes[self.seat]

    @property
    def health(self) -> float:
        """Health now."""
        return float(self.unit.health)

    @property
    def mana(self) -> float:
        """Mana now, 0 of a creep."""
        return float(self.hero.mana) if self.seat >= 0 else 0.0

    @property
    def x(self) -> float:
        """Place on the stage."""
        return float(self.unit.x) - WEST_X

    @property
    def y(self) -> float:
        """Place on the stage."""
        return float(self.unit.y)

    @property
    def lost(self) -> float:
        """Health lost since it was put there; less than 0 when healed."""
        return self.start[0] - self.health

    @property
    def mana_lost(self) -> float:
        """Mana lost since it was put there."""
        return self.start[1] - self.mana

    @property
    def moved(self) -> tuple[float, float]:
        """How far it has come since it was put there."""
        return self.x - self.start[2], self.y - self.start[3]

    def changes(self) -> dict[str, float]:
        """What is not now as it was put there: flags, and the numbers that lasting effects change.

        Speed is a share of the plain speed; the others are what has been added. Of creeps flags alone.
        """
        unit = self.unit
        found = {name: 1.0 for name, flag in FLAGS.items() if unit.status & flag}
        if self.seat < 0:
            return found
        hero = self.hero
        found |= {"speed": unit.speed / SPEED} if unit.speed != SPEED else {}
        added = {"armour": unit.armour - ARMOUR, "damage": unit.damage - DAMAGE, "haste": hero.haste}
        added |= {"thorns": hero.thorns, "lifesteal": hero.lifesteal, "shield": hero.shield}
        added |= {"regeneration": hero.health_regen}
        return found | {name: float(value) for name, value in added.items() if value != 0.0}

    def untouched(self) -> bool:
        """Nothing has become of it: health, mana, place and all else as it was put there."""
        return (self.health, self.mana, self.x, self.y) == self.start and not (self.changes() or self.seen)

    def times(self) -> dict[str, float]:
        """For how many seconds each change was seen; plays on until nothing is changed any more."""
        for _ in range(150):
            if not self.changes():
                break
            self.stage.play(1)
        assert not self.changes(), "lasts for more than 20 seconds"
        return {name: 4 / 30 * count for name, count in self.seen.items()}

    def may_attack(self, other: Body) -> bool:
        """The other is a legal target of its attack now: it is seen, among other things."""
        batch = self.stage.scene.batch
        batch.observe()
        slots = batch.slots[0, self.seat]
        first = lay.KINDS
        return bool(batch.masks[0, self.seat, first : first + len(slots)][slots == other.number].any())


class Stage:
    """One match in which a hero stands with one ability learnt, and others where the test puts them."""

    def __init__(
        self,
        hero: str,
        ability: str,
        level: int = 1,
        *,
        tick: int = START,
        friends: tuple[str, ...] = FRIENDS,
    ) -> None:
        self.sheet = SHEETS[hero]
        self.k = [one["name"] for one in self.sheet["abilities"]].index(ability)
        self.data: dict[str, Any] = self.sheet["abilities"][self.k]
        self.level = level
        friends = tuple(name for name in friends if name != hero)[:2]
        self.scene = Scene((hero, *friends), FOES, tick=tick)
        self.bodies: list[Body] = []
        self.counts = [0, 0]
        self.caster = self._stand(0, 0.0, 0.0, skill=level)

    def _stand(self, half: int, x: float, y: float, skill: int = 0) -> Body:
        seat = half * lay.HEROES + self.counts[half]
        self.counts[half] += 1
        scene = self.scene
        number = scene.put(seat, WEST_X + x, y)
        hero, unit = scene.hero(seat), scene.unit(seat)
        hero.skill[:] = 0
        hero.skill[self.k] = skill
        build_up(scene.m, scene.rules, seat)
        plain = SHEETS[r.hero_names()[hero.hero]]
        hero.base_armour += ARMOUR - plain["armour"]
        hero.base_damage += DAMAGE - plain["damage"]
        hero.base_speed += SPEED - plain["speed"]
        hero.base_regen -= plain["health_regen"]
        hero.resist, hero.mana_regen = RESIST, 0.0
        hero.xp = NEVER_LEARNS
        hero.max_mana = hero.mana = MANA
        unit.max_health, unit.health = MOST_HEALTH, HEALTH
        unit.armour, unit.damage, unit.speed = hero.base_armour, hero.base_damage, hero.base_speed
        hero.health_regen = hero.base_regen
        return self._enter(Body(self, number, seat))

    def _enter(self, body: Body) -> Body:
        gaps = [(other.x - body.x) ** 2 + (other.y - body.y) ** 2 for other in self.bodies]
        assert min(gaps, default=APART**2) >= APART**2, "too near another"
        self.bodies.append(body)
        return body

    def enemy(self, x: float, y: float = 0.0) -> Body:
        """Put an enemy hero at a point."""
        return self._stand(1, x, y)

    def ally(self, x: float, y: float = 0.0) -> Body:
        """Put another hero of the caster's side at a point."""
        return self._stand(0, x, y)

    def creep(self, x: float, y: float = 0.0, *, own: bool = False) -> Body:
        """Put a creep at a point, which neither walks nor strikes: 1,000 of 2,000 health; it resists nothing."""
        number = self.scene.creep(1 - own, lay.MELEE, WEST_X + x, y, health=HEALTH)
        unit = self.scene.m.units[number]
        unit.max_health, unit.armour = MOST_HEALTH, 0.0
        return self._enter(Body(self, number))

    def of(self, name: str) -> float:
        """A number of the ability at the level that is played: cost, reach, radius, and so on."""
        return self._at(self.data[name])

    def amount(self, kind: str) -> float:
        """The amount of its effect of a kind."""
        return self._at(self._effect(kind)["amount"])

    def seconds(self, kind: str) -> float:
        """How long its effect of a kind lasts."""
        return self._at(self._effect(kind)["seconds"])

    def second(self, kind: str) -> float:
        """The second number of its effect of a kind: a factor or a radius."""
        return float(self._effect(kind)["extra"])

    def _effect(self, kind: str) -> dict[str, Any]:
        (found,) = (effect for effect in self.data["effects"] if effect["kind"] == kind)
        return found

    def _at(self, value: Any) -> float:
        return float(value[self.level - 1] if isinstance(value, list) else value)

    def play(self, decisions: int) -> None:
        """Play on, and note at the end of each decision what is changed of whom."""
        for _ in range(decisions):
            self.scene.step()
            for body in self.bodies:
                body.seen.update(body.changes().keys())

    def wait(self, seconds: float) -> None:
        """Play on for a time, to the end of the decision in which it ends."""
        end = int(self.scene.m.tick) + round(30 * seconds)
        while self.scene.m.tick < end:
            self.play(1)

    def cast(self, at: Body | None = None, *, east: bool = False) -> None:
        """Let the caster cast at someone, eastward at full range, or where it stands; plays until all has arrived.

        That it costs its mana and begins its cooldown when the cast time is over is looked at each time.
        """
        mana, first = self.caster.mana, int(self.scene.m.tick) + 1
        self.scene.cast(0, self.k, -1 if at is None else at.number, aim=1 if east else 0)
        begin = first + round(30 * self.of("cast"))
        while self.scene.m.tick < begin:
            assert self.scene.m.tick < first or self.caster.mana == mana
            self.play(1)
        assert mana - self.caster.mana == self.of("cost")
        assert self.caster.hero.cooldown[self.k] == begin + round(30 * self.of("cooldown"))
        assert self.scene.tally(0, lay.CASTS + self.k) == 1.0
        if self.scene.m.tick == begin:
            self.play(1)  # what lasts is felt from the tick after the cast
        while self.scene.m.missile_count[0] > 0:
            self.play(1)

    def switch(self) -> None:
        """Switch a toggle on or off."""
        self.scene.cast(0, self.k)
        self.play(1)

    def four_pulses(self) -> None:
        """Have a toggle on for the ticks 201 to 260, in which its half seconds end at 210, 225, 240 and 255.

        That it costs its mana when it is switched on and again at each pulse is looked at, and that off is free.
        """
        self.switch()
        while self.scene.m.tick < 260:
            self.play(1)
        self.switch()
        assert not self.caster.hero.toggled[self.k]
        assert self.caster.mana_lost == 5 * self.of("cost")

    def blows(self, striker: Body, victim: Body, count: int = 1) -> list[int]:
        """Let one strike another; the ticks at which its blows, or its arrows, hurt."""
        found: list[int] = []
        self.scene.attack(striker.seat, victim.number)
        before = int(victim.unit.hurt)
        for _ in range(40 * count):
            self.play(1)
            if victim.unit.hurt != before:
                before = int(victim.unit.hurt)
                found.append(before)
            if len(found) == count:
                break
        del self.scene.orders[striker.seat]
        assert len(found) == count, "the blows did not come"
        return found
