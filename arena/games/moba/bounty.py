"""What a hero is worth if it dies now: its level, its streak, and how far its side is ahead.

Comeback: a side's net worth is the gold and the items of its heroes. If the victim's side is ahead of the other,
the kill pays one gold more for every COMEBACK_PER of the difference, in gold of the variant `full`, up to
COMEBACK_MOST. The rule is our own, in whole numbers, after the habit of its models.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import HEROES, ITEM_SLOTS
from arena.games.moba.rule_records import BUILD

KILL_GOLD = 150
KILL_GOLD_LEVEL = 12
STREAK_GOLD = 45
STREAK_MOST = 8
COMEBACK_PER = 50
COMEBACK_MOST = 300


@kernel
def net_worth(r, hero):
    """Gold, the price of the items held, and of those that wait or are on their way."""
    worth = hero.gold
    for slot in range(ITEM_SLOTS):
        if hero.items[slot] > 0:
            worth += r.items[hero.items[slot] - 1].cost
    for place in range(hero.got, min(hero.next_item, BUILD)):
        worth += r.items[hero.build[place]].cost
    return worth


@kernel
def lead_of_west(m, r):
    """By how much the net worth of west's heroes is above that of east's."""
    lead = 0
    for slot in range(HEROES):
        lead += net_worth(r, m.heroes[slot]) - net_worth(r, m.heroes[HEROES + slot])
    return lead


@kernel
def comeback(r, lead):
    """Gold a kill pays more when the victim's side is ahead by so much net worth."""
    return min(int(max(lead, 0) / r.variant.gold) // COMEBACK_PER, COMEBACK_MOST)


@kernel
def set_bounties(m, r, w):
    """Enter what each hero is worth, by the state of before the tick's deaths."""
    lead = lead_of_west(m, r)
    for h in range(2 * HEROES):
        hero = m.heroes[h]
        streak = min(hero.streak, STREAK_MOST)
        more = comeback(r, lead if h < HEROES else -lead)
        w.bounty[h] = KILL_GOLD + KILL_GOLD_LEVEL * hero.level + STREAK_GOLD * streak + more
