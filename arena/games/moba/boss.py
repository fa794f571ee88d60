"""The boss: when it comes and to which pit, how it grows and strikes, and what its death leads to.

It is a neutral (neutrals.py) with the last slot of the half in whose pit it lives. Its blows reach all who stand by
its target; who kills it carries a second life.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import BEAST, BOSS, HALF
from arena.games.moba.neutrals import GROWTHS, appear
from arena.games.moba.numbers import draw, small

RETURN_STREAM = 48


@kernel
def growths(m, r):
    """How often the boss has grown by now."""
    return min(max(m.tick - r.variant.boss_first, 0) // r.variant.boss_growth, GROWTHS)


@kernel
def toughen(m, unit):
    """The setup's factor on the boss's health."""
    unit.max_health = small(unit.max_health * m.boss_health)
    unit.health = unit.max_health


@kernel
def grow_boss(m, r, unit):
    """Add one growth to a living boss."""
    data = r.kinds[unit.kind]
    more = small(data.health_growth * m.boss_health)
    unit.max_health += more
    unit.health += more
    unit.damage += data.damage_growth
    unit.step += 1


@kernel
def bring_boss(m, r):
    """Let the boss come to its pit when it is due, and grow in its time."""
    number = m.pit * HALF + BOSS
    unit = m.units[number]
    if unit.alive:
        if (m.tick - r.variant.boss_first) % r.variant.boss_growth == 0 and unit.step < growths(m, r):
            grow_boss(m, r, unit)
    elif m.boss_due > 0 and m.tick >= m.boss_due:
        kind = BEAST
        m.boss_due = 0
        appear(m, r, number, kind + 0, growths(m, r))
        toughen(m, unit)


@kernel
def leave_pit(m, r, number):
    """Note the boss's death: it comes again, in the other pit, after a time drawn from this half's key."""
    half = number // HALF
    luck = draw(m.seed, m.keys[half], m.tick, RETURN_STREAM + 0)
    m.pit = 1 - half
    m.boss_died = m.tick
    m.boss_due = m.tick + r.variant.boss_least + int(luck * (r.variant.boss_most - r.variant.boss_least))
