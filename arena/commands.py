"""The arena's commands: each parses, calls one library function, prints. Libraries load when one runs."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options import (
    MOST_BLOCKS,
    VARIANT_HELP,
    BlocksOption,
    HomeOption,
    JsonOption,
    LadderArgument,
    LadderVariantOption,
    LimitOption,
    RandomiseOption,
    SeedOption,
    StartOption,
    VariantOption,
    WorkersOption,
)

if TYPE_CHECKING:
    from arena.ladder import RatedLadder
    from arena.tournament import TournamentReport

EntrantsArgument = Annotated[
    list[str] | None,
    typer.Argument(help="Players, or NAME=PLAYER; none to continue a stored tournament.", show_default=False),
]
AgainstOption = Annotated[
    list[str] | None,
    typer.Option(
        help="A reference; with any, entrants play the references only (gauntlet).", show_default=False
    ),
]
ScoringOption = Annotated[str, typer.Option(help="`draws`: no winner is half a win; `wins`: it is left out.")]


def register(app: typer.Typer) -> None:
    """Add the arena's commands to an app."""
    for command in (nightly, play, tournament, ladder, prune):
        app.command()(command)


def nightly(
    config: Annotated[
        Path | None,
        typer.Option(
            help="Configuration in TOML; else HOME/palaestra.toml if there is one.", show_default=False
        ),
    ] = None,
    home: HomeOption = None,
    variant: Annotated[str | None, typer.Option(help=VARIANT_HELP, show_default=False)] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Time of the night, from when the game is loaded.", show_default=False),
    ] = None,
    workers: WorkersOption = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the schedule.", show_default=False)] = None,
    json_output: JsonOption = False,
) -> None:
    """Play, rate and publish a night of the ladder; run it again to add another.

    With no configuration it plays the built-in players on `blitz` for a few minutes. Killed at any moment,
    the next run continues where it was. The exit code is 3 if someone fell: a checkpoint below its predecessor,
    or an entrant below what it was.

    Example: palaestra nightly --minutes 10
    """
    started = time.monotonic()
    from arena.config import Config, load_config, override
    from arena.home import find_home
    from arena.nightly import run_nightly
    from arena.progress import ProgressBar
    from arena.report import format_night, night_to_dict

    place = find_home(home)
    source = config or (place.config if place.config.exists() else None)
    settings = load_config(source) if source else Config()
    settings = override(settings, variant=variant, minutes=minutes, workers=workers, seed=seed)
    with ProgressBar() as bar:
        report = run_nightly(place, settings, started=started, report=bar.show)
    typer.echo(
        json.dumps(night_to_dict(report, place, source))
        if json_output
        else format_night(report, place, source)
    )
    _say_problems([*report.problems, *_unrated(report.rated)])
    if report.night.exit_code:  # the table above names who fell
        raise typer.Exit(report.night.exit_code)


