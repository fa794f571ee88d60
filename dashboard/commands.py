"""The command of the dashboard. Libraries load when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from arena.options import HomeOption


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
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the pages in a browser.")
    ] = True,
) -> None:
    """Serve web pages over what is published: the ladder, every match, the viewer. Nothing is written to the home.

    A night that is published while the pages are open is shown within seconds. Ctrl-C ends it.

    Example: palaestra dashboard --port 8060 --no-open
    """
    from arena.home import find_home
    from dashboard.server import address_of, listen, serve

    place = find_home(home)
    server = listen(place, host=host, port=port)
    if not place.published.exists():
        typer.echo(
            f"nothing is published under {place.root} yet: the pages say so until a night is", err=True
        )
    typer.echo(f"{address_of(server)}  (Ctrl-C ends it)")
    serve(server, browser=open_browser)
