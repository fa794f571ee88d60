"""How layers begin."""

from __future__ import annotations

import pytest
import torch

from training.initial import linear


@pytest.mark.parametrize(("inputs", "outputs"), [(12, 5), (5, 12)])
def test_weights_are_orthogonal_times_the_gain_and_biases_zero(inputs: int, outputs: int) -> None:
    layer = linear(inputs, outputs, gain=3.0, generator=torch.Generator().manual_seed(1))
    weights = layer.weight.detach() if outputs < inputs else layer.weight.detach().t()
    torch.testing.assert_close(weights @ weights.t(), 9.0 * torch.eye(5), atol=1e-5, rtol=0)
    assert not layer.bias.any()
