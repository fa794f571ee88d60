"""Mire's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_venom_spit_poisons_and_slows_one(level: int) -> None:
    stage = Stage("Mire", "Venom Spit", level)
    enemy, other = stage.enemy(300), stage.enemy(400)
    stage.cast(enemy)
    assert enemy.changes() == {"speed": about(1 - stage.amount("slow"))}
    assert enemy.times() == {"speed": during(stage.seconds("slow"))}
    assert enemy.lost == about(stage.amount("burn") * stage.seconds("burn") * 0.75)
    assert other.untouched()


@levels
def test_bog_slows_and_weakens_all_on_a_circle(level: int) -> None:
    stage = Stage("Mire", "Bog", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    weaker = {"speed": about(1 - stage.amount("slow")), "armour": stage.amount("armour")}
    assert enemy.changes() == edge.changes() == weaker
    assert out.untouched() and enemy.lost == 0
    seconds = {"speed": during(stage.seconds("slow")), "armour": during(stage.seconds("armour"))}
    assert enemy.times() == seconds


@levels
def test_leech_skin_heals_by_itself(level: int) -> None:
    stage = Stage("Mire", "Leech Skin", level)
    stage.wait(2)
    assert stage.caster.lost == about(-2 * stage.amount("regeneration"), 0.1)


@last_levels
def test_plague_burns_and_silences_all_around(level: int) -> None:
    stage = Stage("Mire", "Plague", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(100), stage.enemy(radius - 1), stage.enemy(0, radius + 1)
    stage.cast()
    assert enemy.changes() == edge.changes() == {"silenced": 1}
    assert enemy.times() == {"silenced": during(stage.seconds("silence"))}
    stage.wait(stage.seconds("burn"))
    assert enemy.lost == edge.lost == about(stage.amount("burn") * stage.seconds("burn") * 0.75)
    assert out.untouched()
