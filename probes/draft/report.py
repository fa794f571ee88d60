"""What the commands of the draft print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import expit

from arena.report import format_table
from probes.draft.advice import Advice, Estimate, Option, ReviewedStep
from probes.draft.model import Z95, LineupModel
from probes.draft.table import LineupTable

SHOWN = 10


def percent(value: float, digits: int = 1) -> str:
    """A probability in per cent."""
    return f"{100 * value:.{digits}f} %"


def interval(one: Estimate) -> str:
    """The ends of an interval in per cent."""
    return f"{100 * one.low:.1f} to {100 * one.high:.1f}"


def change(value: float) -> str:
    """A change of a probability, in per cent points with its sign; 0.0 has none."""
    points = round(100 * value, 1) + 0.0
    return f"{points:+.1f}" if points else "0.0"


def rank_of(rank: int, tied: int) -> str:
    """A rank, and that it is shared."""
    return f"{rank}=" if tied > 1 else str(rank)


def listed(heroes: Sequence[int], names: Sequence[str]) -> str:
    """Names of heroes."""
    return ", ".join(names[hero] for hero in heroes) or "–"


def format_fit(model: LineupModel) -> str:
    """What a model is worth, and whether it is better than heroes alone."""
    about = model.about
    found = about["evaluation"]
    gain, slope = found["gain"], found["slope"]
    verdict = (
        f"pairs help: {gain[0]:.4f} nats a match less than heroes alone (95 % {gain[1]:.4f} to {gain[2]:.4f})"
        if found["better"]
        else f"pairs do not surely help (gain {gain[0]:.4f} nats a match, 95 % {gain[1]:.4f} to {gain[2]:.4f}): "
        "the model has heroes alone until more matches are collected"
    )
    calibration = (
        f"calibrated: slope {slope[0]:.2f} (95 % {slope[1]:.2f} to {slope[2]:.2f}; 1 is right)"
        if found["calibrated"]
        else f"NOT calibrated: slope {slope[0]:.2f} (95 % {slope[1]:.2f} to {slope[2]:.2f}) is not 1"
    )
    rows = [
        ("heroes and pairs", f"{found['log_loss']:.5f}"),
        ("heroes alone", f"{found['baseline']:.5f}"),
        ("one half", f"{found['coin']:.5f}"),
    ]
    bins = [
        (percent(said), percent(was), f"{100 * low:.1f} to {100 * high:.1f}", str(count))
        for said, was, low, high, count in found["bins"]
    ]
    prior = model.prior
    return "\n".join(
        [
            f"{about['matches']:,} matches of {about['variant']}, {about['player']}, rules {about['rules_hash']}",
            "",
            format_table(("log loss on matches unseen", "nats"), rows, left=1),
            "",
            verdict,
            calibration,
            f"Brier {found['brier']:.4f}, AUC {found['auc']:.3f}",
            f"priors, log-odds: heroes {prior.heroes:g}, synergies {prior.synergies:g}, counters {prior.counters:g}",
            "",
            format_table(("said", "won", "95 %", "matches"), bins, left=0),
        ]
    )


def format_model(model: LineupModel) -> str:
    """The heroes of a model, best first, and its strongest pairs."""
    effects, errors = model.hero_effects()
    best = np.argsort(-effects)
    rows = []
    for hero in best.tolist():
        half = Z95 * errors[hero]
        share, low, high = (percent(float(expit(effects[hero] + shift))) for shift in (0.0, -half, half))
        rows.append((model.names[hero], share, f"{low} to {high}"))
    parts = [format_table(("hero", "wins in a random lineup", "95 %"), rows, left=1)]
    for title, pairs in (("together", _synergies(model)), ("first against second", _counters(model))):
        if pairs:
            cells = [
                (
                    f"{one} and {other}" if title == "together" else f"{one} against {other}",
                    f"{value:+.3f}",
                    f"± {half:.3f}",
                )
                for one, other, value, half in pairs
            ]
            parts.append(format_table((title, "log-odds", "95 %"), cells, left=1))
    if len(parts) == 1:
        parts.append("no pairs: heroes alone")
    return "\n\n".join(parts)


def _synergies(model: LineupModel) -> list[tuple[str, str, float, float]]:
    return _strongest(model, model.columns.heroes)


def _counters(model: LineupModel) -> list[tuple[str, str, float, float]]:
    found = _strongest(model, model.columns.heroes + model.columns.pairs)
    return [row if row[2] >= 0 else (row[1], row[0], -row[2], row[3]) for row in found]


def _strongest(model: LineupModel, start: int) -> list[tuple[str, str, float, float]]:
    """The pairs of largest effect from a column on: names, log-odds, half of the 95 % interval."""
    first, second = np.triu_indices(len(model.names), 1)
    values = model.weights[start : start + len(first)]
    if not values.any():
        return []
    errors = np.sqrt(np.diag(model.covariance)[start : start + len(first)])
    return [
        (model.names[first[at]], model.names[second[at]], float(values[at]), float(Z95 * errors[at]))
        for at in np.argsort(-np.abs(values))[:SHOWN].tolist()
    ]


def format_advice(advice: Advice, names: Sequence[str]) -> str:
    """What to do next, the best first."""
    draft = advice.draft
    heads = [
        f"A  {listed(draft.heroes('A'), names)}",
        f"B  {listed(draft.heroes('B'), names)}",
        *([f"banned  {listed(draft.banned, names)}"] if draft.banned else []),
        f"A wins {percent(advice.win.value)} (95 % {interval(advice.win)}) with best play from here",
    ]
    if draft.complete:
        return "\n".join(heads)
    side, deed = draft.turn.upper(), "bans" if draft.turn.islower() else "picks"
    rows = [_option_row(option, names) for option in advice.options]
    head = ("rank", "hero", f"{side} wins", "95 %", "change", "best reply", "then")
    return "\n".join([*heads, "", f"{side} {deed}:", format_table(head, rows, left=2), "", LEGEND])


LEGEND = (
    "= worth the same; ~ not told apart from the best at 95 %. Changes are in points against the best; "
    "the line is best play of both."
)


def _option_row(option: Option, names: Sequence[str]) -> tuple[str, ...]:
    mark = "" if option.sure or option.rank == 1 else " ~"
    return (
        rank_of(option.rank, option.tied),
        names[option.hero],
        percent(option.win.value),
        interval(option.win),
        change(option.change.value) + mark,
        " = ".join(names[hero] for hero in option.replies) or "–",
        " ".join(names[hero] for hero in option.line[1:4]) + (" …" if len(option.line) > 4 else ""),
    )


def format_review(steps: Sequence[ReviewedStep], names: Sequence[str]) -> str:
    """A draft step by step."""
    rows = [
        (
            str(step.number),
            step.letter.upper(),
            "ban" if step.letter.islower() else "pick",
            names[step.hero],
            percent(step.win.value),
            interval(step.win),
            change(step.change.value) + ("" if step.sure or step.rank == 1 else " ~"),
            f"{rank_of(step.rank, step.tied)} of {step.options}",
            "" if step.hero in step.best else " = ".join(names[hero] for hero in step.best),
        )
        for step in steps
    ]
    head = ("", "side", "step", "hero", "A wins", "95 %", "change", "rank", "better")
    return "\n".join([format_table(head, rows, left=4), "", LEGEND])


def format_lineups(table: LineupTable, rows: list[dict[str, Any]]) -> str:
    """Lineups with what they are worth."""
    if rows and "mean" in rows[0]:
        cells = [
            (", ".join(row["lineup"]), percent(row["mean"]), percent(row["least"]), ", ".join(row["reply"]))
            for row in rows
        ]
        head = ("lineup", "wins on average", "at least", "against")
        return f"{table.logits.size:,} pairs of lineups\n\n" + format_table(head, cells, left=1)
    return format_table(
        ("lineup", "wins"), [(", ".join(row["lineup"]), percent(row["wins"])) for row in rows], left=1
    )


def format_comparison(found: dict[str, Any]) -> str:
    """Drafters by the matches played."""
    rows = [
        (
            pair["first"],
            pair["second"],
            str(pair["matches"]),
            percent(pair["won"]),
            f"{100 * pair['low']:.1f} to {100 * pair['high']:.1f}",
            percent(pair["expected"]),
            percent(pair["won_picking_first"]),
            percent(pair["won_picking_second"]),
        )
        for pair in found["pairs"]
    ]
    head = (
        "drafter",
        "against",
        "matches",
        "won",
        "95 %",
        "the model said",
        "picking first",
        "picking second",
    )
    about = f"{found['variant']}, {found['player']}, order {found['order']}, pools of {found['pool']} heroes"
    return f"{about}\n\n{format_table(head, rows, left=2)}"
