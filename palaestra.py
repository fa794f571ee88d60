"""The command line: mounts each folder's commands, and turns known errors into one line and an exit code."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import arena.commands
import arena.compare.commands
import arena.errors
import arena.games.errors
import arena.options
import arena.round_commands
import dashboard.commands
import probes.draft.commands
import ratings.commands
import ratings.errors
import replays.commands
import training.commands

KNOWN_ERRORS = (arena.errors.PalaestraError, arena.games.errors.BadData, ratings.errors.RatingError)
"""Errors that a user can mend; anything else is a fault of ours and keeps its traceback."""


CONTINUED = ("nightly", "tournament", "adaptive", "sprt", "train", "draft")
"""Commands that go on where they were stopped."""
STOPPED = "stopped: what was finished is kept, the same command continues"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why a write fails that was allowed."""


class _Commands(TyperGroup):
    """Commands whose known errors are one line on stderr: exit code 1, or 130 for Ctrl-C."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KNOWN_ERRORS as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            typer.echo(
                STOPPED if ctx.invoked_subcommand in CONTINUED else "stopped: nothing was kept", err=True
            )
            raise typer.Exit(130) from error
        except BrokenPipeError as error:
            _discard_stdout()
            raise typer.Exit(1) from error
        except OSError as error:
            full = error.errno in NO_ROOM
            if error.filename is None and not full:
                raise
            if error.filename is None:  # only what has no name of its own to give: a stream such as stdout
                _discard_stdout()
            advice = "make room and run again" if full else "check the path and its permissions"
            typer.echo(f"error: {error.filename or 'the output'}: {error.strerror}: {advice}", err=True)
            raise typer.Exit(1) from error


def _discard_stdout() -> None:
    """Point stdout, which cannot be written, elsewhere, or closing it at exit would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Plays, rates and analyses game-playing agents. Start with: palaestra nightly",
)
bench_app = typer.Typer(no_args_is_help=True, help="Benchmarks. Example: palaestra bench sim --json")

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@bench_app.command("sim")
def bench_sim(
    by_phase: Annotated[
        bool, typer.Option("--profile", help="Say besides what each phase of a tick takes.")
    ] = False,
    json_output: JsonOption = False,
) -> None:
    """Measure the simulator: times real time, microseconds a decision by part, by size of array, compile seconds.

    Example: palaestra bench sim --profile
    """
    from arena.games.moba import bench
    from arena.report import format_cases
    from ratings.bench import machine

    figures = {"machine": machine(), **bench.run(by_phase=by_phase)}
    typer.echo(json.dumps(figures) if json_output else format_cases(figures))


@bench_app.command("balance")
def bench_balance(
    variant: arena.options.VariantOption = "blitz",
    matches: Annotated[int, typer.Option(min=1, help="Matches, each of its own random lineups.")] = 512,
    player: Annotated[str, typer.Option(help="The player on both sides.")] = "bot:medium",
    seed: Annotated[int, typer.Option(help="Seed of the first match; the others count up.")] = 0,
    workers: arena.options.WorkersOption = None,
    last: Annotated[
        bool, typer.Option("--last", help="Print the last figures that are kept; play nothing.")
    ] = False,
    kept: Annotated[
        Path | None,
        typer.Option(
            help="File that keeps the last figures; one of yours beside the compiled game if not given.",
            show_default=False,
        ),
    ] = None,
    json_output: JsonOption = False,
) -> None:
    """Measure how even the game is: heroes, sides, lengths, what is used and what never is.

    Matches are played to their end, without a cap. The figures are kept as the last of their variant and player; --last
    prints those, or what docs/balance.md shows where you have kept none.

    Example: palaestra bench balance --variant full --matches 100
    """
    from arena.balance import sweep
    from arena.balance.report import format_balance
    from arena.executor import ProcessPool, default_workers
    from arena.games import moba
    from arena.progress import ProgressBar
    from ratings.bench import machine

    path = kept or sweep.own_figures()
    if last:
        figures = sweep.last(
            variant, player, path if kept or sweep.has(variant, player, path) else sweep.LAST
        )
    else:
        with ProgressBar() as bar, ProcessPool(workers or default_workers()) as pool:
            figures = {
                "machine": machine(),
                **sweep.sweep(variant, player, matches, pool, seed=seed, report=bar.show),
            }
    typer.echo(json.dumps(figures) if json_output else format_balance(figures, rules_hash=moba.rules_hash()))
    if not last:  # after printing: a folder that cannot be written costs the figures' copy alone
        sweep.keep(figures, path)


@bench_app.command("train")
def bench_train(
    updates: Annotated[int, typer.Option(min=1, help="Updates that a case is measured over.")] = 8,
    json_output: JsonOption = False,
) -> None:
    """Measure the trainer: agent-steps a second, end to end and by part, for three networks, one thread and two.

    Example: palaestra bench train --json
    """
    from arena.report import format_cases
    from ratings.bench import machine
    from training import bench

    figures = {"machine": machine(), **bench.run(updates=updates)}
    typer.echo(json.dumps(figures) if json_output else format_cases(figures))


@app.command()
def doctor(home: arena.options.HomeOption = None, json_output: JsonOption = False) -> None:
    """Check what palaestra needs of this machine: versions, folders, cores, disk.

    Example: palaestra doctor
    """
    from arena.doctor import examine, format_findings
    from arena.home import find_home

    findings = examine(find_home(home))
    typer.echo(
        json.dumps([finding.to_dict() for finding in findings]) if json_output else format_findings(findings)
    )
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)


arena.commands.register(app)
arena.round_commands.register(app)
arena.compare.commands.register(app)
ratings.commands.register(app)
training.commands.register(app)
replays.commands.register(app)
probes.draft.commands.register(app)
dashboard.commands.register(app)
ratings.commands.register_bench(bench_app)
dashboard.commands.register_bench(bench_app)
probes.draft.commands.register_bench(bench_app)
app.add_typer(bench_app, name="bench")


def main() -> None:
    """Run the command line."""
    app(prog_name="palaestra")


if __name__ == "__main__":
    main()
