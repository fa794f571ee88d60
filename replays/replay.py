"""A replay: a match played again, with its events, series and frames; of a stored match, or of one played now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arena.games.moba.rules import load
from arena.home import Home
from arena.plan import make_plan, parse_entrant
from arena.play import play_batch
from arena.schedule import Block
from arena.setting import Setting
from arena.specs import BatchSpec, batch_spec
from arena.streams import unpack_stream
from replays.cast import SIDES, Cast, make_cast
from replays.errors import MatchFailed
from replays.events import Event, find_events
from replays.frames import Camera, Frames
from replays.series import Sampler, Series
from replays.simulate import Recording, walk
from replays.stored import StoredMatch, check_replayable, read_actions


@dataclass(frozen=True, eq=False)
class Replay:
    """A match as it can be looked at."""

    recording: Recording
    result: Mapping[str, Any]
    """How it ended: `arena.schema.MATCH_RESULT` by name."""
    run: str | None
    """The run that it is stored under, None for a match that is not stored."""
    cast: Cast
    events: tuple[Event, ...]
    series: Series
    frames: Frames


def make_replay(
    recording: Recording,
    result: Mapping[str, Any],
    run: str | None = None,
    *,
    report: Callable[[int], None] = lambda tick: None,
) -> Replay:
    """Play a match again and keep all that is to be seen of it.

    Args:
        report: called now and then with the tick that is reached.

    Raises:
        StreamDisagrees: the actions are not the match's.
    """
    cast = make_cast(recording.match)
    events: list[Event] = []
    sampler, camera = Sampler(), Camera(int(load(recording.variant).n))
    for stretch in walk(recording):
        events += find_events(stretch, cast)
        sampler.see(stretch)
        camera.see(stretch)
        report(int(stretch.now["tick"][-1]))
    return Replay(recording, result, run, cast, tuple(events), sampler.series(), camera.frames())


def replay_stored(
    home: Home, match: StoredMatch, *, report: Callable[[int], None] = lambda tick: None
) -> Replay:
    """The replay of a stored match.

    Raises:
        NotPlayed, OtherRules: it cannot be played again here.
        DamagedStream: its actions are missing or altered.
        StreamDisagrees: its actions are not the match's.
    """
    check_replayable(match)
    recording = Recording(match.spec, match.variant, match.limit_s, read_actions(home, match))
    return make_replay(recording, match.result, match.run, report=report)


def record(
    variant: str,
    west: str,
    east: str,
    seed: int,
    *,
    limit_s: float | None = None,
    start: str = "fresh",
    randomisation: str = "none",
    report: Callable[[int], None] = lambda tick: None,
) -> Replay:
    """Play a match between two players now, and keep all that is to be seen of it; nothing is stored.

    Args:
        west, east: players, such as `bot:medium`, or NAME=PLAYER.
        seed: the seed of the match, from which its lineups are drawn too.
        limit_s, start, randomisation: as in `arena.setting.Setting`.

    Raises:
        UnknownPlayer, BadSchedule: a player, the variant, the seed or the cap cannot be.
        MatchFailed: a player raised, or answered nonsense.
    """
    spec = _spec(Setting(variant, limit_s, start, randomisation), west, east, seed)
    played = play_batch(spec)
    for name, reason in played.failures.items():
        raise MatchFailed(f"the match could not be played: {name} {reason}")
    (match,) = spec.matches
    result = {name: values[0] for name, values in played.matches.items()}
    actions = unpack_stream(played.streams, str(match.match_id))
    return make_replay(Recording(match, variant, limit_s, actions), result, report=report)


def _spec(setting: Setting, west: str, east: str, seed: int) -> BatchSpec:
    """One match as a batch of its own: the first of the block that a plan would have on this seed."""
    entrants = [parse_entrant(text) for text in (west, east)]
    if entrants[0].name == entrants[1].name:
        entrants = [
            replace(entrant, name=f"{entrant.name} ({side})")
            for entrant, side in zip(entrants, SIDES, strict=True)
        ]
    names = [entrant.name for entrant in entrants]
    plan = make_plan(
        name="watch", ladder="watch", schedule="one match", setting=setting, seed=seed, entrants=entrants,
        blocks=[Block(names[0], names[1], 0, seed)],
    )  # fmt: skip
    spec = batch_spec(plan, 0, 0, {})
    return replace(spec, matches=spec.matches[:1])
