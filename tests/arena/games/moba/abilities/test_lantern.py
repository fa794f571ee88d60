"""Lantern's abilities, played."""

from __future__ import annotations

from arena.games.moba.rules import INVISIBLE
from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels
from tests.arena.games.moba.test_effects import plant


@levels
def test_kindle_heals_all_allies_on_a_circle(level: int) -> None:
    stage = Stage("Lantern", "Kindle", level)
    radius = stage.of("radius")
    ally, out = stage.ally(radius + 10), stage.ally(radius + 10, -radius - 1)
    creep, enemy = stage.creep(radius + 10, 100, own=True), stage.enemy(radius + 110)
    stage.cast(ally)
    assert ally.lost == creep.lost == -stage.amount("heal")
    assert stage.caster.lost == 0  # it stands 10 too far from the middle
    assert out.untouched() and enemy.untouched()


@levels
def test_beam_burns_all_in_its_way_and_shows_them(level: int) -> None:
    stage = Stage("Lantern", "Beam", level)
    enemy, behind = stage.enemy(300), stage.enemy(600)
    beside = stage.enemy(450, stage.of("radius") + 1)
    plant(stage.scene, enemy.number, INVISIBLE, ticks=10_000)
    stage.play(2)
    assert not stage.caster.may_attack(enemy)
    stage.cast(east=True)
    stage.play(1)
    assert enemy.lost == behind.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == {"hidden": 1, "revealed": 1}
    assert stage.caster.may_attack(enemy)
    assert behind.times() == {"revealed": during(stage.seconds("reveal"))}
    stage.play(1)
    assert not stage.caster.may_attack(enemy) and beside.untouched()


@levels
def test_hearth_hardens_and_mends_allies_near(level: int) -> None:
    stage = Stage("Lantern", "Hearth", level)
    radius = stage.of("radius")
    ally, out, enemy = stage.ally(0, radius - 1), stage.ally(0, -radius - 1), stage.enemy(200)
    stage.play(3)
    mends, armour = stage.amount("regeneration"), stage.amount("armour")
    assert ally.changes() == stage.caster.changes() == {"armour": armour, "regeneration": mends}
    before = ally.health
    stage.wait(2)
    assert ally.health - before == about(2 * mends, 0.1)
    assert out.untouched() and enemy.untouched()


@last_levels
def test_vigil_heals_and_shields_a_circle_each_half_second(level: int) -> None:
    stage = Stage("Lantern", "Vigil", level)
    radius = stage.of("radius")
    ally, edge, out = stage.ally(400), stage.ally(400, radius - 1), stage.ally(400, -radius - 1)
    enemy = stage.enemy(500)
    stage.cast(ally)
    stage.wait(1.1)
    shield = stage.amount("shield")
    assert ally.lost == edge.lost == -2 * stage.amount("heal")
    assert ally.changes() == edge.changes() == {"shield": shield}
    stage.wait(stage.of("channel"))
    assert ally.lost == edge.lost == -2 * stage.of("channel") * stage.amount("heal")
    assert ally.changes() == {"shield": shield}  # renewed, not heaped up
    stage.wait(stage.seconds("shield"))
    assert ally.changes() == {}
    assert stage.caster.moved == (0, 0) and out.untouched() and enemy.untouched()
