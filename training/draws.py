"""How the matches of a run begin: each drawn from the run's seed and its own number, whatever was played before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba.rules import TICKS_PER_SECOND
from arena.games.moba.setup import SEED_LIMIT
from training.run_settings import RunSettings
from training.schedules import parse_schedule

GOLDEN = (5.0**0.5 - 1.0) / 2.0
"""Multiples of it, without their whole part, are spread evenly, whatever stretch of them is taken."""


class Stream(IntEnum):
    """What is drawn from the seed of a run; each has numbers of its own."""

    MATCH = 0
    OPPONENT = 1
    ORDER = 2


def generator(seed: int, stream: Stream, *counters: int) -> np.random.Generator:
    """Random numbers that hang on a run's seed, a stream and counters alone."""
    return np.random.default_rng((seed, int(stream), *counters))


@dataclass(frozen=True, slots=True)
class Course:
    """Shares by which matches are drawn at a moment of a run.

    Attributes:
        variant: of the game.
        starts: weights by start.
        randomised: the share of matches that `randomisation` changes.
        randomisation: its ranges.
        limit_s: seconds of play after which it is cut; 0 for no cap but the variant's own.
    """

    variant: str
    starts: Mapping[str, float]
    randomised: float
    randomisation: moba.Randomisation
    limit_s: float

    def limit(self, batch: moba.Batch, places: NDArray[np.int64], *, stagger: bool = False) -> None:
        """Cap the matches that have just begun in places of a batch, which has no cap of its own.

        With `stagger` the caps are spread evenly from 0 to the full time, so that matches that begin together do not
        go on ending together: an update then learns from all parts of matches.
        """
        if self.limit_s <= 0.0:
            return
        limits, began = batch.matches["limit"], batch.matches["began"][places]
        share = (places + 1) * GOLDEN % 1.0 if stagger else np.ones(len(places))
        capped = began + np.maximum((share * self.limit_s * TICKS_PER_SECOND).astype(np.int64), 1)
        own = limits[places]  # 0 for none
        limits[places] = np.where(own > 0, np.minimum(own, capped), capped)

    def setup(self, seed: int, number: int) -> moba.Setup:
        """The setup of a run's match of a number."""
        rng = generator(seed, Stream.MATCH, number)
        match_seed = int(rng.integers(SEED_LIMIT))
        names = list(self.starts)
        weights = np.array([self.starts[name] for name in names])
        start = names[int(rng.choice(len(names), p=weights / weights.sum()))]
        changed = rng.random() < self.randomised
        return moba.Setup(
            match_seed,
            *moba.random_lineups(self.variant, match_seed),
            start=start,
            randomisation=self.randomisation if changed else moba.Randomisation(),
        )


def course_at(settings: RunSettings, agent_steps: int) -> Course:
    """The shares after so many agent-steps."""
    decision_s = moba.seconds_per_decision(settings.variant)
    return Course(
        settings.variant,
        {name: parse_schedule(text).at(agent_steps, decision_s) for name, text in settings.starts.items()},
        settings.at("randomised", agent_steps),
        moba.parse_randomisation(settings.randomisation),
        settings.at("limit_s", agent_steps),
    )
