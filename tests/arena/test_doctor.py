from __future__ import annotations

from pathlib import Path

import pytest

from arena import doctor
from arena.doctor import examine, format_findings
from arena.home import Home


def test_a_sound_machine_has_only_good_findings_and_is_left_as_it_was(tmp_path: Path) -> None:
    findings = examine(Home(tmp_path / "home"))
    assert [finding for finding in findings if not finding.good] == []
    assert {"python", "numba", "duckdb", "compiler", "compiler cache", "home", "cores", "disk"} <= {
        finding.subject for finding in findings
    }
    assert list(tmp_path.iterdir()) == []
    assert len(format_findings(findings).splitlines()) == len(findings)


def test_a_home_that_cannot_be_written_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    findings = {finding.subject: finding for finding in examine(Home(tmp_path / "file"))}
    assert not findings["home"].good
    assert findings["home"].text.endswith("name another folder with --home")
    assert format_findings([findings["home"]]).startswith("BAD  home")


def test_little_disk_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "FREE_GB", 1e9)
    findings = {finding.subject: finding for finding in examine(Home(tmp_path))}
    assert not findings["disk"].good
    assert findings["disk"].text.endswith(": make room")
