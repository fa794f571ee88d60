"""The likelihood against a plain loop over matches and against finite differences."""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.likelihood import Design, curvature, log_likelihood, win_probability
from ratings.prior import penalise
from tests.ratings.tables import plain_log_likelihood, simulated


@pytest.fixture(scope="module")
def posed():
    results, _ = simulated(7, 150, seed=3, side=0.5, draws=0.2)
    cells = penalise(count_matches(results), 0.7)
    played, score = cells.with_virtual(cells.virtual)
    parameters = np.random.default_rng(4).normal(0.0, 1.0, cells.design.parameters)
    return results, cells.design, played, score, parameters


def test_it_equals_a_plain_loop_over_the_matches(posed):
    results, design, played, score, parameters = posed
    theta = dict(zip(results.names, parameters[:-1], strict=True))
    ours = log_likelihood(design.predict(parameters), played, score)
    assert float(ours) == pytest.approx(plain_log_likelihood(results, theta, parameters[-1], 0.7), rel=1e-12)


def test_its_gradient_is_that_of_finite_differences(posed):
    _, design, played, score, parameters = posed
    gradient = design.collect(score - played * win_probability(design.predict(parameters)))
    step = 1e-5
    for k in range(design.parameters):
        up, down = parameters.copy(), parameters.copy()
        up[k] += step
        down[k] -= step
        slope = (
            log_likelihood(design.predict(up), played, score)
            - log_likelihood(design.predict(down), played, score)
        ) / (2 * step)
        assert gradient[k] == pytest.approx(float(slope), abs=1e-6)


def test_its_hessian_is_that_of_finite_differences(posed):
    _, design, played, score, parameters = posed
    hessian = design.hessian(curvature(design.predict(parameters), played))
    step = 1e-5
    for k in range(design.parameters):
        up, down = parameters.copy(), parameters.copy()
        up[k] += step
        down[k] -= step
        slope = [design.collect(score - played * win_probability(design.predict(p))) for p in (up, down)]
        assert hessian[k] == pytest.approx(-(slope[0] - slope[1]) / (2 * step), abs=1e-5)


def test_columns_are_independent_and_equal_single_ones(posed):
    _, design, played, _, parameters = posed
    many = np.stack([parameters, -parameters, parameters * 2.0], axis=1)
    assert design.predict(many)[:, 1] == pytest.approx(design.predict(-parameters))
    cells = np.stack([played, played * 2.0, played], axis=1)
    assert design.collect(cells)[:, 1] == pytest.approx(design.collect(played * 2.0))
    assert design.diagonal(cells)[:, 0] == pytest.approx(np.diag(design.hessian(played)))


def test_the_matrix_written_out_predicts_and_collects(posed):
    _, design, played, _, parameters = posed
    matrix = design.predict_rows(np.arange(len(played)), np.eye(design.parameters))
    assert matrix @ parameters == pytest.approx(design.predict(parameters))
    assert matrix.T @ played == pytest.approx(design.collect(played))
    assert (
        design.predict_rows(np.array([4, 2]), np.eye(design.parameters)).tolist() == matrix[[4, 2]].tolist()
    )


def test_far_out_it_neither_overflows_nor_loses_its_slope():
    x = np.array([-1e4, -800.0, 0.0, 800.0, 1e4])
    one = np.ones(5)
    assert log_likelihood(x[:, None], one[:, None], one[:, None]).tolist() == [
        pytest.approx(-1e4 - 800.0 - np.log(2.0))
    ]
    assert win_probability(x.copy()).tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert win_probability(x.astype(np.float32)).dtype == np.float32


def test_a_design_without_a_side_has_one_parameter_an_entrant():
    design = Design.of_cells(3, np.array([0, 1]), np.array([2, 2]), None)
    assert design.parameters == 3
    assert design.predict(np.array([1.0, 2.0, 4.0])).tolist() == [-3.0, -2.0]
    assert design.collect(np.array([1.0, 10.0])).tolist() == [1.0, 10.0, -11.0]
