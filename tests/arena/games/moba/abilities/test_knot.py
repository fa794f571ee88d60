"""Knot's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_bind_ties_one_hand_and_foot(level: int) -> None:
    stage = Stage("Knot", "Bind", level)
    enemy, other = stage.enemy(300), stage.enemy(400)
    stage.cast(enemy)
    assert enemy.changes() == {"rooted": 1, "disarmed": 1} and enemy.lost == 0
    assert not enemy.may_attack(stage.caster)
    seconds = {"rooted": during(stage.seconds("root")), "disarmed": during(stage.seconds("disarm"))}
    assert enemy.times() == seconds
    assert other.untouched()


@levels
def test_muffle_hurts_and_silences_the_first_it_meets(level: int) -> None:
    stage = Stage("Knot", "Muffle", level)
    enemy, behind = stage.enemy(300), stage.enemy(420)
    beside = stage.enemy(200, stage.of("radius") + 1)
    stage.cast(east=True)
    stage.play(1)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == {"silenced": 1}
    assert enemy.times() == {"silenced": during(stage.seconds("silence"))}
    assert behind.untouched() and beside.untouched()


@levels
def test_undertow_slows_and_drains_all_near_for_mana(level: int) -> None:
    stage = Stage("Knot", "Undertow", level)
    radius = stage.of("radius")
    enemy, out, ally = stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1), stage.ally(100)
    stage.four_pulses()
    assert enemy.mana_lost == 4 * stage.amount("mana_burn")
    assert enemy.changes() == {"speed": about(1 - stage.amount("slow"))}
    # Begun at tick 210 and last renewed at 255.
    assert enemy.times() == {"speed": during(45 / 30 + stage.seconds("slow"))}
    assert enemy.lost == 0 and out.untouched() and ally.untouched()


@last_levels
def test_standstill_holds_and_hurts_a_circle_as_long_as_it_is_channelled(level: int) -> None:
    stage = Stage("Knot", "Standstill", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    stage.wait(1.1)
    assert enemy.changes() == edge.changes() == {"stunned": 1}
    assert enemy.lost == about(2 * stage.amount("magical") * 0.75)
    # From the first half second to the last, and the stun of that one.
    assert enemy.times() == {"stunned": during(stage.of("channel") - 0.5 + stage.seconds("stun"))}
    assert enemy.lost == edge.lost == about(2 * stage.of("channel") * stage.amount("magical") * 0.75)
    assert stage.caster.moved == (0, 0) and out.untouched()
