"""What to know of a table beside its ratings: whether one number a player fits it, and how well it foretells."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ratings.alpha_rank import alpha_rank
from ratings.arrays import FloatArray
from ratings.blocks import BlockRatio, block_variance
from ratings.counts import Counts, count_matches
from ratings.cycles import Transitivity, cyclic_triples, log_odds, nash_points, transitivity
from ratings.errors import BadSettings
from ratings.graph import Standing, find_standing
from ratings.held_out import HeldOut, foretell
from ratings.inference import Inference, infer
from ratings.likelihood import POINTS, win_probability
from ratings.pairwise import PairingCheck, check_pairings, differences, superiority
from ratings.posterior import fit_posterior
from ratings.results import Results
from ratings.settings import Settings

PRIORS = (0.25, 0.5, 1.0)
SELECTION = 100.0  # α of α-rank: beyond it the order no longer changes
MOST_ENTRANTS = 100  # Nash averaging solves a linear program for each
MOST_ROWS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Diagnostics:
    """See the fields' own classes; matrices are K × K in the order of ``names``, NaN where nothing is known.

    Attributes:
        names: entrants of the main component, best first.
        pairings: expected against observed, largest misfit first.
        held_out: forecasts of matches not fitted; None if none can be foretold.
        transitivity: how far one number a player goes.
        cycles: triples of which each beat the next and the last the first, with the least sure of the three in standard
            errors.
        nash_weights, nash_averages: of Nash averaging, the latter in points; None with more than 100 entrants.
        log_alpha_rank: ln of the share of time in each entrant; None likewise.
        superiority: likelihood that the row is stronger than the column.
        difference, difference_low, difference_high: row less column in points, with 95 % intervals.
        blocks: variance of blocks against independent matches; None without blocks.
        priors: rating of each entrant, from the mean of the core, under other weights of the prior: {weight: ratings}.
        drawn: share of matches drawn.
    """

    names: tuple[str, ...]
    pairings: tuple[PairingCheck, ...]
    held_out: HeldOut | None
    transitivity: Transitivity
    cycles: tuple[tuple[str, str, str, float], ...]
    nash_weights: FloatArray | None
    nash_averages: FloatArray | None
    log_alpha_rank: FloatArray | None
    superiority: FloatArray
    difference: FloatArray
    difference_low: FloatArray
    difference_high: FloatArray
    blocks: BlockRatio | None
    priors: dict[float, FloatArray]
    drawn: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON; null where nothing is known."""
        plain = {name: _plain(getattr(self, name)) for name in self.__slots__}
        plain["pairings"] = [asdict(one) for one in self.pairings]
        plain["held_out"] = None if self.held_out is None else asdict(self.held_out)
        plain["transitivity"] = asdict(self.transitivity)
        plain["blocks"] = None if self.blocks is None else asdict(self.blocks)
        plain["priors"] = {f"{weight:g}": _plain(rating) for weight, rating in self.priors.items()}
        return plain

    def render(self) -> str:
        """As text for a terminal."""
        return "\n".join(_lines(self))


def diagnose(results: Results, settings: Settings | None = None) -> Diagnostics:
    """Diagnostics of a table under Bradley–Terry.

    Args:
        results: the matches.
        settings: as for ``rate``; their resamples are behind superiority and differences.

    Raises:
        RatingError: as for ``rate``; a model other than Bradley–Terry.
    """
    settings = settings or Settings()
    if settings.model != "bt":
        raise BadSettings(f"expected the model bt for diagnostics, got {settings.model!r}; leave --model out")
    counts = count_matches(results, sides=settings.side, drop_draws=settings.draws == "drop")
    standing = find_standing(counts)
    found = infer(counts, standing, settings)
    members = standing.members(0)
    order = members[np.argsort(-np.nan_to_num(found.fit.parameters[members]), kind="stable")]
    square = np.ix_(order, order)
    apart, low, high = differences(found, standing)
    weights = averages = evolved = None
    if len(order) <= MOST_ENTRANTS:
        chances = _chances(counts, found)[square]
        weights, averages = nash_points(np.log(chances / (1.0 - chances)))
        evolved = alpha_rank(chances, alpha=SELECTION)
    return Diagnostics(
        names=tuple(counts.names[k] for k in order),
        pairings=tuple(check_pairings(counts, found)),
        held_out=foretell(results, settings),
        transitivity=transitivity(counts),
        cycles=tuple(cyclic_triples(counts)),
        nash_weights=weights,
        nash_averages=averages,
        log_alpha_rank=evolved,
        superiority=superiority(found, standing)[square],
        difference=apart[square],
        difference_low=low[square],
        difference_high=high[square],
        blocks=block_variance(counts),
        priors=_under_other_priors(counts, standing, order),
        drawn=float((results.weight * (results.score == 0.5)).sum() / results.weight.sum()),
    )


