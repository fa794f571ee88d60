"""Where the game's data lie: beside the code, or in another folder of the same form that is to be tried."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "PALAESTRA_MOBA_DATA"


def data_folder() -> Path:
    """The folder of the game's data: what `PALAESTRA_MOBA_DATA` names, else the package's own.

    Read once, when the game is loaded; the rules' hash covers what is in it, by names below it.
    """
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path(__file__).parent / "data"
