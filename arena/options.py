"""Options that several commands have, each declared once: a command names the ones it takes, and their defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

VARIANT_HELP = "Variant of the game: full, blitz, duel or skirmish."

HomeOption = Annotated[
    Path | None,
    typer.Option(
        help="Folder where state lives; else PALAESTRA_HOME, else ./palaestra-data.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Worker processes; one on each core if not given.", show_default=False),
]
VariantOption = Annotated[str, typer.Option(help=VARIANT_HELP)]
MOST_BLOCKS = 100_000
"""A plan is made whole before the first match is played."""
BlocksOption = Annotated[
    int, typer.Option(min=1, max=MOST_BLOCKS, help="Blocks of four matches: both sides, both lineups.")
]
SeedOption = Annotated[int, typer.Option(help="Seed of the schedule.")]
LimitOption = Annotated[
    float | None, typer.Option(help="Cap on a match, in seconds of the game.", show_default=False)
]
StartOption = Annotated[
    str, typer.Option(metavar="fresh|midgame|siege", help="How matches begin: see docs/game.md, Starts.")
]
RandomiseOption = Annotated[
    str,
    typer.Option(
        "--randomise",
        metavar="none|mild|wide|RANGES",
        help="What setups change at random, such as health=0.1,items=2: see docs/game.md, Randomisation.",
    ),
]
LadderArgument = Annotated[str | None, typer.Argument(help="A ladder; the last one rated if not given.")]
LadderVariantOption = Annotated[
    str | None,
    typer.Option("--variant", help=f"{VARIANT_HELP} The last one rated if not given.", show_default=False),
]
