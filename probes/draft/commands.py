"""The commands of the draft. Libraries load when a command runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options import HomeOption, JsonOption, SeedOption, VariantOption, WorkersOption

if TYPE_CHECKING:
    from probes.draft.advice import Adviser
    from probes.draft.model import LineupModel
    from probes.draft.order import Draft

app = typer.Typer(
    no_args_is_help=True, help="Which hero to pick next, and what it does to the probability of winning."
)

TableOption = Annotated[
    Path | None,
    typer.Option(
        "--table",
        help="Table of matches that has a model; the home's own, else what is installed.",
        show_default=False,
    ),
]
StepsArgument = Annotated[
    str,
    typer.Argument(help="Picks and bans so far: names with commas, a beginning will do.", show_default=False),
]
OrderOption = Annotated[
    str,
    typer.Option(
        help="snake, alternate, bans, four-bans, captains, or letters: A, B pick, a, b ban.", metavar="ORDER"
    ),
]
SwapOption = Annotated[bool, typer.Option("--b-first", help="Let B have A's place in the order.")]
PlayerOption = Annotated[str, typer.Option(help="The player on both sides.")]
TopOption = Annotated[int, typer.Option(min=1, help="Lines to print.")]


def register(parent: typer.Typer) -> None:
    """Add the group `draft` to an app."""
    parent.add_typer(app, name="draft")


def register_bench(parent: typer.Typer) -> None:
    """Add the benchmark `draft` to an app of benchmarks."""
    parent.command("draft")(bench_draft)


@app.command()
def collect(
    matches: Annotated[int, typer.Option(min=1, help="Matches that the table is to have.")] = 10_000,
    variant: VariantOption = "blitz",
    player: PlayerOption = "bot:hard",
    seed: Annotated[int, typer.Option(help="Seed of the first match; the others count up.")] = 1_000_000,
    workers: WorkersOption = None,
    out: Annotated[
        Path | None, typer.Option(help="File of the table; in the home if not given.", show_default=False)
    ] = None,
    home: HomeOption = None,
    dry_run: Annotated[bool, typer.Option("--cost", help="Say what it costs; play nothing.")] = False,
) -> None:
    """Play matches between random lineups, for a model of lineups. Says first what it costs.

    The file is written anew with each batch of 32 matches: killed at any moment, the same command continues.

    Example: palaestra draft collect --matches 12000 --workers 1
    """
    from arena.executor import ProcessPool, default_workers
    from arena.home import find_home
    from arena.progress import ProgressBar
    from probes.draft import collect as collecting
    from probes.draft.places import table_path

    path = out or table_path(find_home(home), variant, player)
    wanted = collecting.Collection(variant, player, matches, seed).checked()
    have = collecting.collected(path, variant, player)
    left = sum(len(batch.matches) for batch in collecting.missing(have, variant, player, wanted.drafted))
    count = workers or default_workers()
    typer.echo(_cost(left, len(have), collecting.seconds_a_match(variant, player), count, path), err=True)
    if dry_run:
        return
    with ProgressBar() as bar, ProcessPool(count) as pool:
        results = collecting.collect(path, wanted, pool, report=bar.show)
    typer.echo(f"{path}: {len(results):,} matches; next: palaestra draft fit {path}")


@app.command()
def fit(
    table: Annotated[
        Path | None, typer.Argument(help="Table of matches; the home's if not given.", show_default=False)
    ] = None,
    seed: SeedOption = 0,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Fit the model of lineups to a table of matches, and say what it is worth on matches that it never saw.

    Priors are chosen by cross-validation within each part. Where pairs of heroes do not surely help, the model has
    heroes alone and says so.

    Example: palaestra draft fit palaestra-data/draft/blitz-bot-hard.parquet
    """
    from arena.home import find_home
    from arena.progress import ProgressBar
    from arena.tournament import Progress
    from probes.draft.model import fit_model, save_model
    from probes.draft.places import table_path
    from probes.draft.report import format_fit
    from probes.draft.results import read_results

    path = table or table_path(find_home(home), "blitz", "bot:hard")
    results = read_results(path)
    with ProgressBar() as bar:
        model = fit_model(
            results,
            seed=seed,
            report=lambda done, total: bar.show("choosing priors", Progress(total, done, 0)),
        )
    save_model(path, model)
    typer.echo(
        json.dumps({"prior": model.prior.to_dict(), **model.about}) if json_output else format_fit(model)
    )


@app.command()
def show(table: TableOption = None, home: HomeOption = None, json_output: JsonOption = False) -> None:
    """Print the model: what it was fitted to and is worth, its heroes best first, the strongest pairs.

    Example: palaestra draft show
    """
    from probes.draft.model import model_to_dict
    from probes.draft.report import format_fit, format_model

    model = _model(table, home)
    typer.echo(
        json.dumps(model_to_dict(model)) if json_output else f"{format_fit(model)}\n\n{format_model(model)}"
    )


@app.command("table")
def lineups(
    against: Annotated[
        str | None,
        typer.Option(
            help="A lineup: the best against it instead of the best on average.", show_default=False
        ),
    ] = None,
    top: TopOption = 10,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write all pairs of lineups there, as Parquet: bit masks of heroes.", show_default=False
        ),
    ] = None,
    table: TableOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Tabulate all 4,900,896 pairs of lineups, and print the best.

    Example: palaestra draft table --against thorn,falcon,ember,tempest,bulwark
    """
    from probes.draft.order import parse_lineup
    from probes.draft.report import format_lineups
    from probes.draft.table import tabulate, write_table

    model = _model(table, home)
    made = tabulate(model)
    given = None if against is None else parse_lineup(against, model.names, model.size)
    found = made.best() if given is None else made.against(given)
    rows = found.head(top).to_dicts()
    typer.echo(json.dumps(rows) if json_output else format_lineups(made, rows))
    if out is not None:
        write_table(out, made)


@app.command()
def solve(
    steps: StepsArgument = "",
    order: OrderOption = "snake",
    b_first: SwapOption = False,
    table: TableOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Solve a draft from where it stands: every hero left with the probability of winning, the best reply, the line.

    Without steps it says what the first pick is worth: the sides are exact images, so an even draft would be 50 %.

    Example: palaestra draft solve thorn,falcon --order snake
    """
    from probes.draft.advice import to_dict
    from probes.draft.report import format_advice

    adviser, draft = _adviser(steps, order, b_first, table, home)
    advice, names = adviser.advise(draft), adviser.model.names
    typer.echo(json.dumps(to_dict(advice, names)) if json_output else format_advice(advice, names))


