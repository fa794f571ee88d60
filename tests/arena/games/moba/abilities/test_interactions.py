"""What happens where effects meet: each other, a wall, a death, a cast that is under way."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from tests.arena.games.moba.abilities.stage import SHEETS, Stage, about, during
from tests.arena.games.moba.test_effects import plant

HOME_GAP = 3000.0  # further than this from the stage lies a side's home


def renew(stage: Stage) -> None:
    """Let the caster's ability be cast again at once."""
    hero = stage.caster.hero
    hero.cooldown[:] = 0
    hero.mana, hero.tally[lay.CASTS + stage.k] = 1000.0, 0.0


@pytest.mark.parametrize(
    ("hero", "ability", "change", "kind"),
    [
        ("Bulwark", "Shield Slam", "stunned", "stun"),
        ("Oath", "Judgement", "disarmed", "disarm"),
        ("Knot", "Bind", "rooted", "root"),
        ("Lance", "Flurry", "silenced", "silence"),
    ],
)
def test_a_hindrance_again_is_renewed_and_ends_by_the_last(
    hero: str, ability: str, change: str, kind: str
) -> None:
    """No hindrance is lengthened by another: it ends when the later of the two does."""
    stage = Stage(hero, ability)
    enemy = stage.enemy(150)
    stage.cast(enemy)
    stage.play(3)
    renew(stage)
    again = int(stage.scene.m.tick) + 1 + round(30 * stage.of("cast"))
    stage.cast(enemy)
    assert enemy.changes()[change] == 1
    enemy.times()
    ends = again + round(30 * stage.seconds(kind))
    assert ends <= stage.scene.m.tick <= ends + 4


def longest_hold(sheet: dict[str, Any], kinds: tuple[str, ...]) -> float:
    """The share of time for which a hero's abilities, at their last level, can hold one enemy."""
    share = 0.0
    for ability in sheet["abilities"]:
        for effect in ability["effects"]:
            if effect["kind"] in kinds and ability["mode"] != "aura":
                seconds, cooldown = (
                    value[-1] if isinstance(value, list) else value
                    for value in (effect["seconds"], ability["cooldown"])
                )
                held = ability.get("channel", 0.5) - 0.5 + seconds
                share += held / cooldown
    return share


def test_no_five_heroes_can_stun_one_for_ever() -> None:
    """Stuns do not add up, so a side's five best can hold one enemy for at most the sum of their shares of time."""
    shares = sorted((longest_hold(sheet, ("stun",)) for sheet in SHEETS.values()), reverse=True)
    assert 0 < sum(shares[:5]) < 0.75


def test_burns_of_two_abilities_add_up() -> None:
    stage = Stage("Mire", "Venom Spit")
    enemy = stage.enemy(300)
    plant(stage.scene, enemy.number, r.BURN, 20.0, ticks=60, ability=999, source=stage.caster.number)
    stage.cast(enemy)
    enemy.times()
    stage.wait(1)
    assert enemy.lost == about((20.0 * 2 + stage.amount("burn") * stage.seconds("burn")) * 0.75)


def test_armour_of_two_abilities_adds_up_below_none() -> None:
    stage = Stage("Mire", "Bog")
    enemy, ally = stage.enemy(300), stage.ally(200)
    plant(stage.scene, enemy.number, r.ARMOUR, -20.0, ticks=600, ability=999)
    stage.cast(enemy)
    below = -20.0 + stage.amount("armour")
    assert enemy.changes()["armour"] == below
    stage.blows(ally, enemy)
    less = 0.06 * -(10 + below)  # armour below none lets more than all arrive, at most twice
    assert enemy.lost == about(100 * (1 + less / (1 + less)))


@pytest.mark.parametrize(("first", "second"), [(100.0, 60.0), (60.0, 100.0)])
def test_of_two_shields_the_larger_counts(first: float, second: float) -> None:
    stage = Stage("Bulwark", "Brace")
    wanted = max(first, second)
    for ability, amount in enumerate((first, second)):
        plant(stage.scene, stage.caster.number, r.SHIELD, amount, ability=900 + ability)
        stage.caster.hero.shield = max(float(stage.caster.hero.shield), amount)
    stage.play(1)
    assert stage.caster.changes() == {"shield": wanted}


