"""How layers begin: orthogonal weights (Saxe et al. 2014), zero biases."""

from __future__ import annotations

import torch
from torch import nn

RECTIFIER_GAIN = 2.0**0.5


def linear(inputs: int, outputs: int, *, gain: float, generator: torch.Generator) -> nn.Linear:
    """A linear layer whose weights are an orthogonal matrix times `gain`."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain, generator=generator)
    nn.init.zeros_(layer.bias)
    return layer
