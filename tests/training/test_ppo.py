"""The PPO loss and its gradient against a second, plain implementation, one agent-step at a time."""

from __future__ import annotations

import math
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from training.errors import BadLearning
from training.ppo import Now, PpoMetrics, PpoSettings, Then, ppo_loss, ppo_metrics

SETTINGS = PpoSettings(clip=0.2, value_weight=0.5, entropy_weight=0.01, entropy_by_head={"aim": 0.03})
Arrays = dict[str, np.ndarray]


def arrays(seed: int = 0, shape: tuple[int, int] = (6, 9)) -> Arrays:
    """Agent-steps whose ratios lie within and beyond the clip on both sides, with either sign of advantage."""
    rng = np.random.default_rng(seed)
    found = {name: rng.normal(size=shape) for name in ("advantage", "returns", "value", "old")}
    found["new"] = found["old"] + rng.uniform(-0.6, 0.6, shape)
    found |= {name: rng.uniform(0.1, 2.0, shape) for name in ("kind", "aim")}
    found["counted"] = rng.random(shape) < 0.7
    found["uses_aim"] = rng.random(shape) < 0.4
    return found


def records(given: Arrays, *, counted: bool = True) -> tuple[Now, Then]:
    tensors: dict[str, Any] = {name: torch.tensor(each) for name, each in given.items()}
    for name in ("new", "value", "kind", "aim"):
        tensors[name].requires_grad_()
    entropy = {"kind": tensors["kind"], "aim": tensors["aim"]}
    return (
        Now(
            log_prob=tensors["new"],
            value=tensors["value"],
            entropy=entropy,
            used={"aim": tensors["uses_aim"]},
        ),
        Then(
            log_prob=tensors["old"],
            advantage=tensors["advantage"],
            returns=tensors["returns"],
            counted=tensors["counted"] if counted else None,
        ),
    )


def plain(given: Arrays) -> tuple[float, Arrays]:
    """Loss and gradients, worked out case by case in NumPy: a second implementation."""
    places = list(zip(*np.nonzero(given["counted"]), strict=True))
    count = len(places)
    loss = 0.0
    gradient = {name: np.zeros(given["new"].shape) for name in ("new", "value", "kind", "aim")}
    for at in places:
        gain, ratio = given["advantage"][at], math.exp(given["new"][at] - given["old"][at])
        if gain >= 0 and ratio > 1.2:
            loss -= 1.2 * gain / count
        elif gain < 0 and ratio < 0.8:
            loss -= 0.8 * gain / count
        else:
            loss -= ratio * gain / count
            gradient["new"][at] = -ratio * gain / count
        error = given["value"][at] - given["returns"][at]
        loss += 0.5 * 0.5 * error * error / count
        gradient["value"][at] = 0.5 * error / count
        for head, weight in (("kind", 0.01), ("aim", 0.03)):
            loss -= weight * given[head][at] / count
            gradient[head][at] = -weight / count
    return loss, gradient


def test_loss_and_gradients_are_those_of_the_second_implementation() -> None:
    given = arrays()
    now, then = records(given)
    loss = ppo_loss(now, then, SETTINGS)
    loss.total.backward()
    expected, gradients = plain(given)
    assert float(loss.total.detach()) == pytest.approx(expected, rel=1e-12)
    tensors = {"new": now.log_prob, "value": now.value, **now.entropy}
    for name, tensor in tensors.items():
        np.testing.assert_allclose(tensor.grad, gradients[name], rtol=1e-12, atol=1e-15, err_msg=name)
    beyond = np.abs(np.exp(given["new"] - given["old"]) - 1.0) > 0.2
    stopped = beyond & (given["advantage"] * (given["new"] - given["old"]) > 0) & given["counted"]
    assert stopped.any() and (now.log_prob.grad.numpy()[stopped] == 0.0).all()