def test_death_ends_a_shield_and_a_toggle() -> None:
    stage = Stage("Ember", "Cinder Veil")
    stage.switch()
    stage.caster.hero.shield = 50.0
    plant(stage.scene, stage.caster.number, r.SHIELD, 50.0, ability=900)
    plant(stage.scene, stage.caster.number, r.BURN, 1e6, ticks=16, ability=901)
    stage.play(5)
    hero = stage.caster.hero
    assert not stage.caster.unit.alive
    assert hero.shield == 0.0 and not hero.toggled[stage.k] and not stage.scene.effects(stage.caster.number)


@pytest.mark.parametrize("kind", [r.STUN, r.SILENCE])
def test_a_hindered_hero_keeps_its_toggle_on_but_cannot_switch_it_off(kind: int) -> None:
    stage = Stage("Ember", "Cinder Veil")
    stage.switch()
    plant(stage.scene, stage.caster.number, kind, ticks=400)
    mana = stage.caster.mana
    stage.wait(1)
    stage.scene.batch.observe()
    assert not stage.scene.batch.masks[0, 0, lay.CAST_1 + stage.k]
    assert stage.caster.hero.toggled[stage.k] and mana - stage.caster.mana == 2 * stage.of("cost")


def test_mana_is_never_burnt_below_nothing() -> None:
    stage = Stage("Whisper", "Soul Cut")
    enemy = stage.enemy(200)
    enemy.hero.mana = stage.amount("mana_burn") - 1.0
    stage.cast(enemy)
    assert enemy.mana == 0.0


def test_a_creep_has_no_mana_to_burn() -> None:
    stage = Stage("Whisper", "Soul Cut")
    creep = stage.creep(200)
    stage.cast(creep)
    assert creep.lost == stage.amount("magical") and stage.scene.faults() == {}


@pytest.mark.parametrize(("health", "loses"), [(2000.0, 0.0), (1999.0, 1.0), (500.0, 1500.0), (1.0, 1999.0)])
def test_an_execution_takes_a_share_of_what_is_missing(health: float, loses: float) -> None:
    stage = Stage("Whisper", "Last Word", level=2)
    enemy = stage.enemy(300)
    enemy.unit.health = health
    stage.cast(enemy)
    left = health - loses * stage.amount("execute")
    assert enemy.unit.alive == (left > 0)
    assert enemy.health == about(max(left, 0.0))
    assert stage.scene.tally(0, lay.KILLS) == (left <= 0)


def test_a_chain_with_nobody_near_hits_its_target_once() -> None:
    stage = Stage("Tempest", "Chain Spark")
    enemy, hidden = stage.enemy(300), stage.enemy(400)
    far = stage.enemy(300 + stage.second("chain") + 1)
    plant(stage.scene, hidden.number, r.INVISIBLE)
    stage.play(2)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert hidden.lost == far.lost == 0.0  # nobody leaps to what is not seen


@pytest.mark.parametrize("health", [62.0, 63.0])
def test_thorns_return_a_blow_that_kills_as_well(health: float) -> None:
    stage = Stage("Lance", "Parry", 4)
    enemy = stage.enemy(100)
    stage.cast()
    stage.caster.hero.base_armour -= stage.amount("armour")  # 62.5 of the blow arrive
    stage.caster.unit.health = health
    stage.blows(enemy, stage.caster)
    assert bool(stage.caster.unit.alive) == (health > 62.5)
    assert enemy.lost == about(62.5 * stage.amount("thorns"), 0.1)


def test_thorns_can_kill_the_striker_for_who_bears_them() -> None:
    stage = Stage("Lance", "Parry", 4)
    enemy = stage.enemy(100)
    stage.cast()
    enemy.unit.health = 1.0
    stage.blows(enemy, stage.caster)
    assert not enemy.unit.alive and stage.scene.tally(0, lay.KILLS) == 1.0


def test_two_with_thorns_do_not_return_what_was_returned() -> None:
    stage = Stage("Bulwark", "Iron Skin", 4)
    enemy = stage.enemy(100)
    plant(stage.scene, enemy.number, r.THORNS, 1.0)
    stage.blows(enemy, stage.caster)
    armour = 0.06 * (10 + stage.amount("armour"))
    assert stage.caster.lost == about(100 / (1 + armour))
    assert enemy.lost == about(100 / (1 + armour) * stage.amount("thorns"))


