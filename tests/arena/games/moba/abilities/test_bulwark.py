"""Bulwark's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import (
    Stage,
    about,
    during,
    last_levels,
    levels,
)


@levels
def test_shield_slam_hurts_and_stuns_one(level: int) -> None:
    stage = Stage("Bulwark", "Shield Slam", level)
    enemy, behind, ally = stage.enemy(150), stage.enemy(250), stage.ally(150, 100)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == {"stunned": 1}
    assert enemy.times() == {"stunned": during(stage.seconds("stun"))}
    assert behind.untouched() and ally.untouched()


@levels
def test_brace_takes_its_amount_of_damage_first(level: int) -> None:
    stage = Stage("Bulwark", "Brace", level)
    enemy, ally = stage.enemy(100), stage.ally(-50, 100)
    stage.cast()
    shield = stage.amount("shield")
    assert stage.caster.changes() == {"shield": shield} and ally.untouched()
    stage.blows(enemy, stage.caster)  # 100 of damage, 62.5 after armour, all of it on the shield
    assert stage.caster.changes() == {"shield": shield - 62.5} and stage.caster.lost == 0
    assert stage.caster.times() == {"shield": during(stage.seconds("shield"))}


@levels
def test_iron_skin_hardens_and_returns_part_of_a_heros_blow(level: int) -> None:
    stage = Stage("Bulwark", "Iron Skin", level)
    enemy = stage.enemy(100)
    stage.blows(enemy, stage.caster)
    armour = 0.06 * (10 + stage.amount("armour"))
    arrives = 100 * (1 - armour / (1 + armour))
    assert stage.caster.lost == about(arrives)
    assert enemy.lost == about(arrives * stage.amount("thorns"))


@last_levels
def test_earthbreaker_hurts_throws_back_and_slows_all_around(level: int) -> None:
    stage = Stage("Bulwark", "Earthbreaker", level)
    radius = stage.of("radius")
    near, edge, out = stage.enemy(100), stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1)
    ally = stage.ally(-50, 120)
    stage.cast()
    for enemy in (near, edge):
        assert enemy.lost == about(stage.amount("magical") * 0.75)
        assert enemy.changes() == {"speed": about(1 - stage.amount("slow"))}
    assert near.moved == (stage.amount("push"), 0) and edge.moved == (0, stage.amount("push"))
    assert near.times() == {"speed": during(stage.seconds("slow"))}
    assert out.untouched() and ally.untouched()
