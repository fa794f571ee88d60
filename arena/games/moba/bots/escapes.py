"""How scripted players get away by items that carry their bearer."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import cast, kind_of
from arena.games.moba.bots.spells import RUSH, use_of
from arena.games.moba.contract import COMPASS
from arena.games.moba.layout import ABILITIES, ACTIVE_ITEMS, HALF
from arena.games.moba.numbers import hero_of, sign_of
from arena.games.moba.orders import compass_x, compass_y
from arena.games.moba.rules import POINT_MODE
from arena.games.moba.spellbook import key_of, spell_at

DANGER = 600.0  # an enemy hero this near to one that flees


@kernel
def homeward_aim(r, unit, half):
    """The point of the compass, as an aim, nearest to the way home."""
    s = sign_of(half)
    dx = r.fountain[0] - s * unit.x
    dy = r.fountain[1] - s * unit.y
    best = 0
    most = -1e18
    for point in range(COMPASS):
        along = dx * compass_x(point) + dy * compass_y(point)
        if along > most:
            most = along
            best = point
    return best + 1


@kernel
def escape(m, r, v, mask, me, action):
    """Get away from an enemy hero by an item that carries its bearer; True when one is used."""
    if not v.homeward or v.foe_gap > DANGER:
        return False
    for row in range(ABILITIES, ABILITIES + ACTIVE_ITEMS):
        if mask[kind_of(row)]:
            spell = spell_at(r, hero_of(m, me), key_of(r, hero_of(m, me), kind_of(row)))
            if spell.mode == POINT_MODE and use_of(spell) == RUSH:
                cast(action, row, 0 * row)
                action[3] = homeward_aim(r, m.units[me], me // HALF)
                return True
    return False
