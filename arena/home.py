"""Where state lives: one folder, `./palaestra-data` unless `--home` or `PALAESTRA_HOME` says otherwise."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

DEFAULT_HOME = "palaestra-data"


@dataclass(frozen=True)
class Home:
    """The paths under one home folder. Making the record touches no disk."""

    root: Path

    @property
    def live(self) -> Path:
        """The live database, opened by the one writer alone."""
        return self.root / "live" / "palaestra.duckdb"

    @property
    def published(self) -> Path:
        """Folder of numbered snapshots and the pointer to the newest."""
        return self.root / "published"

    @property
    def streams(self) -> Path:
        """Folder of action streams, one npz file a batch, named by its content's hash."""
        return self.root / "streams"

    @property
    def lock(self) -> Path:
        """The file whose lock stops two writers at once."""
        return self.root / "lock"

    @property
    def config(self) -> Path:
        """The configuration that is read when no other is named; it need not exist."""
        return self.root / "palaestra.toml"


def find_home(option: Path | None = None) -> Home:
    """The home folder: `option` if given, else `PALAESTRA_HOME`, else `./palaestra-data`; absolute."""
    named = option or os.environ.get("PALAESTRA_HOME") or DEFAULT_HOME
    return Home(Path(named).absolute())
