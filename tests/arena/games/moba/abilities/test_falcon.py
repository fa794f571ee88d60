"""Falcon's abilities, played."""

from __future__ import annotations

from arena.games.moba.numbers import draw
from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_volley_goes_through_all_on_a_broad_way(level: int) -> None:
    stage = Stage("Falcon", "Volley", level)
    width = stage.of("radius")
    enemy, behind = stage.enemy(300, width - 1), stage.enemy(600, 1 - width)
    beside, ally = stage.enemy(450, width + 1), stage.ally(150)
    stage.cast(east=True)
    assert enemy.lost == behind.lost == about(stage.amount("physical") * 0.625)
    assert enemy.changes() == behind.changes() == {}
    assert beside.untouched() and ally.untouched()


@levels
def test_swoop_goes_there_and_shoots_faster(level: int) -> None:
    stage = Stage("Falcon", "Swoop", level)
    enemy, passed = stage.enemy(700), stage.enemy(150, 100)
    end = 0.98 * stage.of("reach")  # as far as the compass aims
    assert stage.amount("dash") >= end
    stage.cast(east=True)
    haste = stage.amount("haste")
    assert stage.caster.moved == (about(end), 0)
    assert stage.caster.changes() == {"haste": haste}
    first, second = stage.blows(stage.caster, enemy, 2)
    assert second - first == int(30 * stage.sheet["interval"] / (1 + haste / 100))
    assert stage.caster.times() == {"haste": during(stage.seconds("haste"))}
    assert passed.untouched()


@levels
def test_talons_cut_deep_at_times_and_feed(level: int) -> None:
    """Two arrows that leave at ticks at which the side's luck is known beforehand."""
    leaves = 213  # ordered at 201, with a wind-up of 0.4 s
    for lucky, factor in ((True, 1.75), (False, 1.0)):
        chance = Stage("Falcon", "Talons", level).amount("critical")
        later = next(n for n in range(0, 400, 4) if (draw(1, 11, leaves + n, 16) < chance) == lucky)
        stage = Stage("Falcon", "Talons", level, tick=200 + later)
        enemy = stage.enemy(300)
        stage.blows(stage.caster, enemy)
        assert stage.sheet["windup"] == 0.4 and stage.second("critical") == 1.75
        assert enemy.lost == about(100 * factor * 0.625)
        assert stage.caster.lost == about(-100 * factor * 0.625 * stage.amount("lifesteal"))


@last_levels
def test_stoop_hits_harder_and_moves_faster(level: int) -> None:
    stage = Stage("Falcon", "Stoop", level)
    enemy = stage.enemy(300)
    stage.cast()
    might = stage.amount("might")
    assert stage.caster.changes() == {"damage": might, "speed": about(1 + stage.amount("speed"))}
    stage.blows(stage.caster, enemy)
    assert enemy.lost == about((100 + might) * 0.625)
    lasts = during(stage.seconds("might"))
    assert stage.caster.times() == {"damage": lasts, "speed": lasts}
