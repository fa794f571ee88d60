"""The report of a night as data: what its JSON holds. `docs/report.md` is generated from here."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
"""Raised when a key changes its meaning or goes; new keys do not raise it."""

ExitCode = Literal[0, 1, 3]
REGRESSION_EXIT: ExitCode = 3
"""Exit code of a night whose report has a regression that is not accepted."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class RunLine(_Part):
    """A run: a round of the night, or a tournament on its ladder."""

    name: str = Field(description="name of its plan")
    status: Literal["open", "complete", "abandoned"] = Field(description="its state when the night was rated")
    started_at: datetime = Field(description="when it was planned")
    ended_at: datetime | None = Field(description="when its last batch was stored; null while it is open")
    played: int = Field(description="matches played")
    capped: int = Field(description="of these, ended by a cap")
    faulty: int = Field(description="of these, with a fault")
    void: int = Field(description="matches that do not count")


class AddedEntrant(_Part):
    """An entrant that the fit before did not have."""

    name: str = Field(description="its name on the ladder")
    player: str = Field(description="the player behind it")
    checkpoint: bool = Field(description="whether that is a checkpoint")


class SetAside(_Part):
    """An entrant that was set aside in the night."""

    name: str = Field(description="its name")
    reason: str = Field(description="what it did")


class FaultLine(_Part):
    """A fault counter that is not zero in the night's matches."""

    fault: str = Field(description="its name")
    count: int = Field(description="how often it happened")
    matches: int = Field(description="in how many matches")
    newest: int = Field(description="number of the newest of them")


class Lengths(_Part):
    """How long matches were, in seconds of the game."""

    matches: int = Field(description="matches measured: those played to their end or to a cap")
    median_s: float = Field(description="median")
    tenth_s: float = Field(description="one in ten was shorter")
    ninetieth_s: float = Field(description="one in ten was longer")
    longest_s: float = Field(description="the longest")


class LadderLine(_Part):
    """An entrant's line of the ladder, best first."""

    name: str = Field(description="the entrant")
    player: str = Field(description="the player behind it")
    place: int = Field(description="place on the ladder, from 1")
    place_before: int | None = Field(
        description="place by the matches that the fit before had; null if it had none"
    )
    rating: float | None = Field(description="rating; null where no finite one exists")
    low: float | None = Field(description="lower end of its 95 % interval; null where nothing bounds it")
    high: float | None = Field(description="upper end")
    rank_low: int | None = Field(description="best rank that the intervals leave open")
    rank_high: int | None = Field(description="worst rank")
    change: float | None = Field(
        description="points above where it was, from the pool of both nights; null if new"
    )
    change_low: float | None = Field(description="lower end of the change's 95 % interval")
    change_high: float | None = Field(description="upper end")
    matches: float = Field(description="matches that count, of all nights")
    tonight: int = Field(description="of these, played since the fit before")
    wins: float = Field(description="of all, won")
    draws: float = Field(description="without a winner")
    losses: float = Field(description="lost")
    status: str = Field(description="the rating model's word: `ok`, `unbeaten`, `winless`, `outside core`")


class Regression(_Part):
    """An entrant that is worse than it should be, beyond chance."""

    kind: Literal["checkpoint", "night"] = Field(
        description="`checkpoint`: below its predecessor in its line; `night`: below what it was itself"
    )
    name: str = Field(description="who fell")
    against: str = Field(description="the predecessor; of kind `night` the entrant itself")
    points: float = Field(description="how far it stands above that: below 0")
    low: float | None = Field(description="lower end of the 95 % interval; null where nothing bounds it")
    high: float | None = Field(description="upper end")
    p: float = Field(description="two-sided, of no difference, before the correction")
    accepted: bool = Field(description="whether the configuration names it as known")

    @property
    def sentence(self) -> str:
        """It in words."""
        interval = (
            f" (95 %: {self.low:.0f} to {self.high:.0f})"
            if self.low is not None and self.high is not None
            else " (it won, or lost, all that would bound it)"
        )
        against = (
            f"its predecessor {self.against}"
            if self.kind == "checkpoint"
            else "where it was the night before"
        )
        accepted = "; accepted" if self.accepted else ""
        return f"{self.name} stands {-self.points:.0f} points below {against}{interval}, p = {self.p:.2g}{accepted}"


