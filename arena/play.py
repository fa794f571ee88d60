"""Playing a batch: a self-contained description of some dozens of matches, and a function from it to rows.

Nothing here is local to a process or a machine: a description can be sent anywhere the same code is
installed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.at_play import at_play
from arena.errors import RulesChanged
from arena.games import moba
from arena.players import (
    BadAnswer,
    Int64,
    NotAPlayer,
    Player,
    check_answer,
    check_protocol,
    close_player,
    contract_version,
)
from arena.recorder import Recorder
from arena.registry import make_player
from arena.rows import BatchResult, PlayedMatches, make_result
from arena.specs import BatchSpec, MatchSpec, match_setup

WARM_UP_S = 5.0
"""Seconds of the game that are played to compile it."""


class EntrantFailed(Exception):
    """An entrant raised, or answered nonsense."""

    def __init__(self, entrant: str, reason: str) -> None:
        super().__init__(entrant, reason)
        self.entrant = entrant
        self.reason = reason


@dataclass(frozen=True)
class Seats:
    """An entrant's player and the heroes it drives in a batch."""

    entrant: str
    player: Player
    matches: Int64
    """(s,) int64: for each of its heroes, the place of its match in the batch."""
    heroes: Int64
    """(s,) int64: the hero's seat."""
    shown: moba.Shown
    """The batch in the version of the contract that the player is written for."""


def play_batch(spec: BatchSpec) -> BatchResult:
    """Play a batch.

    An entrant that fails is set aside: the batch starts again without its matches, so the others' results are
    those of a batch it never was in, and its own rows are void. A failure is part of the result, not an
    exception.

    Raises:
        RulesChanged: the installed game has other rules than the batch was made for.
    """
    if spec.rules_hash != moba.rules_hash():
        raise RulesChanged(
            f"a batch made for rules {spec.rules_hash} came to a worker with rules {moba.rules_hash()}: "
            "install the same version everywhere"
        )
    failures = dict(spec.killed)
    while True:
        void = {**spec.set_aside, **failures}
        live = [match for match in spec.matches if not {match.west, match.east} & void.keys()]
        try:
            played = play_matches(live, spec.variant, spec.players, spec.limit_s) if live else None
        except EntrantFailed as failure:
            failures[failure.entrant] = failure.reason
        else:
            return make_result(spec, played, void, failures)


def warm_up(task: tuple[str, tuple[str, ...]]) -> None:
    """Compile what these players need for this variant, by playing a few seconds; it is kept on disk.

    Args:
        task: (variant, players).
    """
    variant, players = task
    lineups = moba.random_lineups(variant, 0)
    for player in players:
        match = MatchSpec(0, 0, 0, 0, "west", "east", *lineups)
        with suppress(EntrantFailed):  # it fails again where it counts, and is set aside there
            play_matches([match], variant, {"west": player, "east": player}, WARM_UP_S)


def play_matches(
    matches: Sequence[MatchSpec],
    variant: str,
    entrants: Mapping[str, str],
    limit_s: float | None,
    *,
    watch: Callable[[moba.Batch], Callable[[moba.Batch], None]] | None = None,
) -> PlayedMatches:
    """Play matches to their end, between the players behind the entrants' names.

    `watch` gets the batch before its first decision; what it returns is called with it after each.

    Raises:
        EntrantFailed: a player cannot be made, raised, or answered nonsense.
    """
    with _made({name: entrants[name] for name in _names(matches)}) as players:
        observe = any(player.needs_observations for player in players.values())
        setups = [match_setup(match) for match in matches]
        batch = moba.Batch(variant, setups, limit_s=limit_s, observe_floats=observe)
        shown = _show(batch, players.values())
        seats = [
            _seats(name, player, matches, batch.active, shown[contract_version(player)])
            for name, player in players.items()
        ]
        recorder = Recorder(batch.n)
        note = watch(batch) if watch else None
        while batch.running.any():
            batch.observe()
            for version in shown.values():
                version.refresh()
            actions = _decide(batch, seats)
            recorder.record(actions, batch.running)
            batch.step(actions)
            if note:
                note(batch)
    return PlayedMatches(
        tuple(matches),
        batch.active,
        batch.results(),
        batch.hero_results(),
        batch.faults(),
        recorder.streams(),
    )


