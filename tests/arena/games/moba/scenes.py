"""Hand-made moments: a pit in which everyone meets everyone, and small scenes with a few units."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.games.moba import HERO_NAMES, Batch, Setup, item_names, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.contract import ATTACK_MASK, TARGETS
from arena.games.moba.growth import build_up
from arena.games.moba.neutrals import appear

SPACING = 60.0


def place_creep(
    m: Any, rules: Any, half: int, slot: int, kind: int, x: float, y: float, health: float
) -> int:
    """Stand a creep of a kind at a point; the number of the unit."""
    number = half * lay.HALF + lay.FIRST_CREEP + slot
    unit = m.units[number]
    data = rules.kinds[kind]
    unit.kind, unit.alive, unit.x, unit.y = kind, 1, x, y
    unit.max_health, unit.health = data.health, health
    unit.damage, unit.armour, unit.speed = data.damage, data.armour, data.speed
    unit.target, unit.lane, unit.step, unit.born = -1, 1, 3, int(m.tick)
    unit.anchor_x, unit.anchor_y, unit.anchor = x, y, int(m.tick)
    return number


def raise_hero(m: Any, rules: Any, h: int, level: int, gold: int = 0) -> None:
    """Give a hero a level with the skills that go with it, all its cooldowns over."""
    hero = m.heroes[h]
    hero.level, hero.xp, hero.gold = level, int(rules.xp_to_level[level]), gold
    hero.skill[:] = 0
    for k in rules.heroes[hero.hero].skills[:level]:
        if k >= 0:
            hero.skill[k] += 1
    build_up(m, rules, h)
    hero.mana = hero.max_mana


def pit(batch: Batch, b: int, seed: int) -> None:
    """Turn match `b` into a pit: heroes, creeps and couriers of both sides on a lattice in the middle, low on health."""
    rng = np.random.default_rng(seed)
    m, rules = batch.matches[b], batch.rules
    m.tick = 400 + int(rng.integers(0, 60))
    m.units["anchor"][lay.FIRST_STRUCTURE : lay.COURIER] = m.tick
    for h in range(10):
        if m.heroes[h].hero < 0:
            continue
        raise_hero(m, rules, h, int(rng.integers(6, 13)))
        unit = m.units[h // 5 * lay.HALF + h % 5]
        unit.x, unit.y = (float(v) * SPACING for v in rng.integers(-6, 7, 2))
        supply(m, rules, h, rng)
        unit.health = float(rng.integers(20, 400))
    for half in range(2):
        send_courier(m, half, rng)
        for slot in range(20):
            x, y = (float(v) * SPACING for v in rng.integers(-8, 9, 2))
            kind = int(rng.choice([lay.MELEE, lay.RANGED, lay.SIEGE]))
            place_creep(m, rules, half, slot, kind, x, y, float(rng.integers(5, 200)))


def supply(m: Any, rules: Any, h: int, rng: np.random.Generator) -> None:
    """Give a hero of a pit items with a use among others, potions, and more to come; let some lie dead, with gold."""
    hero, unit = m.heroes[h], m.units[number_of(h)]
    usable = np.flatnonzero(rules.items["usable"])
    hero.items[:3] = 1 + rng.choice(usable, 3)
    hero.items[3:5] = rng.integers(0, int(rules.item_count) + 1, 2)
    hero.potions, hero.gold = int(rng.integers(0, 3)), int(rng.integers(0, 4000))
    hero.next_item = int(rng.integers(4, 7))
    hero.got = int(rng.integers(0, hero.next_item + 1))
    build_up(m, rules, h)
    hero.mana = hero.max_mana
    if rng.random() < 0.2:
        unit.alive, hero.respawn = 0, int(m.tick + rng.integers(5, 400))


def send_courier(m: Any, half: int, rng: np.random.Generator) -> None:
    """Let the courier of a half be at home, with work for it, or in a pit, weak, often with a load.

    At home it has a choice of two heroes for whom the same waits.
    """
    if rng.random() < 0.3:
        first, second = m.heroes[half * lay.HEROES + 1], m.heroes[half * lay.HEROES + 3]
        second.build[:], second.got, second.next_item = first.build, first.got, first.next_item
        return
    courier = m.units[half * lay.HALF + lay.COURIER]
    courier.x, courier.y = (float(v) * SPACING for v in rng.integers(-8, 9, 2))
    courier.health = float(rng.integers(5, 60))
    slot = int(rng.integers(0, lay.HEROES))
    hero = m.heroes[half * lay.HEROES + slot]
    if hero.hero >= 0 and hero.got < hero.next_item:
        m.courier_for[half], hero.carried = slot, 1


def enrich(m: Any, rules: Any, seed: int) -> None:
    """Add to a pit neutrals of both halves and often the boss, resting or at odds, and runes; every second by night."""
    rng = np.random.default_rng(seed)
    m.tick += int(rules.variant.day) * (seed % 2)
    m.units["anchor"][lay.FIRST_STRUCTURE : lay.COURIER] = m.tick
    m.rune[:] = rng.integers(0, lay.RUNES + 1, 2)
    m.pit, m.boss_due = int(rng.integers(0, 2)), int(m.tick + rng.integers(0, 60))
    for half in range(2):
        for place in np.flatnonzero(rng.random(lay.NEUTRALS + 1) < 0.5):
            number = half * lay.HALF + lay.FIRST_NEUTRAL + int(place)
            if place == lay.NEUTRALS and half != m.pit:
                continue
            kind = rules.camp_kinds[place // 3, place % 3] if place < lay.NEUTRALS else lay.BEAST
            appear(m, rules, number, kind, int(rng.integers(0, 5)))
            unit = m.units[number]
            unit.x, unit.y = (float(v) * SPACING for v in rng.integers(-8, 9, 2))
            unit.health = float(rng.integers(5, 200))
            unit.open = int(rng.integers(lay.RESTING, lay.LEAVING + 1))
            m.boss_due *= place < lay.NEUTRALS


def crowded(rules: Any, seed: int) -> Any:
    """The rules with all camps, the pits and the runes moved to the middle, where the heroes are."""
    moved = rules.copy()
    rng = np.random.default_rng(seed)
    moved.camps[:] = rng.integers(-6, 7, moved.camps.shape) * SPACING
    moved.boss_pit[:] = rng.integers(-6, 7, 2) * SPACING
    moved.rune[:] = rng.integers(-6, 7, 2) * SPACING
    return moved


def pits(variant: str, count: int, seed: int = 0) -> Batch:
    """A batch of pits, no two alike."""
    setups = [Setup(seed + i, *random_lineups(variant, seed + i)) for i in range(count)]
    batch = Batch(variant, setups, observe_floats=False)
    batch.rules = crowded(batch.rules, seed)
    for b in range(count):
        pit(batch, b, seed + b)
        enrich(batch.matches[b], batch.rules, seed + b)
    return batch


START = 200  # between two waves of `blitz`
WAIT = (lay.HOLD, 0, 40, 0)


def number_of(h: int) -> int:
    """The unit that hero `h` (0-9) is."""
    return h // lay.HEROES * lay.HALF + h % lay.HEROES


class Scene:
    """One match in which all heroes wait at home but those a test places; orders go through masks and slots.

    The heroes named stand in the first seats of their side; the other seats are filled up. Nobody regenerates
    or is critical unless a test says so.
    """

    def __init__(
        self,
        west: tuple[str, ...] = (),
        east: tuple[str, ...] = (),
        variant: str = "blitz",
        tick: int = START,
    ) -> None:
        lineups = [_lineup(names, variant) for names in (west, east)]
        self.batch = Batch(variant, [Setup(1, lineups[0], lineups[1], keys=(11, 22))], observe_floats=False)
        self.m: Any = self.batch.matches[0]
        self.rules = self.batch.rules
        self.orders: dict[int, tuple[int, int, int, int, bool]] = {}
        self.creeps = [0, 0]
        self.m.tick = tick
        self.m.heroes["gold"] = 0
        self.m.units["anchor"] = tick
        for h in range(10):
            self.calm(h)

    def unit(self, h: int) -> Any:
        """The unit of hero `h`."""
        return self.m.units[number_of(h)]

    def hero(self, h: int) -> Any:
        """The state of hero `h`."""
        return self.m.heroes[h]

    def calm(self, h: int) -> None:
        """Stop a hero's regeneration and luck, so that its numbers change by what the test does alone."""
        hero = self.m.heroes[h]
        hero.base_regen = hero.health_regen = hero.mana_regen = hero.crit = 0.0

    def put(self, h: int, x: float, y: float = 0.0, *, level: int = 1, health: float | None = None) -> int:
        """Stand a hero of a level at a point, whole unless `health` is given; the number of the unit."""
        raise_hero(self.m, self.rules, h, level)
        self.calm(h)
        unit = self.unit(h)
        unit.x, unit.y, unit.seen = x, y, 1
        unit.health = unit.max_health if health is None else health
        return number_of(h)

    def creep(
        self,
        half: int,
        kind: int,
        x: float,
        y: float = 0.0,
        *,
        health: float | None = None,
        active: bool = False,
    ) -> int:
        """Stand a creep at a point; one that is not active neither walks nor strikes. The number of the unit."""
        full = float(self.rules.kinds[kind].health)
        number = place_creep(
            self.m, self.rules, half, self.creeps[half], kind, x, y, full if health is None else health
        )
        self.creeps[half] += 1
        unit = self.m.units[number]
        unit.seen = 1
        if not active:
            unit.speed = unit.damage = 0.0
        return number

    def neutral(self, half: int, camp: int, place: int, kind: int, *, steps: int = 0) -> int:
        """Let a neutral stand at its place in a camp; camp 6 is the boss's pit. The number of the unit."""
        slot = lay.FIRST_NEUTRAL + camp * lay.CAMP_SIZE + place
        number = half * lay.HALF + slot
        appear(self.m, self.rules, number, kind, steps)
        self.m.units[number].seen = 3
        self.m.units[number].hurt = self.m.tick  # it does not heal at once
        return number

    def structure(self, half: int, place: int) -> int:
        """The number of a structure by its place in the side's list."""
        return half * lay.HALF + lay.FIRST_STRUCTURE + place

    def order(
        self, h: int, kind: int, target: int = -1, *, offset: int = 40, aim: int = 0, keep: bool = False
    ) -> None:
        """Give hero `h` an order for the next decision, or with `keep` for as long as it is legal."""
        self.orders[h] = (kind, target, offset, aim, keep)

    def attack(self, h: int, target: int) -> None:
        """Let hero `h` attack a unit until told otherwise."""
        self.order(h, lay.ATTACK, target, keep=True)

    def cast(self, h: int, k: int, target: int = -1, *, aim: int = 0) -> None:
        """Let hero `h` cast its ability `k` (0-3) once."""
        self.order(h, lay.CAST_1 + k, target, aim=aim)

    def give(self, h: int, *names: str) -> None:
        """Put items into the first slots of a hero, whole and with all its mana, its calm kept."""
        hero, unit = self.hero(h), self.unit(h)
        hero.items[:] = 0
        hero.items[: len(names)] = [1 + item_names().index(name) for name in names]
        hero.item_ready[:] = 0
        build_up(self.m, self.rules, h)
        self.calm(h)
        unit.health, hero.mana = unit.max_health, hero.max_mana

    def use(self, h: int, target: int = -1, *, place: int = 0, aim: int = 0, keep: bool = False) -> None:
        """Let hero `h` use its first (or second, `place` 1) item that has a use."""
        self.order(h, lay.USE_1 + place, target, aim=aim, keep=keep)

    def allows(self, h: int, kind: int, target: int = -1) -> bool:
        """Whether the mask lets hero `h` do something now, to a unit if one is given."""
        self.batch.observe()
        mask = self.batch.masks[0, h]
        if target < 0 or not mask[kind]:
            return bool(mask[kind])
        row = kind - lay.USE_1 + 1 + lay.ABILITIES if kind >= lay.USE_1 else kind - lay.ATTACK
        found = np.flatnonzero(self.batch.slots[0, h] == target)
        return len(found) > 0 and bool(mask[ATTACK_MASK + row * TARGETS + found[0]])

    def courier(self, half: int, x: float | None = None, y: float = 0.0) -> int:
        """The number of a side's courier, stood at a point if one is given."""
        number = half * lay.HALF + lay.COURIER
        if x is not None:
            unit = self.m.units[number]
            unit.x, unit.y, unit.seen = x, y, 1
        return number

    def kill(self, h: int, ticks: int = 900) -> None:
        """Let hero `h` lie dead, to return after some ticks."""
        self.unit(h).alive, self.unit(h).health = 0, 0.0
        self.hero(h).respawn = int(self.m.tick) + ticks

    def _action(self, h: int) -> tuple[int, int, int, int]:
        kind, target, offset, aim, keep = self.orders[h]
        if not keep:
            del self.orders[h]
        slots, mask = self.batch.slots[0, h], self.batch.masks[0, h]
        found = np.flatnonzero(slots == target) if target >= 0 else [0]
        if not mask[kind] or len(found) == 0:
            assert keep, f"hero {h} cannot do {kind} on unit {target}"
            return WAIT
        if target >= 0:
            row = kind - lay.USE_1 + 1 + lay.ABILITIES if kind >= lay.USE_1 else kind - lay.ATTACK
            first = ATTACK_MASK + row * TARGETS
            assert keep or mask[first + found[0]], f"{kind} on unit {target} is not legal for hero {h}"
        return kind, int(found[0]), offset, aim

    def step(self, decisions: int = 1) -> None:
        """Play some decisions of four ticks."""
        for _ in range(decisions):
            self.batch.observe()
            actions = np.zeros((1, 10, 4), np.int64)
            for h in list(self.orders):
                actions[0, h] = self._action(h)
            self.batch.step(actions)

    def until(self, tick: int) -> None:
        """Play to the end of the decision in which `tick` lies."""
        while self.m.tick < tick:
            self.step()

    def effects(self, number: int, kind: int | None = None) -> list[Any]:
        """The lasting effects upon a unit, of one kind or of all."""
        half = number // lay.HALF
        pool = [self.m.effects[half, place] for place in range(int(self.m.effect_count[half]))]
        return [e for e in pool if e.target == number and kind in (None, int(e.kind))]

    def tally(self, h: int, entry: int) -> float:
        """One entry of a hero's event ledger."""
        return float(self.m.heroes[h].tally[entry])

    def faults(self) -> dict[str, int]:
        """The fault counters that are not zero."""
        return {name: int(n) for name, n in zip(lay.FAULT_NAMES, self.m.faults, strict=True) if n}


def _lineup(names: tuple[str, ...], variant: str) -> tuple[int, ...]:
    heroes = [HERO_NAMES.index(name) for name in names]
    size = 1 if variant == "duel" else lay.HEROES
    rest = [h for h in range(len(HERO_NAMES)) if h not in heroes]
    return tuple((heroes + rest)[:size])


def after_armour(amount: float, armour: float) -> float:
    """What armour leaves of physical damage, cut to the ledger's 1/1024."""
    left = amount * (1 - 0.06 * armour / (1 + 0.06 * abs(armour)))
    return cut(left)


def cut(amount: float) -> float:
    """An amount as the ledger notes it: whole 1/1024."""
    return int(amount * 1024) / 1024