class Compared(_Part):
    """What was compared to find regressions."""

    level: float = Field(description="level of all comparisons together, two-sided")
    checkpoints: int = Field(description="entrants compared with their predecessor")
    nights: int = Field(description="entrants compared with what they were themselves")
    reason: str = Field(default="", description="why nothing was compared, or some were not; may be empty")

    @property
    def sentence(self) -> str:
        """It in words."""
        total = self.checkpoints + self.nights
        if not total:
            return f"Nothing was compared{': ' if self.reason else ''}{self.reason}."
        return (
            f"{total} comparisons were made, {self.checkpoints} with a predecessor and {self.nights} with the night "
            f"before; all together they are wrong in at most {100 * self.level:g} % of nights (Holm's correction)"
            f"{'; ' if self.reason else ''}{self.reason}."
        )


class Night(_Part):
    """The report of a night."""

    format: int = Field(default=FORMAT, description="version of this shape")
    night: int = Field(description="number of the night in its store, from 1")
    snapshot: int = Field(description="number of the first snapshot that has it")
    ladder: str = Field(description="name of the ladder")
    variant: str = Field(description="variant of the game")
    rules_hash: str = Field(description="hash of the rules and their data")
    contract_version: int = Field(description="the game's newest observation and action contract")
    rules_before: str | None = Field(
        description="the hash of the night before; null if this is the ladder's first"
    )
    code_version: str = Field(description="version of palaestra")
    machine: dict[str, Any] = Field(description="what it ran on: `cpu`, `cores`, `python`, `numpy`")
    started_at: datetime = Field(description="when the command started")
    ended_at: datetime = Field(description="when the ladder had been rated")
    elapsed_s: float = Field(description="seconds in between, loading the game included")
    minutes: float = Field(description="time that it was given, from when the game is loaded")
    exit_code: ExitCode = Field(description="0; 1 if there are `problems`; 3 if there is a regression")
    matches: int = Field(description="matches that this night stored")
    rounds: int = Field(description="rounds that it completed")
    since: datetime | None = Field(
        description="when the fit before was made; null if there is none under these rules"
    )
    runs: list[RunLine] = Field(description="what ended since then, or is open: the last first")
    lengths: Lengths | None = Field(description="of the matches played since then; null if there are none")
    lengths_before: Lengths | None = Field(description="of those before; null if there are none")
    added: list[AddedEntrant] = Field(description="who is new on the ladder")
    set_aside: list[SetAside] = Field(description="who was set aside, with why")
    faults: list[FaultLine] = Field(description="what the simulator counted as going wrong")
    anchor: str | None = Field(description="the entrant at 0; null where ratings are relative to the pool")
    scoring: str = Field(description="how matches were scored: `draws` or `wins`")
    entrants: list[LadderLine] = Field(description="the ladder, best first; empty if it could not be rated")
    compared: Compared = Field(description="what was compared to find regressions")
    regressions: list[Regression] = Field(description="who fell")
    problems: list[str] = Field(description="what could not be played or rated")
    notes: list[str] = Field(
        description="what else the night said: who was left out, what the ladder rests on"
    )

    @property
    def title(self) -> str:
        """What it is called."""
        return f"Night {self.night} of {self.ladder} ({self.variant})"

    @property
    def alarms(self) -> list[Regression]:
        """The regressions that are not accepted."""
        return [one for one in self.regressions if not one.accepted]

    @property
    def played(self) -> int:
        """Matches played in its runs."""
        return sum(run.played for run in self.runs)

    def to_json(self) -> str:
        """The report as JSON, indented."""
        return self.model_dump_json(indent=1)


PARTS: tuple[type[_Part], ...] = (
    Night, RunLine, AddedEntrant, SetAside, FaultLine, Lengths, LadderLine, Compared, Regression,
)  # fmt: skip
"""Every part of the report, the whole first."""
