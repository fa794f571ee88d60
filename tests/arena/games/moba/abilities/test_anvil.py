"""Anvil's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_ground_pound_hurts_and_stuns_all_around(level: int) -> None:
    stage = Stage("Anvil", "Ground Pound", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(150), stage.enemy(0, radius - 1), stage.enemy(0, -radius - 1)
    ally = stage.ally(100, 100)
    stage.cast()
    assert enemy.lost == edge.lost == about(stage.amount("physical") * 0.625)
    assert enemy.changes() == edge.changes() == {"stunned": 1}
    assert enemy.times() == {"stunned": during(stage.seconds("stun"))}
    assert out.untouched() and ally.untouched()


@levels
def test_tether_draws_one_near_and_holds_it(level: int) -> None:
    stage = Stage("Anvil", "Tether", level)
    far = 90 + stage.amount("pull") + 30  # so that it ends 30 further off than an arm's length
    assert far < stage.of("reach")
    enemy, other = stage.enemy(far), stage.enemy(far, 100)
    stage.cast(enemy)
    assert enemy.moved == (-stage.amount("pull"), 0) and enemy.lost == 0
    assert enemy.changes() == {"rooted": 1}
    assert enemy.times() == {"rooted": during(stage.seconds("root"))}
    assert other.untouched()


@levels
def test_tempered_is_harder_and_mends(level: int) -> None:
    stage = Stage("Anvil", "Tempered", level)
    enemy = stage.enemy(100)
    stage.wait(2)
    mended = 2 * stage.amount("regeneration")
    assert stage.caster.lost == about(-mended, 0.1)
    stage.caster.hero.base_regen = stage.caster.hero.health_regen = 0.0
    before = stage.caster.health
    stage.blows(enemy, stage.caster)
    assert before - stage.caster.health == about(100 / (1 + 0.06 * (10 + stage.amount("armour"))))


@last_levels
def test_landslide_carries_all_along_and_stuns_them(level: int) -> None:
    stage = Stage("Anvil", "Landslide", level)
    enemy, behind = stage.enemy(200), stage.enemy(600)
    out, ally = stage.enemy(200, stage.of("radius") + 1), stage.ally(100)
    stage.cast(east=True)
    for one in (enemy, behind):
        assert one.lost == about(stage.amount("physical") * 0.625)
        assert one.moved == (stage.amount("push"), 0)
        assert one.times() == {"stunned": during(stage.seconds("stun"))}
    assert out.untouched() and ally.untouched()
