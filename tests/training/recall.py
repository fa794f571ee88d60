"""A toy task that only a memory can solve, and a small trainer made of the project's own parts.

A match shows one of three cues at its first decision, two of them as a signal and the third as nothing at all; some
decisions later, more than a segment has, it asks, and pays 1 for the action that is the cue, else -1. Half of the
matches are truncated before they ask, unseen. Who forgets between segments cannot know the cue; who remembers across a
truncation takes an old signal for the cue that was nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from training.gae import Segment, advantages, discount, normalised
from training.lstm import LSTM
from training.optimiser import Adam, OptimiserSettings
from training.ppo import Now, PpoMetrics, PpoSettings, Then, ppo_loss, ppo_metrics
from training.returns import ReturnNormaliser

CUES = 3
SEGMENT = 8
SHORTEST, LONGEST = 3, 12
TRUNCATED = 0.08
GAMMA = discount(20.0, 1.0)
State = tuple[Tensor, Tensor]


class Recall:
    """`n` matches of the task side by side."""

    def __init__(self, n: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.cue, self.delay, self.age = (np.zeros(n, np.int64) for _ in range(3))
        self._begin(np.ones(n, np.bool_))

    def _begin(self, where: np.ndarray) -> None:
        count = int(where.sum())
        self.cue[where] = self.rng.integers(0, CUES, count)
        self.delay[where] = self.rng.integers(SHORTEST, LONGEST + 1, count)
        self.age[where] = 0

    def observe(self) -> Tensor:
        """(n, 4) float32: two signals at the first decision, the question, and a constant."""
        first, asks = self.age == 0, self.age == self.delay
        seen = (first & (self.cue == 1), first & (self.cue == 2), asks, np.ones(len(first)))
        return torch.tensor(np.stack(seen, 1), dtype=torch.float32)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, Tensor]:
        """Rewards, ended, truncated, and what is seen after, before matches that are over begin anew."""
        ended = self.age == self.delay
        rewards = np.where(ended, np.where(actions == self.cue, 1.0, -1.0), 0.0)
        self.age += 1
        truncated = ~ended & (self.rng.random(len(ended)) < TRUNCATED)
        after = self.observe()
        self._begin(ended | truncated)
        return rewards, ended, truncated, after


class Network(nn.Module):
    """A small policy and value on an LSTM, or on a layer without memory."""

    def __init__(self, *, memory: bool, seed: int, width: int = 32) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.width = width
        self.lstm = LSTM(4, width, generator=generator) if memory else None
        self.layer = nn.Linear(4, width)
        self.head = nn.Linear(width, CUES + 1)
        for layer in (self.layer, self.head):
            nn.init.orthogonal_(layer.weight, 0.5, generator=generator)
            nn.init.zeros_(layer.bias)

    def first(self, n: int) -> State:
        return torch.zeros(n, self.width), torch.zeros(n, self.width)

    def step(self, seen: Tensor, state: State) -> tuple[Tensor, Tensor, State]:
        """Log-probabilities (n, CUES) and values (n,), and the memory after."""
        state = (torch.tanh(self.layer(seen)), state[1]) if self.lstm is None else self.lstm.step(seen, state)
        out = self.head(state[0])
        return out[:, :CUES].log_softmax(1), out[:, CUES], state

    def unroll(self, seen: Tensor, state: State, starts: Tensor) -> tuple[Tensor, Tensor]:
        hidden = (
            torch.tanh(self.layer(seen)) if self.lstm is None else self.lstm.unroll(seen, state, starts)[0]
        )
        out = self.head(hidden)
        return out[..., :CUES].log_softmax(2), out[..., CUES]


@dataclass(frozen=True, kw_only=True)
class Faults:
    """Known ways to get memory wrong."""

    forgets_between_segments: bool = False
    starts_by_the_wrong_flag: bool = False
    """A match is taken to begin after an end alone, not after a truncation."""


class Trainer:
    """Plays segments with the network as it is, and learns from each."""

    def __init__(
        self, network: Network, *, n: int = 128, seed: int = 0, faults: Faults | None = None
    ) -> None:
        self.network, self.faults = network, faults or Faults()
        self.game = Recall(n, seed)
        self.state = network.first(n)
        self.starts = np.ones(n, np.bool_)
        self.sampler = torch.Generator().manual_seed(seed)
        self.adam = Adam(network.named_parameters(), OptimiserSettings())
        self.normaliser = ReturnNormaliser(half_life=20.0)
        self.right = self.asked = 0

    def fresh(self, state: State, starts: np.ndarray) -> State:
        """The memory, zero where a match begins."""
        kept = torch.tensor(~starts, dtype=torch.float32)[:, None]
        return state[0] * kept, state[1] * kept

    @torch.no_grad()
    def play(self) -> tuple[dict[str, Tensor], State, Segment]:
        """A segment: what was seen and done, the memory it began with, and what advantages need."""
        if self.faults.forgets_between_segments:
            self.state = self.network.first(len(self.starts))
        began, kept = self.state, {name: [] for name in ("seen", "starts", "actions", "log_probs")}
        told = {name: [] for name in ("rewards", "values", "ended", "truncated", "values_cut")}
        for _ in range(SEGMENT):
            seen = self.game.observe()
            log_probs, values, state = self.network.step(seen, self.fresh(self.state, self.starts))
            actions = torch.multinomial(log_probs.exp(), 1, generator=self.sampler)[:, 0]
            rewards, ended, truncated, after = self.game.step(actions.numpy())
            cut = self.network.step(after, state)[1]
            taken = log_probs.gather(1, actions[:, None])[:, 0]
            self._add(kept, seen, torch.tensor(self.starts), actions, taken)
            self._add(told, rewards, self.restore(values), ended, truncated, self.restore(cut))
            self.state = state
            self.starts = ended if self.faults.starts_by_the_wrong_flag else ended | truncated
            self.asked += int(ended.sum())
            self.right += int((rewards > 0).sum())
        after_last = self.network.step(self.game.observe(), self.fresh(self.state, self.starts))[1]
        columns = {name: np.stack(each) for name, each in told.items()}
        segment = Segment(value_after=self.restore(after_last), **columns)
        return {name: torch.stack(each) for name, each in kept.items()}, began, segment

    @staticmethod
    def _add(lists: dict[str, list], *items: object) -> None:
        for each, item in zip(lists.values(), items, strict=True):
            each.append(item)

    def restore(self, values: Tensor) -> np.ndarray:
        return self.normaliser.restore(values.numpy())

    def update(self, learning_rate: float) -> PpoMetrics:
        """Play a segment and learn from it in two passes."""
        data, began, segment = self.play()
        gains, returns = advantages(segment, gamma=GAMMA)
        self.normaliser.update(returns)
        wanted = self.normaliser.normalise(returns)
        then = Then(
            log_prob=data["log_probs"],
            advantage=torch.tensor(normalised(gains), dtype=torch.float32),
            returns=torch.tensor(wanted, dtype=torch.float32),
        )
        settings = PpoSettings(entropy_weight=0.01)
        for _ in range(2):
            log_probs, values = self.network.unroll(data["seen"], began, data["starts"])
            taken = log_probs.gather(2, data["actions"][..., None])[..., 0]
            now = Now(log_prob=taken, value=values, entropy={"cue": -(log_probs.exp() * log_probs).sum(2)})
            loss = ppo_loss(now, then, settings)
            self.adam.zero()
            loss.total.backward()
            self.adam.step(loss.total, learning_rate=learning_rate)
        return ppo_metrics(loss, now, then, settings)

    def learn(self, updates: int, learning_rate: float = 5e-3) -> float:
        """Train, the learning rate falling to 0; the share of right answers in the last tenth."""
        for update in range(updates):
            if update == updates * 9 // 10:
                self.right = self.asked = 0
            self.metrics = self.update(learning_rate * (1 - update / updates))
        return self.right / self.asked
