"""Serving the pages: on one address and port, with threads, until Ctrl-C."""

from __future__ import annotations

import logging
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from werkzeug.serving import BaseWSGIServer, make_server

from arena.home import Home
from dashboard.app import make_app
from dashboard.errors import CannotListen
from dashboard.guard import make_guard


def listen(
    home: Home, *, host: str, port: int, cache: Path | None = None, runs: Sequence[str] = ()
) -> BaseWSGIServer:
    """A server of a home's dashboard that listens and does not serve yet.

    Args:
        home: what it published is served.
        host: the address to listen on; any but this machine's needs a password.
        port: the port; 0 for any that is free.
        cache: as `dashboard.app.make_app` takes it; `runs` too.

    Raises:
        NoPassword: the address can be reached from elsewhere and there is no password.
        CannotListen: the port is taken, or the address is not this machine's.
    """
    app = make_app(home, guard=make_guard(host), cache=cache, runs=runs)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # not a line for each request
    try:
        return make_server(host, port, app.server, threaded=True)
    except (OSError, SystemExit, OverflowError) as error:
        why = getattr(error, "strerror", None) or "the port is taken, or the address is not of this machine"
        raise CannotListen(
            f"cannot listen on {host}, port {port} ({why}): name another with --port, or --port 0 for any that is free"
        ) from error


def address_of(server: BaseWSGIServer) -> str:
    """Where the pages of a server are."""
    host = "localhost" if server.host in ("127.0.0.1", "localhost") else server.host
    return f"http://{f'[{host}]' if ':' in host else host}:{server.port}/"


def serve(server: BaseWSGIServer, *, browser: bool) -> None:
    """Serve until Ctrl-C, and open a browser first if asked to."""
    if browser:
        threading.Thread(target=webbrowser.open, args=(address_of(server),), daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
