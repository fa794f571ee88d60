"""Ember's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_fire_bolt_burns_the_first_it_meets(level: int) -> None:
    stage = Stage("Ember", "Fire Bolt", level)
    enemy, behind = stage.enemy(300), stage.enemy(420)
    beside, ally = stage.enemy(200, -stage.of("radius") - 1), stage.ally(100)
    stage.cast(east=True)
    stage.wait(stage.seconds("burn"))
    fire = stage.amount("burn") * stage.seconds("burn")
    assert enemy.lost == about((stage.amount("magical") + fire) * 0.75)
    assert enemy.changes() == {}
    assert behind.untouched() and beside.untouched() and ally.untouched()


@levels
def test_flame_ring_burns_all_on_a_circle(level: int) -> None:
    stage = Stage("Ember", "Flame Ring", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    creep, ally = stage.creep(400 - radius + 1), stage.ally(400, 100)
    stage.cast(enemy)
    assert enemy.lost == edge.lost == about(stage.amount("magical") * 0.75)
    assert creep.lost == stage.amount("magical")
    assert out.untouched() and ally.untouched()


@levels
def test_cinder_veil_burns_all_near_for_mana(level: int) -> None:
    stage = Stage("Ember", "Cinder Veil", level)
    radius = stage.of("radius")
    enemy, out, ally = stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1), stage.ally(100)
    stage.four_pulses()
    stage.wait(stage.seconds("burn"))
    # Begun at tick 210 and last renewed at 255: it burns each half second from 225 to 285, for half its amount.
    assert stage.seconds("burn") == 1.0
    assert enemy.lost == about(5 * stage.amount("burn") / 2 * 0.75)
    assert out.untouched() and ally.untouched()


@last_levels
def test_meteor_hurts_stuns_and_burns_all_on_a_circle(level: int) -> None:
    stage = Stage("Ember", "Meteor", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    assert enemy.lost == edge.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == edge.changes() == {"stunned": 1}
    assert enemy.times() == {"stunned": during(stage.seconds("stun"))}
    stage.wait(stage.seconds("burn"))
    fire = stage.amount("burn") * stage.seconds("burn")
    assert enemy.lost == edge.lost == about((stage.amount("magical") + fire) * 0.75)
    assert out.untouched()
