"""Oath's abilities, played."""

from __future__ import annotations

from arena.games.moba.rules import INVISIBLE
from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels
from tests.arena.games.moba.test_effects import plant


@levels
def test_judgement_hurts_and_disarms_one(level: int) -> None:
    stage = Stage("Oath", "Judgement", level)
    enemy, other = stage.enemy(300), stage.enemy(400)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == {"disarmed": 1}
    assert not enemy.may_attack(stage.caster) and other.may_attack(stage.caster)
    assert enemy.times() == {"disarmed": during(stage.seconds("disarm"))}
    assert enemy.may_attack(stage.caster) and other.untouched()


@levels
def test_zeal_lets_an_ally_attack_faster_and_heal(level: int) -> None:
    stage = Stage("Oath", "Zeal", level)
    ally, other, enemy = stage.ally(300), stage.ally(400, 100), stage.enemy(400)
    stage.cast(ally)
    haste, mends = stage.amount("haste"), stage.amount("regeneration")
    assert ally.changes() == {"haste": haste, "regeneration": mends}
    first, second = stage.blows(ally, enemy, 2)
    assert second - first == int(48 / (1 + haste / 100))  # 1.6 s, as all heroes have
    seconds = during(stage.seconds("haste"))
    assert ally.times() == {"haste": seconds, "regeneration": seconds}
    assert ally.lost == about(-mends * stage.seconds("regeneration"), 0.5)
    assert other.untouched()


@levels
def test_banner_lets_allies_near_hit_harder(level: int) -> None:
    stage = Stage("Oath", "Banner", level)
    radius = stage.of("radius")
    ally, out, enemy = stage.ally(200), stage.ally(0, -radius - 1), stage.enemy(300)
    stage.play(3)
    might = stage.amount("might")
    assert ally.changes() == stage.caster.changes() == {"damage": might}
    assert out.untouched() and enemy.untouched()
    stage.blows(ally, enemy)
    assert enemy.lost == about((100 + might) * 0.625)


@last_levels
def test_verdict_strikes_all_around_and_shows_the_hidden(level: int) -> None:
    stage = Stage("Oath", "Verdict", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(150), stage.enemy(radius - 1), stage.enemy(0, radius + 1)
    plant(stage.scene, enemy.number, INVISIBLE, ticks=10_000)
    stage.play(2)
    assert not stage.caster.may_attack(enemy)
    stage.cast()
    assert enemy.lost == edge.lost == stage.amount("pure")
    assert enemy.changes() == {"hidden": 1, "revealed": 1} and edge.changes() == {"revealed": 1}
    stage.play(1)
    assert stage.caster.may_attack(enemy)
    assert edge.times() == {"revealed": during(stage.seconds("reveal"))}
    stage.play(1)
    assert not stage.caster.may_attack(enemy) and out.untouched()