@app.command()
def review(
    steps: StepsArgument,
    order: OrderOption = "snake",
    b_first: SwapOption = False,
    table: TableOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Go through a draft step by step: what each pick did to the probability of winning, and what was better.

    Example: palaestra draft review thorn,falcon,ember,lantern,tempest,mire,bulwark,tabor,anvil,oath
    """
    from probes.draft.advice import review_to_dict
    from probes.draft.report import format_review

    adviser, draft = _adviser(steps, order, b_first, table, home)
    found, names = adviser.review(draft), adviser.model.names
    typer.echo(json.dumps(review_to_dict(found, names)) if json_output else format_review(found, names))


@app.command()
def compare(
    drafters: Annotated[
        list[str] | None,
        typer.Argument(help="minimax, greedy, random; all if not given.", show_default=False),
    ] = None,
    matches: Annotated[int, typer.Option(min=4, help="Matches of each pair, a multiple of 4.")] = 400,
    order: OrderOption = "snake",
    pool: Annotated[int, typer.Option(help="Heroes of each draft, drawn at random.")] = 13,
    variant: VariantOption = "blitz",
    player: PlayerOption = "bot:hard",
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    out: Annotated[
        Path | None, typer.Option(help="File of the matches; in the home if not given.", show_default=False)
    ] = None,
    table: TableOption = None,
    home: HomeOption = None,
    json_output: JsonOption = False,
) -> None:
    """Let drafters draft against one another, and play the matches. Says first what it costs.

    Killed at any moment, the same command continues.

    Example: palaestra draft compare minimax greedy --matches 400
    """
    from arena.executor import ProcessPool, default_workers
    from arena.home import find_home
    from arena.progress import ProgressBar
    from probes.draft import compare as comparing
    from probes.draft.collect import collected, missing, seconds_a_match
    from probes.draft.drafters import DRAFTERS
    from probes.draft.order import Order
    from probes.draft.places import draft_folder
    from probes.draft.report import format_comparison

    model = _model(table, home)
    parsed = Order.parse(order, size=model.size, heroes=len(model.names))
    wanted = comparing.Comparison(model, parsed, matches, tuple(drafters or DRAFTERS), pool, seed).checked()
    path = out or draft_folder(find_home(home)) / "compared" / f"{seed}.parquet"
    have = collected(path, variant, player)
    left = sum(
        len(one.matches) for one in missing(have, variant, player, [one.match for one in wanted.plan()])
    )
    count = workers or default_workers()
    typer.echo(_cost(left, len(have), seconds_a_match(variant, player), count, path), err=True)
    with ProgressBar() as bar, ProcessPool(count) as executor:
        found = comparing.compare(path, wanted, variant, player, executor, report=bar.show)
    typer.echo(json.dumps(found) if json_output else format_comparison(found))


def bench_draft(
    bans: Annotated[
        bool, typer.Option("--bans/--no-bans", help="Whether to solve a draft with four bans too.")
    ] = True,
    json_output: JsonOption = False,
) -> None:
    """Measure the draft: fitting, tabulating all lineups, solving, one answer.

    Example: palaestra bench draft --json
    """
    from arena.report import format_cases
    from probes.draft import bench
    from ratings.bench import machine

    figures = {"machine": machine(), **bench.run(bans=bans)}
    typer.echo(json.dumps(figures) if json_output else format_cases(figures))


def _model(table: Path | None, home: Path | None) -> LineupModel:
    from arena.home import find_home
    from probes.draft.model import load_model
    from probes.draft.places import default_table

    return load_model(table or default_table(find_home(home)))


def _adviser(
    steps: str, order: str, b_first: bool, table: Path | None, home: Path | None
) -> tuple[Adviser, Draft]:
    """One that knows a draft, and the draft; how far the work is goes to stderr."""
    from arena.progress import ProgressBar
    from arena.tournament import Progress
    from probes.draft.desk import Desk
    from probes.draft.order import Order, parse_steps

    model = _model(table, home)
    parsed = Order.parse(order, size=model.size, heroes=len(model.names))
    draft = parse_steps(parsed.exchanged() if b_first else parsed, steps, model.names)
    with ProgressBar() as bar:
        adviser = Desk(model).adviser(
            draft, report=lambda done, total: bar.show("solving", Progress(total, done, 0))
        )
    return adviser, draft


def _cost(left: int, have: int, seconds: float | None, workers: int, path: Path) -> str:
    """What is to be played, in words."""
    if not left:
        return f"{path} has all of its matches"
    if seconds is None:
        time = "nobody has measured how long one takes"
    else:
        minutes, many = left * seconds / workers / 60, "s" if workers > 1 else ""
        time = (
            f"about {minutes:.0f} minutes with {workers} worker{many} on idle cores, {seconds:.2f} s of a core "
            "each by the sweep in docs/balance.md"
        )
    return (
        f"{left:,} matches to play, {have:,} are in {path}: {time}; the same command continues after a stop"
    )
