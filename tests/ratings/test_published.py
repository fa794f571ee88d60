"""Published data sets whose source prints the numbers.

Others stand elsewhere: Agresti's tables (test_newton), TrueSkill's reference cases (test_trueskill_free), Nash averaging
(test_cycles), α-rank (test_alpha_rank).
"""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.posterior import fit_posterior
from tests.ratings.tables import baseball, table

# Citations between four journals of statistics, the cited one winning: Stigler 1994, Statistical Science 9, in Agresti 2002,
# p. 448, and in the R package BradleyTerry2 (data/citations.txt).
CITATIONS = {
    ("Biometrika", "Comm Statist"): (730, 33),
    ("Biometrika", "JASA"): (498, 320),
    ("Biometrika", "JRSS-B"): (221, 284),
    ("Comm Statist", "JASA"): (68, 813),
    ("Comm Statist", "JRSS-B"): (17, 276),
    ("JASA", "JRSS-B"): (142, 325),
}


def estimates(results, reference, *, sides=True):
    """Estimate and standard error of each entrant, less the reference, and of the side: by name."""
    counts = count_matches(results, sides=sides)
    fit = fit_posterior(counts, find_standing(counts), 0.0).fit
    zero = counts.names.index(reference)
    found = {}
    for k, name in enumerate(counts.names):
        variance = fit.inverse[k, k] + fit.inverse[zero, zero] - 2 * fit.inverse[k, zero]
        found[name] = (fit.parameters[k] - fit.parameters[zero], np.sqrt(max(variance, 0.0)))
    if counts.has_sides:
        found["side"] = (fit.parameters[-1], np.sqrt(fit.inverse[-1, -1]))
    return found


def citations():
    rows = []
    for (a, b), (won, lost) in CITATIONS.items():
        rows += [(a, b, 1.0, won), (a, b, 0.0, lost)]
    return table(*rows)


@pytest.mark.parametrize(
    ("reference", "printed"),
    [
        (
            "Biometrika",
            {
                "Comm Statist": (-2.9490725, 0.10254534),
                "JASA": (-0.4795698, 0.06058873),
                "JRSS-B": (0.2689541, 0.07082997),
            },
        ),
        (
            "JASA",
            {
                "Biometrika": (0.4795698, 0.06058873),
                "Comm Statist": (-2.4695027, 0.09817049),
                "JRSS-B": (0.7485238, 0.07294356),
            },
        ),
    ],
)
def test_citations_have_the_abilities_and_errors_that_bradleyterry2_prints(reference, printed):
    """BradleyTerry2, tests/BTabilities.Rout.save (R 3.6.0): seven and eight decimals."""
    found = estimates(citations(), reference)
    for name, (ability, error) in printed.items():
        assert found[name][0] == pytest.approx(ability, abs=6e-8)
        assert found[name][1] == pytest.approx(error, abs=6e-8)


@pytest.mark.parametrize(
    ("sides", "printed"),
    [
        (
            False,
            {
                "Boston": (1.1077, 0.3339), "Cleveland": (0.6839, 0.3319), "Detroit": (1.4364, 0.3396),
                "Milwaukee": (1.5814, 0.3433), "New York": (1.2476, 0.3359), "Toronto": (1.2945, 0.3367),
            },
        ),
        (
            True,
            {
                "Boston": (1.1438, 0.3378), "Cleveland": (0.7047, 0.3350), "Detroit": (1.4754, 0.3446),
                "Milwaukee": (1.6196, 0.3474), "New York": (1.2813, 0.3404), "Toronto": (1.3271, 0.3403),
                "side": (0.3023, 0.1309),
            },
        ),
    ],
)  # fmt: skip
def test_baseball_has_the_home_advantage_and_errors_that_bradleyterry2_prints(sides, printed):
    """BradleyTerry2, tests/baseball.Rout.save: Agresti's section 10.6 with standard errors, four decimals."""
    found = estimates(baseball(), "Baltimore", sides=sides)
    for name, (estimate, error) in printed.items():
        assert found[name][0] == pytest.approx(estimate, abs=6e-5)
        assert found[name][1] == pytest.approx(error, abs=6e-5)
