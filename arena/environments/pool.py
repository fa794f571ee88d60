"""A pool of matches of which the user decides for some seats: the game's batched interface, on arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arena.environments.masks import PARTS_SIZE, fill_parts
from arena.environments.rewards import Rewards
from arena.environments.seating import HALF, SEATS, BadSeating, Seating
from arena.games import moba
from arena.players import Player, check_answer, check_protocol, close_player, contract_version
from arena.registry import make_player
from arena.setting import Setting

Int64 = NDArray[np.int64]
CUT = tuple(moba.ENDINGS.index(name) for name in ("limit", "safety stop"))
"""Endings that are none of the game's: the match was cut, so what would have followed still has a value."""

FORGET = "forget"
"""The method of a player that is told which places of its batch have new matches; see docs/players.md."""


@dataclass(frozen=True)
class Rows:
    """What one decision gives, a row for each of the user's k seats: match by match, west before east."""

    observations: NDArray[np.float32]
    """(k, OBSERVATION_SIZE); of a match that ended, how it stood at the end."""
    masks: NDArray[np.bool_]
    """(k, MASK_SIZE): the game's mask (docs/contract.md, "Masks")."""
    action_masks: NDArray[np.int8]
    """(k, PARTS_SIZE): the same in four independent parts; see `arena.environments.masks`."""
    rewards: NDArray[np.float64]
    """(k,): of the decision that was just taken; 0 after a match's end."""
    terminated: NDArray[np.bool_]
    """(k,): the match has ended by the game's rules."""
    truncated: NDArray[np.bool_]
    """(k,): the match has been cut, by its cap or the safety stop."""

    @classmethod
    def empty(cls, k: int) -> Self:
        """Arrays for k seats, all zero."""
        return cls(
            np.zeros((k, moba.OBSERVATION_SIZE), np.float32),
            np.zeros((k, moba.MASK_SIZE), np.bool_),
            np.zeros((k, PARTS_SIZE), np.int8),
            np.zeros(k),
            np.zeros(k, np.bool_),
            np.zeros(k, np.bool_),
        )


@dataclass(frozen=True)
class _Driver:
    """A player that decides for seats which are not the user's."""

    player: Player
    shown: moba.Shown
    """The pool's batch in the version of the contract that it is written for."""


