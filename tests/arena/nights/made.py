"""Reports of nights, made up."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from arena.nights.record import (
    AddedEntrant,
    Compared,
    FaultLine,
    LadderLine,
    Lengths,
    Night,
    Regression,
    RunLine,
    SetAside,
)

WHEN = datetime(2026, 3, 1, 6, 30, tzinfo=UTC)

FELL = Regression(
    kind="checkpoint",
    name="a/7",
    against="a/6",
    points=-312.4,
    low=-400.2,
    high=-220.1,
    p=1.2e-5,
    accepted=False,
)


def made_line(name: str, place: int, **more: Any) -> LadderLine:
    fields: dict[str, Any] = {
        "name": name, "player": name, "place": place, "place_before": place, "rating": 500.0 - 100 * place,
        "low": 400.0 - 100 * place, "high": 600.0 - 100 * place, "rank_low": place, "rank_high": place + 1,
        "change": 3.2, "change_low": -8.0, "change_high": 14.0, "matches": 240, "tonight": 24, "wins": 100, "draws": 40,
        "losses": 100, "status": "ok",
    }  # fmt: skip
    return LadderLine(**{**fields, **more})


def made_night(**more: Any) -> Night:
    """A night on which something of everything happened."""
    fields: dict[str, Any] = {
        "night": 3,
        "snapshot": 8,
        "ladder": "nightly",
        "variant": "duel",
        "rules_hash": "0123456789abcdef",
        "contract_version": 2,
        "rules_before": "0123456789abcdef",
        "code_version": "0.1.0",
        "machine": {"cpu": "a processor", "cores": 2},
        "started_at": WHEN,
        "ended_at": WHEN,
        "elapsed_s": 280.0,
        "minutes": 4.5,
        "exit_code": 3,
        "matches": 24,
        "rounds": 1,
        "since": WHEN,
        "runs": [
            RunLine(
                name="nightly/duel/round 3", status="abandoned", started_at=WHEN, ended_at=None, played=24, capped=1,
                faulty=1, void=4,
            )
        ],
        "lengths": Lengths(matches=24, median_s=412.0, tenth_s=300.0, ninetieth_s=600.0, longest_s=900.0),
        "lengths_before": None,
        "added": [AddedEntrant(name="a/7", player="checkpoint:/x/a/7#0123", checkpoint=True)],
        "set_aside": [SetAside(name="bad<b>", reason="raised RuntimeError: no plan & no way")],
        "faults": [FaultLine(fault="stuck units", count=3, matches=1, newest=4_000_005)],
        "anchor": "random",
        "scoring": "draws",
        "entrants": [
            made_line("a/6", 1),
            made_line("bot:easy", 2, low=None, high=None, status="unbeaten"),
            made_line("random", 3, rating=0.0, low=0.0, high=0.0, place_before=2),
            made_line("a/7", 4, place_before=None, change=None, change_low=None, change_high=None),
        ],
        "compared": Compared(level=0.05, checkpoints=1, nights=3),
        "regressions": [FELL],
        "problems": [],
        "notes": ["a/5 is left out: cut short", "7 matches void and left out"],
    }  # fmt: skip
    return Night(**{**fields, **more})
