"""Two matches side by side: the page names both, and only ours may stand in frames."""

from __future__ import annotations

from pathlib import Path

from arena.home import Home
from dashboard.app import make_app


def test_the_page_has_a_frame_for_each_match_that_is_named(home: Home, tmp_path: Path) -> None:
    client = make_app(home, cache=tmp_path).server.test_client()
    both = client.get("/beside?first=4000000&second=4000001")
    assert both.status_code == 200
    assert 'src="/match/4000000"' in both.text and 'src="/match/4000001"' in both.text
    one = client.get("/beside?first=4000000").text
    assert one.count("<iframe") == 1 and "that of the second" in one
    assert client.get("/beside?first=%3Cb%3E").status_code == 400
    assert "frame-ancestors 'none'" in both.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in client.get("/match/4000000").headers["Content-Security-Policy"]
