from __future__ import annotations

import re

import pytest

from arena.outside.bench import CASES, main


def test_every_case_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(matches=2, decisions=2)
    rows = capsys.readouterr().out.splitlines()[2:]
    assert len(rows) == len(CASES)
    assert all(
        re.fullmatch(r"\| `(json|raw)` \| masks(, observations)? \| [\d.]+ \| [\d,]+ \|", row) for row in rows
    )
