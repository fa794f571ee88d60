"""Thorn's abilities, played."""

from __future__ import annotations

from arena.games.moba.numbers import draw
from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_piercing_arrow_goes_through_all_and_breaks_armour(level: int) -> None:
    stage = Stage("Thorn", "Piercing Arrow", level)
    enemy, behind = stage.enemy(300), stage.enemy(600)
    beside, ally = stage.enemy(450, stage.of("radius") + 1), stage.ally(150)
    stage.cast(east=True)
    assert enemy.lost == behind.lost == about(stage.amount("physical") * 0.625)
    assert enemy.changes() == behind.changes() == {"armour": stage.amount("armour")}
    stage.blows(ally, enemy)
    softer = 0.06 * (10 + stage.amount("armour"))
    assert enemy.lost - behind.lost == about(100 / (1 + softer))
    assert behind.times() == {"armour": during(stage.seconds("armour"))}
    assert beside.untouched()


@levels
def test_quickdraw_shoots_faster_for_a_while(level: int) -> None:
    stage = Stage("Thorn", "Quickdraw", level)
    enemy, ally = stage.enemy(300), stage.ally(0, 100)
    stage.cast()
    assert stage.caster.changes() == {"haste": stage.amount("haste")} and ally.untouched()
    first, second, third = stage.blows(stage.caster, enemy, 3)
    ticks = int(30 * stage.sheet["interval"] / (1 + stage.amount("haste") / 100))
    assert third - second == second - first == ticks
    assert stage.caster.times() == {"haste": during(stage.seconds("haste"))}


@levels
def test_keen_eye_makes_some_arrows_hit_harder(level: int) -> None:
    """Two arrows that leave at ticks at which the side's luck is known beforehand."""
    leaves = 213  # ordered at 201, with a wind-up of 0.4 s
    for lucky, factor in ((True, 2.0), (False, 1.0)):
        chance = Stage("Thorn", "Keen Eye", level).amount("critical")
        later = next(n for n in range(0, 400, 4) if (draw(1, 11, leaves + n, 16) < chance) == lucky)
        stage = Stage("Thorn", "Keen Eye", level, tick=200 + later)
        enemy = stage.enemy(300)
        stage.blows(stage.caster, enemy)
        assert stage.sheet["windup"] == 0.4 and stage.second("critical") == 2.0
        assert enemy.lost == 100 * factor * 0.625


@last_levels
def test_hail_of_arrows_falls_on_a_circle_each_half_second(level: int) -> None:
    stage = Stage("Thorn", "Hail of Arrows", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    stage.wait(1.1)
    assert enemy.lost == about(2 * stage.amount("physical") * 0.625)
    assert enemy.changes() == edge.changes() == {"speed": about(1 - stage.amount("slow"))}
    stage.wait(stage.of("channel"))
    assert enemy.lost == edge.lost == about(2 * stage.of("channel") * stage.amount("physical") * 0.625)
    assert stage.caster.untouched() is False and stage.caster.moved == (0, 0) and out.untouched()