def play(
    first: Annotated[str, typer.Argument(help="A player, or NAME=PLAYER.")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    variant: VariantOption = "blitz",
    blocks: BlocksOption = 2,
    seed: SeedOption = 0,
    limit_s: LimitOption = None,
    start: StartOption = "fresh",
    randomisation: RandomiseOption = "none",
    workers: WorkersOption = None,
    json_output: JsonOption = False,
) -> None:
    """Play some matches between two players and sum them up; nothing is stored.

    Example: palaestra play bot:medium bot:easy --variant duel --blocks 5
    """
    from arena.executor import ProcessPool, default_workers
    from arena.plan import plan_pairing, two_entrants
    from arena.progress import ProgressBar
    from arena.report import format_summary
    from arena.setting import Setting
    from arena.summary import play_and_sum_up

    entrants = two_entrants(first, second)
    setting = Setting(variant, limit_s, start, randomisation)
    plan = plan_pairing("play", entrants, setting, blocks=blocks, seed=seed, batch_blocks=2)
    with ProgressBar() as bar, ProcessPool(min(workers or default_workers(), plan.batches)) as pool:
        summary = play_and_sum_up(
            plan, pool, first=entrants[0].name, report=lambda progress: bar.show("playing", progress)
        )
    typer.echo(json.dumps(summary.to_dict()) if json_output else format_summary(summary))


def tournament(
    name: Annotated[str, typer.Argument(help="Name of the tournament, which is also its ladder's.")],
    entrants: EntrantsArgument = None,
    against: AgainstOption = None,
    variant: VariantOption = "blitz",
    blocks: Annotated[
        int, typer.Option(min=1, max=MOST_BLOCKS, help="Blocks of four matches for each pairing.")
    ] = 5,
    seed: SeedOption = 0,
    batch_blocks: Annotated[int, typer.Option(min=1, help="Blocks that a worker plays together.")] = 6,
    limit_s: LimitOption = None,
    start: StartOption = "fresh",
    randomisation: RandomiseOption = "none",
    anchor: Annotated[str, typer.Option(help="The entrant at 0, where it takes part.")] = "random",
    scoring: ScoringOption = "draws",
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of the bootstrap.")] = 1000,
    workers: WorkersOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Play a tournament, or what is missing of it, then rate and publish it.

    Killed at any moment, the same command plays what is missing and nothing twice.

    Example: palaestra tournament spring random bot:easy bot:medium --blocks 10
    """
    from arena.executor import default_workers
    from arena.home import find_home
    from arena.progress import ProgressBar
    from arena.setting import Setting
    from arena.tournament import plan_tournament, run_tournament, stored_plan

    place = find_home(home)
    if entrants:
        setting = Setting(variant, limit_s, start, randomisation)
        plan = plan_tournament(
            name,
            entrants,
            against or [],
            setting=setting,
            blocks=blocks,
            seed=seed,
            batch_blocks=batch_blocks,
        )
    else:
        plan = stored_plan(place, name)
    with ProgressBar() as bar:
        report = run_tournament(
            place, plan, workers=workers or default_workers(), report=bar.show,
            anchor=anchor, scoring=scoring, prior=0.5, resamples=resamples,
        )  # fmt: skip
    _give_tournament(report, json_output)


def ladder(
    name: LadderArgument = None,
    variant: LadderVariantOption = None,
    model: Annotated[str, typer.Option(help="`bt` or `trueskill`.")] = "bt",
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Print the last published ladder, below a line that says which one it is.

    Example: palaestra ladder nightly --variant blitz
    """
    from arena.home import find_home
    from arena.ladder import published_ladder
    from arena.report import format_published
    from arena.store import open_published

    with open_published(find_home(home)) as snapshot:
        published = published_ladder(snapshot, name, model, variant=variant)
    typer.echo(json.dumps(published.table) if json_output else format_published(published))


def prune(
    config: Annotated[
        Path | None,
        typer.Option(
            help="Configuration in TOML; else HOME/palaestra.toml if there is one.", show_default=False
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be deleted.")] = False,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Delete old snapshots, reports and actions of matches, by the rule that every night deletes by.

    Results are never deleted. What is kept is said in the section `store` of the configuration.

    Example: palaestra prune --dry-run
    """
    from arena.config import Config, load_config
    from arena.home import find_home
    from arena.lock import writing
    from arena.nights.prune import prune_home, would_prune
    from arena.report import format_pruning
    from arena.store import Store, check_live

    place = find_home(home)
    source = config or (place.config if place.config.exists() else None)
    rule = (load_config(source) if source else Config()).store
    check_live(place)
    with writing(place), Store(place) as store:
        if dry_run:
            pruning = would_prune(place, store, rule)
        else:
            pruning = prune_home(place, store, rule, publish=lambda: store.publish(keep=rule.snapshots))
    typer.echo(json.dumps(pruning.to_dict()) if json_output else format_pruning(pruning, would=dry_run))
    _say_problems(pruning.failed)


def _give_tournament(report: TournamentReport, json_output: bool) -> None:
    """Print the ladder of a tournament that is complete, and what could not be played of one that is not."""
    from arena.report import format_tournament

    if report.rated:
        bt = report.rated.tables.get("bt")
        typer.echo(json.dumps(bt) if json_output else format_tournament(report))
    _say_problems([*report.outcome.failed, *_unrated(report.rated)])


def _unrated(rated: RatedLadder | None) -> list[str]:
    """Why a ladder has no ratings by its own model; without those by another it can do."""
    return [rated.failures["bt"]] if rated and "bt" in rated.failures else []


def _say_problems(problems: Sequence[str]) -> None:
    """Print what could not be played, and end with exit code 1 if there is any."""
    for problem in problems:
        typer.echo(f"error: {problem}", err=True)
    if problems:
        raise typer.Exit(1)
