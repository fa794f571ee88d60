"""Whisper's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_slip_is_elsewhere_and_unseen(level: int) -> None:
    stage = Stage("Whisper", "Slip", level)
    enemy = stage.enemy(200, 150)
    stage.play(1)
    assert enemy.may_attack(stage.caster)
    stage.cast(east=True)
    stage.play(1)
    assert stage.caster.moved == (about(0.98 * stage.of("reach") - 90), 0)
    assert stage.caster.changes() == {"hidden": 1} and not enemy.may_attack(stage.caster)
    assert stage.caster.times() == {"hidden": during(stage.seconds("invisible"))}
    stage.play(2)
    assert enemy.may_attack(stage.caster) and enemy.untouched()


@levels
def test_soul_cut_takes_mana_as_well(level: int) -> None:
    stage = Stage("Whisper", "Soul Cut", level)
    enemy, other = stage.enemy(200), stage.enemy(200, 100)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert enemy.mana_lost == stage.amount("mana_burn") and enemy.changes() == {}
    assert other.untouched()


@levels
def test_dread_weakens_enemies_near(level: int) -> None:
    stage = Stage("Whisper", "Dread", level)
    radius = stage.of("radius")
    enemy, out, ally = stage.enemy(radius - 1), stage.enemy(0, radius + 1), stage.ally(100)
    near = stage.enemy(200)
    stage.play(3)
    weaker = stage.amount("armour")
    assert enemy.changes() == near.changes() == {"armour": weaker}
    stage.blows(ally, near)
    assert near.lost == about(100 / (1 + 0.06 * (10 + weaker)))
    assert out.untouched()


@last_levels
def test_last_word_appears_beside_the_wounded_and_silences(level: int) -> None:
    stage = Stage("Whisper", "Last Word", level)
    enemy, other = stage.enemy(400), stage.enemy(400, 100)
    stage.cast(enemy)
    assert stage.caster.moved == (400 - 90, 0)
    missing = 2000 - 1000
    assert enemy.lost == about(stage.amount("execute") * missing)
    assert enemy.changes() == {"silenced": 1}
    assert enemy.times() == {"silenced": during(stage.seconds("silence"))}
    assert other.untouched()
