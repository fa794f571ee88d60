"""What a table of counts says of strengths, side and draws: the fit, draws of its uncertainty, bounds outside the core.

The same record whatever is made of drawn matches, so that tables and diagnostics need not know. Letters of axes:
K entrants, P parameters (θ, then γ if there is a side term, then τ if there is a model of draws), C draws.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray
from ratings.bootstrap import bootstrap_draws
from ratings.bounds import one_sided_bounds
from ratings.counts import Counts
from ratings.graph import Standing
from ratings.likelihood import win_probability
from ratings.newton import Fit
from ratings.posterior import fit_posterior
from ratings.sandwich import sandwich_draws
from ratings.settings import Settings
from ratings.tie_fit import bootstrap_ties, bound_ties, fit_ties, sandwich_ties
from ratings.ties import TIE_MODELS, TieModel


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """A fit with its uncertainty.

    Attributes:
        fit: the point estimate.
        finite: [K] bool, entrants that have a finite rating.
        sided: whether there is a side term.
        draws: [P, C], parameters that stand for the uncertainty; None if no intervals were asked for.
        low, high: [K] float64 in points from the mean of the core, one-sided bounds outside it; NaN elsewhere.
        ties: the model of draws; None if a draw is half a win, or left out.
    """

    fit: Fit
    finite: BoolArray
    sided: bool
    draws: Floats | None
    low: FloatArray
    high: FloatArray
    ties: TieModel | None

    @property
    def tie(self) -> float | None:
        """The parameter of draws as its paper has it; None without a model of draws."""
        return None if self.ties is None else self.ties.shown(float(self.fit.parameters[-1]))

    def expected_score(self, low: IntArray, high: IntArray, side: FloatArray) -> FloatArray:
        """The share of the win that ``low`` should take of ``high``, a draw being half: [N].

        ``side`` is +1 if ``low`` has the side, −1 if ``high`` has it, 0 on neutral ground.
        """
        at = self.fit.parameters
        x = at[low] - at[high] + (side * at[len(self.finite)] if self.sided else 0.0)
        if self.ties is None:
            return win_probability(x)
        won, drawn, _ = self.ties.chances(x, float(at[-1]))
        score: FloatArray = won + drawn / 2
        return score


def infer(counts: Counts, standing: Standing, settings: Settings) -> Inference:
    """Fit counts as the settings say.

    Raises:
        NoConvergence: the likelihood has no finite maximum under these settings.
    """
    rng = np.random.default_rng(settings.seed)
    wanted, sandwich = settings.resamples, method(settings) == "sandwich"
    none = np.full(len(counts.names), np.nan)
    model = TIE_MODELS.get(settings.draws)
    draws: Floats | None = None
    low, high = none, none.copy()
    if model is None:
        estimate = fit_posterior(counts, standing, settings.prior)
        if wanted:
            draw = sandwich_draws if sandwich else bootstrap_draws
            draws = draw(estimate.counts, estimate.cells, estimate.fit, rng, wanted)
            low, high = one_sided_bounds(counts, standing, settings.prior, estimate)
        return Inference(estimate.fit, estimate.finite, estimate.counts.has_sides, draws, low, high, None)
    tied = fit_ties(counts, standing, model, settings.prior)
    if wanted:
        draws = (sandwich_ties if sandwich else bootstrap_ties)(tied, rng, wanted)
        low, high = bound_ties(counts, standing, tied)
    return Inference(tied.fit, tied.finite, tied.counts.has_sides, draws, low, high, model)


def method(settings: Settings) -> str:
    """How intervals are made: without a prior resampled tables need not have a maximum."""
    return "sandwich" if settings.prior == 0.0 else settings.intervals
