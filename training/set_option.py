"""The option `--set NAME=VALUE`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from training.errors import BadRunSettings


def parse_changes(changes: Sequence[str]) -> dict[str, Any]:
    """Settings from `NAME=VALUE`, the value as in TOML; a text may go without quotes.

    Raises:
        BadRunSettings: no `=`, or a name twice.
    """
    found: dict[str, Any] = {}
    for change in changes:
        name, equals, text = (part.strip() for part in change.partition("="))
        if not equals or not name or name in found:
            raise BadRunSettings(f"expected NAME=VALUE, each name once; got {change!r}")
        try:
            found[name] = tomllib.loads(f"value = {text}")["value"]
        except ValueError:  # TOML's own, and a number of thousands of digits
            found[name] = text
    return found
