"""Elo ratings with a fixed K-factor (Elo 1978), for comparison with other tables only.

They forget: the last few dozen matches decide them, so they have no interval and no place on a ladder.
"""

import math

import numpy as np

from ratings.errors import BadSettings
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import RatingTable
from ratings.tracked import Track, anchored_table, in_order

K_FACTOR = 20.0
START = 1500.0


def rate_elo(results: Results, settings: Settings) -> RatingTable:
    """Rate by Elo: after each match the winner takes K·(score − expected score) points from the loser.

    Raises:
        BadSettings: rows with weights other than 1.
        UnknownAnchor: the anchor did not play.
    """
    if not np.all(results.weight == 1.0):
        raise BadSettings("expected rows of weight 1 for the model elo; leave the weight out or use bt")
    rating = [START] * len(results.names)
    for first, second, score in in_order(results):
        expected = 1.0 / (1.0 + math.pow(10.0, (rating[second] - rating[first]) / 400.0))
        change = K_FACTOR * (score - expected)
        rating[first] += change
        rating[second] -= change
    stated = {"k": K_FACTOR, "start": START, "points": "400 are odds of 10 to 1"}
    track = Track(np.array(rating), None)
    return anchored_table("elo", results, settings, track, stated, zero_without_anchor=0.0)
