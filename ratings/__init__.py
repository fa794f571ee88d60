"""Rating models over any table of results, wherever it came from."""

from ratings.errors import (
    BadResults,
    BadSettings,
    NoConvergence,
    RatingError,
    UnknownAnchor,
    UnknownColumns,
    UnreadableFile,
)
from ratings.rate import rate
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import EntrantRating, RatingTable, SideRating

__all__ = [
    "BadResults",
    "BadSettings",
    "EntrantRating",
    "NoConvergence",
    "RatingError",
    "RatingTable",
    "Results",
    "Settings",
    "SideRating",
    "UnknownAnchor",
    "UnknownColumns",
    "UnreadableFile",
    "rate",
]
