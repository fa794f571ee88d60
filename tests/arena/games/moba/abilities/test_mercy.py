"""Mercy's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_mend_heals_one_ally(level: int) -> None:
    stage = Stage("Mercy", "Mend", level)
    ally, other, enemy = stage.ally(300), stage.ally(400), stage.enemy(300, 100)
    stage.cast(ally)
    assert ally.lost == -stage.amount("heal") and ally.changes() == {}
    assert other.untouched() and enemy.untouched() and stage.caster.lost == 0


@levels
def test_ward_shields_one_ally_and_hurries_it(level: int) -> None:
    stage = Stage("Mercy", "Ward", level)
    ally, enemy = stage.ally(300), stage.enemy(400)
    stage.cast(ally)
    shield = stage.amount("shield")
    assert ally.changes() == {"shield": shield, "speed": about(1 + stage.amount("speed"))}
    stage.blows(enemy, ally)
    assert ally.lost == 0 and ally.hero.shield == shield - 62.5
    seconds = {"shield": during(stage.seconds("shield")), "speed": during(stage.seconds("speed"))}
    assert ally.times() == seconds
    assert stage.caster.changes() == {}


@levels
def test_grace_mends_allies_near(level: int) -> None:
    stage = Stage("Mercy", "Grace", level)
    radius = stage.of("radius")
    ally, out, enemy = stage.ally(0, radius - 1), stage.ally(0, -radius - 1), stage.enemy(200)
    stage.play(3)
    mends = {"regeneration": stage.amount("regeneration")}
    assert ally.changes() == stage.caster.changes() == mends
    before = ally.health
    stage.wait(2)
    assert ally.health - before == about(2 * stage.amount("regeneration"), 0.1)
    assert out.untouched() and enemy.untouched()


@last_levels
def test_sanctuary_heals_and_hardens_all_allies_around(level: int) -> None:
    stage = Stage("Mercy", "Sanctuary", level)
    radius = stage.of("radius")
    ally, out, enemy = stage.ally(0, radius - 1), stage.ally(0, -radius - 1), stage.enemy(200)
    stage.cast()
    assert ally.lost == stage.caster.lost == -stage.amount("heal")
    assert ally.changes() == stage.caster.changes() == {"armour": stage.amount("armour")}
    assert ally.times() == {"armour": during(stage.seconds("armour"))}
    assert out.untouched() and enemy.untouched()
