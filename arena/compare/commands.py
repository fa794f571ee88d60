"""`palaestra compare-rules`: parses, calls `comparison.compare`, prints. Libraries load when it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options import (
    BlocksOption,
    JsonOption,
    LimitOption,
    RandomiseOption,
    SeedOption,
    StartOption,
    VariantOption,
    WorkersOption,
)

if TYPE_CHECKING:
    from arena.compare.versions import Version


def register(app: typer.Typer) -> None:
    """Add the command to an app."""
    app.command("compare-rules")(compare_rules)


def compare_rules(
    first: Annotated[str, typer.Argument(help="A player that both versions have.")] = "bot:medium",
    second: Annotated[str, typer.Argument(help="Its opponent.")] = "bot:medium",
    other: Annotated[
        Path | None,
        typer.Option(help="Another copy of palaestra: a folder with arena/ in it.", show_default=False),
    ] = None,
    revision: Annotated[
        str | None, typer.Option(help="A git revision of this repository.", show_default=False)
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="Another copy of the game's data, under this code.", show_default=False),
    ] = None,
    variant: VariantOption = "blitz",
    blocks: BlocksOption = 8,
    seed: SeedOption = 0,
    limit_s: LimitOption = None,
    start: StartOption = "fresh",
    randomisation: RandomiseOption = "none",
    workers: WorkersOption = None,
    json_output: JsonOption = False,
) -> None:
    """Play one plan under two versions of the rules: the present one, and one other that is named.

    Players, seeds and lineups are the same; lengths, rates of sides and heroes, faults are held together, and whether
    each match came to the same. Nothing is stored.

    Example: palaestra compare-rules --revision HEAD~1 --variant duel
    """
    from arena.compare.comparison import compare
    from arena.compare.report import format_comparison
    from arena.compare.versions import present
    from arena.executor import default_workers
    from arena.plan import BATCH_BLOCKS, plan_pairing, two_entrants
    from arena.setting import Setting

    setting = Setting(variant, limit_s, start, randomisation)
    plan = plan_pairing(
        "compare", two_entrants(first, second), setting, blocks=blocks, seed=seed, batch_blocks=BATCH_BLOCKS
    )
    found = compare(
        plan,
        present(),
        _other_version(other, revision, data),
        workers=workers or default_workers(),
        report=lambda stage: typer.echo(stage, err=True),
    )
    typer.echo(json.dumps(found) if json_output else format_comparison(found))


def _other_version(other: Path | None, revision: str | None, data: Path | None) -> Version:
    """The version that is compared with. Raises OtherVersion unless exactly one is named."""
    from arena.compare import versions
    from arena.errors import OtherVersion

    named = [
        option for option, value in (("--other", other), ("--revision", revision), ("--data", data)) if value
    ]
    if len(named) != 1:
        raise OtherVersion(
            f"expected one of --other, --revision and --data, got {' and '.join(named) or 'none'}: "
            "name what to compare with"
        )
    if revision:
        return versions.at_revision(revision)
    return versions.at_path(other) if other else versions.with_data(data or Path())