@contextmanager
def _made(entrants: Mapping[str, str]) -> Iterator[dict[str, Player]]:
    """The players of entrants, each closed at the end, also of those that failed, or were made before one that did."""
    made: dict[str, Player] = {}
    try:
        for entrant, player in entrants.items():
            made[entrant] = _make(entrant, player)
        yield made
    except BaseException:
        for entrant, player_made in made.items():
            with suppress(BaseException), at_play(entrant):
                close_player(player_made)
        raise
    with ExitStack() as closing:  # all of them, even if one raises
        for entrant, player_made in made.items():
            closing.callback(_close, entrant, player_made)


def _close(entrant: str, player: Player) -> None:
    try:
        with at_play(entrant):
            close_player(player)
    except BaseException as error:  # as in `_answer`
        raise EntrantFailed(entrant, f"raised {_one_line(error)}, when its batch was over") from error


def _decide(batch: moba.Batch, seats: Sequence[Seats]) -> Int64:
    """One decision of every entrant: (n, 10, 4) int64."""
    actions = np.zeros((batch.n, *batch.active.shape[1:], 4), np.int64)
    running: NDArray[np.bool_] = batch.running
    for seat in seats:
        asked = running[seat.matches]
        matches, heroes = seat.matches[asked], seat.heroes[asked]
        if len(matches):
            actions[matches, heroes] = _answer(seat, matches, heroes)
    return actions


def _answer(seat: Seats, matches: Int64, heroes: Int64) -> Int64:
    batch, ranges = seat.shown.batch, seat.shown.contract.action_ranges
    try:
        with at_play(seat.entrant):
            answer = seat.player.act(batch, matches, heroes)
        return check_answer(answer, len(matches), ranges)
    except BadAnswer as error:
        raise EntrantFailed(seat.entrant, f"{error}, at decision {batch.decision}") from error
    except BaseException as error:  # workers ignore Ctrl-C, so even a KeyboardInterrupt is the player's own
        raise EntrantFailed(
            seat.entrant, f"raised {_one_line(error)}, at decision {batch.decision}"
        ) from error


def _make(entrant: str, player: str) -> Player:
    try:
        with at_play(entrant):
            made = make_player(player)
            check_protocol(made)
    except NotAPlayer as error:
        raise EntrantFailed(entrant, f"is no player: {error}") from error
    except BaseException as error:  # as above
        raise EntrantFailed(entrant, f"could not be made: {_one_line(error)}") from error
    return made


def _show(batch: moba.Batch, players: Collection[Player]) -> dict[int, moba.Shown]:
    """The batch in each version of the contract that one of the players is written for."""
    looks = {contract_version(player): False for player in players}
    for player in players:
        looks[contract_version(player)] |= bool(player.needs_observations)
    return {version: moba.Shown(batch, version, observations=look) for version, look in looks.items()}


def _seats(
    entrant: str,
    player: Player,
    matches: Sequence[MatchSpec],
    active: NDArray[np.bool_],
    shown: moba.Shown,
) -> Seats:
    """The seats of an entrant: the western half of a match's where it is west, the eastern where east."""
    mine = np.zeros_like(active)
    half = active.shape[1] // 2
    mine[:, :half] = np.array([match.west == entrant for match in matches])[:, None]
    mine[:, half:] = np.array([match.east == entrant for match in matches])[:, None]
    places, heroes = np.nonzero(mine & active)
    return Seats(entrant, player, places.astype(np.int64), heroes.astype(np.int64), shown)


def _names(matches: Sequence[MatchSpec]) -> list[str]:
    return sorted({name for match in matches for name in (match.west, match.east)})


def _one_line(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())[:200].encode(errors="backslashreplace").decode()
    except BaseException:  # noqa: BLE001 - even the error's own text is the player's code
        text = "its message cannot be read"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
