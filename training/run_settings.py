"""Settings of a self-play run, read from a TOML file or a preset, and from `NAME=VALUE` on the command line.

docs/training-settings.md, which is generated from here, has every key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from arena.games import moba
from training.amounts import whole_amount
from training.errors import BadRunSettings
from training.gae import discount
from training.network_settings import NetworkSettings, named_size
from training.optimiser import OptimiserSettings
from training.reward_table import load_table
from training.rewards import RewardSettings
from training.schedules import Schedule, parse_schedule
from training.set_option import parse_changes

PRESETS = Path(__file__).parent / "data" / "runs"
MOST_WHOLE = 10**300
"""Whole numbers from here on are not taken for fractions, which have a largest one."""


def _schedule(value: Any) -> str:
    """A schedule as its words, checked; what is compared, stored and shown."""
    return parse_schedule(value).text


def _share(value: str) -> str:
    return parse_schedule(value).within("a share", 0.0, 1.0).text


def _network(value: Any) -> dict[str, int | bool]:
    """Every setting of a network that is named or described."""
    if isinstance(value, str):
        return named_size(value).to_dict()
    return NetworkSettings.from_dict(value).to_dict()


ScheduleText = Annotated[str, BeforeValidator(_schedule)]
ShareText = Annotated[str, BeforeValidator(_schedule), AfterValidator(_share)]
Amount = Annotated[int, BeforeValidator(whole_amount)]
Network = Annotated[dict[str, int | bool], BeforeValidator(_network)]
Share = Annotated[float, Field(ge=0, le=1)]
MOST_DECISIONS = 2**20
"""Decisions of a segment in all matches: beyond it an update does not fit into any memory there is."""
Positive = Annotated[float, Field(gt=0)]


class RunSettings(BaseModel):
    """Settings of a run; a schedule is a number or words as docs/learning.md, Schedules, has them."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        validate_default=True,
        use_attribute_docstrings=True,
    )

    variant: str = "blitz"
    """Variant of the game."""
    limit_s: ScheduleText = "0.0"
    """Seconds of play after which a match that begins now is cut, a schedule; 0: none but the variant's own."""
    starts: dict[str, ScheduleText] = {"fresh": "1.0"}
    """How matches begin: by start, its weight, a schedule. Shares are weights over their sum."""
    randomisation: str = "mild"
    """What randomised setups change: `none`, `mild`, `wide`, or ranges."""
    randomised: ShareText = "0.0"
    """Share of matches whose setups are randomised, a schedule."""
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    """Seed of the first weights and of everything that is drawn."""
    network: Network = NetworkSettings().to_dict()
    """The network: a name of a size (`tiny`, `small`, `medium`, `large`), or its settings."""
    begin_from: str = ""
    """Folder of a checkpoint of this network whose weights the run begins with; empty: random ones."""
    matches: Annotated[int, Field(ge=1, le=16_384)] = 64
    """Matches played at once, at most 16384; times `segment` at most 1048576."""
    segment: Annotated[int, Field(ge=1, le=1024)] = 16
    """Decisions of a segment, through which learning goes back; at most 1024."""
    opponents: Share = 0.2
    """Share of the matches that are against a past checkpoint."""
    bots: dict[str, Share] = {}
    """Shares of the matches that are against players, by name, such as `bot:easy`."""
    rewards: str = "palaestra"
    """The reward table: a name, or a CSV file."""
    team_spirit: ShareText = "0.3 to 1 over 50M"
    """Share of a hero's reward that is its team's mean, a schedule."""
    zero_sum: bool = True
    """Subtract the other team's mean reward."""
    decay: Annotated[float, Field(gt=0, le=1)] = 0.6
    """Factor on rewards other than the win for each `decay_s`."""
    decay_s: Positive = 600.0
    """See `decay`, in seconds of the match."""
    capped: Literal["draw", "structures", "net_worth"] = "draw"
    """Who wins a match that was cut."""
    horizon_s: ScheduleText = "60.0"
    """Horizon of the discount in seconds of the match, a schedule."""
    lam: Annotated[float, Field(ge=0, le=1)] = 0.95
    """λ of the advantages: weight of longer returns."""
    learning_rate: ScheduleText = "0.0003"
    """Step size of Adam, a schedule."""
    entropy: ScheduleText = "0.01"
    """Weight of the entropy of each head, a schedule."""
    entropy_by_head: dict[str, Annotated[float, Field(ge=0)]] = {}
    """Weights by head (`kind`, `target`, `offset`, `aim`) in place of `entropy`."""
    value_weight: Annotated[float, Field(ge=0)] = 0.5
    """Weight of the value loss."""
    win_weight: Annotated[float, Field(ge=0)] = 0.1
    """Weight of the loss of the forecast of who wins, of a network with `win_head`."""
    structure_weight: Annotated[float, Field(ge=0)] = 0.1
    """Weight of that of which structure falls next, of a network with `structure_head`."""
    part_weight: Annotated[float, Field(ge=0)] = 0.1
    """Weight of that of whether the hero takes part in it, of the same."""
    forecast_horizon_s: Positive = 120.0
    """Horizon of the discount of forecasts of structures, in seconds of the match."""
    clip: Annotated[float, Field(gt=0, lt=1)] = 0.2
    """ε of PPO: how far the probability ratio may move."""
    minibatches: Annotated[int, Field(ge=1, le=1024)] = 4
    """Parts that an update's segments are learnt in, one after the other; at most 1024."""
    delay: Annotated[int, Field(ge=0, le=64)] = 0
    """Updates by which each segment is learnt from late, to see what staleness costs; at most 64."""
    epochs: Annotated[int, Field(ge=1, le=100)] = 1
    """Times that each segment is learnt from, at most 100."""
    gradient_clip: Literal["global_norm", "per_parameter"] = "global_norm"
    """How gradients are clipped."""
    most_norm: Positive = 0.5
    """Largest norm of the gradient, with `global_norm`."""
    returns_half_life: Positive = 50.0
    """Updates after which returns count half in the normaliser."""
    checkpoint_every: Amount = 1_000_000
    """Agent-steps between checkpoints; each of them joins the opponents."""
    report_every: Annotated[int, Field(ge=1, le=1_000_000)] = 20
    """Updates between reports, at most 1000000."""
    threads: Annotated[int, Field(ge=1, le=256)] = 1
    """Threads of torch, at most 256; with more than one a run is not repeated bit for bit."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        """What belongs to others they check: variants, starts, tables, schedules' ranges."""
        for start in self.starts:
            moba.check_start(self.variant, start)
        moba.parse_randomisation(self.randomisation)
        load_table(self.rewards)
        _ = self.reward_settings, self.optimiser_settings
        for name, least, most in (
            ("learning_rate", 0.0, 1.0),
            ("entropy", 0.0, 10.0),
            ("limit_s", 0.0, 1e6),
        ):
            self.schedule(name).within(name, least, most)
        horizon = self.schedule("horizon_s")
        for value in (horizon.first, horizon.last):
            discount(value, moba.seconds_per_decision(self.variant))
        discount(self.forecast_horizon_s, moba.seconds_per_decision(self.variant))
        weights = [parse_schedule(text).within("a start's weight", 0.0, 1e6) for text in self.starts.values()]
        if not (sum(each.first for each in weights) > 0 and sum(each.last for each in weights) > 0):
            raise ValueError("starts should have a weight above 0, at their beginning and end")
        if self.opponents + sum(self.bots.values()) > 1.0:
            raise ValueError("opponents and bots should have shares that add up to 1 at most")
        if self.matches * self.segment > MOST_DECISIONS:
            raise ValueError(
                f"expected matches times segment up to {MOST_DECISIONS}; got {self.matches} times {self.segment}"
            )
        return self

    @property
    def network_settings(self) -> NetworkSettings:
        """The network's."""
        return NetworkSettings.from_dict(self.network)

    @property
    def reward_settings(self) -> RewardSettings:
        """How parts become rewards."""
        return RewardSettings(
            zero_sum=self.zero_sum, decay=self.decay, decay_s=self.decay_s, capped=self.capped
        )

    @property
    def optimiser_settings(self) -> OptimiserSettings:
        """The optimiser's."""
        return OptimiserSettings(clip=self.gradient_clip, most_norm=self.most_norm)

    def forecast_weight(self, name: str) -> float:
        """The weight of a forecast's loss, by its name."""
        return float(getattr(self, f"{name}_weight"))

    def schedule(self, name: str) -> Schedule:
        """A setting that is a schedule, by its name."""
        return parse_schedule(getattr(self, name))

    def at(self, name: str, agent_steps: int) -> float:
        """The value of such a setting after so many agent-steps."""
        return self.schedule(name).at(agent_steps, moba.seconds_per_decision(self.variant))

    def to_dict(self) -> dict[str, Any]:
        """As plain data, every setting by name."""
        return self.model_dump(mode="json")


