"""Shade's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_shadowstep_cuts_from_an_arms_length(level: int) -> None:
    stage = Stage("Shade", "Shadowstep", level)
    enemy, other = stage.enemy(400), stage.enemy(300, 150)
    stage.cast(enemy)
    assert stage.caster.moved == (400 - 90, 0)
    assert enemy.lost == about(stage.amount("physical") * 0.625) and enemy.moved == (0, 0)
    assert other.untouched()


@levels
def test_vanish_hides_and_hurries(level: int) -> None:
    stage = Stage("Shade", "Vanish", level)
    enemy, ally = stage.enemy(300), stage.ally(0, 100)
    stage.play(1)
    assert enemy.may_attack(stage.caster)
    stage.cast()
    stage.play(1)
    assert not enemy.may_attack(stage.caster) and enemy.may_attack(ally)
    assert stage.caster.changes() == {"hidden": 1, "speed": about(1 + stage.amount("speed"))}
    seconds = {"hidden": during(stage.seconds("invisible")), "speed": during(stage.seconds("speed"))}
    assert stage.caster.times() == seconds
    stage.play(2)
    assert enemy.may_attack(stage.caster)


@levels
def test_bloodlust_heals_by_what_a_blow_takes(level: int) -> None:
    stage = Stage("Shade", "Bloodlust", level)
    enemy = stage.enemy(100)
    stage.blows(stage.caster, enemy)
    assert enemy.lost == 62.5
    assert stage.caster.lost == about(-62.5 * stage.amount("lifesteal"))


@last_levels
def test_reap_grows_with_the_wounds_of_its_victim(level: int) -> None:
    stage = Stage("Shade", "Reap", level)
    enemy, other = stage.enemy(200), stage.enemy(200, 100)
    stage.cast(enemy)
    missing = 2000 - 1000
    assert enemy.lost == about(stage.amount("pure") + stage.amount("execute") * missing)
    assert other.untouched()
