"""The ratings' commands: ``palaestra rate`` and ``palaestra bench ratings``.

A command parses, calls one library function, and prints: data to stdout, the rest to stderr. Nothing heavy is
imported until a command runs, so that ``--help`` stays quick.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ratings.errors import BadSettings, RatingError, UnreadableFile
from ratings.options import (
    AColumn,
    AnchorOption,
    BColumn,
    BlockColumn,
    CsvOption,
    DiagnoseOption,
    DrawsOption,
    FileArgument,
    JsonOption,
    ModelOption,
    NeutralColumn,
    OrderOption,
    OutcomeColumn,
    PriorOption,
    ResamplesOption,
    ScoreAColumn,
    ScoreBColumn,
    SeedOption,
    SideOption,
    TimeColumn,
    WeightColumn,
    WinnerColumn,
)

if TYPE_CHECKING:
    from ratings.diagnostics import Diagnostics
    from ratings.settings import Settings
    from ratings.table import RatingTable


def register(app: typer.Typer) -> None:
    """Mount ``rate`` on a command line."""
    app.command("rate")(rate_command)


def register_bench(app: typer.Typer) -> None:
    """Mount ``ratings`` on the command line of the benchmarks."""
    app.command("ratings")(bench_command)


def rate_command(
    file: FileArgument,
    a: AColumn = None,
    b: BColumn = None,
    score_a: ScoreAColumn = None,
    score_b: ScoreBColumn = None,
    winner: WinnerColumn = None,
    outcome: OutcomeColumn = None,
    neutral: NeutralColumn = None,
    weight: WeightColumn = None,
    block: BlockColumn = None,
    time: TimeColumn = None,
    model: ModelOption = "bt",
    draws: DrawsOption = "half",
    order: OrderOption = "played",
    side: SideOption = None,
    prior: PriorOption = 0.5,
    anchor: AnchorOption = None,
    resamples: ResamplesOption = 1000,
    seed: SeedOption = 0,
    diagnose: DiagnoseOption = False,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Rate the players of any table of results, with 95 % intervals.

    Columns with the usual names of other tools are recognised, and what was recognised is said on stderr.

    Example: palaestra rate games.csv --a white --b black --outcome result --json
    """
    _one_blas_thread()
    from ratings.columns import Columns
    from ratings.settings import Settings

    asked = Columns(
        a=a, b=b, score_a=score_a, score_b=score_b, winner=winner, outcome=outcome, neutral=neutral,
        weight=weight, block=block, time=time, sided=side,
    )  # fmt: skip
    try:
        if as_json and as_csv:
            raise BadSettings("expected --json or --csv, got both; choose one")
        settings = Settings(
            model=model, draws=draws, side=side is not False, prior=prior, anchor=anchor,
            resamples=resamples, seed=seed, order=order,
        )  # fmt: skip
        if as_csv and diagnose:
            raise BadSettings("expected --csv or --diagnose, got both; diagnostics are text or --json")
        table, diagnostics = _rate_file(file, asked, settings, diagnose)
    except RatingError as error:
        _fail(error)
    _print_table(table, as_json, as_csv, diagnostics)


def bench_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print an object with machine and cases.")] = False,
    resamples: Annotated[int, typer.Option(metavar="N", help="Bootstrap tables in each case.")] = 300,
) -> None:
    """Time a rating fit with its intervals on a small and on a large simulated table.

    Example: palaestra bench ratings --json
    """
    _one_blas_thread()
    import json

    from ratings.bench import render, run

    try:
        report = run(resamples=resamples)
    except RatingError as error:
        _fail(error)
    typer.echo(json.dumps(report, indent=2) if as_json else render(report))


def _one_blas_thread() -> None:
    """Keep NumPy's linear algebra on one core, unless the environment says otherwise.

    The matrices are small: a second thread brings nothing, and on a busy machine every product waits for it
    (the football table took 5.0 s of two busy cores, 1.6 s of one). It works before NumPy is first imported.
    """
    for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")


def _rate_file(
    file: str, asked: Any, settings: "Settings", diagnosed: bool
) -> "tuple[RatingTable, Diagnostics | None]":
    from ratings.columns import describe
    from ratings.models import rate
    from ratings.read import read_results

    source = _stdin() if file == "-" else Path(file)
    results, columns = read_results(source, asked, ordered=settings.model != "bt")
    typer.echo(describe(columns), err=True)
    table = rate(results, settings)
    if not diagnosed:
        return table, None
    from ratings.diagnostics import diagnose

    return table, diagnose(results, settings)


def _stdin() -> bytes:
    if sys.stdin is None:  # closed by whoever started the command
        raise UnreadableFile(
            "expected a CSV on standard input, got a closed one; pipe a table or name a file"
        )
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UnreadableFile(f"expected a CSV on standard input: {error.strerror}; name a file") from None


def _print_table(
    table: "RatingTable", as_json: bool, as_csv: bool, diagnostics: "Diagnostics | None"
) -> None:
    if as_json:
        import json

        more = {} if diagnostics is None else {"diagnostics": diagnostics.to_dict()}
        typer.echo(json.dumps({**table.to_dict(), **more}, indent=2, ensure_ascii=False, allow_nan=False))
    elif as_csv:
        typer.echo(_csv(table), nl=False)
    else:
        typer.echo(table.render() if diagnostics is None else f"{table.render()}\n\n{diagnostics.render()}")
        return
    for line in table.warnings:
        typer.echo(f"warning: {line}", err=True)


def _csv(table: "RatingTable") -> str:
    import csv
    import io

    from ratings.table import ENTRANT_KEYS

    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=ENTRANT_KEYS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table.to_dict()["entrants"])
    return text.getvalue()


def _fail(error: RatingError) -> NoReturn:
    typer.echo(f"error: {error}", err=True)
    raise typer.Exit(1)
