"""The commands of replays: each parses, calls one library function, prints. Libraries load when one runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options import (
    VARIANT_HELP,
    HomeOption,
    LimitOption,
    RandomiseOption,
    StartOption,
    VariantOption,
    WorkersOption,
)

if TYPE_CHECKING:
    from replays.replay import Replay

replay_app = typer.Typer(
    no_args_is_help=True, help="Matches played again from their actions. Example: palaestra replay list"
)

OutOption = Annotated[
    Path | None,
    typer.Option(help="The page to write; replay-MATCH.html here if not given.", show_default=False),
]
DataOption = Annotated[
    str | None,
    typer.Option(
        "--json", metavar="WHAT", help="Print `events` or `series` as JSON instead of writing a page.",
        show_default=False,
    ),
]  # fmt: skip
SnapshotsOption = Annotated[
    int,
    typer.Option(min=0, help="Write so many moments as SVG, and one sheet of all, beside or without a page."),
]
AtOption = Annotated[
    list[str] | None,
    typer.Option(help="A moment to write as SVG, in seconds or as MINUTES:SECONDS.", show_default=False),
]
FogOption = Annotated[str, typer.Option(help="Whose sight the SVGs show: nobody, west or east.")]


def register(app: typer.Typer) -> None:
    """Add the group `replay` to an app."""
    for name, command in (("list", list_matches), ("show", show), ("verify", verify), ("watch", watch)):
        replay_app.command(name)(command)
    app.add_typer(replay_app, name="replay")


def list_matches(
    run: Annotated[str | None, typer.Option(help="Name of a run only.", show_default=False)] = None,
    entrant: Annotated[
        str | None, typer.Option(help="Matches of an entrant only.", show_default=False)
    ] = None,
    variant: Annotated[
        str | None, typer.Option(help=f"{VARIANT_HELP} All if not given.", show_default=False)
    ] = None,
    last: Annotated[int, typer.Option(min=0, help="So many of the newest matches; 0 for all.")] = 20,
    home: HomeOption = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    csv_output: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
) -> None:
    """List stored matches: who played, who won, and whether each can be played again under the present rules.

    Example: palaestra replay list --entrant bot:easy --last 10
    """
    from arena.home import find_home
    from arena.store import open_published
    from replays.report import csv_of_matches, format_matches
    from replays.stored import stored_matches

    with open_published(find_home(home)) as snapshot:
        found = stored_matches(snapshot, run=run, entrant=entrant, variant=variant, last=last or None)
    if json_output:
        typer.echo(json.dumps([match.to_dict() for match in found]))
    else:
        typer.echo(csv_of_matches(found).rstrip() if csv_output else format_matches(found))


def show(
    match_id: Annotated[int, typer.Argument(help="Number of a stored match: see `palaestra replay list`.")],
    out: OutOption = None,
    what: DataOption = None,
    snapshots: SnapshotsOption = 0,
    at: AtOption = None,
    fog: FogOption = "nobody",
    home: HomeOption = None,
) -> None:
    """Play a stored match again and write it as a page to watch, or as pictures, or print its events or series.

    The page is one file that asks for nothing else.

    Example: palaestra replay show 4000000 --out match.html
    """
    from arena.home import find_home
    from arena.store import open_published
    from replays.export import check_asked
    from replays.replay import replay_stored
    from replays.stored import stored_matches

    check_asked(what, at or [], fog)

    place = find_home(home)
    with open_published(place) as snapshot:
        (match,) = stored_matches(snapshot, matches=[match_id])
    replay = replay_stored(place, match)
    _give(replay, out, f"replay-{match_id}", what, snapshots, at or [], fog)


def watch(
    west: Annotated[str, typer.Option(help="The player in the west, or NAME=PLAYER.")] = "bot:medium",
    east: Annotated[str, typer.Option(help="The player in the east.")] = "bot:medium",
    variant: VariantOption = "blitz",
    seed: Annotated[int, typer.Option(help="Seed of the match, from which the lineups are drawn too.")] = 0,
    limit_s: LimitOption = None,
    start: StartOption = "fresh",
    randomisation: RandomiseOption = "none",
    out: OutOption = None,
    what: DataOption = None,
    snapshots: SnapshotsOption = 0,
    at: AtOption = None,
    fog: FogOption = "nobody",
) -> None:
    """Play a match now and write it as a page to watch, or as pictures; nothing is stored.

    Example: palaestra replay watch --variant blitz --west bot:medium --east bot:easy --seed 7 --out match.html
    """
    from replays.export import check_asked
    from replays.replay import record

    check_asked(what, at or [], fog)
    replay = record(variant, west, east, seed, limit_s=limit_s, start=start, randomisation=randomisation)
    _give(replay, out, f"replay-{variant}-{seed}", what, snapshots, at or [], fog)


def verify(
    match_ids: Annotated[
        list[int] | None, typer.Argument(help="Numbers of stored matches.", show_default=False)
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All stored matches of the present rules.")
    ] = False,
    workers: WorkersOption = None,
    home: HomeOption = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Play stored matches again and compare them with what is stored, bit for bit; exit code 1 if any differs.

    A match that is named and cannot be played again, because it is void, for its rules or for damaged actions, is named
    in a line that says why, and the exit code is 1.

    Example: palaestra replay verify --all
    """
    from arena.executor import default_workers
    from arena.home import find_home
    from arena.progress import ProgressBar
    from arena.store import open_published
    from arena.tournament import Progress
    from replays.report import format_left_out, format_verdicts
    from replays.stored import stored_matches
    from replays.verification import verify as verify_matches

    if bool(match_ids) == everything:
        raise typer.BadParameter("expected numbers of matches, or --all")
    place = find_home(home)
    with open_published(place) as snapshot, ProgressBar() as bar:
        asked = stored_matches(snapshot, matches=match_ids)
        fit = asked if match_ids else [match for match in asked if match.due_again]
        if len(fit) < len(asked):
            typer.echo(format_left_out([match for match in asked if not match.due_again]), err=True)
        verdicts = verify_matches(
            place, snapshot, fit, workers=workers or default_workers(),
            report=lambda done, total: bar.show("playing again", Progress(total, done, 0)),
        )  # fmt: skip
    typer.echo(
        json.dumps([vars(verdict) for verdict in verdicts]) if json_output else format_verdicts(verdicts)
    )
    for verdict in verdicts:
        if not verdict.good:
            typer.echo(f"error: {verdict.reason}", err=True)
    if not all(verdict.good for verdict in verdicts):
        raise typer.Exit(1)


def _give(
    replay: Replay, out: Path | None, name: str, what: str | None, snapshots: int, at: list[str], fog: str
) -> None:
    """Print or write what was asked for; a page where nothing else was."""
    from replays.export import data_json, write_page, write_snapshots

    if what is not None:
        typer.echo(data_json(replay, what))
        return
    written = []
    if snapshots or at:
        page = out or Path(f"{name}.html")
        folder = page.with_suffix("") if page.suffix else page.with_name(f"{page.name}-moments")
        written += write_snapshots(replay, folder, count=snapshots, at=at, fog=fog)
    if out is not None or not written:
        written.append(write_page(replay, out or Path(f"{name}.html")))
    for path in written:
        typer.echo(path)
