"""The couriers: one a side, which brings heroes what they have bought, and can be killed.

A courier at home sets out for the hero for whom the most expensive items wait, of equal ones the lowest slot, with
all of them. It walks by the step table, pushes nobody, hands over within reach of its hero and walks home again.
While its hero is dead it walks home; there what it carries waits again. Only heroes attack couriers: creeps, towers
and base towers let them pass. A killed one drops its load, which waits at home again, and returns after a time.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import COURIER, HALF, HEROES
from arena.games.moba.numbers import sign_of

HAND_OVER = 200.0
LOAD_TICKS = 4  # how often a courier at home looks for work


@kernel
def is_by(unit, x, y):
    """The courier is near enough to hand over, or to take up, at a point."""
    dx = unit.x - x
    dy = unit.y - y
    return dx * dx + dy * dy <= HAND_OVER * HAND_OVER


@kernel
def fountain_x(r, half):
    """x of a half's fountain, where its courier stands when it is at home."""
    return sign_of(half) * r.fountain[0] + 0.0


@kernel
def fountain_y(r, half):
    """y of that place."""
    return sign_of(half) * r.fountain[1] + 0.0


@kernel
def set_up_courier(m, r, half):
    """A fresh courier at home."""
    unit = m.units[half * HALF + COURIER]
    data = r.kinds[unit.kind]
    unit.alive = 1
    unit.x = fountain_x(r, half)
    unit.y = fountain_y(r, half)
    unit.max_health = data.health
    unit.health = data.health
    unit.armour = data.armour
    unit.speed = data.speed
    unit.status = 0
    unit.seen = 0
    unit.born = m.tick
    m.courier_due[half] = 0


@kernel
def goal_unit(m, half):
    """The living hero the courier is on its way to, -1 when it is on its way home."""
    slot = m.courier_for[half]
    if slot >= 0 and m.units[half * HALF + slot].alive:
        return half * HALF + slot
    return -1


@kernel
def brings(m, h):
    """The courier stands by the hero, alive, with what it carries for it."""
    half = h // HEROES
    courier = m.units[half * HALF + COURIER]
    hero = m.units[half * HALF + h % HEROES]
    if not courier.alive or goal_unit(m, half) != half * HALF + h % HEROES:
        return False
    return is_by(courier, hero.x, hero.y)


@kernel
def waiting_worth(r, hero):
    """Price of what waits at home for a hero."""
    worth = 0
    for place in range(hero.got, hero.next_item):
        worth += r.items[hero.build[place]].cost
    return worth


@kernel
def load(m, r, half):
    """Let a courier at home take up what waits for one hero."""
    best = -1
    most = 0
    for slot in range(HEROES):
        hero = m.heroes[half * HEROES + slot]
        if hero.hero >= 0 and hero.got < hero.next_item and m.units[half * HALF + slot].alive:
            worth = waiting_worth(r, hero)
            if worth > most:
                most = worth
                best = slot
    m.courier_for[half] = best
    if best >= 0:
        hero = m.heroes[half * HEROES + best]
        hero.carried = hero.next_item - hero.got


@kernel
def unload(m, half):
    """What the courier carries waits at home again."""
    slot = m.courier_for[half]
    if slot >= 0:
        m.heroes[half * HEROES + slot].carried = 0
        m.courier_for[half] = -1


@kernel
def lose_courier(m, r, half):
    """A killed courier: its load waits at home, and it returns after a time."""
    unload(m, half)
    m.courier_due[half] = m.tick + r.variant.courier


@kernel
def run_couriers(m, r):
    """Couriers return, take up and put down; handing over is the heroes' (purchases.take_items)."""
    for half in range(2):
        unit = m.units[half * HALF + COURIER]
        if not unit.alive:
            if m.tick >= m.courier_due[half]:
                set_up_courier(m, r, half)
        elif m.courier_for[half] >= 0:
            if goal_unit(m, half) < 0 and is_by(unit, fountain_x(r, half), fountain_y(r, half)):
                unload(m, half)
        elif m.tick % LOAD_TICKS == 0 and is_by(unit, fountain_x(r, half), fountain_y(r, half)):
            load(m, r, half)