@pytest.mark.parametrize("missing", [0.0, 1.0])
def test_lifesteal_heals_no_further_than_whole(missing: float) -> None:
    stage = Stage("Shade", "Bloodlust", 4)
    enemy = stage.enemy(100)
    stage.caster.unit.health = 2000.0 - missing
    stage.blows(stage.caster, enemy)
    assert stage.caster.health == 2000.0
    assert stage.scene.tally(0, lay.HEALTH_GAINED) == missing


def test_a_critical_blow_cleaves_and_heals_by_all_it_does() -> None:
    stage = Stage("Brute", "Cleaver", 4)
    enemy, beside = stage.enemy(100), stage.enemy(100, 100)
    stage.caster.hero.crit, stage.caster.hero.crit_factor = 1.0, 2.0
    stage.caster.hero.base_lifesteal = stage.caster.hero.lifesteal = 0.5
    stage.blows(stage.caster, enemy)
    assert enemy.lost == 125.0 and beside.lost == about(125.0 * stage.amount("cleave"))
    assert stage.caster.lost == -62.5  # of the blow itself, not of what it cut beside


def test_a_disarmed_hero_drops_the_blow_it_has_begun() -> None:
    stage = Stage("Bulwark", "Brace")
    enemy = stage.enemy(100)
    stage.scene.attack(enemy.seat, stage.caster.number)
    stage.play(1)
    assert enemy.unit.windup > stage.scene.m.tick
    plant(stage.scene, enemy.number, r.DISARM, ticks=4)
    stage.play(2)
    assert enemy.unit.windup == 0 and stage.caster.lost == 0.0
    first = (
        201 + 48
    )  # it may begin again when the interval since the beginning is over, and strike 0.4 s later
    (ticks,) = stage.blows(enemy, stage.caster)
    assert ticks == first + 12


def test_a_rooted_hero_can_still_dash_and_blink() -> None:
    """A root holds the feet; what an ability carries, it carries."""
    for hero, ability, way in (("Falcon", "Swoop", 0.0), ("Whisper", "Slip", 90.0)):
        stage = Stage(hero, ability)
        plant(stage.scene, stage.caster.number, r.ROOT, ticks=400)
        stage.play(1)
        stage.cast(east=True)
        assert stage.caster.moved == (about(0.98 * stage.of("reach") - way), 0.0)
        stage.scene.order(0, lay.MOVE, offset=80, keep=True)
        x = stage.caster.x
        stage.play(4)
        assert stage.caster.x == x


def test_a_pull_never_carries_past_its_caster() -> None:
    stage = Stage("Anvil", "Tether", 4)
    enemy = stage.enemy(90)
    stage.cast(enemy)
    assert enemy.moved == (0.0, 0.0) and enemy.changes() == {"rooted": 1}


def test_a_push_and_a_pull_of_one_tick_add_up() -> None:
    """One draws the enemy westward, the other throws it northward, in the same tick."""
    stage = Stage("Anvil", "Tether", friends=("Bulwark",))
    bulwark, enemy = stage.ally(300, -150), stage.enemy(300)
    bulwark.hero.skill[3] = 1  # Earthbreaker
    stage.scene.cast(0, stage.k, enemy.number)
    stage.scene.cast(1, 3)
    stage.play(1)
    bulwark.hero.cast_end = stage.caster.hero.cast_end
    stage.play(3)
    (throw,) = (e["amount"] for e in SHEETS["Bulwark"]["abilities"][3]["effects"] if e["kind"] == "push")
    assert stage.amount("pull") >= 210
    assert enemy.moved == (90 - 300, throw)


