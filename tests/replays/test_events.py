"""Events agree with what the game itself counted, and moments made by hand give the events they should."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.setup import new_matches
from replays.cast import make_cast, unit_of_seat
from replays.events import DEEDS, DETECTORS, Event, events_frame, events_of_kind, find_events
from replays.simulate import Stretch, play_again, walk
from tests.replays.made import blitz, duel, replay_of

CAST = make_cast(blitz().match)


def moment(*, tick: int = 1000) -> tuple[Any, Any, Stretch]:
    """Two records of a match a tick apart, the same but for the tick, to be changed by a test."""
    setup = moba.Setup(5, blitz().match.west_lineup, blitz().match.east_lineup)
    states = new_matches("blitz", [setup, setup])
    states["tick"] = [tick - 1, tick]
    return states[0], states[1], Stretch(states, np.full((1, lay.UNITS), -1))


def only(stretch: Stretch) -> Event:
    (event,) = find_events(stretch, CAST)
    return event


@pytest.fixture(scope="module")
def ledger() -> np.ndarray:
    """(10, figures): the game's own count at the end of the blitz."""
    return play_again([blitz()]).batch.tally[0]


def seats_of(kind: str) -> list[int]:
    return [
        event.seat for event in replay_of("blitz").events if event.kind == kind and event.seat is not None
    ]


@pytest.mark.parametrize(
    ("kind", "figure"),
    [("kill", lay.KILLS), ("recall begun", lay.RECALLS_BEGUN), ("recall done", lay.RECALLS_DONE)],
)
def test_what_heroes_do_is_what_the_ledger_counted(ledger: np.ndarray, kind: str, figure: int) -> None:
    count = Counter(seats_of(kind))
    assert [count[seat] for seat in range(10)] == ledger[:, figure].tolist()


def test_deaths_and_assists_are_those_of_the_ledger(ledger: np.ndarray) -> None:
    fell = events_of_kind(replay_of("blitz").events, "kill", "death")
    victims = Counter(event.details["victim"] for event in fell)
    helpers = Counter(seat for event in fell for seat in event.details["assists"])
    assert [victims[seat] for seat in range(10)] == ledger[:, lay.DEATHS].tolist()
    assert [helpers[seat] for seat in range(10)] == ledger[:, lay.ASSISTS].tolist()


def test_casts_are_counted_by_ability(ledger: np.ndarray) -> None:
    found = Counter(
        (event.seat, event.details["place"]) for event in events_of_kind(replay_of("blitz").events, "cast")
    )
    counted = {(seat, k + 1): n for seat in range(10) for k in range(4) if (n := ledger[seat, lay.CASTS + k])}
    assert found == counted and counted


def test_levels_and_purchases_end_where_the_heroes_did() -> None:
    state = play_again([blitz()]).batch.matches[0]["heroes"]
    events = replay_of("blitz").events
    for seat in range(10):
        levels = [event.details["level"] for event in events_of_kind(events, "level") if event.seat == seat]
        assert levels == sorted(set(levels)) and max([1, *levels]) == state[seat]["level"]
        bought = [event.details["item"] for event in events_of_kind(events, "purchase") if event.seat == seat]
        assert bought == [moba.ITEM_NAMES[item] for item in state[seat]["build"][: state[seat]["next_item"]]]


def test_structures_fall_as_the_result_says() -> None:
    standing = play_again([blitz()]).batch.results()["structures"][0]
    fell = Counter(event.side for event in events_of_kind(replay_of("blitz").events, "fall"))
    assert [15 - fell["east"], 15 - fell["west"]] == standing.tolist()


def test_waves_come_when_the_variant_says() -> None:
    ticks = [event.tick for event in events_of_kind(replay_of("blitz").events, "wave")]
    assert ticks == list(range(6 * 30, 180 * 30 + 1, 20 * 30))


def test_much_happens_in_three_minutes() -> None:
    """So that the comparisons above compare something."""
    found = {event.kind for event in replay_of("blitz").events}
    assert {"wave", "cast", "level", "purchase", "end"} < found
    assert found & {"kill", "death"} and found & {"recall begun", "fall"}


def test_the_end_is_the_last_event() -> None:
    recording = duel()
    last = replay_of("duel").events[-1]
    assert (last.kind, last.tick) == ("end", int(play_again([recording]).batch.results()["ticks"][0]))
    assert last.details == {"ending": replay_of("duel").result["ending"]}


def test_the_length_of_a_stretch_changes_no_event() -> None:
    found = [
        [
            event
            for stretch in walk(duel(), ticks=t)
            for event in find_events(stretch, make_cast(duel().match))
        ]
        for t in (1, 97)
    ]
    assert found[0] == found[1] == list(replay_of("duel").events)


def test_nothing_happens_where_nothing_changes() -> None:
    assert find_events(moment()[2], CAST) == []


def test_a_recall_that_is_broken_off_is_told_from_one_that_ends() -> None:
    before, now, stretch = moment()
    before["heroes"]["recall"][2] = 1050
    assert (only(stretch).kind, only(stretch).seat) == ("recall broken", 2)
    now["heroes"]["tally"][2, lay.RECALLS_DONE] += 1
    assert only(stretch).kind == "recall done"


def test_barracks_that_stand_again_are_rebuilt() -> None:
    before, _, stretch = moment()
    number = lay.HALF + lay.BARRACKS + 1
    before["units"]["alive"][number] = 0
    event = only(stretch)
    assert (event.kind, event.side, event.unit) == ("rebuilt", "east", number)
    assert event.text == "east's middle barracks stands again"


