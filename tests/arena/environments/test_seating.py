from __future__ import annotations

import numpy as np
import pytest

from arena.environments.seating import BadSeating, Seating
from arena.errors import UnknownPlayer

FIVE, ONE = np.ones(10, np.bool_), np.isin(np.arange(10), [0, 5])


def drawn(seating: Seating, variant: str, count: int = 60) -> set[tuple[int, ...]]:
    generator = np.random.default_rng(1)
    return {tuple(seating.draw(variant, generator).tolist()) for _ in range(count)}


def test_the_user_s_seats_are_drawn_from_all_that_there_are() -> None:
    assert drawn(Seating("all"), "blitz") == {tuple(range(10))}
    assert drawn(Seating("side"), "blitz") == {(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)}
    assert drawn(Seating("hero"), "blitz") == {(seat,) for seat in range(10)}
    assert drawn(Seating("all"), "duel") == {(0, 5)}
    assert drawn(Seating("side"), "duel") == drawn(Seating("hero"), "duel") == {(0,), (5,)}


@pytest.mark.parametrize(
    ("seating", "seats", "active", "who"),
    [
        (Seating("all"), range(10), FIVE, [-1] * 10),
        (Seating("side", "idle"), range(5, 10), FIVE, [0] * 5 + [-1] * 5),
        (Seating("side", "idle", "random"), range(5), FIVE, [-1] * 5 + [0] * 5),
        (Seating("hero", "idle"), [3], FIVE, [0, 0, 0, -1, 0, 0, 0, 0, 0, 0]),
        (Seating("hero", "idle", "random"), [6], FIVE, [0, 0, 0, 0, 0, 1, -1, 1, 1, 1]),
        (Seating("hero", "idle", "random"), [5], ONE, [0, -1, -1, -1, -1, -1, -1, -1, -1, -1]),
    ],
)
def test_everybody_else_is_some_player_s(
    seating: Seating, seats: list[int], active: np.ndarray, who: list[int]
) -> None:
    assert seating.drivers(np.array(seats), active).tolist() == who


def test_unknown_controls_and_players_are_refused() -> None:
    with pytest.raises(BadSeating, match="expected control of one of all, side, hero, got 'both'"):
        Seating("both")
    with pytest.raises(UnknownPlayer, match="no player is called 'bot:great'"):
        Seating("side", "bot:great")
    Seating("all", "bot:great").others  # noqa: B018 - nobody else plays
