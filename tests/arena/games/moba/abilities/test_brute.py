"""Brute's abilities, played."""

from __future__ import annotations

from tests.arena.games.moba.abilities.stage import Stage, about, during, last_levels, levels


@levels
def test_hook_drags_the_first_it_meets(level: int) -> None:
    stage = Stage("Brute", "Hook", level)
    enemy, behind = stage.enemy(500), stage.enemy(650)
    beside = stage.enemy(300, stage.of("radius") + 1)
    stage.cast(east=True)
    assert enemy.lost == about(stage.amount("magical") * 0.75)
    assert stage.amount("pull") >= 410  # so that it ends an arm's length, 90, before him
    assert enemy.moved == (90 - 500, 0)
    assert behind.untouched() and beside.untouched()


@levels
def test_charge_stuns_what_stands_where_it_ends(level: int) -> None:
    stage = Stage("Brute", "Charge", level)
    end = 0.98 * stage.of("reach")  # as far as the compass aims
    assert stage.amount("dash") >= end
    near, out = stage.enemy(end + 100), stage.enemy(end, stage.of("radius") + 1)
    passed = stage.enemy(200, 120)
    stage.cast(east=True)
    assert stage.caster.moved == (about(end), 0)
    assert near.changes() == {"stunned": 1} and near.lost == 0
    assert near.times() == {"stunned": during(stage.seconds("stun"))}
    assert out.untouched() and passed.untouched()


@levels
def test_cleaver_cuts_those_beside(level: int) -> None:
    stage = Stage("Brute", "Cleaver", level)
    radius = stage.second("cleave")
    enemy, beside, out = stage.enemy(100), stage.enemy(100, radius - 1), stage.enemy(100, -radius - 1)
    creep, ally = stage.creep(200), stage.ally(0, 100)
    stage.blows(stage.caster, enemy)
    assert enemy.lost == 62.5
    assert beside.lost == about(100 * stage.amount("cleave") * 0.625)
    assert creep.lost == about(100 * stage.amount("cleave"))
    assert out.untouched() and ally.untouched()


@last_levels
def test_rampage_hits_harder_and_faster_and_heals(level: int) -> None:
    stage = Stage("Brute", "Rampage", level)
    enemy = stage.enemy(100)
    stage.cast()
    might, haste, share = (stage.amount(kind) for kind in ("might", "haste", "lifesteal"))
    assert stage.caster.changes() == {"damage": might, "haste": haste, "lifesteal": about(share)}
    first, second = stage.blows(stage.caster, enemy, 2)
    assert second - first == int(30 * stage.sheet["interval"] / (1 + haste / 100))
    arrives = 2 * (100 + might) * 0.625
    assert enemy.lost == about(arrives) and stage.caster.lost == about(-arrives * share, 0.5)
    lasts = during(stage.seconds("might"))
    assert stage.caster.times() == {"damage": lasts, "haste": lasts, "lifesteal": lasts}
