"""Kinds of players by name: how `bot:easy` or `python:my_module:MyPlayer` becomes a player.

A kind is either a fixed name (`idle`) or a prefix with an argument (`python:MODULE:CLASS`). What is heavy is
imported only when a player of its kind is named, so a tournament of bots never loads more than the game.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arena.errors import UnknownPlayer
from arena.players import NotAPlayer, Player, ScriptedPlayer, check_version


@dataclass(frozen=True)
class Kind:
    """A kind of player.

    `make(argument)` returns a new player. `check(argument)` raises UnknownPlayer if the argument cannot name
    one; it is called once when a plan is made, in the process that plans.

    Where what lies under a name may be exchanged, `pin(argument)` is called in place of `check`. It raises BrokenPlayer
    as well, if what is there cannot play, and gives the argument by which a plan keeps it: the plan plays this
    very player or none. What `same(argument)` gives of two pinned arguments is equal if they name one player.
    """

    name: str
    make: Callable[[str], Player]
    argument: str | None = None
    check: Callable[[str], None] = lambda argument: None
    pin: Callable[[str], str] | None = None
    same: Callable[[str], str] = lambda argument: argument

    @property
    def form(self) -> str:
        """How it is written on the command line."""
        return f"{self.name}:{self.argument}" if self.argument else self.name


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known by its name, in this process."""
    _KINDS[kind.name] = kind


def known_players() -> list[str]:
    """The forms of every registered kind, in order of registration."""
    return [kind.form for kind in _KINDS.values()]


def check_player(player: str) -> None:
    """Check that a player can be made from its name.

    Raises:
        UnknownPlayer, BrokenPlayer: see `pin_player`.
    """
    pin_player(player)


def pin_player(player: str) -> str:
    """Check that a player can be made from its name; the name by which a plan keeps it.

    Raises:
        UnknownPlayer: no kind makes it; the message lists the known ones.
        BrokenPlayer: it is there, and cannot play.
    """
    kind, argument = _find(player)
    if kind.pin is not None:
        return f"{kind.name}:{kind.pin(argument)}"
    kind.check(argument)
    return player


def are_same(one: str, other: str) -> bool:
    """Whether two pinned names are of one player; a checkpoint may lie elsewhere than it did."""
    (name, _, argument), (other_name, _, other_argument) = one.partition(":"), other.partition(":")
    kind = _KINDS.get(name)
    if one == other or kind is None or name != other_name:
        return one == other
    return kind.same(argument) == kind.same(other_argument)


def make_player(player: str) -> Player:
    """A new player from its name, such as `bot:easy`.

    Raises:
        UnknownPlayer: no kind makes it.
    """
    kind, argument = _find(player)
    return kind.make(argument)


def _find(player: str) -> tuple[Kind, str]:
    if player in _KINDS and _KINDS[player].argument is None:
        return _KINDS[player], ""
    name, separator, argument = player.partition(":")
    kind = _KINDS.get(name)
    if kind is None or kind.argument is None or not separator or not argument:
        raise UnknownPlayer(
            f"no player is called '{player}': the known ones are {', '.join(known_players())}"
        )
    return kind, argument


def _load_class(argument: str) -> Callable[[], Player]:
    module_name, separator, class_name = argument.partition(":")
    if not separator:
        raise UnknownPlayer(f"'python:{argument}' does not name a class: write python:MODULE:CLASS")
    here = str(Path.cwd())
    if here not in sys.path:  # an installed command does not look in the working folder, `python -m` does
        sys.path.append(here)
    try:
        with redirect_stdout(sys.stderr):  # what it prints must not mix with a command's data
            module = importlib.import_module(module_name)
    except ImportError as error:
        raise UnknownPlayer(
            f"'python:{argument}': cannot import {module_name} ({error}): check the name and PYTHONPATH"
        ) from error
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())
        raise UnknownPlayer(
            f"'python:{argument}': importing {module_name} raised {type(error).__name__} ({text}): mend the module"
        ) from error
    made: object = getattr(module, class_name, None)
    if not callable(made) or not callable(getattr(made, "act", None)):
        raise UnknownPlayer(
            f"'python:{argument}': {module_name} has no class {class_name} "
            "with a method act(batch, matches, heroes)"
        )
    _check_class_version(argument, made)
    return made


def _check_class_version(argument: str, made: object) -> None:
    """Refuse a class of an unknown contract when the plan is made; what only its object says, when it is made."""
    if isinstance(getattr(made, "contract_version", None), property):
        return
    try:
        check_version(made)
    except NotAPlayer as error:
        raise UnknownPlayer(f"'python:{argument}' cannot play: {error}") from error


def _make_python(argument: str) -> Player:
    return _load_class(argument)()


def _check_python(argument: str) -> None:
    _load_class(argument)


def _checkpoints() -> Any:
    """The module that plays checkpoints, loaded when one is named, and torch with it."""
    return importlib.import_module("training.player")


def _make_scripted(script: str, _argument: str) -> Player:
    return ScriptedPlayer(script)


register(Kind("idle", partial(_make_scripted, "idle")))
register(Kind("random", partial(_make_scripted, "random")))
register(Kind("bot:easy", partial(_make_scripted, "easy")))
register(Kind("bot:medium", partial(_make_scripted, "medium")))
register(Kind("bot:hard", partial(_make_scripted, "hard")))
register(Kind("python", _make_python, "MODULE:CLASS", _check_python))
register(
    Kind(
        "checkpoint",
        lambda argument: _checkpoints().make(argument),
        "FOLDER",
        pin=lambda argument: _checkpoints().pin(argument),
        same=lambda argument: _checkpoints().same(argument),
    )
)
