"""Commands that decide as they go, and the one that shows scoring rules side by side."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from arena.options import (
    HomeOption,
    JsonOption,
    LadderArgument,
    LadderVariantOption,
    LimitOption,
    SeedOption,
    VariantOption,
    WorkersOption,
)

ScoringOption = Annotated[
    str,
    typer.Option(
        help="`draws`: no winner is half a win; `wins`: it is left out; `settled`: by structures, then net worth."
    ),
]
MinutesOption = Annotated[
    float | None,
    typer.Option(min=0.01, help="Time to play; the same command goes on.", show_default=False),
]
RoundOption = Annotated[
    int, typer.Option(min=1, help="Blocks of a round: what is next is decided between rounds.")
]
BatchOption = Annotated[int, typer.Option(min=1, help="Blocks that a worker plays together.")]


def register(app: typer.Typer) -> None:
    """Add the commands to an app."""
    for command in (adaptive, sprt, scorings):
        app.command()(command)


def adaptive(
    name: Annotated[str, typer.Argument(help="Name of the tournament, which is also its ladder's.")],
    entrants: Annotated[list[str], typer.Argument(help="Players, or NAME=PLAYER.")],
    target: Annotated[
        str,
        typer.Option(
            metavar="anchor|neighbours|entrant:NAME",
            help="Whose uncertainty is to fall: distances to the anchor, gaps between neighbours, one entrant's.",
        ),
    ] = "anchor",
    anchor: Annotated[str, typer.Option(help="The entrant at 0.")] = "random",
    width: Annotated[
        float | None,
        typer.Option(
            min=1.0, help="Stop when all that is asked has a narrower 95 % interval.", show_default=False
        ),
    ] = None,
    blocks: Annotated[int, typer.Option(min=1, help="Blocks of four matches at most.")] = 500,
    minutes: MinutesOption = None,
    round_blocks: RoundOption = 12,
    share: Annotated[
        float, typer.Option(min=0.01, max=1.0, help="Share of a round's blocks that one entrant may take.")
    ] = 0.5,
    far: Annotated[
        float, typer.Option(min=0.0, max=0.9, help="Share of blocks between entrants far apart.")
    ] = 0.1,
    variant: VariantOption = "blitz",
    seed: SeedOption = 0,
    batch_blocks: BatchOption = 3,
    limit_s: LimitOption = None,
    scoring: ScoringOption = "draws",
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of the bootstrap.")] = 1000,
    workers: WorkersOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Play blocks where they most reduce the uncertainty asked about, then rate and publish.

    Killed at any moment, the same command continues; another target under the same name is refused.

    Example: palaestra adaptive spring random bot:easy bot:medium bot:hard --width 150
    """
    from arena.adaptive import Question, adaptive_rounds, run_adaptive
    from arena.executor import default_workers
    from arena.home import find_home
    from arena.plan import parse_entrant
    from arena.progress import ProgressBar
    from arena.report import format_rated
    from arena.setting import Setting

    question = Question(target, anchor, width, blocks, minutes, share, far, scoring)
    rounds = adaptive_rounds(
        name, tuple(parse_entrant(text) for text in entrants), question, setting=Setting(variant, limit_s), seed=seed,
        batch_blocks=batch_blocks,
    )  # fmt: skip
    with ProgressBar() as bar:
        report = run_adaptive(
            find_home(home), rounds, question, round_blocks=round_blocks, workers=workers or default_workers(),
            resamples=resamples, report=bar.show,
        )  # fmt: skip
    if json_output:
        typer.echo(
            json.dumps(
                {
                    "ladder": report.rated.tables.get("bt"),
                    "blocks": report.blocks,
                    "matches": report.matches,
                    "widest": report.widest,
                    "stopped": report.stopped,
                }
            )
        )
        return
    typer.echo(format_rated(report.rated))
    typer.echo(
        f"\n{report.blocks} blocks, stopped by {report.stopped}; widest interval asked about {report.widest:.0f}"
    )


def sprt(
    name: Annotated[str, typer.Argument(help="Name of the test, which is also its ladder's.")],
    first: Annotated[str, typer.Argument(help="A player, or NAME=PLAYER: is it stronger?")],
    second: Annotated[str, typer.Argument(help="Than this one.")],
    elo0: Annotated[float, typer.Option(help="Lead in points if it is not.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Lead in points if it is.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="Chance to say stronger although it is not.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to say not stronger although it is.")] = 0.05,
    blocks: Annotated[int, typer.Option(min=1, help="Blocks of four matches at most.")] = 500,
    minutes: MinutesOption = None,
    round_blocks: RoundOption = 12,
    variant: VariantOption = "blitz",
    seed: SeedOption = 0,
    batch_blocks: BatchOption = 3,
    limit_s: LimitOption = None,
    scoring: ScoringOption = "draws",
    workers: WorkersOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Play two players until it is sure enough whether the first is stronger by so many points.

    Killed at any moment, the same command continues; another question under the same name is refused.

    Example: palaestra sprt new-bot mine=python:mine:Mine bot:medium --elo1 30
    """
    from arena.executor import default_workers
    from arena.home import find_home
    from arena.plan import two_entrants
    from arena.progress import ProgressBar
    from arena.sequential import format_sequential, run_sequential, sequential_rounds
    from arena.setting import Setting
    from ratings.sequential import SequentialTest

    test = SequentialTest(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta, most_blocks=blocks)
    rounds = sequential_rounds(
        name, two_entrants(first, second), test, scoring=scoring, setting=Setting(variant, limit_s), seed=seed,
        batch_blocks=batch_blocks, round_blocks=round_blocks,
    )  # fmt: skip
    with ProgressBar() as bar:
        report = run_sequential(
            find_home(home), rounds, test, scoring=scoring, round_blocks=round_blocks,
            workers=workers or default_workers(), minutes=minutes, report=bar.show,
        )  # fmt: skip
    typer.echo(json.dumps(report.to_dict()) if json_output else format_sequential(report))


def scorings(
    name: LadderArgument = None,
    variant: LadderVariantOption = None,
    anchor: Annotated[str, typer.Option(help="The entrant at 0, where it takes part.")] = "random",
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of the bootstrap.")] = 300,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Rate a published ladder under every scoring rule, side by side.

    Rules differ in what a match without a winner counts for. Where their ratings part, the matches decided too little.

    Example: palaestra scorings nightly --variant blitz
    """
    from arena.home import find_home
    from arena.scorings import format_side_by_side, side_by_side
    from arena.store import open_published

    with open_published(find_home(home)) as snapshot:
        found = side_by_side(snapshot, name, variant, anchor=anchor, resamples=resamples)
    typer.echo(json.dumps(found.to_dict()) if json_output else format_side_by_side(found))
