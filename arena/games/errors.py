"""Errors of the games' data; here, since nothing that loads a game may be imported to name one."""

from __future__ import annotations


class BadData(ValueError):
    """A data file of a game lacks something or holds something wrong: its message is one line that says where."""
