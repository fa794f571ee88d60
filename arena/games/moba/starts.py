"""Matches that do not begin at their beginning: some minutes in, at a siege, or where two teams meet.

What a start looks like is data (`data/starts.toml`); what differs is drawn from the match's seed and the keys of the
sides, by counter, so that exchanging the sides exchanges the start, bit for bit. Wherever the rules have a function
for a change (buying, levels, a fallen structure, a wave) it is that function that makes it, so that a start is a
state the rules could have led to. All places are worked out in the frame of the side they belong to.

`progress` is x + y in the own frame: on every lane it grows from home to the enemy's ancient, and what is `p` to a
side is `-p` to the other.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba import maps
from arena.games.moba.creeps import spawn_wave
from arena.games.moba.economy import bury, open_next, wear_structures
from arena.games.moba.growth import grow_heroes
from arena.games.moba.neutrals import fill_empty_camps
from arena.games.moba.numbers import draw, small
from arena.games.moba.randomise import LANES
from arena.games.moba.rules import TICKS_PER_DECISION, map_name, read, ticks

STARTS = ("fresh", "midgame", "siege")
FIRST_STREAM = 320
(
    CLOCK, AHEAD, FORTUNE, EXPERIENCE, GOLD, FALLS, WEAR, FRONT, LOSSES, WOUNDS,
    MANA, PLACE, AT_HOME, BREACH, CENTRE, LEVELS,
) = range(FIRST_STREAM, FIRST_STREAM + 16)  # fmt: skip
PURCHASES = 40  # more than any list of items is long
ROW = 120.0  # world units between heroes that stand in a row
WAVE_GAP = 60.0  # progress between the front and the foremost creep of either side
DIAGONAL = 0.70703125  # of a step, as a multiple of 1/1024


@functools.cache
def _data(variant: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = read("starts").get(variant, {})
    return found


def known_starts(variant: str) -> tuple[str, ...]:
    """The starts that a variant has."""
    return tuple(name for name in STARTS if name == "fresh" or name in _data(variant))


def begin(m: Any, rules: Any, variant: str, start: str) -> None:
    """Turn a fresh match into one with the start that is asked for; `m.began` is the tick at which play begins."""
    data = _data(variant)
    if "levels" in data:
        _Meeting(m, rules, variant, data).make()
    elif start == "siege":
        _Siege(m, rules, variant, data, start).make()
    elif start != "fresh":
        _Start(m, rules, variant, data, start).make()
    m.began = m.tick


class _Places:
    """A match that is being set up: draws, places of the own frame, and what moves heroes and gives them things."""

    def __init__(self, m: Any, rules: Any, variant: str, data: Mapping[str, Any]) -> None:
        self.m, self.rules, self.data = m, rules, data
        self.map = maps.load(map_name(variant))
        self.seats = range(int(rules.variant.heroes))

    def shared(self, stream: int) -> float:
        """A number in [0, 1) that belongs to neither side."""
        return float(draw(int(self.m.seed), 0, 0, stream))

    def own(self, half: int, counter: int, stream: int) -> float:
        """A number in [0, 1) of a side's own."""
        return float(draw(int(self.m.seed), int(self.m.keys[half]), counter, stream))

    def ahead(self) -> int:
        """The half that luck prefers; two keys never draw the same number."""
        return 0 if self.own(0, 0, AHEAD) > self.own(1, 0, AHEAD) else 1

    def is_free(self, x: float, y: float) -> bool:
        """Whether a point of the own frame, and so of either, is on the map and in no wall."""
        cell = [math.floor((value + self.map.half) / self.map.cell) for value in (x, y)]
        return all(0 <= one < self.map.n for one in cell) and not self.map.walls[cell[1], cell[0]]

    def stand(self, number: int, x: float, y: float, towards: tuple[float, float]) -> None:
        """Stand a unit at a point of its own frame, or as far from there to a free point as the walls ask."""
        sign = 1.0 - 2.0 * (number // lay.HALF)
        for part in range(9):
            px, py = (a + (b - a) * (part / 8.0) for a, b in zip((x, y), towards, strict=True))
            if self.is_free(px, py):
                break
        unit = self.m.units[number]
        unit.x = sign * float(small(px)) + 0.0
        unit.y = sign * float(small(py)) + 0.0
        unit.anchor_x, unit.anchor_y, unit.anchor = unit.x, unit.y, self.m.tick

    def teach(self, half: int, slot: int, experience: float, gold: float) -> None:
        """Give a hero what it has learnt and earned so far."""
        hero = self.m.heroes[half * lay.HEROES + slot]
        hero.xp += int(experience)
        hero.tally[lay.EXPERIENCE] += int(experience)
        hero.gold += int(gold)
        hero.tally[lay.GOLD] += int(gold)

    def spend(self) -> None:
        """Let all heroes, at home, rise and buy, as the rules have it, and be whole."""
        for _ in range(PURCHASES):
            before = self.m.heroes["gold"].copy()
            grow_heroes(self.m, self.rules)
            if (before == self.m.heroes["gold"]).all():
                break
        for half in range(2):
            for slot in self.seats:
                unit, hero = self.m.units[half * lay.HALF + slot], self.m.heroes[half * lay.HEROES + slot]
                unit.health, hero.mana = unit.max_health, hero.max_mana


class _Start(_Places):
    """`midgame`: levels, items, worn and fallen towers, waves on the lanes, heroes behind them."""

    def __init__(self, m: Any, rules: Any, variant: str, data: Mapping[str, Any], start: str) -> None:
        super().__init__(m, rules, variant, data)
        first, last = data[start]
        self.minutes = first + (last - first) * self.shared(CLOCK)
        self.lanes = [
            [lane for lane in range(3) if rules.variant.lanes[lane if half == 0 else 2 - lane]]
            for half in range(2)
        ]

    def make(self) -> None:
        """Set the match up."""
        self.set_clock()
        self.fell_towers()
        for half in range(2):
            fortune = self.fortune(half)
            for slot in self.seats:
                self.teach(half, slot, *self.earned(half, slot, fortune))
        self.spend()
        self.send_waves()
        for half in range(2):
            for slot in self.seats:
                self.place_hero(half, slot)
        if 0 < self.rules.variant.camp_first <= self.m.tick:
            fill_empty_camps(self.m, self.rules)

    def set_clock(self) -> None:
        """The tick, the waves sent by then, and what they have worn off the structures."""
        m, variant = self.m, self.rules.variant
        tick = ticks(self.minutes * 60.0) // TICKS_PER_DECISION * TICKS_PER_DECISION
        while m.tick < tick:
            due = int(variant.first_wave + m.wave * variant.wave)
            if due > tick:
                break
            m.tick, m.wave = due, m.wave + 1
            wear_structures(m, self.rules)
        m.tick = tick

    def fortune(self, half: int) -> float:
        """How well the side has fared: a factor of what it has."""
        return 0.9 + 0.2 * self.own(half, 0, FORTUNE)

    def earned(self, half: int, slot: int, fortune: float) -> tuple[float, float]:
        """Experience and gold of a hero by now."""
        return (
            fortune * (0.8 + 0.4 * self.own(half, slot, EXPERIENCE)) * _curve(self.data["xp"], self.minutes),
            fortune * (0.7 + 0.6 * self.own(half, slot, GOLD)) * _curve(self.data["gold"], self.minutes),
        )

    def losses(self, half: int, lane: int) -> float:
        """Towers that a side has lost on a lane, the part being how worn the next one is."""
        begin, each = self.data["falls"]
        luck = self.own(half, lane, FALLS) - 0.5 * self.own(half, 0, FORTUNE)
        return min(max(float(self.minutes - begin) / float(each) + luck, 0.0), 2.9)

    def fell_towers(self) -> None:
        """Take each lane's towers down in their order, and wear the next one."""
        for half in range(2):
            for lane in self.lanes[half]:
                lost = self.losses(half, lane)
                for tier in range(int(lost)):
                    self.fell(half, lay.FIRST_STRUCTURE + 3 * lane + tier)
                if lost < 3.0:
                    self.wear(
                        half, lay.FIRST_STRUCTURE + 3 * lane + int(lost), 0.65 * (lost - int(lost)), lane
                    )

    def fell(self, half: int, slot: int) -> None:
        """Take a structure down; what stood behind it is open."""
        bury(self.m, self.rules, half * lay.HALF + slot)
        open_next(self.m, half * lay.HALF + slot)

    def wear(self, half: int, slot: int, share: float, counter: int) -> None:
        """Take a share of a structure's health, and a little more by luck."""
        unit = self.m.units[half * lay.HALF + slot]
        left = 1.0 - share - 0.15 * self.own(half, counter, WEAR)
        unit.health = float(small(unit.max_health * left))

    def post(self, half: int, lane: int) -> float:
        """Progress of the foremost structure that a side has standing on a lane."""
        for place in (3 * lane, 3 * lane + 1, 3 * lane + 2, 9 + lane):
            if self.m.units[half * lay.HALF + lay.FIRST_STRUCTURE + place].alive:
                return float(self.rules.structures[place, 0] + self.rules.structures[place, 1])
        return float(self.rules.structures[12, 0] + self.rules.structures[12, 1])

    def front(self, half: int, lane: int) -> float:
        """Progress at which the waves of a lane meet: about half-way between the foremost structures of both sides."""
        other = 1 - half
        middle = (self.post(half, lane) - self.post(other, 2 - lane)) / 2.0
        drift = self.own(half, lane, FRONT) - self.own(other, 2 - lane, FRONT)
        return middle + 700.0 * drift

    def send_waves(self) -> None:
        """The last wave on its way, and what is left of the one before at the front."""
        m, variant = self.m, self.rules.variant
        sent = int(m.wave)
        age = int(m.tick - variant.first_wave - (sent - 1) * variant.wave)
        walked = age / 30.0 * float(self.rules.kinds[lay.MELEE].speed)
        for half in range(2):
            for lane in self.lanes[half]:
                front = self.front(half, lane) - WAVE_GAP
                m.wave = max(sent - 1, 1)
                self.send_wave(half, lane, front, fought=True)
                m.wave = sent
                begun = float(self.rules.lanes[lane, 0, 0] + self.rules.lanes[lane, 0, 1])
                if sent > 1:
                    self.send_wave(half, lane, min(begun + walked, front - 250.0), fought=False)

    def send_wave(self, half: int, lane: int, progress: float, *, fought: bool) -> None:
        """A wave whose foremost creep is at a progress; one that has fought has wounds and losses."""
        first = half * lay.HALF + lay.FIRST_CREEP
        alive = self.m["units"]["alive"][first : half * lay.HALF + lay.FIRST_NEUTRAL]
        before = alive.copy()
        spawn_wave(self.m, self.rules, half, lane)
        for place, number in enumerate(int(slot) + first for slot in np.flatnonzero(alive > before)):
            unit = self.m.units[number]
            x, y, unit.step = self.on_lane(lane, progress - 90.0 * (place // 3))
            side = (place % 3 - 1) * 45.0
            self.stand(number, x + side, y - side, (x, y))
            if fought:
                luck = self.own(half, lane * 16 + place, LOSSES)
                unit.health = float(small(unit.max_health * (0.35 + 0.65 * luck)))

    def on_lane(self, lane: int, progress: float) -> tuple[float, float, int]:
        """The point of the own frame's lane at a progress, its ends beyond them, and the way-point that follows."""
        way = [(float(x), float(y)) for x, y in self.rules.lanes[lane, : int(self.rules.waypoints)]]
        for step in range(1, len(way)):
            (ax, ay), (bx, by) = way[step - 1], way[step]
            if progress < bx + by or step == len(way) - 1:
                break
        part = min(max((progress - ax - ay) / (bx + by - ax - ay), 0.0), 1.0)
        return ax + (bx - ax) * part, ay + (by - ay) * part, step

    def lane_of(self, half: int, slot: int) -> int:
        """The lane a hero is on."""
        dealt = int(self.m.heroes[half * lay.HEROES + slot].lane)
        return dealt if dealt >= 0 else LANES[slot] if len(self.seats) > 1 else 1

    def place_hero(self, half: int, slot: int) -> None:
        """Behind its wave, with some wounds; now and then at home and whole."""
        if self.own(half, slot, AT_HOME) < 0.12:
            return
        lane = self.lane_of(half, slot)
        back = 350.0 + 400.0 * self.own(half, slot, PLACE)
        x, y, _ = self.on_lane(lane, self.front(half, lane) - back)
        side = (slot % 2 - 0.5) * ROW
        self.stand(half * lay.HALF + slot, x + side, y - side, (x, y))
        self.wound(half, slot, 0.55)

    def wound(self, half: int, slot: int, least: float) -> None:
        """Leave a hero part of its health, at least a share of it, and of its mana."""
        unit, hero = self.m.units[half * lay.HALF + slot], self.m.heroes[half * lay.HEROES + slot]
        unit.health = float(small(unit.max_health * (least + (1.0 - least) * self.own(half, slot, WOUNDS))))
        hero.mana = float(small(hero.max_mana * (0.4 + 0.6 * self.own(half, slot, MANA))))


class _Siege(_Start):
    """`siege`: one side stands in the other's base, before a barracks or, over its ruins, a base tower."""

    def make(self) -> None:
        """Draw who besieges whom and where, then set the match up."""
        self.besieger = self.ahead()
        self.besieged = 1 - self.besieger
        self.breach = int(3.0 * self.own(self.besieger, 0, BREACH))
        """The lane that is broken open, in the besieger's frame."""
        deep = self.own(self.besieger, 1, BREACH) < 0.5
        towers = (
            12,
            12 + int(2.0 * self.own(self.besieger, 2, BREACH)),
            13,
        )  # by lane, that which stands nearest
        self.aim = towers[2 - self.breach] if deep else 9 + 2 - self.breach
        """The place of the structure under attack."""
        super().make()

    def fortune(self, half: int) -> float:
        """The besieger has more."""
        return super().fortune(half) * (1.12 if half == self.besieger else 0.96)

    def losses(self, half: int, lane: int) -> float:
        """The breach is open; the besieger has lost less than the time says."""
        if half == self.besieged and lane == 2 - self.breach:
            return 3.0
        return max(super().losses(half, lane) - (0.8 if half == self.besieger else 0.0), 0.0)

    def fell_towers(self) -> None:
        """As the time says, then the barracks of the breach where a base tower is under attack."""
        super().fell_towers()
        if self.aim >= 12:
            self.fell(self.besieged, lay.BARRACKS + 2 - self.breach)
        self.wear(self.besieged, lay.FIRST_STRUCTURE + self.aim, 0.2 + 0.4 * self.shared(WEAR), 9)

    def front(self, half: int, lane: int) -> float:
        """On the breach's lane, right before what is under attack."""
        target = self.target()
        if half == self.besieger and lane == self.breach:
            return -target - 150.0
        if half == self.besieged and lane == 2 - self.breach:
            return target + 150.0
        return super().front(half, lane)

    def target(self) -> float:
        """Progress of the structure under attack, in the frame of the besieged."""
        return float(self.rules.structures[self.aim, 0] + self.rules.structures[self.aim, 1])

    def place_hero(self, half: int, slot: int) -> None:
        """The besieger's behind its creeps, the others between what they defend and their ancient, some fallen."""
        x, y = (float(value) for value in self.rules.structures[self.aim])
        row = (slot - 2) * ROW
        if half == self.besieger:
            px, py, _ = self.on_lane(self.breach, -x - y - 500.0 - 300.0 * self.own(half, slot, PLACE))
            self.stand(slot + half * lay.HALF, px + row, py - row, (px, py))
            self.wound(half, slot, 0.5)
            return
        ax, ay = (float(value) for value in self.rules.structures[14])
        part = 0.3 + 0.6 * self.own(half, slot, PLACE)
        px, py = x + (ax - x) * part, y + (ay - y) * part
        self.stand(slot + half * lay.HALF, px + row, py - row, (px, py))
        self.wound(half, slot, 0.4)
        if self.own(half, slot, AT_HOME) < 0.15:
            bury(self.m, self.rules, slot + half * lay.HALF)


class _Meeting(_Places):
    """`skirmish`: the sides stand across the river from each other, at like levels with the items that go with them."""

    def make(self) -> None:
        """Set the match up."""
        least, most = self.data["levels"]
        level = least + int((most - least + 1) * self.shared(LEVELS))
        for half in range(2):
            for slot in self.seats:
                self.arm(half, slot, level + int(2.0 * self.own(half, slot, LEVELS)))
        self.spend()
        for half in range(2):
            for slot in self.seats:
                self.m.heroes[half * lay.HEROES + slot].gold = 0
                self.place_hero(half, slot)

    def arm(self, half: int, slot: int, level: int) -> None:
        """The experience of a level, and the gold that goes with it."""
        needed = float(self.rules.xp_to_level[level])
        a, b = self.data["xp"]
        minutes = (math.sqrt(a * a + 4.0 * b * needed) - a) / (2.0 * b)
        self.teach(half, slot, needed, _curve(self.data["gold"], minutes))

    def place_hero(self, half: int, slot: int) -> None:
        """In a row across the way to the others."""
        leader = self.ahead()
        spot = int(3.0 * self.own(leader, 0, CENTRE)) - 1
        turn = float(spot if half == leader else -spot)
        x, y = (turn * float(value) + 0.0 for value in self.rules.rune)
        nearest, farthest = self.data["apart"]
        back = DIAGONAL * 0.5 * (nearest + (farthest - nearest) * self.shared(CENTRE))
        row = DIAGONAL * (slot - 2) * ROW
        self.stand(half * lay.HALF + slot, x - back + row, y - back - row, (x, y))


def _curve(numbers: tuple[float, float], minutes: float) -> float:
    return numbers[0] * minutes + numbers[1] * minutes * minutes
