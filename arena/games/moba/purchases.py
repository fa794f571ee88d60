"""What gold buys: the items of a hero's list, potions, and a return from death.

Items are bought in the order of the list (`hero.build`) wherever the hero is, as soon as the gold is there. What has
been bought waits at home: places `got` to `next_item` of the list, of which the courier carries the first `carried`.
A hero at home, or dead, has at once what waits; to others the courier brings it. An item that finds no free slot
replaces the cheapest one held, which is sold at half its price. Potions, scripted too, are bought at home alone.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bounty import net_worth
from arena.games.moba.courier import brings
from arena.games.moba.economy import is_home
from arena.games.moba.layout import (
    ABILITIES,
    BUYBACKS,
    GOLD,
    GOLD_SPENT_ALIVE,
    GOLD_SPENT_DEAD,
    HALF,
    HEROES,
    HOLD,
    ITEM_SLOTS,
    POTIONS_USED,
    USE_1,
    USE_2,
)
from arena.games.moba.rule_records import BUILD

# A buyback costs 100 gold, 20 for each level, and a twentieth of the hero's net worth.
BUYBACK_GOLD = 100
BUYBACK_LEVEL = 20
BUYBACK_SHARE = 20


@kernel
def spend(m, h, cost):
    """Take gold, and enter it in the tally of what is spent alive or dead."""
    hero = m.heroes[h]
    hero.gold -= cost
    alive = m.units[h // HEROES * HALF + h % HEROES].alive
    hero.tally[GOLD_SPENT_ALIVE if alive else GOLD_SPENT_DEAD] += cost


@kernel
def buy(m, r, h):
    """Buy the next item of the hero's list if it can be paid."""
    hero = m.heroes[h]
    if hero.next_item < BUILD:
        wanted = hero.build[hero.next_item]
        if wanted >= 0 and hero.gold >= r.items[wanted].cost:
            spend(m, h, r.items[wanted].cost)
            hero.next_item += 1


@kernel
def is_at_shop(m, r, h):
    """The hero is at home, or dead."""
    number = h // HEROES * HALF + h % HEROES
    return not m.units[number].alive or is_home(m, r, number)


@kernel
def wants_potion(r, hero):
    """It is early in the match, there is room for a potion and the gold for it."""
    early = hero.next_item < r.potion.until
    return early and hero.potions < r.potion.most and hero.gold >= r.potion.cost


@kernel
def buy_potions(m, r, h):
    """Buy potions at home."""
    hero = m.heroes[h]
    if wants_potion(r, hero) and is_at_shop(m, r, h):
        while wants_potion(r, hero):
            spend(m, h, r.potion.cost)
            hero.potions += 1


@kernel
def room_for_item(r, hero):
    """The first free slot, or that of the cheapest item held."""
    best = 0
    for slot in range(ITEM_SLOTS):
        if hero.items[slot] == 0:
            return slot
        if r.items[hero.items[slot] - 1].cost < r.items[hero.items[best] - 1].cost:
            best = slot
    return best


@kernel
def take_item(r, hero):
    """Put the next item that has been bought into the hero's hands; one it replaces is sold.

    An order or a cast of an item ends: slots no longer hold what it was given for.
    """
    slot = room_for_item(r, hero)
    if hero.items[slot] > 0:
        price = r.items[hero.items[slot] - 1].cost // 2
        hero.gold += price
        hero.tally[GOLD] += price
    hero.items[slot] = hero.build[hero.got] + 1
    hero.item_ready[slot] = 0
    hero.got += 1
    if hero.order == USE_1 or hero.order == USE_2:
        hero.order = HOLD
    if hero.cast >= ABILITIES:
        hero.cast = -1


@kernel
def take_items(m, r, h):
    """Give the hero what waits for it at home, or what the courier brings; True when that is anything."""
    hero = m.heroes[h]
    if hero.got >= hero.next_item:
        return False
    count = 0
    if hero.carried > 0:
        if brings(m, h):
            count = hero.carried
            hero.carried = 0
            m.courier_for[h // HEROES] = -1
    elif is_at_shop(m, r, h):
        count = hero.next_item - hero.got
    for _ in range(count):
        take_item(r, hero)
    return count > 0


@kernel
def buyback_cost(r, hero):
    """Gold a dead hero pays to return at once."""
    return BUYBACK_GOLD + BUYBACK_LEVEL * hero.level + net_worth(r, hero) // BUYBACK_SHARE


@kernel
def can_buy_back(m, r, h):
    """The hero is dead, will not rise by itself where it fell, and can pay; its last buyback is long enough ago."""
    hero = m.heroes[h]
    if r.variant.buyback == 0:
        return False
    if m.units[h // HEROES * HALF + h % HEROES].alive or hero.respawn == 0 or hero.rises > 0:
        return False
    if hero.bought_back > 0 and m.tick - hero.bought_back < r.variant.buyback:
        return False
    return hero.gold >= buyback_cost(r, hero)


@kernel
def pay_return(m, r, h):
    """Pay for a return from death."""
    hero = m.heroes[h]
    spend(m, h, buyback_cost(r, hero))
    hero.tally[BUYBACKS] += 1.0
    hero.bought_back = m.tick


@kernel
def can_drink(m, h):
    """The hero has a potion, is hurt, and heals by none yet."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    return hero.potions > 0 and unit.health < unit.max_health and hero.potion_end == 0


@kernel
def drink(m, r, h):
    """Drink a potion."""
    hero = m.heroes[h]
    hero.potions -= 1
    hero.potion_end = m.tick + r.potion.ticks - 1
    hero.tally[POTIONS_USED] += 1.0
