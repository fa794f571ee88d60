"""Replays: stored matches played again exactly, their events, series and frames, and a page to watch them.

The names are loaded when they are first asked for, so that a command line can mount ``replays.commands`` without
loading the game (docs/decisions/0013).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replays.events import Event, events_frame, find_events
    from replays.frames import Frames
    from replays.page import page_html
    from replays.replay import Replay, make_replay, record, replay_stored
    from replays.series import Series
    from replays.simulate import Recording, Stretch, play_again, walk
    from replays.stored import StoredMatch, stored_matches
    from replays.verification import Verdict, verify

__all__ = [
    "Event",
    "Frames",
    "Recording",
    "Replay",
    "Series",
    "StoredMatch",
    "Stretch",
    "Verdict",
    "events_frame",
    "find_events",
    "make_replay",
    "page_html",
    "play_again",
    "record",
    "replay_stored",
    "stored_matches",
    "verify",
    "walk",
]

_HOMES = {
    "events": ("Event", "events_frame", "find_events"),
    "frames": ("Frames",),
    "page": ("page_html",),
    "replay": ("Replay", "make_replay", "record", "replay_stored"),
    "series": ("Series",),
    "simulate": ("Recording", "Stretch", "play_again", "walk"),
    "stored": ("StoredMatch", "stored_matches"),
    "verification": ("Verdict", "verify"),
}
_MODULES = {name: f"replays.{module}" for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'replays' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