def _chances(counts: Counts, found: Inference) -> FloatArray:
    """[K, K]: of the row to beat the column on neutral ground: as met where they met, else as the fit expects."""
    size = len(counts.names)
    x = found.fit.parameters[:size, None] - found.fit.parameters[None, :size]
    chance = win_probability(np.clip(x, -30.0, 30.0))
    low, high, logit, _ = log_odds(counts)
    chance[low, high] = 1.0 / (1.0 + np.exp(-logit))
    chance[high, low] = 1.0 - chance[low, high]
    np.fill_diagonal(chance, 0.5)
    return chance


def _under_other_priors(counts: Counts, standing: Standing, order: Any) -> dict[float, FloatArray]:
    ratings = {}
    for weight in PRIORS:
        at = fit_posterior(counts, standing, weight).fit.parameters[: len(counts.names)] * POINTS
        core = standing.core & (standing.component == 0)
        ratings[weight] = at[order] - at[core].mean()
    return ratings


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return (
            [_plain(one) for one in value]
            if value.ndim > 1
            else [float(one) if np.isfinite(one) else None for one in value]
        )
    return list(value) if isinstance(value, tuple) else value


def _lines(found: Diagnostics) -> Iterator[str]:
    yield from _fit_lines(found)
    yield from ("", "largest misfits          matches  observed  expected      z")
    for one in found.pairings[:MOST_ROWS]:
        pair = f"{one.a} – {one.b}"
        yield f"{pair:<24}{one.matches:>8g}{one.observed:>10.3f}{one.expected:>10.3f}{one.z:>7.1f}"
    if found.held_out is not None:
        yield from ("", "held out: favourite expected   matches  expected  observed")
        for bin_ in found.held_out.bins:
            edges = f"{bin_.low:.1f} to {bin_.high:.1f}"
            yield f"{edges:>28}{bin_.matches:>10}{bin_.expected:>10.3f}{bin_.observed:>10.3f} ± {bin_.margin:.3f}"
    if (
        found.nash_weights is not None
        and found.nash_averages is not None
        and found.log_alpha_rank is not None
    ):
        yield from ("", "entrant                   Nash weight  Nash average    ln α-rank   above next")
        next_one = [*np.diag(found.superiority, 1), np.nan]
        for k, name in enumerate(found.names[: 3 * MOST_ROWS]):
            sure = "–" if np.isnan(next_one[k]) else f"{next_one[k]:.1%}"
            yield (
                f"{name:<24}{found.nash_weights[k]:>13.3f}{found.nash_averages[k]:>14.0f}"
                f"{found.log_alpha_rank[k]:>13.1f}{sure:>13}"
            )


def _fit_lines(found: Diagnostics) -> Iterator[str]:
    one = found.transitivity
    if one.p_value is not None:
        share = "no more than chance" if not one.share else f"{one.share:.1%} of the variance"
        yield (
            f"cycles: {share} that no single number explains; misfit χ² {one.chi_square:.1f} on {one.freedom}, "
            f"p {one.p_value:.2g}"
        )
    for a, b, c, sure in found.cycles:
        yield f"  {a} beat {b} beat {c} beat {a}, each by {sure:.1f} standard errors or more"
    if found.held_out is not None:
        yield (
            f"held out: log loss {found.held_out.log_loss:.4f} (a coin 0.6931), Brier score {found.held_out.brier:.4f} "
            f"(a coin 0.25), {found.held_out.matches} matches"
        )
    if found.blocks is not None:
        yield (
            f"blocks vary {found.blocks.ratio:.2f} ± {found.blocks.ratio * found.blocks.spread:.2f} times as much as "
            f"independent matches ({found.blocks.blocks} blocks)"
        )
    moved = np.abs(found.priors[PRIORS[-1]] - found.priors[PRIORS[1]]).max()
    yield f"prior: weight {PRIORS[-1]:g} instead of {PRIORS[1]:g} moves ratings by up to {moved:.0f}"
    yield f"drawn: {found.drawn:.1%} of the matches"