def preset_names() -> tuple[str, ...]:
    """Runs that come with the trainer."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def load_run(name: str, changes: Sequence[str] = ()) -> RunSettings:
    """The settings of a preset, or of a TOML file, with `NAME=VALUE` changes.

    Raises:
        BadRunSettings: there is no such preset or file, a key is unknown, or a value is wrong; in one line.
    """
    path = Path(name) if name.endswith(".toml") else PRESETS / f"{name}.toml"
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRunSettings(
            f"expected a run, one of {', '.join(preset_names())}, or a TOML file; got {name!r} "
            f"({error.strerror})"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadRunSettings(f"{path} is not TOML ({error}): correct that line") from error
    return change_run(fields, changes, source=name)


def make_run(fields: Mapping[str, Any], *, source: str) -> RunSettings:
    """Settings from plain data.

    Raises:
        BadRunSettings: a key is unknown, or a value is wrong; in one line that begins with `source`.
    """
    return change_run(fields, (), source=source)


def change_run(fields: Mapping[str, Any], changes: Sequence[str], *, source: str) -> RunSettings:
    """Settings from plain data with `NAME=VALUE` changes.

    Raises:
        BadRunSettings: a key is unknown, or a value is wrong; in one line that begins with `--set` where a change is
            to blame, with `source` otherwise.
    """
    changed = parse_changes(changes)
    try:
        return _validate({**fields, **changed})
    except ValidationError as error:
        blamed = "--set" if _is_to_blame(changed, error, fields) else source
        raise BadRunSettings(f"{blamed}: {_describe(error)}") from error


def _validate(fields: Mapping[str, Any]) -> RunSettings:
    return RunSettings.model_validate({name: _numbered(name, value) for name, value in fields.items()})


def _is_to_blame(changed: Mapping[str, Any], error: ValidationError, fields: Mapping[str, Any]) -> bool:
    """Whether changes made settings wrong: by the key that is, or, if it is how several fit, by trying."""
    place = error.errors(include_url=False)[0]["loc"]
    if place or not changed:
        return bool(place) and place[0] in changed
    try:
        _validate(fields)
    except ValidationError:
        return False
    return True


def _numbered(name: str, value: Any) -> Any:
    """A whole number where a fraction is expected, which TOML and a strict model take for another type."""
    field = RunSettings.model_fields.get(name)
    if field is not None and field.annotation is float:
        return _fraction(value)
    if name in ("bots", "entropy_by_head") and isinstance(value, dict):
        return {key: _fraction(each) for key, each in value.items()}
    return value


def _fraction(value: Any) -> Any:
    return float(value) if type(value) is int and abs(value) < MOST_WHOLE else value


def _describe(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        return f"unknown setting '{key}': the known ones are {', '.join(RunSettings.model_fields)}"
    message = first["msg"].removeprefix("Value error, ")
    if not key:
        return message
    got = "" if "got " in message else f", got {repr(first['input'])[:60]}"
    return f"'{key}': {message[:1].lower()}{message[1:]}{got}: correct that value"
