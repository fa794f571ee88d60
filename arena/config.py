"""The configuration of a night: a TOML file, every key of which has a sound default."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from arena.errors import BadConfiguration
from ratings.settings import MOST_PRIOR, MOST_RESAMPLES

Count = Annotated[int, Field(ge=1)]
Text = Annotated[str, Field(min_length=1)]

MOST_DAYS = 36_500
"""A century: ages beyond it are mistakes, and leave the range of dates."""


def _enough(resamples: int) -> int:
    if resamples == 1:
        raise ValueError("input should be 0 or at least 2")
    return resamples


def _shallow(pattern: str) -> str:
    if "**" in Path(pattern).parts:  # it would walk every folder there is, for which no deadline holds
        raise ValueError("input should name folders, with * for a part of a name and no **")
    return pattern


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class NightlySection(_Section):
    """What is played in a night."""

    ladder: Text = "nightly"
    """Name of the ladder that the matches count for."""
    variant: Text = "blitz"
    """Variant of the game."""
    entrants: Annotated[list[Text], Field(min_length=2)] = [
        "idle",
        "random",
        "bot:easy",
        "bot:medium",
        "bot:hard",
    ]
    """Who plays: `PLAYER`, or `NAME=PLAYER`."""
    lineages: list[Annotated[Text, AfterValidator(_shallow)]] = ["lineages/*", "shipped"]
    """Folders of lineages whose checkpoints play too, as patterns that begin in the home folder; `shipped`: ours."""
    checkpoints: Annotated[int, Field(ge=0)] = 8
    """Checkpoints of each lineage that play, the newest ones; 0 for all. Older ones keep their place on the ladder."""
    minutes: Annotated[float, Field(gt=0)] = 4.5
    """Time of the night from when the game is loaded, rating and publishing included."""
    rounds: Annotated[int, Field(ge=0)] = 0
    """Rounds played at most; 0 for as many as fit in the time."""
    workers: Annotated[int, Field(ge=0)] = 0
    """Worker processes; 0 for one on each core."""
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    """The seed that every block's seed derives from."""
    batch_blocks: Count = 3
    """Blocks of four matches that a worker plays together."""


class RatingsSection(_Section):
    """How matches are rated."""

    anchor: Text = "random"
    """The entrant at 0, where it is on the ladder; otherwise ratings are relative to the pool."""
    scoring: Literal["draws", "wins", "settled"] = "draws"
    """A match without a winner is half a win (`draws`), left out (`wins`), or goes by structures (`settled`)."""
    prior: Annotated[float, Field(ge=0, le=MOST_PRIOR)] = 0.5
    """Virtual draws on each pairing that met."""
    resamples: Annotated[int, Field(ge=0, le=MOST_RESAMPLES), AfterValidator(_enough)] = 1000
    """Resamples of the bootstrap that gives the intervals."""


class ReportSection(_Section):
    """What the report of a night takes for a regression."""

    level: Annotated[float, Field(gt=0, le=0.5)] = 0.05
    """Level of all comparisons of a night together, two-sided; see docs/report.md."""
    accepted: list[Text] = []
    """Entrants whose regressions are known: they are reported, and do not count for the exit code."""


class StoreSection(_Section):
    """What is kept."""

    snapshots: Count = 5
    """Published snapshots kept, the newest ones."""
    reports: Count = 100
    """Reports kept as files, the newest ones; what they say stays in the store."""
    streams_days: Annotated[int, Field(ge=0, le=MOST_DAYS)] = 180
    """Days for which a match can be played again: its actions are then let go, its result stays; 0: for good."""
    keep_matches: list[Annotated[int, Field(ge=0, lt=2**63)]] = []
    """Matches whose actions are kept for good, by number."""


class Config(_Section):
    """A whole configuration."""

    nightly: NightlySection = NightlySection()
    ratings: RatingsSection = RatingsSection()
    report: ReportSection = ReportSection()
    store: StoreSection = StoreSection()


def load_config(path: Path) -> Config:
    """The configuration in a TOML file.

    Raises:
        BadConfiguration: it cannot be read, is not TOML, or has an unknown key or a wrong value.
    """
    try:
        fields = tomllib.loads(path.read_text())
    except OSError as error:
        raise BadConfiguration(
            f"cannot read the configuration {path} ({error.strerror}): check --config"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"{path} is not TOML ({error}): correct that line") from error
    try:
        return Config.model_validate(fields)
    except ValidationError as error:
        raise BadConfiguration(f"{path}: {_describe(error)}") from error


def override(config: Config, **nightly: object) -> Config:
    """The configuration with some keys of its section `nightly` replaced; None leaves a key as it is.

    Raises:
        BadConfiguration: a value is wrong.
    """
    given = {name: value for name, value in nightly.items() if value is not None}
    fields = config.model_dump()
    try:
        return Config.model_validate({**fields, "nightly": {**fields["nightly"], **given}})
    except ValidationError as error:
        raise BadConfiguration(_describe(error)) from error


def _describe(error: ValidationError) -> str:
    """The first thing wrong, in one line."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"unknown key '{key}': the known ones here are {', '.join(_known(first['loc'][:-1]))}"
    return f"'{key}' {_lower(first['msg'].removeprefix('Value error, '))}, got {first['input']!r}: correct that value"


def _known(section: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = Config
    for part in section:
        found: Any = model.model_fields[str(part)].annotation
        model = found
    return list(model.model_fields)


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
