"""Who is let in."""

from __future__ import annotations

import pytest
from flask import Flask

from dashboard.errors import NoPassword
from dashboard.guard import PASSWORD, Guard, is_loopback, make_guard


def client(guard: Guard):
    server = Flask("test")
    guard.protect(server)
    server.add_url_rule("/", view_func=lambda: "in")
    return server.test_client()


@pytest.mark.parametrize("host", ["localhost", "localhost:8050", "127.0.0.1:1", "[::1]:80", "[::1]"])
def test_this_machine_is_let_in_under_its_own_names(host: str) -> None:
    assert client(Guard()).get("/", headers={"Host": host}).text == "in"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8050", "localhost.evil.example", "127.0.0.1.evil.example:80"]
)
def test_a_page_elsewhere_that_points_its_name_here_is_refused(host: str) -> None:
    assert client(Guard()).get("/", headers={"Host": host}).status_code == 421


def test_with_a_password_it_is_asked_for_under_any_name() -> None:
    asked = client(Guard("open sesame"))
    assert asked.get("/").status_code == 401
    assert "Basic" in asked.get("/").headers["WWW-Authenticate"]
    for password, status in (("open sesame", 200), ("open sesam", 401), ("", 401), ("öffne", 401)):
        assert asked.get("/", auth=("any", password), headers={"Host": "far.example"}).status_code == status


def test_headers_keep_a_browser_from_asking_elsewhere() -> None:
    headers = client(Guard()).get("/", headers={"Host": "localhost"}).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_another_address_needs_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    with pytest.raises(NoPassword, match=f"got '0.0.0.0': set {PASSWORD}"):
        make_guard("0.0.0.0")  # noqa: S104 - it is what is refused
    assert make_guard("127.0.0.1") == Guard(None)
    monkeypatch.setenv(PASSWORD, "short")
    with pytest.raises(NoPassword, match="at least 8 characters"):
        make_guard("127.0.0.1")
    monkeypatch.setenv(PASSWORD, "long enough")
    assert make_guard("0.0.0.0") == Guard("long enough")  # noqa: S104


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),  # noqa: S104 - nothing is bound to it
        ("", False),
        ("10.0.0.1", False),
        ("example.org", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) == loopback
