"""Each ability does what its data say: to whom, how much, for how long, at what cost."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.growth import build_up
from tests.arena.games.moba.scenes import Scene, after_armour, cut

HEROES = r.heroes()
FIRST = 201  # tick at which an order of the first decision is obeyed
X = -200.0  # where the caster stands
LASTING = {
    *("shield", "burn", "stun", "root", "slow", "silence", "disarm", "armour", "speed"),
    *("invisible", "reveal", "lifesteal", "thorns", "haste", "might", "regeneration"),
}


def of_mode(*modes: str) -> list[Any]:
    """Parameters (hero, place of the ability, level) for all abilities of some modes."""
    return [
        pytest.param(hero, k, level, id=f"{ability['name']} {level}")
        for hero in HEROES
        for k, ability in enumerate(hero["abilities"])
        for level in (1, 3 if k == 3 else 4)
        if ability["mode"] in modes
    ]


def at(value: Any, level: int) -> float:
    """The number of a level: one number stands for all."""
    return float(value[level - 1] if isinstance(value, list) else value)


def ticks(seconds: float) -> int:
    """Seconds as ticks."""
    return round(30 * seconds)


def ready(scene: Scene, h: int, x: float, y: float = 0.0, k: int = -1, level: int = 0) -> int:
    """Stand a strong hero without skills, but for ability `k`, at a point."""
    number = scene.put(h, x, y, level=18)
    hero = scene.hero(h)
    hero.skill[:] = 0
    if k >= 0:
        hero.skill[k] = level
    build_up(scene.m, scene.rules, h)
    scene.calm(h)
    hero.mana = hero.max_mana
    scene.unit(h).health = 1000.0
    return number


CAST = of_mode("unit", "point", "line", "area", "self")


class Cast:
    """A caster, an enemy aimed at, an enemy out of the way and an ally; the state before the cast."""

    def __init__(self, data: dict[str, Any], k: int, level: int) -> None:
        self.ability, self.k, self.level = data["abilities"][k], k, level
        friend = "Brute" if data["name"] == "Lance" else "Lance"
        self.scene = Scene((data["name"], friend), ("Lance", "Brute"))
        self.dash = any(effect["kind"] == "dash" for effect in self.ability["effects"])
        gap = self._gap()
        self.caster = ready(self.scene, 0, X, 0.0, k, level)
        self.ally = ready(self.scene, 1, X, 150.0)
        self.enemy = ready(self.scene, 5, X + gap)
        self.other = ready(self.scene, 6, *self._out_of_the_way(gap))
        if self.ability.get("aim") == "ally":  # who is healed has room for all of it
            for number in (self.caster, self.ally):
                self.scene.m.units[number].health = 600.0
        self.begin = self._state()

    def _gap(self) -> float:
        mode, reach = self.ability["mode"], self.ability.get("reach", 0.0)
        if self.dash:
            return float(reach) * 0.98 - 150.0
        return 200.0 if mode == "area" else min(float(reach) - 50.0, 300.0)

    def _out_of_the_way(self, gap: float) -> tuple[float, float]:
        radius = float(self.ability.get("radius", 0.0))
        if self.ability["mode"] == "line":  # behind the enemy
            return X + gap + 120.0, 0.0
        if self.ability["mode"] == "area":
            return X, radius + 50.0
        if self.dash:
            return X + float(self.ability["reach"]) + max(radius + 50.0, 150.0), 0.0
        leap = max(float(effect.get("extra", 0.0)) for effect in self.ability["effects"])
        return X + gap + max(100.0, radius + 50.0, leap + 50.0), 0.0

    def _state(self) -> dict[int, tuple[float, float, float]]:
        units = self.scene.m.units
        return {n: (float(units[n].health), float(units[n].x), float(units[n].y)) for n in self.everyone}

    @property
    def everyone(self) -> tuple[int, ...]:
        """Numbers of caster, ally, enemy and the other enemy."""
        return self.caster, self.ally, self.enemy, self.other

    def cast(self) -> None:
        """Give the order and play until the ability has taken effect and its missile, if any, has arrived."""
        mode = self.ability["mode"]
        aimed = self.ally if self.ability.get("aim") == "ally" else self.enemy
        wants_target = mode in ("unit", "point", "line", "channel") and not self.dash
        self.scene.cast(0, self.k, aimed if wants_target else -1, aim=1 if self.dash else 0)
        self.scene.until(FIRST + ticks(self.ability.get("cast", 0.0)))
        while self.scene.m.missile_count[0] > 0:
            self.scene.step()

    def bearers(self) -> tuple[int, ...]:
        """Whom the effects that are not on the caster reach."""
        mode = self.ability["mode"]
        if mode == "self":
            return (self.caster,)
        if self.ability.get("aim") == "ally":
            return (self.ally,) if mode == "unit" else (self.caster, self.ally)
        return (self.enemy, self.other) if self.ability.get("pierce") else (self.enemy,)

    def lasting(self, number: int) -> list[tuple[str, float, int]]:
        """Lasting effects that the data promise a unit: kind, amount, ticks."""
        found = []
        for effect in self.ability["effects"]:
            bearers = (self.caster,) if effect.get("on") == "self" else self.bearers()
            if effect["kind"] in LASTING and number in bearers:
                amount, seconds = (
                    at(effect.get("amount", 0), self.level),
                    at(effect.get("seconds", 0), self.level),
                )
                found.append((effect["kind"], amount, ticks(seconds)))
        return found

    def damage(self, number: int) -> float:
        """What the data promise to take from a unit in the end; healing counts against it."""
        if number not in self.bearers():
            return 0.0
        unit = self.scene.m.units[number]
        resist = float(self.scene.m.heroes[number // lay.HALF * 5 + number % lay.HALF].resist)
        total = 0.0
        for effect in self.ability["effects"]:
            amount = at(effect.get("amount", 0), self.level)
            lasts = ticks(at(effect.get("seconds", 0), self.level))
            total += {
                "physical": after_armour(amount, float(unit.armour)),
                "magical": cut(amount * (1 - resist)),
                "pure": amount,
                "execute": cut(amount * (float(unit.max_health) - 1000.0)),
                "burn": lasts // 15 * cut(amount / 2 * (1 - resist)),
                "heal": -amount,
                "regeneration": -lasts * cut(amount / 30),
            }.get(effect["kind"], 0.0)
        return total


def lasting_found(scene: Scene, number: int) -> list[tuple[str, float, int]]:
    """Lasting effects upon a unit: kind, amount, ticks."""
    return [(r.EFFECT_KINDS[e.kind], float(e.amount), int(e.end - e.begin)) for e in scene.effects(number)]


@pytest.mark.parametrize(("data", "k", "level"), CAST)
def test_a_cast_ability_does_what_its_data_say(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    wanted = {number: play.damage(number) for number in play.everyone}
    play.cast()
    for number in play.everyone:
        assert sorted(lasting_found(play.scene, number)) == sorted(play.lasting(number))
    play.scene.step(60)
    for number in play.everyone:
        assert play.begin[number][0] - float(play.scene.m.units[number].health) == wanted[number]
    assert play.scene.faults() == {}


@pytest.mark.parametrize(("data", "k", "level"), of_mode("channel"))
def test_a_channel_repeats_its_effects_each_half_second(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    pulses = ticks(play.ability["channel"]) // 15
    wanted = {number: pulses * play.damage(number) for number in play.everyone}
    play.cast()
    assert play.scene.hero(0).channel == k
    play.scene.step(4)
    for number in play.everyone:
        assert sorted(lasting_found(play.scene, number)) == sorted(play.lasting(number))
    play.scene.step(30)
    assert play.scene.hero(0).channel == -1
    for number in play.everyone:
        assert play.begin[number][0] - float(play.scene.m.units[number].health) == wanted[number]


@pytest.mark.parametrize(("data", "k", "level"), CAST + of_mode("channel"))
def test_a_cast_costs_its_mana_and_cools_down(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    mana = float(play.scene.hero(0).mana)
    play.cast()
    hero = play.scene.hero(0)
    assert mana - hero.mana == at(play.ability["cost"], level) == play.scene.tally(0, lay.MANA_SPENT)
    took_effect = FIRST + ticks(play.ability.get("cast", 0.0))
    assert hero.cooldown[k] == took_effect + ticks(at(play.ability["cooldown"], level))
    assert play.scene.tally(0, lay.CASTS + k) == 1.0
    hero.mana, hero.channel = hero.max_mana, -1
    for tick, legal in ((-1, False), (0, True)):
        play.scene.m.tick = int(hero.cooldown[k]) + tick
        play.scene.batch.observe()
        assert play.scene.batch.masks[0, 0, lay.CAST_1 + k] == legal


def moved(play: Cast, number: int) -> tuple[float, float]:
    """How far a unit has come."""
    unit = play.scene.m.units[number]
    return float(unit.x) - play.begin[number][1], float(unit.y) - play.begin[number][2]


def with_effect(kind: str) -> list[Any]:
    """Parameters for all abilities with an effect of a kind."""
    return [
        case
        for case in CAST
        if any(e["kind"] == kind for e in case.values[0]["abilities"][case.values[1]]["effects"])
    ]


def amount_of(play: Cast, kind: str) -> float:
    """The amount of an ability's effect of a kind."""
    return next(at(e["amount"], play.level) for e in play.ability["effects"] if e["kind"] == kind)