@pytest.mark.parametrize(("health", "left"), [(10.0, 5.0), (1.0, 0.0), (1990.0, 1985.0)])
def test_heal_and_damage_of_one_tick_are_weighed_together(health: float, left: float) -> None:
    """A heal, and 5 more of damage, in one tick: of a burn 15 ticks after it was laid. It never passes 2,000 between."""
    stage = Stage("Mercy", "Mend")
    ally = stage.ally(300)
    ally.unit.health = health
    ally.hero.resist = 0.0
    heal = stage.amount("heal")
    arrives = 201 + round(30 * stage.of("cast"))
    plant(stage.scene, ally.number, r.BURN, 2 * (heal + 5.0), ticks=100, ability=900)
    stage.scene.m.effects[0, 0].begin = arrives - 15
    stage.scene.cast(0, 0, ally.number)
    while stage.scene.m.tick < arrives:
        stage.play(1)
    assert ally.health == left and bool(ally.unit.alive) == (left > 0.0)


def test_a_heal_ends_at_whole_health() -> None:
    stage = Stage("Mercy", "Mend", 4)
    ally = stage.ally(300)
    ally.unit.health = 1999.0
    stage.cast(ally)
    assert ally.health == 2000.0


def shot(stage: Stage, gap: float = 550.0) -> Any:
    """An enemy at a distance, and an arrow of the caster's on its way to it."""
    enemy = stage.enemy(gap)
    stage.scene.attack(0, enemy.number)
    while stage.scene.m.missile_count[0] == 0:
        stage.play(1)
    del stage.scene.orders[0]
    assert enemy.lost == 0.0
    return enemy


def test_a_shot_finds_one_who_has_vanished_since() -> None:
    stage = Stage("Thorn", "Quickdraw")
    enemy = shot(stage)
    plant(stage.scene, enemy.number, r.INVISIBLE)
    stage.play(10)
    assert enemy.lost == 62.5 and stage.scene.m.missile_count[0] == 0
    assert not stage.caster.may_attack(enemy)


def test_a_shot_follows_one_who_recalls_home() -> None:
    stage = Stage("Thorn", "Quickdraw")
    enemy = shot(stage)
    enemy.hero.recall = stage.scene.m.tick + 1
    stage.play(1)
    assert enemy.moved[0] > HOME_GAP and stage.scene.m.missile_count[0] == 1
    enemy.unit.max_health = enemy.unit.health = 1e6  # so that the fountain does not heal it meanwhile
    stage.wait(8)
    assert stage.scene.m.missile_count[0] == 0 and stage.scene.tally(0, lay.DAMAGE_TO_HEROES) == 62.5


def test_a_missile_outlives_who_sent_it_and_kills_for_it() -> None:
    stage = Stage("Ember", "Fire Bolt")
    enemy = stage.enemy(700)
    enemy.unit.health = 1.0
    stage.scene.cast(0, 0, aim=1)
    while stage.scene.m.missile_count[0] == 0:
        stage.play(1)
    stage.caster.unit.alive, stage.caster.hero.respawn = 0, 10_000
    stage.play(8)
    assert not enemy.unit.alive and stage.scene.tally(0, lay.KILLS) == 1.0


def test_a_silence_ends_a_heal_that_is_channelled() -> None:
    stage = Stage("Lantern", "Vigil")
    ally = stage.ally(300)
    stage.cast(ally)
    stage.wait(1.1)
    plant(stage.scene, stage.caster.number, r.SILENCE, ticks=4)
    stage.wait(3)
    assert ally.lost == -2 * stage.amount("heal")


@pytest.mark.parametrize("kind", [r.ROOT, r.DISARM, r.SLOW])
def test_what_does_not_take_the_voice_ends_no_channel(kind: int) -> None:
    stage = Stage("Rime", "Blizzard")
    enemy = stage.enemy(300)
    plant(stage.scene, stage.caster.number, kind, 0.5, ticks=400)
    stage.cast(enemy)
    stage.wait(3.1)
    assert enemy.lost == about(2 * stage.of("channel") * stage.amount("magical") * 0.75)


def test_a_revealed_hero_can_hide_again_when_the_light_is_out() -> None:
    stage = Stage("Shade", "Vanish", 4)
    enemy = stage.enemy(300)
    plant(stage.scene, stage.caster.number, r.REVEAL, ticks=40)
    stage.cast()
    stage.play(1)
    assert enemy.may_attack(stage.caster)
    stage.wait(1.2)
    assert not enemy.may_attack(stage.caster)
    assert stage.caster.times()["hidden"] == during(stage.seconds("invisible"))