def test_a_tower_can_kill_a_hero() -> None:
    _, now, stretch = moment()
    now["heroes"]["tally"][1, lay.DEATHS] += 1
    stretch.killers[0, unit_of_seat(1)] = lay.HALF + lay.FIRST_STRUCTURE + 3
    event = only(stretch)
    assert (event.kind, event.side, event.seat) == ("death", "east", None)
    assert event.text == f"{CAST.hero(1)} was killed by east's middle tower 1"


def test_two_deaths_in_one_tick_have_each_its_own_killer_and_helpers() -> None:
    before, now, stretch = moment()
    for victim, killer, helper in ((0, 5, 6), (1, 7, 8)):
        now["heroes"]["tally"][victim, lay.DEATHS] += 1
        now["heroes"]["tally"][killer, lay.KILLS] += 1
        now["heroes"]["tally"][helper, lay.ASSISTS] += 1
        before["heroes"]["hurt_by"][victim, helper - 5] = 900
        stretch.killers[0, unit_of_seat(victim)] = unit_of_seat(killer)
    found = find_events(stretch, CAST)
    assert [(event.seat, event.details["victim"], event.details["assists"]) for event in found] == [
        (5, 0, [6]),
        (7, 1, [8]),
    ]


def test_an_item_that_is_brought_is_bought_first_and_delivered_later() -> None:
    before, now, stretch = moment()
    before["heroes"]["next_item"][4], now["heroes"]["next_item"][4] = 2, 3
    event = only(stretch)
    item = moba.ITEM_NAMES[int(before["heroes"]["build"][4, 2])]
    assert (event.kind, event.seat, event.details) == ("purchase", 4, {"item": item})
    before["heroes"]["next_item"][4], before["heroes"]["got"][4], now["heroes"]["got"][4] = 3, 1, 3
    assert [(event.kind, event.details["item"]) for event in find_events(stretch, CAST)] == [
        ("delivery", moba.ITEM_NAMES[int(before["heroes"]["build"][4, place])]) for place in (1, 2)
    ]


def test_what_is_bought_and_had_in_one_tick_is_no_delivery() -> None:
    before, now, stretch = moment()
    for name in ("next_item", "got"):
        before["heroes"][name][4], now["heroes"][name][4] = 0, 1
    assert only(stretch).kind == "purchase"


@pytest.mark.parametrize("kind", DEEDS)
def test_deeds_are_read_off_the_ledger(kind: str) -> None:
    _, now, stretch = moment()
    now["heroes"]["tally"][6, DEEDS[kind][0]] += 1
    assert (only(stretch).kind, only(stretch).seat, only(stretch).side) == (kind, 6, "east")


def stand(state: Any, number: int, kind: int) -> None:
    state["units"]["kind"][number], state["units"]["alive"][number] = kind, 1


def test_a_camp_is_empty_when_the_last_of_it_is_dead() -> None:
    before, now, stretch = moment()
    camp = lay.HALF + lay.FIRST_NEUTRAL + 2 * lay.CAMP_SIZE
    for number in (camp, camp + 1):
        stand(before, number, lay.LARGE)
    stand(now, camp + 1, lay.LARGE)
    assert find_events(stretch, CAST) == []
    before["units"]["alive"][camp], now["units"]["alive"][camp + 1] = 0, 0
    stretch.killers[0, camp + 1] = unit_of_seat(3)
    event = only(stretch)
    assert (event.kind, event.side, event.seat, event.unit) == ("camp", "west", 3, camp + 1)
    assert event.text == f"a camp of east's half was cleared by {CAST.hero(3)}"


def test_the_boss_comes_and_is_killed() -> None:
    before, now, stretch = moment()
    stand(now, lay.BOSS, lay.BEAST)
    assert (only(stretch).kind, only(stretch).side) == ("boss here", None)
    before["units"][lay.BOSS] = now["units"][lay.BOSS]
    now["units"]["alive"][lay.BOSS] = 0
    stretch.killers[0, lay.BOSS] = unit_of_seat(8)
    event = only(stretch)
    assert (event.kind, event.side, event.seat) == ("boss", "east", 8)


def test_a_killed_courier_is_told() -> None:
    before, now, stretch = moment()
    number = lay.HALF + lay.COURIER
    stand(before, number, lay.RUNNER)
    now["units"]["alive"][number] = 0
    stretch.killers[0, number] = unit_of_seat(0)
    event = only(stretch)
    assert (event.kind, event.side, event.seat) == ("courier", "west", 0)
    assert event.text == f"east's courier was killed by {CAST.hero(0)}"


def test_a_hero_that_comes_back_is_told() -> None:
    before, _, stretch = moment()
    before["units"]["alive"][unit_of_seat(7)] = 0
    assert (only(stretch).kind, only(stretch).seat, only(stretch).side) == ("return", 7, "east")


def test_events_are_in_the_order_of_time_and_fit_a_frame() -> None:
    events = replay_of("blitz").events
    frame = events_frame(events)
    assert frame["tick"].is_sorted() and len(frame) == len(events)
    assert frame.schema["details"] == pl.String and frame.schema["x"] == pl.Int64
    assert events_frame([]).schema == frame.schema


def test_every_detector_is_listed_once() -> None:
    assert len(set(DETECTORS)) == len(DETECTORS)
    assert all(detector.__doc__ for detector in DETECTORS)
