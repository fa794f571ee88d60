"""Tempest's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_chain_spark_leaps_to_others_near(level: int) -> None:
    stage = Stage("Tempest", "Chain Spark", level)
    leaps, leap = int(stage.amount("chain")), stage.second("chain")
    enemy = stage.enemy(200)
    row = [stage.creep(200 + 100 * place) for place in range(1, leaps + 2)]
    far, ally = stage.creep(200, leap + 1), stage.ally(200, 100)
    stage.cast(enemy)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert [creep.lost for creep in row] == [stage.amount("magical")] * leaps + [0]
    assert far.untouched() and ally.untouched()


@levels
def test_root_snare_holds_and_hurts_all_on_a_circle(level: int) -> None:
    stage = Stage("Tempest", "Root Snare", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    assert enemy.lost == edge.lost == about(stage.amount("magical") * 0.75)
    assert enemy.changes() == edge.changes() == {"rooted": 1}
    assert enemy.times() == {"rooted": during(stage.seconds("root"))}
    assert out.untouched()


@levels
def test_gale_pushes_and_slows_all_in_its_way(level: int) -> None:
    stage = Stage("Tempest", "Gale", level)
    enemy, out = stage.enemy(200), stage.enemy(200, stage.of("radius") + 1)
    behind = stage.enemy(700)
    stage.cast(east=True)
    for one in (enemy, behind):
        assert one.moved == (stage.amount("push"), 0) and one.lost == 0
        assert one.changes().keys() <= {"speed"}
    assert behind.changes() == {"speed": about(1 - stage.amount("slow"))}
    assert behind.times() == {"speed": during(stage.seconds("slow"))}
    assert out.untouched()


@last_levels
def test_null_field_silences_a_circle_and_burns_its_mana(level: int) -> None:
    stage = Stage("Tempest", "Null Field", level)
    radius = stage.of("radius")
    enemy, edge, out = stage.enemy(400), stage.enemy(400, radius - 1), stage.enemy(400, -radius - 1)
    stage.cast(enemy)
    for one in (enemy, edge):
        assert one.lost == about(stage.amount("magical") * 0.75)
        assert one.mana_lost == stage.amount("mana_burn")
        assert one.changes() == {"silenced": 1}
    assert enemy.times() == {"silenced": during(stage.seconds("silence"))}
    assert out.untouched()