def test_the_gradient_is_that_of_finite_differences() -> None:
    now, then = records(arrays(1, (3, 4)))

    def total(log_prob: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        return ppo_loss(Now(log_prob=log_prob, value=value, entropy={}), then, SETTINGS).total

    assert torch.autograd.gradcheck(total, (now.log_prob, now.value))


def test_at_the_network_that_played_the_gradient_is_the_policy_gradient() -> None:
    given = arrays()
    given["new"] = given["old"].copy()
    given["counted"][:] = True
    now, then = records(given, counted=False)
    ppo_loss(now, then, SETTINGS).total.backward()
    np.testing.assert_allclose(now.log_prob.grad, -given["advantage"] / given["new"].size, rtol=1e-12)


def test_agent_steps_that_do_not_count_may_hold_anything() -> None:
    given = arrays()
    spoilt = {name: each.copy() for name, each in given.items()}
    for name in set(given) - {"counted", "uses_aim"}:
        spoilt[name][~given["counted"]] = np.nan
    totals, gradients = [], []
    for one in (given, spoilt):
        now, then = records(one)
        loss = ppo_loss(now, then, SETTINGS)
        loss.total.backward()
        totals.append(float(loss.total.detach()))
        gradients.append(now.log_prob.grad)
    assert totals[0] == totals[1]
    assert torch.equal(*gradients)


def metrics(given: Arrays) -> PpoMetrics:
    now, then = records(given)
    return ppo_metrics(ppo_loss(now, then, SETTINGS), now, then, SETTINGS)


def test_the_metrics_are_their_formulas() -> None:
    given = arrays()
    found = metrics(given)
    chosen = {name: each[given["counted"]] for name, each in given.items()}
    ratio = np.exp(chosen["new"] - chosen["old"])
    assert found.kl == pytest.approx(np.mean(ratio - 1 - np.log(ratio)))
    assert found.clip_share == pytest.approx(np.mean((ratio > 1.2) | (ratio < 0.8)))
    assert found.explained_variance == pytest.approx(
        1 - np.var(chosen["returns"] - chosen["value"]) / np.var(chosen["returns"])
    )
    assert found.entropy == pytest.approx({head: chosen[head].mean() for head in ("kind", "aim")})
    assert found.used == pytest.approx({"aim": chosen["uses_aim"].mean()})
    assert found.value_loss == pytest.approx(np.mean((chosen["returns"] - chosen["value"]) ** 2) / 2)


def test_every_metric_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    for metric in fields(PpoMetrics):
        assert f"\n| `{metric.name}`" in page


def test_perfect_values_explain_everything_and_constant_returns_cannot_be_explained() -> None:
    perfect = arrays()
    perfect["value"] = perfect["returns"] + 3.0
    assert metrics(perfect).explained_variance == pytest.approx(1.0)
    flat = arrays()
    flat["returns"][:] = 2.0
    assert math.isnan(metrics(flat).explained_variance)


def test_the_estimate_of_the_divergence_is_right_on_average() -> None:
    """Two normal densities with means 0.1 apart: KL = 0.1² / 2, and a sample from the old one finds it."""
    drawn = np.random.default_rng(4).normal(size=(400, 400))
    given = {name: np.zeros(drawn.shape) for name in ("advantage", "returns", "value", "kind", "aim")}
    given |= {
        "uses_aim": np.ones(drawn.shape, np.bool_),
        "old": -(drawn**2) / 2,
        "new": -((drawn - 0.1) ** 2) / 2,
        "counted": np.ones(drawn.shape, np.bool_),
    }
    assert metrics(given).kl == pytest.approx(0.005, rel=0.05)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"clip": 0.0}, "expected a clip above 0 and below 1; got 0"),
        ({"value_weight": -1.0}, "expected value_weight of 0 or more; got -1"),
        ({"entropy_by_head": {"aim": math.inf}}, "expected aim of 0 or more; got inf"),
    ],
)
def test_wrong_settings_are_refused(change: dict[str, Any], text: str) -> None:
    with pytest.raises(BadLearning, match=text):
        PpoSettings(**change)


def test_tensors_that_do_not_fit_are_refused() -> None:
    given = arrays()
    for name, text in (
        ("value", "expected value of shape"),
        ("aim", "entropy of aim"),
        ("counted", "counted"),
    ):
        with pytest.raises(BadLearning, match=text):
            ppo_loss(*records(given | {name: given[name][:3]}), SETTINGS)
    with pytest.raises(BadLearning, match="got none that counts"):
        ppo_loss(*records(given | {"counted": np.zeros((6, 9), np.bool_)}), SETTINGS)
    with pytest.raises(BadLearning, match="counted of type bool"):
        ppo_loss(*records(given | {"counted": given["counted"] * 1.0}), SETTINGS)
