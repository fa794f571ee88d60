"""Listening, and what is said where it cannot be."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest

from arena.home import Home
from dashboard.errors import CannotListen, NoPassword
from dashboard.server import listen
from tests.dashboard.conftest import serving


def test_it_serves_an_empty_home_and_makes_nothing_there(empty: Home, tmp_path: Path) -> None:
    with serving(empty, tmp_path) as address:
        assert address.startswith("http://localhost:")
        with urllib.request.urlopen(f"{address}/snapshot.json") as answer:  # noqa: S310 - our own server
            assert answer.read() == b'{"number": null}'
    assert not empty.root.exists()


def test_a_port_that_is_taken_is_one_line(empty: Home, tmp_path: Path) -> None:
    with serving(empty, tmp_path) as address:
        port = int(address.rpartition(":")[2])
        with pytest.raises(CannotListen, match=f"port {port} .*--port") as error:
            listen(empty, host="127.0.0.1", port=port, cache=tmp_path)
    assert "\n" not in str(error.value)


def test_another_address_is_refused_before_anything_listens(empty: Home, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("PALAESTRA_DASHBOARD_PASSWORD", raising=False)
    with pytest.raises(NoPassword):
        listen(empty, host="0.0.0.0", port=0, cache=tmp_path)  # noqa: S104 - it is what is refused
