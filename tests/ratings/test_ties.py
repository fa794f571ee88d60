"""Models of draws: chances as the papers write them, slopes by finite differences, concavity, and joint fits by SciPy."""

import numpy as np
import pytest

from ratings.likelihood import Design
from ratings.ties import DAVIDSON, RAO_KUPPER, Outcomes, TieTables

MODELS = pytest.mark.parametrize("model", [DAVIDSON, RAO_KUPPER], ids=lambda model: model.name)


def test_davidson_is_the_square_root_of_the_worths():
    """Davidson 1970, equation 2.3: π₁ : ν·√(π₁π₂) : π₂."""
    one, other, nu = 0.6, 0.1, 0.7
    won, drawn, lost = DAVIDSON.chances(np.array([np.log(one / other)]), np.log(nu))
    total = one + other + nu * np.sqrt(one * other)
    assert (won[0], drawn[0], lost[0]) == pytest.approx(
        (one / total, nu * np.sqrt(one * other) / total, other / total)
    )
    assert DAVIDSON.shown(np.log(nu)) == pytest.approx(nu)


def test_rao_and_kupper_is_a_threshold():
    """Rao & Kupper 1967, equation 2.2: π₁/(π₁ + θπ₂); drawn (θ² − 1)π₁π₂/((π₁ + θπ₂)(θπ₁ + π₂))."""
    one, other, theta = 0.6, 0.1, 1.8
    tie = np.log(theta**2 - 1)
    won, drawn, lost = RAO_KUPPER.chances(np.array([np.log(one / other)]), tie)
    assert won[0] == pytest.approx(one / (one + theta * other))
    assert lost[0] == pytest.approx(other / (other + theta * one))
    assert drawn[0] == pytest.approx(1.0 - won[0] - lost[0])
    assert RAO_KUPPER.shown(tie) == pytest.approx(theta)


@MODELS
def test_a_log_likelihood_is_the_logarithm_of_the_chances(model):
    x, outcomes = (
        np.array([-40.0, -1.0, 0.3, 25.0]),
        Outcomes(*np.array([[1.0, 2, 0, 4], [0, 3, 1, 1], [5, 0, 1, 0]])),
    )
    chances = model.chances(x, 0.4)
    expected = sum(n * np.log(p) for n, p in zip(outcomes, chances, strict=True))
    assert model.value(x, 0.4, outcomes) == pytest.approx(expected)


@MODELS
@pytest.mark.parametrize("tie", [-3.0, 0.2, 4.0])
def test_slopes_and_curvatures_are_those_of_finite_differences(model, tie):
    x, outcomes = np.array([-2.0, 0.0, 1.5]), Outcomes(*np.array([[1.0, 2, 3], [2, 1, 1], [3, 2, 0]]))
    slopes, step = model.slopes(x, tie, outcomes), 1e-5

    def differences(of):
        return [
            (of(x + dx, tie + dt) - of(x - dx, tie - dt)) / (2 * step)
            for dx, dt in ((step, 0.0), (0.0, step))
        ]

    by_x, by_tie = differences(lambda a, t: model.value(a, t, outcomes))
    assert slopes.by_x == pytest.approx(by_x, abs=1e-6)
    assert slopes.by_tie == pytest.approx(by_tie, abs=1e-6)
    curve_x, cross = differences(lambda a, t: -model.slopes(a, t, outcomes).by_x)
    _, curve_tie = differences(lambda a, t: -model.slopes(a, t, outcomes).by_tie)
    assert slopes.curve_x == pytest.approx(curve_x, abs=1e-6)
    assert slopes.curve_cross == pytest.approx(cross, abs=1e-6)
    assert slopes.curve_tie == pytest.approx(curve_tie, abs=1e-6)


@MODELS
def test_the_log_likelihood_is_concave_everywhere(model):
    rng = np.random.default_rng(0)
    x, tie = rng.normal(0.0, 4.0, 2000), rng.normal(0.0, 3.0, 2000)
    slopes = model.slopes(x, tie, Outcomes(*rng.integers(0, 4, (3, 2000)).astype(float)))
    determinant = slopes.curve_x * slopes.curve_tie - slopes.curve_cross**2
    assert slopes.curve_x.min() >= 0.0 and slopes.curve_tie.min() >= 0.0 and determinant.min() > -1e-9


@MODELS
def test_the_gradient_and_the_hessian_of_a_table_are_its_own(model):
    rng = np.random.default_rng(1)
    low, high = np.array([0, 0, 1, 1]), np.array([1, 2, 2, 2])
    design = Design.of_cells(3, low, high, np.array([1.0, 0.0, -1.0, 1.0]))
    tables = TieTables(
        model, design, Outcomes(*rng.integers(1, 9, (3, 4, 1)).astype(float)), np.full(4, 0.5), 0.5
    )
    at, step = rng.normal(size=5), 1e-5
    gradient, hessian = tables.gradient(at[:, None])[:, 0], tables.hessian(at)
    for k in range(5):
        move = step * (np.arange(5) == k)
        up, down = ((at + sign * move)[:, None] for sign in (1, -1))
        assert gradient[k] == pytest.approx((tables.value(up) - tables.value(down))[0] / (2 * step), abs=1e-6)
        change = (tables.gradient(down) - tables.gradient(up))[:, 0] / (2 * step)
        assert hessian[k] == pytest.approx(change, abs=1e-6)
    assert tables.diagonal(at[:, None])[:, 0] == pytest.approx(np.diag(hessian))
