"""Rime's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_ice_shard_slows_the_first_it_meets(level: int) -> None:
    stage = Stage("Rime", "Ice Shard", level)
    enemy, behind = stage.enemy(300), stage.enemy(420)
    beside = stage.enemy(200, stage.of("radius") + 1)
    stage.cast(east=True)
    stage.play(1)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == {"speed": about(1 - stage.amount("slow"))}
    assert enemy.times() == {"speed": during(stage.seconds("slow"))}
    assert behind.untouched() and beside.untouched()


@levels
def test_frostbite_hurts_and_holds_all_around(level: int) -> None:
    stage = Stage("Rime", "Frostbite", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(150), stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1)
    stage.cast()
    assert enemy.lost == edge.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == edge.changes() == {"rooted": 1}
    assert enemy.times() == {"rooted": during(stage.seconds("root"))}
    assert out.untouched()


@levels
def test_cold_front_slows_enemies_near(level: int) -> None:
    stage = Stage("Rime", "Cold Front", level)
    radius = stage.of("radius")
    enemy, out, ally = stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1), stage.ally(100)
    stage.wait(2)
    assert enemy.changes() == {"speed": about(1 - stage.amount("slow"))}
    assert enemy.lost == 0 and out.untouched() and ally.untouched()
    enemy.unit.y = radius + 300
    stage.wait(stage.seconds("slow") + 0.1)
    assert enemy.changes() == {}


@last_levels
def test_blizzard_falls_on_a_circle_each_half_second(level: int) -> None:
    stage = Stage("Rime", "Blizzard", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    stage.wait(1.1)
    assert enemy.lost == about(2 * stage.amount("magical") * 0.75)
    assert enemy.changes() == edge.changes() == {"speed": about(1 - stage.amount("slow"))}
    stage.wait(stage.of("channel"))
    assert enemy.lost == edge.lost == about(2 * stage.of("channel") * stage.amount("magical") * 0.75)
    assert stage.caster.moved == (0, 0) and out.untouched()
