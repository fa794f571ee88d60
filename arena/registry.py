"""Kinds of players by name: how `bot:easy`, `python:my_module:MyPlayer` or `program:./mine` becomes a player.

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
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from arena.errors import UnknownPlayer
from arena.outside.fence import fenced
from arena.players import NotAPlayer, Player, ScriptedPlayer, check_version

PLUGINS = "palaestra.players"
"""The group of entry points under which an installed package declares players."""


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


def is_built_in(player: str) -> bool:
    """Whether a player comes with the game, as those do whose kind takes no argument.

    Raises:
        UnknownPlayer: no kind makes it.
    """
    return _find(player)[0].argument is None


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
    name = f"python:{argument}"
    module = _imported(name, module_name, lambda: importlib.import_module(module_name))
    return _checked_class(name, getattr(module, class_name, None), module_name, class_name)


def _load_plugin(argument: str) -> Callable[[], Player]:
    """The class that an installed package declares under a name, as an entry point of the group `palaestra.players`."""
    name = f"plugin:{argument}"
    found = {point.value: point for point in entry_points(group=PLUGINS, name=argument)}
    if len(found) != 1:
        known = ", ".join(sorted({point.name for point in entry_points(group=PLUGINS)})) or "none"
        what = f"{len(found)} packages declare" if found else "no installed package declares"
        raise UnknownPlayer(
            f"'{name}': {what} a player of that name; declared are {known}: install one package with it"
        )
    (point,) = found.values()
    return _checked_class(name, _imported(name, point.module, point.load), point.module, point.attr)


def _imported(name: str, module: str, load: Callable[[], object]) -> object:
    """What `load` gives, which imports a module of the user's; whatever that raises in one line."""
    try:
        with redirect_stdout(sys.stderr):  # what it prints must not mix with a command's data
            return load()
    except ImportError as error:
        raise UnknownPlayer(
            f"'{name}': cannot import {module} ({error}): check the name and PYTHONPATH"
        ) from error
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())
        raise UnknownPlayer(
            f"'{name}': importing {module} raised {type(error).__name__} ({text}): mend the module"
        ) from error


def _checked_class(name: str, made: object, module: str, attribute: str) -> Callable[[], Player]:
    if not callable(made) or not callable(getattr(made, "act", None)):
        raise UnknownPlayer(
            f"'{name}': {module} has no class {attribute} with a method act(batch, matches, heroes)"
        )
    _check_class_version(name, made)
    return cast(Callable[[], Player], made)


def _check_class_version(name: str, made: object) -> None:
    """Refuse a class of an unknown contract when the plan is made; what only its object says, when it is made."""
    if isinstance(getattr(made, "contract_version", None), property):
        return
    try:
        check_version(made)
    except NotAPlayer as error:
        raise UnknownPlayer(f"'{name}' cannot play: {error}") from error


def _make_class(load: Callable[[str], Callable[[], Player]], argument: str) -> Player:
    return fenced(load(argument)())


def _check_class(load: Callable[[str], Callable[[], Player]], argument: str) -> None:
    load(argument)


def _programs() -> Any:
    """The module that speaks to programs, loaded when one is named."""
    return importlib.import_module("arena.outside.program")


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
for _name, _form, _load in (("python", "MODULE:CLASS", _load_class), ("plugin", "NAME", _load_plugin)):
    register(Kind(_name, partial(_make_class, _load), _form, partial(_check_class, _load)))
register(
    Kind(
        "program",
        lambda command: cast(Player, _programs().ProgramPlayer(command)),
        "COMMAND",
        lambda command: _programs().check(command),
    )
)
register(
    Kind(
        "checkpoint",
        lambda argument: _checkpoints().make(argument),
        "FOLDER",
        pin=lambda argument: _checkpoints().pin(argument),
        same=lambda argument: _checkpoints().same(argument),
    )
)
