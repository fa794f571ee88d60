"""Where tables of drafted matches and the records of their models lie."""

from __future__ import annotations

import re
from pathlib import Path

from arena.home import Home
from probes.draft.model import SHIPPED, record_of


def draft_folder(home: Home) -> Path:
    """The folder of the home's tables."""
    return home.root / "draft"


def table_path(home: Home, variant: str, player: str) -> Path:
    """Where a variant's and player's matches are collected unless another file is named."""
    return draft_folder(home) / f"{variant}-{re.sub(r'[^A-Za-z0-9]+', '-', player).strip('-')[:80]}.parquet"


def known_tables(home: Home) -> list[Path]:
    """The tables that have a model: the home's by name, then that which is installed with palaestra."""
    mine = [path for path in sorted(draft_folder(home).glob("*.parquet")) if record_of(path).exists()]
    return [*mine, *([SHIPPED] if record_of(SHIPPED).exists() else [])]


def default_table(home: Home) -> Path:
    """The table that is asked when none is named: the first of the known ones."""
    return next(iter(known_tables(home)), SHIPPED)
