"""The options of `palaestra rate`: columns of the table, and settings of the rating."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from ratings.settings import DRAWS, MODELS, ORDERS


def column(text: str, *names: str) -> Any:
    """An option that names a column of the table."""
    return typer.Option(*names, metavar="COL", help=text)


def one_of(*choices: str) -> Callable[[str], str]:
    """A check of an option's value."""

    def check(value: str) -> str:
        if value not in choices:
            raise typer.BadParameter(f"expected one of {', '.join(choices)}, got {value!r}")
        return value

    return check


FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A CSV, TSV, Parquet or PGN file; - reads a CSV from stdin.")
]
AColumn = Annotated[str | None, column("First player.", "--a")]
BColumn = Annotated[str | None, column("Second player.", "--b")]
ScoreAColumn = Annotated[str | None, column("Points of the first; more wins.")]
ScoreBColumn = Annotated[str | None, column("Points of the second.")]
WinnerColumn = Annotated[str | None, column("The winner's name, or draw.")]
OutcomeColumn = Annotated[str | None, column("1, 0.5, 0; win, draw, loss; 1-0 …")]
NeutralColumn = Annotated[str | None, column("True where nobody had the side.")]
WeightColumn = Annotated[str | None, column("How many matches a row counts for.")]
BlockColumn = Annotated[str | None, column("Rows resampled together.")]
TimeColumn = Annotated[str | None, column("When it was played.")]
ModelOption = Annotated[
    str, typer.Option(metavar="|".join(MODELS), help="The rating model.", callback=one_of(*MODELS))
]
DrawsOption = Annotated[
    str,
    typer.Option(
        metavar="|".join(DRAWS),
        help="A draw is half a win of either, has a parameter of its own, or is left out.",
        callback=one_of(*DRAWS),
    ),
]
OrderOption = Annotated[
    str,
    typer.Option(
        metavar="|".join(ORDERS),
        help="Of trueskill: match after match as played, or all at once, free of order.",
        callback=one_of(*ORDERS),
    ),
]
SideOption = Annotated[
    bool | None,
    typer.Option(
        "--side/--no-side", help="Rate the first player's side; by default where columns tell of one."
    ),
]
PriorOption = Annotated[float, typer.Option(metavar="W", help="Virtual draws per played pairing.")]
AnchorOption = Annotated[str | None, typer.Option(metavar="NAME", help="Whose rating is 0.")]
ResamplesOption = Annotated[int, typer.Option(metavar="N", help="Bootstrap tables; 0 for no intervals.")]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Of the bootstrap.")]
DiagnoseOption = Annotated[
    bool,
    typer.Option("--diagnose", help="Add what to know beside the ratings; see docs/ratings-diagnostics.md."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print an object; see docs/ratings.md.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print one row per entrant.")]
