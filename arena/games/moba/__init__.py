"""The built-in game: a 5v5 lane-pushing battle whose match is one record (docs/game.md)."""

from arena.games.errors import BadData
from arena.games.moba.batch import HERO_RESULT_FIELDS, Batch
from arena.games.moba.bots import scripted
from arena.games.moba.contract import ACTION_RANGES, CONTRACT_VERSION, MASK_SIZE, TARGETS
from arena.games.moba.fields import OBSERVATION_SIZE
from arena.games.moba.layout import ENDINGS, FAULT_NAMES, TALLY_NAMES
from arena.games.moba.randomise import PRESETS, Randomisation, parse_randomisation
from arena.games.moba.rules import VARIANTS, hero_names, item_names, load, rules_hash
from arena.games.moba.setup import Setup, check_start, deal, random_lineups
from arena.games.moba.starts import STARTS
from arena.games.moba.versions import VERSIONS, Shown, contract_of

NAME = "moba"
try:
    HERO_NAMES = hero_names()
    ITEM_NAMES = item_names()
except ValueError as error:
    raise BadData(str(error)) from error


def heroes_per_side(variant: str) -> int:
    """5, or 1 in `duel`. Raises ValueError for an unknown variant."""
    return int(load(variant).variant.heroes)


def seconds_per_decision(variant: str) -> float:
    """Match time between two decisions."""
    load(variant)
    return 4 / 30


__all__ = [
    "ACTION_RANGES",
    "CONTRACT_VERSION",
    "ENDINGS",
    "FAULT_NAMES",
    "HERO_NAMES",
    "HERO_RESULT_FIELDS",
    "ITEM_NAMES",
    "MASK_SIZE",
    "NAME",
    "OBSERVATION_SIZE",
    "PRESETS",
    "STARTS",
    "TALLY_NAMES",
    "TARGETS",
    "VARIANTS",
    "VERSIONS",
    "Batch",
    "Randomisation",
    "Setup",
    "Shown",
    "check_start",
    "contract_of",
    "deal",
    "heroes_per_side",
    "load",
    "parse_randomisation",
    "random_lineups",
    "rules_hash",
    "scripted",
    "seconds_per_decision",
]