@pytest.mark.parametrize(("data", "k", "level"), with_effect("push"))
def test_a_push_throws_back_by_its_length(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    play.cast()
    assert moved(play, play.enemy) == (amount_of(play, "push"), 0.0)


@pytest.mark.parametrize(("data", "k", "level"), with_effect("pull"))
def test_a_pull_stops_an_arms_length_before_its_caster(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    gap = play.begin[play.enemy][1] - X
    play.cast()
    assert moved(play, play.enemy)[0] == pytest.approx(-min(amount_of(play, "pull"), gap - 90.0), abs=0.01)


@pytest.mark.parametrize(("data", "k", "level"), with_effect("dash"))
def test_a_dash_carries_the_caster_to_its_point(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    play.cast()
    assert moved(play, play.caster)[0] == pytest.approx(
        min(0.98 * play.ability["reach"], amount_of(play, "dash")), abs=0.01
    )


@pytest.mark.parametrize(("data", "k", "level"), with_effect("blink"))
def test_a_blink_ends_an_arms_length_before_its_target(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    gap = play.begin[play.enemy][1] - X
    play.cast()
    assert moved(play, play.caster) == (gap - 90.0, 0.0)


@pytest.mark.parametrize(("data", "k", "level"), with_effect("mana_burn"))
def test_a_mana_burn_takes_mana(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    before = float(play.scene.hero(5).mana), float(play.scene.hero(6).mana)
    play.cast()
    assert before[0] - play.scene.hero(5).mana == amount_of(play, "mana_burn")
    assert before[1] == play.scene.hero(6).mana


@pytest.mark.parametrize(("data", "k", "level"), with_effect("chain"))
def test_a_chain_leaps_to_the_nearest_it_has_not_been_to(data: dict[str, Any], k: int, level: int) -> None:
    play = Cast(data, k, level)
    scene, leaps = play.scene, int(amount_of(play, "chain"))
    scene.unit(6).x, scene.unit(6).y = 2000.0, 2000.0
    radius = next(e["extra"] for e in play.ability["effects"] if e["kind"] == "chain")
    x = play.begin[play.enemy][1]
    row = [scene.creep(1, lay.MELEE, x + 70.0 * (1 + i), 0.0) for i in range(leaps + 1)]
    far = scene.creep(1, lay.MELEE, x, radius + 10.0)
    play.cast()
    loss = {n: float(scene.m.units[n].max_health - scene.m.units[n].health) for n in (*row, far)}
    damage = amount_of(play, "magical")
    assert loss == {n: damage if n in row[:leaps] else 0.0 for n in (*row, far)}


@pytest.mark.parametrize(("data", "k", "level"), of_mode("passive"))
def test_a_passive_ability_is_part_of_its_hero(data: dict[str, Any], k: int, level: int) -> None:
    scene = Scene((data["name"],))
    ready(scene, 0, X)
    bare = scene.hero(0).copy()
    scene.hero(0).skill[k] = level
    build_up(scene.m, scene.rules, 0)
    hero = scene.hero(0)
    fields = {"armour": "base_armour", "haste": "haste", "lifesteal": "lifesteal", "thorns": "thorns"}
    fields |= {"regeneration": "health_regen", "critical": "crit", "cleave": "cleave"}
    before = {"regeneration": at(data["health_regen"], 1) + 17 * data["health_regen_growth"]}
    for effect in data["abilities"][k]["effects"]:
        field, amount = fields[effect["kind"]], at(effect["amount"], level)
        base = before.get(effect["kind"], float(bare[field]))
        assert hero[field] == pytest.approx(base + amount, rel=1e-12)
        if effect["kind"] == "critical":
            assert hero.crit_factor == effect["extra"]
        if effect["kind"] == "cleave":
            assert hero.cleave_radius == effect["extra"]
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.CAST_1 + k]


@pytest.mark.parametrize(("data", "k", "level"), of_mode("aura"))
def test_an_aura_reaches_those_near_and_is_kept_up(data: dict[str, Any], k: int, level: int) -> None:
    scene = Scene((data["name"], "Lance", "Brute"), ("Lance", "Brute"))
    ability = data["abilities"][k]
    radius = ability["radius"]
    caster, ally = ready(scene, 0, X, 0.0, k, level), ready(scene, 1, X - 150.0)
    enemy = ready(scene, 5, X + 150.0)
    far = [ready(scene, 2, X - radius - 50.0), ready(scene, 6, X + radius + 50.0)]
    wanted = [(effect["kind"], at(effect["amount"], level)) for effect in ability["effects"]]
    bearers = (caster, ally) if ability.get("aim") == "ally" else (enemy,)
    scene.step(4)
    for _ in range(20):
        scene.step()
        for n in (caster, ally, enemy, *far):
            found = [(kind, amount) for kind, amount, _ in lasting_found(scene, n)]
            assert found == (wanted if n in bearers else [])
    scene.m.units[bearers[-1]].x = X + radius + 300.0
    scene.until(scene.m.tick + ticks(ability["effects"][0]["seconds"]) + 1)
    assert lasting_found(scene, bearers[-1]) == []


@pytest.mark.parametrize(("data", "k", "level"), of_mode("toggle"))
def test_a_toggle_works_for_mana_until_it_is_switched_off(data: dict[str, Any], k: int, level: int) -> None:
    scene = Scene((data["name"], "Lance"), ("Lance", "Brute"))
    ability = data["abilities"][k]
    caster, ally = ready(scene, 0, X, 0.0, k, level), ready(scene, 1, X - 150.0)
    enemy, far = ready(scene, 5, X + 200.0), ready(scene, 6, X + ability["radius"] + 50.0)
    bearers = (caster, ally) if ability.get("aim") == "ally" else (enemy,)
    cost = at(ability["cost"], level)
    mana = float(scene.hero(0).mana)
    scene.cast(0, k)
    scene.step()
    assert scene.hero(0).toggled[k] == 1 and mana - scene.hero(0).mana == cost
    scene.until(FIRST + 150)
    pulses = round((mana - float(scene.hero(0).mana)) / cost) - 1
    assert pulses == sum(1 for tick in range(FIRST, int(scene.m.tick) + 1) if tick % 15 == 0)
    kinds = [effect["kind"] for effect in ability["effects"] if effect["kind"] in LASTING]
    for n in (caster, ally, enemy, far):
        assert [kind for kind, _, _ in lasting_found(scene, n)] == (kinds if n in bearers else [])
    scene.cast(0, k)
    scene.step()
    assert scene.hero(0).toggled[k] == 0
    left = float(scene.hero(0).mana)
    scene.step(30)
    assert scene.hero(0).mana == left
    assert all(lasting_found(scene, n) == [] for n in (caster, ally, enemy, far))


def test_a_toggle_goes_out_with_the_mana() -> None:
    data = next(hero for hero in HEROES if any(a["mode"] == "toggle" for a in hero["abilities"]))
    k = next(i for i, a in enumerate(data["abilities"]) if a["mode"] == "toggle")
    scene = Scene((data["name"],))
    ready(scene, 0, X, 0.0, k, 1)
    scene.hero(0).mana = 3.5 * at(data["abilities"][k]["cost"], 1)
    scene.cast(0, k)
    scene.step(20)
    assert scene.hero(0).toggled[k] == 0
    assert scene.hero(0).mana == 0.5 * at(data["abilities"][k]["cost"], 1)


def test_all_abilities_are_covered() -> None:
    cases = {
        (p.values[0]["name"], p.values[1]) for p in CAST + of_mode("passive", "aura", "toggle", "channel")
    }
    assert len(cases) == 4 * len(HEROES)
