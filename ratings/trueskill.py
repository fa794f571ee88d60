"""TrueSkill ratings (Herbrich, Minka & Graepel 2007), by the ``trueskill`` package in the order played, or at once.

Settings are those of Five, so that its numbers can be compared: β = 8.3/(√2·Φ⁻¹(0.8)) ≈ 6.97, which makes a lead
of 8.3 points an 80 % chance to win, no drift (τ = 0), draws as often as the table has them. Ratings stay in these
points. The package's own tails lose all digits at strong upsets and then raise; the ones here are computed
from scaled complementary error functions and do not.
"""

import math
from typing import Any

import numpy as np
import trueskill as package
from scipy.special import erfcx

from ratings.bradley_terry import find_anchor
from ratings.counts import count_matches
from ratings.errors import BadSettings
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import RatingTable
from ratings.tracked import Track, anchored_table, in_order
from ratings.trueskill_free import Sites, pass_messages

MU, SIGMA = 25.0, 25.0 / 3.0
POINTS_FOR_80_PERCENT = 8.3
BETA = POINTS_FOR_80_PERCENT / (math.sqrt(2.0) * 0.8416212335729143)  # Φ⁻¹(0.8)
TAU = 0.0
NORMAL_95 = 1.959963984540054  # Φ⁻¹(0.975)


class StableTrueSkill(package.TrueSkill):  # type: ignore[misc]
    """The package's TrueSkill with truncation functions that hold in the tails.

    v and w are the additive and multiplicative corrections of Herbrich et al., section 3.1, at the difference
    of performances ``diff`` and the draw margin ``draw_margin``, both in units of its standard deviation.
    """

    def v_win(self, diff: float, draw_margin: float) -> float:
        """φ(x)/Φ(x) at x = diff − margin."""
        return 1.0 / mills_ratio(diff - draw_margin)

    def w_win(self, diff: float, draw_margin: float) -> float:
        """v·(v + x), strictly between 0 and 1."""
        x = diff - draw_margin
        if x < -1e4:  # v + x cancels; the series in 1/x² is exact there
            return 1.0 - 1.0 / (x * x)
        v = 1.0 / mills_ratio(x)
        return v * (v + x)

    def v_draw(self, diff: float, draw_margin: float) -> float:
        """(φ(b) − φ(a))/(Φ(a) − Φ(b)) with a = margin − |diff|, b = −margin − |diff|, signed as diff."""
        near, far = _draw_edges(diff, draw_margin)
        v = (far.density - near.density) / (near.mass - far.mass)
        return math.copysign(1.0, diff) * v if diff else 0.0

    def w_draw(self, diff: float, draw_margin: float) -> float:
        """v² + (a·φ(a) − b·φ(b))/(Φ(a) − Φ(b))."""
        near, far = _draw_edges(diff, draw_margin)
        mass = near.mass - far.mass
        v = (far.density - near.density) / mass
        return v * v + (near.at * near.density - far.at * far.density) / mass


class _Edge:
    """An edge of the interval of draws: where it is, and density and mass there, both divided by one scale."""

    __slots__ = ("at", "density", "mass")

    def __init__(self, at: float, density: float, mass: float) -> None:
        self.at, self.density, self.mass = at, density, mass


def mills_ratio(x: float) -> float:
    """Φ(x)/φ(x), without underflow at any negative x."""
    return math.sqrt(math.pi / 2.0) * float(erfcx(-x / math.sqrt(2.0)))


def _draw_edges(diff: float, margin: float) -> tuple[_Edge, _Edge]:
    """The edges a and b, divided by φ(a): the ratios that v and w are made of stay as they are."""
    a, b = margin - abs(diff), -margin - abs(diff)
    if a > 0.0:  # the mass is of the order of one: no scale is needed, and erfcx would overflow far out
        return (
            _Edge(a, math.exp(-a * a / 2.0), math.sqrt(math.pi / 2.0) * math.erfc(-a / math.sqrt(2.0))),
            _Edge(b, math.exp(-b * b / 2.0), math.sqrt(math.pi / 2.0) * math.erfc(-b / math.sqrt(2.0))),
        )
    ratio = math.exp((a * a - b * b) / 2.0)
    return _Edge(a, 1.0, mills_ratio(a)), _Edge(b, ratio, ratio * mills_ratio(b))


def rate_trueskill(results: Results, settings: Settings) -> RatingTable:
    """Rate by TrueSkill, each match once: in the order played, or all at once (see ``trueskill_free``).

    The interval is mean ± 1.96 standard deviations of the belief in the entrant's skill. In the order played it takes
    the other ratings as known and depends on the order, so it is too narrow; see docs/ratings.md.

    Raises:
        BadSettings: rows with weights other than 1, which TrueSkill has no use for.
        UnknownAnchor: the anchor did not play.
        NoConvergence: see ``trueskill_free.pass_messages``.
    """
    if not np.all(results.weight == 1.0):
        raise BadSettings("expected rows of weight 1 for the model trueskill; leave the weight out or use bt")
    draw_probability = float((results.score == 0.5).mean())
    if draw_probability == 1.0:
        raise BadSettings(
            "expected at least one match with a winner for the model trueskill, got draws alone"
        )
    free = settings.order == "free"
    track = _at_once(results, settings, draw_probability) if free else _one_by_one(results, draw_probability)
    stated = {
        "mu": MU,
        "sigma": SIGMA,
        "beta": BETA,
        "tau": TAU,
        "draw_probability": draw_probability,
        "points": "8.3 are an 80 % chance to win",
        "intervals": "belief",
    }
    return anchored_table("trueskill", results, settings, track, stated, zero_without_anchor=0.0)


def _one_by_one(results: Results, draw_probability: float) -> Track:
    environment = StableTrueSkill(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, draw_probability=draw_probability)
    beliefs = [environment.create_rating() for _ in results.names]
    for first, second, score in in_order(results):
        beliefs[first], beliefs[second] = _update(environment, beliefs[first], beliefs[second], score)
    return Track(
        rating=np.array([belief.mu for belief in beliefs]),
        margin=NORMAL_95 * np.array([belief.sigma for belief in beliefs]),
    )


def _at_once(results: Results, settings: Settings, draw_probability: float) -> Track:
    size = len(results.names)
    belief = pass_messages(
        Sites.of(count_matches(results, sides=False)),
        np.full(size, MU),
        np.full(size, SIGMA),
        beta=BETA,
        draw_probability=draw_probability,
    )
    variance = belief.covariance.diagonal()
    anchor = find_anchor(results, settings.anchor)
    apart = None if anchor is None else variance + variance[anchor] - 2.0 * belief.covariance[anchor]
    return Track(
        rating=belief.mean,
        margin=NORMAL_95 * np.sqrt(variance),
        from_anchor=None if apart is None else NORMAL_95 * np.sqrt(np.maximum(apart, 0.0)),
        free=True,
    )


def _update(environment: Any, first: Any, second: Any, score: float) -> tuple[Any, Any]:
    if score == 0.0:
        winner, loser = package.rate_1vs1(second, first, env=environment)
        return loser, winner
    one, other = package.rate_1vs1(first, second, drawn=score == 0.5, env=environment)
    return one, other
