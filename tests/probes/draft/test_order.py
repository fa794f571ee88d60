from __future__ import annotations

import pytest

from arena.games import moba
from probes.draft.errors import BadDraft
from probes.draft.order import NAMED, Draft, Order, find_hero, parse_steps

NAMES = moba.HERO_NAMES


@pytest.mark.parametrize("name", NAMED)
def test_named_orders_fill_both_sides(name):
    text = Order.parse(name).text
    assert (text.count("A"), text.count("B")) == (5, 5)
    assert text.count("a") == text.count("b")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected an order, snake"),
        ("ABC", "letters A, B"),
        ("ABBAABBAA", "expected 5 picks of A and 5 of B, got 5 and 4"),
        ("aabba ABBAABBAAB", "expected at most 4 bans, got 5"),
    ],
)
def test_an_order_that_cannot_be_is_refused(text, why):
    with pytest.raises(BadDraft, match=why):
        Order.parse(text)


def test_more_steps_than_heroes_are_refused():
    with pytest.raises(BadDraft, match="expected at most 8 picks and bans for 8 heroes, got 9"):
        Order.parse("aABBAABBA"[:9], size=4, heroes=8)


def test_a_draft_knows_who_has_what():
    draft = parse_steps(Order.parse("bans"), "thorn, KNOT,Emb,sha, whisper", NAMES)
    named = [[NAMES[hero] for hero in draft.heroes(letter)] for letter in "ABab"]
    assert named == [["Ember"], ["Shade", "Whisper"], ["Thorn"], ["Knot"]]
    assert draft.turn == "A" and len(draft.banned) == 2 and draft.back(2).turn == "A"
    assert Draft(Order.parse("snake"), tuple(range(10))).turn == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Thorn,Thor", "expected every hero once, got Thorn twice"),
        ("B", "got 'B', which may be Bulwark, Brute"),
        ("Zed", r"expected a hero \(Bulwark, .*\), got 'Zed'$"),
        (",".join(NAMES[:11]), "expected at most 10 picks and bans, got 11"),
    ],
)
def test_steps_that_cannot_be_are_refused(text, why):
    with pytest.raises(BadDraft, match=why):
        parse_steps(Order.parse("snake"), text, NAMES)


def test_a_whole_name_wins_over_a_beginning():
    assert find_hero("lan", ["Lance", "Lan"]) == 1


def test_exchanged_twice_is_the_same():
    order = Order.parse("captains")
    assert order.exchanged().text[:4] == "baBA" and order.exchanged().exchanged() == order
