"""The trainer's commands: each parses, calls one library function, prints. Libraries load when one runs."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from arena.options import JsonOption

checkpoint_app = typer.Typer(
    no_args_is_help=True, help="Checkpoints and lineages. Example: palaestra checkpoint show FOLDER"
)


def register(app: typer.Typer) -> None:
    """Add the trainer's commands to an app."""
    checkpoint_app.command("show")(show)
    checkpoint_app.command("list")(list_checkpoints)
    checkpoint_app.command("ship")(ship_checkpoints)
    app.add_typer(checkpoint_app, name="checkpoint")
    app.command()(train)


def show(
    folder: Annotated[Path, typer.Argument(help="Folder of a checkpoint.")], json_output: JsonOption = False
) -> None:
    """Check every part of a checkpoint, and say what it is and how it is named as a player.

    Example: palaestra checkpoint show palaestra-data/lineages/first/00000600
    """
    from training.checkpoint_report import describe_checkpoint, format_checkpoint

    found = describe_checkpoint(folder)
    typer.echo(json.dumps(found) if json_output else format_checkpoint(found))


def list_checkpoints(
    folder: Annotated[Path, typer.Argument(help="Folder of a lineage.")], json_output: JsonOption = False
) -> None:
    """List the checkpoints of a lineage in order, each checked, then its log.

    Example: palaestra checkpoint list palaestra-data/lineages/first
    """
    from training.checkpoint_report import describe_lineage, format_lineage

    found = describe_lineage(folder)
    typer.echo(json.dumps(found) if json_output else format_lineage(found))


def ship_checkpoints(
    folder: Annotated[Path, typer.Argument(help="Folder of a run.")],
    out: Annotated[Path, typer.Option(help="Folder of the lineage to write.")],
    name: Annotated[
        str | None,
        typer.Option(
            help="What it is called on ladders; the folder's name if not given.", show_default=False
        ),
    ] = None,
    steps: Annotated[
        list[int] | None,
        typer.Option(
            "--step",
            help="A checkpoint's step, again for each; eight evenly spread if not given.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Copy checkpoints of a run to a lineage to pass on: in half precision, without what only the run needs.

    Example: palaestra checkpoint ship palaestra-data/lineages/first --out passed-on/first
    """
    from training.checkpoint_report import describe_lineage, format_lineage
    from training.lineage import open_lineage
    from training.shipping import ship, spread

    lineage = open_lineage(folder)
    made = ship(lineage, out, name=name or out.resolve().name, steps=steps or spread(lineage.steps()))
    typer.echo(format_lineage(describe_lineage(made.folder)))


def train(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[RUN]",
            help="A preset (duel, blitz) or a TOML file; not needed to continue.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the run, which becomes a lineage of its name.")] = Path(
        "palaestra-data/lineages/first"
    ),
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A setting in place of the run's.", show_default=False
        ),
    ] = None,
    agent_steps: Annotated[
        str | None, typer.Option(help="Stop after so many in all, such as 15M.", show_default=False)
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after so many minutes.", show_default=False)
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(help="Why it is run, or why its settings change: for the log.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue; an error if there is no run.")] = False,
) -> None:
    """Train a network by self-play, with checkpoints on the way.

    The same command continues what was stopped or killed; with neither --agent-steps nor --minutes it goes on for ever.

    Example: palaestra train duel --out palaestra-data/lineages/first --minutes 30
    """
    from training import run as library
    from training.amounts import parse_amount
    from training.report import format_report
    from training.run_folder import change_recorded, check_resumable
    from training.run_settings import load_run

    if resume:
        check_resumable(out)
    settings = load_run(name, changes or ()) if name is not None else None
    if name is None and changes:
        settings = change_recorded(out, changes)
    until = library.Until(None if agent_steps is None else parse_amount(agent_steps), minutes)
    done = library.train(
        out,
        settings,
        until,
        why=why,
        command=shlex.join(["palaestra", *sys.argv[1:]]),
        show=lambda report, left: typer.echo(format_report(report, left), err=True),
        say=lambda text: typer.echo(text, err=True),
    )
    typer.echo(f"{done.lineage.name}/{done.learner.updates}: {done.agent_steps:,} agent-steps, in {out}")
