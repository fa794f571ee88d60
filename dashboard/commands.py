"""The commands of the dashboard. Libraries load when one runs."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from arena.options import HomeOption, JsonOption


def register(app: typer.Typer) -> None:
    """Add the command `dashboard` to an app."""
    app.command()(dashboard)


def dashboard(
    home: HomeOption = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any that is free.")
    ] = 8050,
    host: Annotated[
        str,
        typer.Option(help="Address to listen on; any but this machine's needs PALAESTRA_DASHBOARD_PASSWORD."),
    ] = "127.0.0.1",
    runs: Annotated[
        list[str] | None,
        typer.Option(
            help="Folders of more runs of training to show, as a pattern such as 'runs/*'; relative ones begin in the "
            "home.",
            show_default=False,
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the pages in a browser.")
    ] = True,
) -> None:
    """Serve web pages over what is published: the ladder, every match, the viewer; and over runs of training.

    Nothing is written to the home.

    A night that is published while the pages are open is shown within seconds. Ctrl-C ends it.

    Example: palaestra dashboard --port 8060 --no-open
    """
    from arena.home import find_home
    from dashboard.server import address_of, listen, serve

    place = find_home(home)
    server = listen(place, host=host, port=port, runs=runs or [])
    if not place.published.exists():
        typer.echo(
            f"nothing is published under {place.root} yet: the pages say so until a night is", err=True
        )
    typer.echo(f"{address_of(server)}  (Ctrl-C ends it)")
    serve(server, browser=open_browser)


def register_bench(app: typer.Typer) -> None:
    """Add `pages` and `viewer` to the benchmarks."""
    app.command("pages")(bench_pages)
    app.command("viewer")(bench_viewer)


def bench_pages(json_output: JsonOption = False) -> None:
    """Measure how long each page takes over 200,000 matches of 200 entrants, which are made up for it.

    Example: palaestra bench pages --json
    """
    from arena.report import format_cases
    from dashboard.bench.pages import run

    report = run()
    typer.echo(json.dumps(report) if json_output else format_cases(report))


def bench_viewer(json_output: JsonOption = False) -> None:
    """Measure how many pictures a second the viewer draws, in the system's Chromium.

    It plays twenty minutes of a `full` match first, and looks at its fullest moment.

    Example: palaestra bench viewer
    """
    from arena.report import format_cases
    from dashboard.bench.viewer import run

    report = run()
    typer.echo(json.dumps(report) if json_output else format_cases(report))
