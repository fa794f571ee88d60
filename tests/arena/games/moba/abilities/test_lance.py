"""Lance's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_lunge_cuts_what_stands_where_it_ends(level: int) -> None:
    stage = Stage("Lance", "Lunge", level)
    end = 0.98 * stage.of("reach")  # as far as the compass aims
    assert stage.amount("dash") >= end
    near, out = stage.enemy(end + 100), stage.enemy(end, stage.of("radius") + 1)
    passed = stage.enemy(200, 120)
    stage.cast(east=True)
    assert stage.caster.moved == (about(end), 0)
    assert near.lost == about(stage.amount("physical") * 0.625) and near.changes() == {}
    assert out.untouched() and passed.untouched()


@levels
def test_parry_hardens_and_returns_damage_for_a_while(level: int) -> None:
    stage = Stage("Lance", "Parry", level)
    enemy = stage.enemy(100)
    stage.cast()
    thorns, armour = stage.amount("thorns"), stage.amount("armour")
    assert stage.caster.changes() == {"thorns": about(thorns), "armour": armour}
    stage.blows(enemy, stage.caster)
    arrives = 100 / (1 + 0.06 * (10 + armour))
    assert stage.caster.lost == about(arrives) and enemy.lost == about(arrives * thorns)
    lasts = during(stage.seconds("thorns"))
    assert stage.caster.times() == {"thorns": lasts, "armour": lasts}
    stage.blows(enemy, stage.caster)
    assert stage.caster.lost == about(arrives + 62.5) and enemy.lost == about(arrives * thorns)


@levels
def test_drill_attacks_faster_always(level: int) -> None:
    stage = Stage("Lance", "Drill", level)
    enemy = stage.enemy(100)
    first, second, third = stage.blows(stage.caster, enemy, 3)
    ticks = int(30 * stage.sheet["interval"] / (1 + stage.amount("haste") / 100))
    assert third - second == second - first == ticks


@last_levels
def test_flurry_cuts_and_takes_weapon_and_voice(level: int) -> None:
    stage = Stage("Lance", "Flurry", level)
    enemy, other = stage.enemy(150), stage.enemy(150, 100)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("physical") * 0.625)
    assert enemy.changes() == {"disarmed": 1, "silenced": 1}
    seconds = {"disarmed": during(stage.seconds("disarm")), "silenced": during(stage.seconds("silence"))}
    assert enemy.times() == seconds
    assert other.untouched()
