"""The trainer's commands: each parses, calls one library function, prints. Libraries load when one runs."""

from __future__ import annotations

import json
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
    app.add_typer(checkpoint_app, name="checkpoint")


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
