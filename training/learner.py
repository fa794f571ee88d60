"""Learning from segments: advantages, normalised returns, minibatches of whole sequences, PPO's loss, Adam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from arena.games import moba
from training.checkpoint_record import ReturnsScale
from training.clock import Clock
from training.draws import Stream, generator
from training.experience import Experience
from training.forecasts import WIN, forecast_loss, forecast_places
from training.gae import advantages, discount, normalised
from training.network import Policy
from training.optimiser import Adam
from training.ppo import Now, PpoMetrics, PpoSettings, Then, ppo_loss, ppo_metrics
from training.returns import ReturnNormaliser
from training.run_settings import RunSettings


@dataclass(frozen=True, slots=True)
class Targets:
    """What a segment's agent-steps are to learn.

    Attributes:
        advantage: (T, N), normalised.
        returns: (T, N), normalised.
        forecasts: (T, N, F), what forecasts should have been.
    """

    advantage: Tensor
    returns: Tensor
    forecasts: Tensor


@dataclass(frozen=True, slots=True)
class ForecastMetrics:
    """What to watch of a forecast; of several numbers, their sum.

    Attributes:
        loss: cross-entropy in nats, the mean of steps.
        mean: of the forecasts when they were made, and `target` of what they should have been.
        explained: 1 - Var(target - forecast) / Var(target); NaN where targets do not vary.
    """

    loss: float
    mean: float
    target: float
    explained: float


@dataclass(frozen=True, slots=True)
class Learnt:
    """What to watch of one update.

    Attributes:
        steps: of the loss, one for each minibatch of each epoch.
        norm: mean norm of the gradients before clipping.
        staleness: updates between the network that played and the one that learnt.
        explained_variance: of the segment's values as they were when it was played.
        forecasts: by name; none where the network foretells nothing.
    """

    steps: tuple[PpoMetrics, ...]
    norm: float
    staleness: int
    explained_variance: float
    forecasts: Mapping[str, ForecastMetrics]


class Learner:
    """A policy, its optimiser and its normaliser; `updates` and `agent_steps` count what was learnt from."""

    def __init__(self, settings: RunSettings, policy: Policy, *, clock: Clock) -> None:
        self.policy = policy
        self.adam = Adam(policy.named_parameters(), settings.optimiser_settings)
        self.normaliser = ReturnNormaliser(settings.returns_half_life)
        self.updates = 0
        self.agent_steps = 0
        self._settings = settings
        self._clock = clock
        self._where = forecast_places(settings.network_settings)

    def learn(self, experience: Experience) -> Learnt:
        """One update: every segment is learnt from, `epochs` times.

        Raises:
            NotFinite: several updates in a row had to be skipped.
        """
        targets, explained = self._targets(experience)
        loss = self._loss_settings()
        rate = self._settings.at("learning_rate", self.agent_steps)
        found, told, norms = [], [], []
        for sequences in self._minibatches(experience.rewards.shape[1], self._teams(experience)):
            with self._clock.on("learn"):
                metrics, losses = self._step(experience, targets, sequences, loss, rate)
            found.append(metrics)
            told.append(losses)
            norms.append(self.adam.norm)
        staleness = self.updates - experience.version
        self.updates += 1
        self.agent_steps += experience.agent_steps
        forecasts = self._forecast_metrics(experience, targets, told)
        return Learnt(tuple(found), math.fsum(norms) / len(norms), staleness, explained, forecasts)

    def _targets(self, experience: Experience) -> tuple[Targets, float]:
        """Advantages and returns, and what the values explained of the returns."""
        horizon_s = self._settings.at("horizon_s", self.agent_steps)
        gamma = discount(horizon_s, moba.seconds_per_decision(self._settings.variant))
        advantage, returns = advantages(experience.segment(), gamma=gamma, lam=self._settings.lam)
        self.normaliser.update(returns)
        targets = Targets(
            torch.from_numpy(normalised(advantage).astype(np.float32)),
            torch.from_numpy(self.normaliser.normalise(returns).astype(np.float32)),
            torch.from_numpy(self._forecast_targets(experience).astype(np.float32)),
        )
        spread = float(returns.var())
        return targets, 1.0 - float(advantage.var()) / spread if spread > 1e-12 else math.nan

    def _forecast_targets(self, experience: Experience) -> NDArray[np.float64]:
        """(T, N, F): what forecasts should have been."""
        told = experience.foretold
        if told is None:
            return np.zeros((*experience.rewards.shape, 0))
        decision_s = moba.seconds_per_decision(self._settings.variant)
        gamma = discount(self._settings.forecast_horizon_s, decision_s)
        parts = [
            told.targets(
                where,
                experience.truncated,
                gamma=1.0 if name == WIN else gamma,
                lam=self._settings.lam,
            )
            for name, where in self._where.items()
        ]
        return np.concatenate(parts, axis=-1)

    def _forecast_metrics(
        self, experience: Experience, targets: Targets, losses: list[dict[str, float]]
    ) -> dict[str, ForecastMetrics]:
        told = experience.foretold
        if told is None:
            return {}
        found = {}
        for name, where in self._where.items():
            forecast, target = told.forecasts[..., where], targets.forecasts[..., where].numpy()
            spread = float(target.var((0, 1)).sum())
            unexplained = float((target - forecast).var((0, 1)).sum())
            found[name] = ForecastMetrics(
                loss=math.fsum(each[name] for each in losses) / len(losses),
                mean=float(forecast.sum(-1).mean()),
                target=float(target.sum(-1).mean()),
                explained=1.0 - unexplained / spread if spread > 1e-12 else math.nan,
            )
        return found

    def _teams(self, experience: Experience) -> NDArray[np.int32] | None:
        """(N,): teams that have to be learnt from together; None where heroes can be by themselves."""
        if not self._settings.network_settings.team_pool:
            return None
        return experience.packed.teams[: experience.rewards.shape[1]]

    def _loss_settings(self) -> PpoSettings:
        return PpoSettings(
            clip=self._settings.clip,
            value_weight=self._settings.value_weight,
            entropy_weight=self._settings.at("entropy", self.agent_steps),
            entropy_by_head=self._settings.entropy_by_head,
        )

    def _minibatches(
        self, sequences: int, teams: NDArray[np.int32] | None = None
    ) -> Iterator[NDArray[np.int64]]:
        """Parts of all sequences, in an order that hangs on the run's seed and the update; whole `teams`, if given."""
        members = np.arange(sequences) if teams is None else np.unique(teams, return_inverse=True)[1]
        groups = int(members.max()) + 1
        for epoch in range(self._settings.epochs):
            rng = generator(self._settings.seed, Stream.ORDER, self.updates, epoch)
            order = rng.permutation(groups)
            for part in np.array_split(order, min(self._settings.minibatches, groups)):
                yield part if teams is None else np.flatnonzero(np.isin(members, part))

    def _step(
        self,
        experience: Experience,
        targets: Targets,
        sequences: NDArray[np.int64],
        loss_settings: PpoSettings,
        rate: float,
    ) -> tuple[PpoMetrics, dict[str, float]]:
        """Learn from some sequences (k,); gives the losses of forecasts by name, too."""
        packed = experience.packed.take_sequences(sequences, length=len(experience.rewards))
        chosen = torch.from_numpy(sequences)
        found = self.policy.unroll(
            packed, experience.memory[chosen], experience.starts[:, chosen], experience.actions[:, chosen]
        )
        now = Now(log_prob=found.log_prob, value=found.value, entropy=found.entropy)
        then = Then(
            log_prob=experience.log_prob[:, chosen],
            advantage=targets.advantage[:, chosen],
            returns=targets.returns[:, chosen],
        )
        loss = ppo_loss(now, then, loss_settings)
        told = {
            name: forecast_loss(found.forecasts[..., where], targets.forecasts[:, chosen][..., where])
            for name, where in self._where.items()
        }
        total = loss.total
        for name, each in told.items():
            total = total + self._settings.forecast_weight(name) * each
        self.adam.zero()
        total.backward()
        self.adam.step(total, learning_rate=rate)
        losses = {name: float(each.detach()) for name, each in told.items()}
        return ppo_metrics(loss, now, then, loss_settings), losses

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to learn the same, but for the weights."""
        optimiser = self.adam.state()
        return {
            "optimiser": {
                name: each.numpy() if isinstance(each, Tensor) else each for name, each in optimiser.items()
            },
            "normaliser": self.normaliser.state(),
            "updates": self.updates,
            "agent_steps": self.agent_steps,
        }

    def begin_from(self, weights: Mapping[str, torch.Tensor], returns: ReturnsScale) -> None:
        """Begin with the weights of a policy, and the scale of its values; Adam's moments begin at 0."""
        self.policy.load_state_dict(dict(weights))
        half_life = self._settings.returns_half_life
        self.normaliser = ReturnNormaliser.at(returns.mean, returns.deviation, half_life)

    def load_state(self, state: Mapping[str, Any], weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on from what `state` gave, with the weights that the policy had."""
        tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
        self.policy.load_state_dict(tensors)
        self.adam.load_state(state["optimiser"])
        self.normaliser = ReturnNormaliser.from_state(state["normaliser"])
        self.normaliser.half_life = self._settings.returns_half_life
        self.updates, self.agent_steps = state["updates"], state["agent_steps"]