class MatchPool:
    """`n` matches at once, each with `rows_per_match` seats of the user's; `k` rows in all, on one thread.

    `reset`, then `step` with an action for each row, then `begin_ended`, which puts new matches in the places of those
    that ended. Seeds, lineups, sides and seats of a place's matches come from the place's generator alone: its third
    match is the same whenever the matches of other places ended. `rows` holds what the last of them gave.
    """

    def __init__(
        self,
        n: int,
        *,
        setting: Setting | None = None,
        seating: Seating | None = None,
        rewards: Rewards | None = None,
    ) -> None:
        self.n = n
        self.setting = (setting or Setting("blitz")).checked()
        self.seating = seating or Seating()
        self.rules_of_reward = rewards or Rewards()
        self.rows_per_match = self.seating.rows(self.setting.variant)
        self.k = n * self.rows_per_match
        self.matches = np.repeat(np.arange(n), self.rows_per_match)
        self.seats = np.zeros(self.k, np.int64)
        self.rows = Rows.empty(self.k)
        self.batch = moba.Batch(self.setting.variant, [])
        self._randomisation = moba.parse_randomisation(self.setting.randomisation)
        self._weights = self.rules_of_reward.weights
        self._who = np.full((n, SEATS), -1, np.int64)
        self._actions = np.zeros((n, SEATS, 4), np.int64)
        self._drivers: list[_Driver] = []
        self._generators: list[np.random.Generator] = []

    @property
    def heroes(self) -> Int64:
        """(k,): the number of the hero in each row's seat, a place in `moba.HERO_NAMES`."""
        return np.asarray(self.batch.matches["heroes"]["hero"][self.matches, self.seats])

    @property
    def forgets(self) -> bool:
        """Whether every player in it can be told that a match is a new one, which `begin_ended` needs."""
        return all(callable(getattr(driver.player, FORGET, None)) for driver in self._drivers)

    def reset(
        self, generators: Sequence[np.random.Generator], *, setups: Sequence[moba.Setup] | None = None
    ) -> Rows:
        """Begin new matches in all places, with players made anew.

        Args:
            generators: one for each place; it is kept, and drawn from for each new match there.
            setups: what the first matches are made from, instead of drawing it.
        """
        self._check_count("generators", generators)
        self._check_count("setups", setups or generators)
        self._generators = list(generators)
        drawn = [self._draw(place) for place in range(self.n)]
        self.batch = moba.Batch(self.setting.variant, setups or drawn, limit_s=self.setting.limit_s)
        self.close()
        self._drivers = [_driver(name, self.batch) for name in self.seating.others]
        self._worth = self.batch.tally @ self._weights
        self._was_running = np.ones(self.n, np.bool_)
        self._sit(range(self.n))
        self.batch.observe()
        for flags in (self.rows.rewards, self.rows.terminated, self.rows.truncated):
            flags[:] = 0
        self._gather(self.rows)
        return self.rows

    def step(self, actions: NDArray[np.integer], *, out: Rows | None = None) -> Rows:
        """Take one decision.

        Args:
            actions: (k, 4) integers within `moba.ACTION_RANGES`; those of ended matches are not read.
            out: arrays to write to, such as rows of a larger array; the pool's own `rows` if None.

        Raises:
            BadAnswer: the actions are of another shape, type or range, or another player's are.
        """
        out = out or self.rows
        self._actions[self.matches, self.seats] = check_answer(actions, self.k)
        for place, driver in enumerate(self._drivers):
            self._ask(place, driver)
        self.batch.step(self._actions)
        ended = np.flatnonzero(self._was_running & ~self.batch.running)
        self.batch.observe()
        self.batch.observe_places(ended)
        self._pay(out)
        self._was_running = self.batch.running
        self._gather(out)
        return out

    def begin_ended(self, *, out: Rows | None = None) -> Int64:
        """Begin new matches where one has ended, and write what is first observed of them; flags and rewards stay.

        Returns the rows of the new matches, (r,) int64.

        Raises:
            BadSeating: a player cannot be told to forget what it remembers of the old matches.
        """
        places = np.flatnonzero(~self.batch.running)
        if len(places) == 0:
            return places
        if not self.forgets:
            raise BadSeating(
                f"expected players that can forget a match, got {', '.join(self.seating.others)}: "
                "give it a method forget(matches), or reset the pool instead"
            )
        self.batch.reset_matches(places, [self._draw(place) for place in places.tolist()])
        self._sit(places)
        for driver in self._drivers:
            getattr(driver.player, FORGET)(places)
        self.batch.observe_places(places)
        self._worth[places] = self.batch.tally[places] @ self._weights
        self._was_running[places] = True
        rows = np.flatnonzero(np.isin(self.matches, places))
        self._gather_some(out or self.rows, rows)
        return rows

    def close(self) -> None:
        """Close the players that play beside the user; `reset` makes new ones."""
        for driver in self._drivers:
            close_player(driver.player)
        self._drivers = []

    def outcomes(self, rows: Int64) -> tuple[Int64, Int64]:
        """(r,) 1 won, -1 lost, 0 neither; (r,) place in `moba.ENDINGS`, -1 running: of the match of each row."""
        results = self.batch.results()[self.matches[rows]]
        sign = np.where(self.seats[rows] < HALF, 1, -1)
        return sign * results["winner"], results["ending"]

    def _check_count(self, what: str, given: Sequence[object]) -> None:
        if len(given) != self.n:
            raise ValueError(f"expected {what} for each of {self.n} matches; got {len(given)}")

    def _draw(self, place: int) -> moba.Setup:
        """What the next match of a place is made from; its seats are drawn with it."""
        generator = self._generators[place]
        seed = int(generator.integers(2**63 - 1))
        mine = slice(place * self.rows_per_match, (place + 1) * self.rows_per_match)
        self.seats[mine] = self.seating.draw(self.setting.variant, generator)
        lineups = moba.random_lineups(self.setting.variant, seed)
        return moba.Setup(seed, *lineups, start=self.setting.start, randomisation=self._randomisation)

    def _sit(self, places: Sequence[int] | Int64) -> None:
        """Note who decides for each seat of new matches."""
        active = self.batch.active
        for place in places:
            self._who[place] = self.seating.drivers(self.seats[self.matches == place], active[place])
            self._actions[place] = 0

    def _ask(self, place: int, driver: _Driver) -> None:
        matches, heroes = np.nonzero((self._who == place) & self._was_running[:, None])
        if len(matches):
            driver.shown.refresh()
            answer = driver.player.act(driver.shown.batch, matches, heroes)
            ranges = driver.shown.contract.action_ranges
            self._actions[matches, heroes] = check_answer(answer, len(matches), ranges)

    def _pay(self, out: Rows) -> None:
        """Write rewards, and which matches have ended and how."""
        ending, winner = self.batch.matches["ending"], self.batch.matches["winner"]
        cut = np.isin(ending, CUT)
        out.truncated[:] = cut[self.matches]
        out.terminated[:] = (~self.batch.running & ~cut)[self.matches]
        ends_now = self._was_running & ~self.batch.running
        result = np.where(ends_now, winner, 0)[self.matches] * np.where(self.seats < HALF, 1.0, -1.0)
        out.rewards[:] = self.rules_of_reward.win * result
        if self._weights.any():
            worth = self.batch.tally @ self._weights
            out.rewards[:] += (worth - self._worth)[self.matches, self.seats]
            self._worth = worth

    def _gather(self, out: Rows) -> None:
        """Copy what was observed for all rows."""
        places = self.matches * SEATS + self.seats
        for source, target in ((self.batch.observations, out.observations), (self.batch.masks, out.masks)):
            flat: NDArray[Any] = source.reshape(self.n * SEATS, -1)
            flat.take(places, axis=0, out=target, mode="clip")  # any other mode makes a copy between
        fill_parts(out.masks, out.action_masks)

    def _gather_some(self, out: Rows, rows: Int64) -> None:
        """Copy what was observed for some rows."""
        places = self.matches[rows], self.seats[rows]
        out.observations[rows] = self.batch.observations[places]
        out.masks[rows] = masks = self.batch.masks[places]
        parts = np.zeros((len(rows), PARTS_SIZE), np.int8)
        fill_parts(masks, parts)
        out.action_masks[rows] = parts


def _driver(name: str, batch: moba.Batch) -> _Driver:
    player = make_player(name)
    check_protocol(player)
    return _Driver(
        player, moba.Shown(batch, contract_version(player), observations=player.needs_observations)
    )
