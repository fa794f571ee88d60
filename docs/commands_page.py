"""The reference page of the command line, written from the functions behind its commands."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from typer.models import ArgumentInfo, OptionInfo

from palaestra import app

HEAD = """# Commands

Generated from the command line by `python -m docs.generate`; do not edit by hand.

Data goes to stdout, progress and logs to stderr. An error is one line that says what was expected, what came and what
to do. The exit code is 0 if all went well, 1 after such an error, 2 for a wrong command line, 130 after Ctrl-C;
`nightly` also has 3, for a [regression](report.md#regressions).
"""

WORDS = {Path: "PATH", str: "TEXT", int: "INTEGER", float: "NUMBER"}


@dataclass(frozen=True)
class Parameter:
    """An argument or an option of a command."""

    name: str
    info: Any
    """What typer was told of it: an ArgumentInfo or an OptionInfo."""
    kind: Any
    """Its type, `| None` taken off."""
    default: Any
    """`inspect.Parameter.empty` where one must be given."""

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty

    @property
    def form(self) -> str:
        """How it is written: `NAME`, `[NAMES]...`, `--flag/--no-flag`, `--option TEXT`."""
        if isinstance(self.info, ArgumentInfo):
            word = self.info.metavar or self.name.upper()
            word = word if self.required else f"[{word}]"
            return f"{word}..." if typing.get_origin(self.kind) is list else word
        # Inside Annotated typer takes the first name of an option for its default.
        named = [one for one in (self.info.default, *(self.info.param_decls or ())) if isinstance(one, str)]
        flags = ", ".join(named) or f"--{self.name.replace('_', '-')}"
        if self.kind is bool:
            return flags
        return f"{flags} {self.info.metavar or WORDS[_element(self.kind)]}"


def commands(group: typer.Typer = app, name: str = "palaestra") -> Iterator[tuple[str, Callable[..., None]]]:
    """Every command as it is typed, such as `palaestra bench sim`, with the function behind it."""
    for command in group.registered_commands:
        assert command.callback is not None
        word = command.name or command.callback.__name__.replace("_", "-")
        yield f"{name} {word}", command.callback
    for below in group.registered_groups:
        assert below.typer_instance is not None
        yield from commands(below.typer_instance, f"{name} {below.name}")


def parameters(function: Callable[..., None]) -> Iterator[Parameter]:
    """The arguments and options of a command, in the order of its help."""
    hints = typing.get_type_hints(function, include_extras=True)
    for name, one in inspect.signature(function).parameters.items():
        kind, info = typing.get_args(hints[name])
        yield Parameter(name, info, _without_none(kind), one.default)


def commands_page() -> str:
    """The page, in Markdown: a section for every command with its arguments and options."""
    return "\n".join([HEAD, *(_section(name, function) for name, function in commands())])


def _section(name: str, function: Callable[..., None]) -> str:
    text, _, example = inspect.cleandoc(function.__doc__ or "").rpartition("Example: ")
    parts = [f"## {name}", text.strip(), f"```\n{example.strip()}\n```"]
    for title, kind in (("argument", ArgumentInfo), ("option", OptionInfo)):
        rows = [_row(one) for one in parameters(function) if isinstance(one.info, kind)]
        if rows:
            parts.append("\n".join([f"| {title} | default | meaning |", "|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _row(parameter: Parameter) -> str:
    cells = (f"`{parameter.form}`", _default(parameter), parameter.info.help or "")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return "required"
    if parameter.default is None or parameter.default is False:
        return ""
    return f"`{parameter.default}`"


def _without_none(kind: Any) -> Any:
    if isinstance(kind, types.UnionType):
        (kind,) = (one for one in typing.get_args(kind) if one is not type(None))
    return kind


def _element(kind: Any) -> Any:
    return typing.get_args(kind)[0] if typing.get_origin(kind) is list else kind
