"""The loss of proximal policy optimisation (PPO), on tensors: it knows of no network.

Schulman et al. 2017, "Proximal policy optimization algorithms", equations 7 and 9. All tensors of agent-steps have one
shape, such as (T, N): T decisions of a segment, N heroes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from torch import Tensor

from training.errors import BadLearning


@dataclass(frozen=True, slots=True, kw_only=True)
class PpoSettings:
    """Settings of the loss.

    Attributes:
        clip: ε, how far the probability ratio may move from 1 before it is cut.
        value_weight: weight of the value loss, half the mean squared error.
        entropy_weight: weight of the entropy of every head that `entropy_by_head` does not name.
        entropy_by_head: weights by name of head.

    Raises:
        BadLearning: a value out of range.
    """

    clip: float = 0.2
    value_weight: float = 0.5
    entropy_weight: float = 0.01
    entropy_by_head: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0.0 < self.clip < 1.0:
            raise BadLearning(f"expected a clip above 0 and below 1; got {self.clip:g}")
        weights = {
            "value_weight": self.value_weight,
            "entropy_weight": self.entropy_weight,
            **self.entropy_by_head,
        }
        for name, weight in weights.items():
            if not (weight >= 0.0 and math.isfinite(weight)):
                raise BadLearning(f"expected {name} of 0 or more; got {weight:g}")

    def entropy_of(self, head: str) -> float:
        """The weight of a head's entropy."""
        return self.entropy_by_head.get(head, self.entropy_weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """What the network that learns says of the agent-steps.

    Attributes:
        log_prob: of the action taken, over all heads in use.
        value: in normalised units.
        entropy: by head, 0 where the head was not in use.
        used: bool, by head: whether the action used it; for the metrics alone, and may be left out.
    """

    log_prob: Tensor
    value: Tensor
    entropy: Mapping[str, Tensor]
    used: Mapping[str, Tensor] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Then:
    """What is known of the agent-steps from when they were played; nothing here has a gradient.

    Attributes:
        log_prob: of the action taken, by the network that took it.
        advantage: normalised.
        returns: what the value is to be, in normalised units.
        counted: bool: agent-steps to learn from; None for all.
    """

    log_prob: Tensor
    advantage: Tensor
    returns: Tensor
    counted: Tensor | None = None


@dataclass(frozen=True, slots=True)
class PpoLoss:
    """The loss, with its gradient, and its parts (detached)."""

    total: Tensor
    policy: Tensor
    value: Tensor
    entropy: Mapping[str, Tensor]
    """By head: the mean over the agent-steps counted, in nats."""


@dataclass(frozen=True, slots=True)
class PpoMetrics:
    """What to watch of one step.

    Attributes:
        policy_loss: the clipped loss.
        value_loss: half the mean squared error of normalised values.
        kl: the KL divergence from the network that played to the one that learns, by the estimator (r - 1) - ln r.
        clip_share: the share of agent-steps whose ratio was out of the clip's range.
        explained_variance: 1 - Var(returns - values) / Var(returns): 1 is perfect, 0 no better than the mean; NaN
            where returns do not vary.
        entropy: by head, in nats, over all agent-steps counted.
        used: by head, the share of agent-steps that used it; entropy / used is that of the steps that did.
    """

    policy_loss: float
    value_loss: float
    kl: float
    clip_share: float
    explained_variance: float
    entropy: Mapping[str, float]
    used: Mapping[str, float]


def ppo_loss(now: Now, then: Then, settings: PpoSettings) -> PpoLoss:
    """What is to be minimised: clipped policy loss, value loss, and entropy with its sign turned.

    The mean over agent-steps that count of

        -min(r A, clip(r, 1 - ε, 1 + ε) A) + w_v (V - R)² / 2 - Σ_head w_head H_head, r = exp(log π - log π_old).

    Agent-steps that do not count may hold anything.

    Raises:
        BadLearning: tensors of different shapes, or no agent-step that counts.
    """
    _check(now, then)
    now, then = _counted(now, then)
    ratio = (now.log_prob - then.log_prob).exp()
    clipped = ratio.clamp(1.0 - settings.clip, 1.0 + settings.clip)
    policy = -torch.minimum(ratio * then.advantage, clipped * then.advantage).mean()
    value = 0.5 * (now.value - then.returns).square().mean()
    entropy = {head: each.mean() for head, each in now.entropy.items()}
    total = policy + settings.value_weight * value
    for head, each in entropy.items():
        total = total - settings.entropy_of(head) * each
    return PpoLoss(
        total, policy.detach(), value.detach(), {head: each.detach() for head, each in entropy.items()}
    )


@torch.no_grad()
def ppo_metrics(loss: PpoLoss, now: Now, then: Then, settings: PpoSettings) -> PpoMetrics:
    """What to watch of a step whose loss this is."""
    now, then = _counted(now, then)
    moved = now.log_prob - then.log_prob
    ratio = moved.exp()
    spread = float(then.returns.var(correction=0))
    unexplained = float((then.returns - now.value).var(correction=0))
    return PpoMetrics(
        policy_loss=float(loss.policy),
        value_loss=float(loss.value),
        kl=float((ratio - 1.0 - moved).mean()),
        clip_share=float(((ratio - 1.0).abs() > settings.clip).float().mean()),
        explained_variance=1.0 - unexplained / spread if spread > 1e-12 else math.nan,
        entropy={head: float(each) for head, each in loss.entropy.items()},
        used={head: float(each.float().mean()) for head, each in now.used.items()},
    )


def _counted(now: Now, then: Then) -> tuple[Now, Then]:
    """The agent-steps that count; what the others hold takes no part, nor in the gradient."""
    if then.counted is None:
        return now, then
    chosen = then.counted
    entropy = {head: each[chosen] for head, each in now.entropy.items()}
    used = {head: each[chosen] for head, each in now.used.items()}
    return (
        Now(log_prob=now.log_prob[chosen], value=now.value[chosen], entropy=entropy, used=used),
        Then(log_prob=then.log_prob[chosen], advantage=then.advantage[chosen], returns=then.returns[chosen]),
    )


def _check(now: Now, then: Then) -> None:
    shape = now.log_prob.shape
    others = {
        "value": now.value,
        "old log_prob": then.log_prob,
        "advantage": then.advantage,
        "returns": then.returns,
    }
    others |= {f"entropy of {head}": each for head, each in now.entropy.items()}
    others |= {f"used of {head}": each for head, each in now.used.items()}
    if then.counted is not None:
        others["counted"] = then.counted
    for name, tensor in others.items():
        if tensor.shape != shape:
            raise BadLearning(
                f"expected {name} of shape {tuple(shape)}, as log_prob; got {tuple(tensor.shape)}"
            )
    if then.counted is not None and then.counted.dtype != torch.bool:
        raise BadLearning(f"expected counted of type bool; got {then.counted.dtype}")
    if now.log_prob.numel() == 0 or (then.counted is not None and not then.counted.any()):
        raise BadLearning("expected agent-steps to learn from; got none that counts")
