"""Who is let in: this machine alone, or whoever has the password; and what a browser may do with the pages."""

from __future__ import annotations

import hmac
import ipaddress
import os
from dataclasses import dataclass

from flask import Flask, Response, request

from dashboard.errors import NoPassword

PASSWORD = "PALAESTRA_DASHBOARD_PASSWORD"  # noqa: S105 - the name of the variable
LEAST_CHARACTERS = 8
NAMES = ("localhost", "127.0.0.1", "[::1]")

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'{more}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A browser that keeps to it asks for nothing elsewhere, whatever stands in a page."""


@dataclass(frozen=True)
class Guard:
    """What is asked of every request."""

    password: str | None = None
    """What the browser asks for, with any user name; None on this machine alone."""

    def protect(self, server: Flask) -> None:
        """Check every request to a server, and give every answer its headers."""
        server.before_request(self._check)
        server.after_request(_with_headers)

    def _check(self) -> Response | None:
        """Refuse a request that does not have the password, or that a page elsewhere made under another name."""
        if self.password is None:
            name = (
                request.host.rpartition(":")[0] if request.host.rpartition(":")[2].isdigit() else request.host
            )
            if name in NAMES:
                return None
            return Response("expected localhost in the address\n", 421, mimetype="text/plain")
        given = request.authorization.password if request.authorization else None
        if given is not None and hmac.compare_digest(given.encode(), self.password.encode()):
            return None
        return Response(
            "a password is needed\n",
            401,
            {"WWW-Authenticate": 'Basic realm="palaestra"'},
            mimetype="text/plain",
        )


def make_guard(host: str) -> Guard:
    """The guard for an address to listen on.

    Raises:
        NoPassword: it can be reached from elsewhere, and there is no password, or a short one.
    """
    password = os.environ.get(PASSWORD) or None
    if password is not None and len(password) < LEAST_CHARACTERS:
        raise NoPassword(
            f"expected at least {LEAST_CHARACTERS} characters in {PASSWORD}, got {len(password)}: choose a longer one"
        )
    if password is None and not is_loopback(host):
        raise NoPassword(
            f"expected an address of this machine alone, such as 127.0.0.1, got '{host}': set {PASSWORD} to let "
            "others in"
        )
    return Guard(password)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _with_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY.format(more=""))
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
