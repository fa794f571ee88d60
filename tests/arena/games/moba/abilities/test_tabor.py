"""Tabor's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_war_drum_quickens_and_hardens_allies_near_for_mana(level: int) -> None:
    stage = Stage("Tabor", "War Drum", level)
    radius = stage.of("radius")
    ally, out, enemy = stage.ally(0, radius - 1), stage.ally(0, -radius - 1), stage.enemy(200)
    stage.four_pulses()
    lasting = {"haste": stage.amount("haste"), "armour": stage.amount("armour")}
    assert ally.changes() == stage.caster.changes() == lasting
    # Begun at tick 210 and last renewed at 255.
    lasts = during(45 / 30 + stage.seconds("haste"))
    assert ally.times() == {"haste": lasts, "armour": lasts}
    assert out.untouched() and enemy.untouched()


@levels
def test_wildfire_sets_a_circle_on_fire(level: int) -> None:
    stage = Stage("Tabor", "Wildfire", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    creep, ally = stage.creep(300), stage.ally(400, 100)
    stage.cast(enemy)
    stage.wait(1.0)
    assert 0 < enemy.lost < stage.amount("burn")
    stage.wait(stage.seconds("burn"))
    fire = stage.amount("burn") * stage.seconds("burn")
    assert enemy.lost == edge.lost == about(fire * 0.75) and creep.lost == about(fire)
    assert out.untouched() and ally.untouched()


@levels
def test_broad_swing_is_faster_and_cuts_those_beside(level: int) -> None:
    stage = Stage("Tabor", "Broad Swing", level)
    radius = stage.second("cleave")
    enemy, beside, out = stage.enemy(100), stage.enemy(100, radius - 1), stage.enemy(100, -radius - 1)
    first, second = stage.blows(stage.caster, enemy, 2)
    assert second - first == int(30 * stage.sheet["interval"] / (1 + stage.amount("haste") / 100))
    assert enemy.lost == 2 * 62.5
    assert beside.lost == about(2 * 62.5 * stage.amount("cleave"))
    assert out.untouched()


@last_levels
def test_breach_hits_harder_and_stands_longer(level: int) -> None:
    stage = Stage("Tabor", "Breach", level)
    enemy = stage.enemy(100)
    stage.cast()
    might, armour = stage.amount("might"), stage.amount("armour")
    assert stage.caster.changes() == {"damage": might, "armour": armour}
    stage.blows(stage.caster, enemy)
    stage.blows(enemy, stage.caster)
    assert enemy.lost == about((100 + might) * 0.625)
    assert stage.caster.lost == about(100 / (1 + 0.06 * (10 + armour)))
    lasts = during(stage.seconds("might"))
    assert stage.caster.times() == {"damage": lasts, "armour": lasts}
