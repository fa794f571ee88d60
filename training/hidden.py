"""What a side cannot know, for a value to be trained by: what the other side knows of itself and of the match.

Such a value is called asymmetric (Pinto et al. 2018, "Asymmetric actor critic for image-based robot learning"): it only
judges while the policy learns, so it may see what nobody may play by. Nothing here reaches the policy or its memory.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from arena.games.moba.layout import HEROES
from training.columns import Columns
from training.initial import RECTIFIER_GAIN, linear
from training.network_settings import NetworkSettings


def hidden_width(read: Columns) -> int:
    """Numbers of what is hidden: of each enemy hero its number + 1 and its own block, then the enemy's world."""
    return HEROES * (1 + len(read.own)) + len(read.world)


def hidden_of(
    observations: NDArray[np.float32],
    matches: NDArray[np.int64],
    heroes: NDArray[np.int64],
    read: Columns,
) -> NDArray[np.float32]:
    """(k, hidden_width): what the enemies of heroes (matches[i], heroes[i]) observe of themselves, in their own frame.

    Args:
        observations: (n, 10, columns) float32, of all heroes.
        matches: (k,) int64, places in the batch.
        heroes: (k,) int64, seats, 0-9.
        read: where what stands.
    """
    first = (1 - heroes // HEROES) * HEROES
    seats = first[:, None] + np.arange(HEROES)
    columns = np.concatenate([read.own_names[:1], read.own])
    own = observations[matches[:, None, None], seats[:, :, None], columns]
    world = observations[matches[:, None], first[:, None], read.world]
    return np.concatenate([own.reshape(len(matches), -1), world], axis=1)


class HiddenEncoder(nn.Module):
    """Enemy heroes through one layer, the largest of each number over them, the enemy's world beside."""

    def __init__(self, settings: NetworkSettings, read: Columns, *, generator: torch.Generator) -> None:
        super().__init__()
        width = settings.value_hidden
        self._heroes = read.heroes

        def layer(inputs: int) -> nn.Linear:
            return linear(inputs, width, gain=RECTIFIER_GAIN, generator=generator)

        self.heroes = nn.Parameter(
            torch.randn(read.heroes, settings.embedding, generator=generator) * settings.embedding**-0.5
        )
        self.own = layer(len(read.own) + settings.embedding)
        self.world = layer(len(read.world))
        self.joined = layer(2 * width)

    def forward(self, hidden: Tensor) -> Tensor:
        """(R, value_hidden) of what is hidden (R, hidden_width); seats that nobody sits on count for nothing."""
        width = self.own.in_features - self.heroes.shape[1] + 1
        enemies = hidden[:, : HEROES * width].unflatten(1, (HEROES, width))
        numbers = enemies[:, :, 0].long()
        named = functional.embedding(numbers.where(numbers < self._heroes, 0), self.heroes)
        own = functional.relu(self.own(torch.cat([enemies[:, :, 1:], named], 2)))
        own = (own * (numbers > 0)[:, :, None]).amax(1)
        world = functional.relu(self.world(hidden[:, HEROES * width :]))
        return functional.relu(self.joined(torch.cat([own, world], 1)))
