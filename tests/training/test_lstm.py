"""The memory against torch's own, the compiled loops against torch alone, and matches that begin in a segment."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from training.lstm import LSTM, Unrolled, tanh, unroll_plainly

T, N, INPUTS, WIDTH = 7, 5, 6, 16


def generator() -> torch.Generator:
    return torch.Generator().manual_seed(3)


@pytest.fixture
def lstm() -> LSTM:
    made = LSTM(INPUTS, WIDTH, generator=generator())
    with torch.no_grad():
        made.bias += torch.randn(4 * WIDTH, generator=generator()) * 0.3
    return made


def data() -> tuple[Tensor, tuple[Tensor, Tensor], Tensor]:
    drawn = generator()
    x = torch.randn(T, N, INPUTS, generator=drawn)
    state = (torch.randn(N, WIDTH, generator=drawn), torch.randn(N, WIDTH, generator=drawn))
    return x, state, torch.rand(T, N, generator=drawn) < 0.2


def torch_s_own(lstm: LSTM) -> torch.nn.LSTM:
    """The same weights in torch.nn.LSTM, whose gates are in the order input, forget, candidate, output."""
    other = torch.nn.LSTM(INPUTS, WIDTH)
    order = torch.tensor([0, 1, 3, 2])

    def moved(one: Tensor) -> Tensor:
        return one.detach().view(4, WIDTH, -1)[order].flatten(0, 1).squeeze(-1)

    with torch.no_grad():
        other.weight_ih_l0.copy_(moved(lstm.weight))
        other.weight_hh_l0.copy_(moved(lstm.recurrent))
        other.bias_ih_l0.copy_(moved(lstm.bias))
        other.bias_hh_l0.zero_()
    return other


def test_a_segment_is_what_torch_s_own_lstm_makes_of_it(lstm: LSTM) -> None:
    x, state, _ = data()
    expected, (hidden, cell) = torch_s_own(lstm)(x, (state[0][None], state[1][None]))
    found, last = lstm.unroll(x, state, torch.zeros(T, N, dtype=torch.bool))
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=0)
    torch.testing.assert_close(last, (hidden[0], cell[0]), atol=1e-6, rtol=0)


def test_gradients_are_those_of_torch_s_own_lstm(lstm: LSTM) -> None:
    x, state, _ = data()
    weights = torch.randn(T, N, WIDTH, generator=generator())
    other = torch_s_own(lstm)
    (other(x, (state[0][None], state[1][None]))[0] * weights).sum().backward()
    (lstm.unroll(x, state, torch.zeros(T, N, dtype=torch.bool))[0] * weights).sum().backward()
    order = torch.tensor([0, 1, 3, 2])
    for mine, theirs in (
        (lstm.weight, other.weight_ih_l0),
        (lstm.recurrent, other.weight_hh_l0),
        (lstm.bias, other.bias_ih_l0),
    ):
        assert mine.grad is not None and theirs.grad is not None
        moved = mine.grad.view(4, WIDTH, -1)[order].flatten(0, 1).squeeze(-1)
        torch.testing.assert_close(moved, theirs.grad, atol=1e-4, rtol=1e-5)


def test_compiled_loops_agree_with_torch_alone(lstm: LSTM) -> None:
    x, state, starts = data()
    weights = torch.randn(T, N, WIDTH, generator=generator())
    found = []
    for unroll in (Unrolled.apply, unroll_plainly):
        inputs = [one.detach().clone().requires_grad_() for one in (x, *lstm.doubled())]
        after, last = unroll(*inputs, *state, (~starts).float())
        found.append((after, last, *torch.autograd.grad((after * weights).sum(), inputs)))
    for fast, plain in zip(*found, strict=True):
        torch.testing.assert_close(fast, plain, atol=2e-5, rtol=1e-5)


def test_a_segment_is_its_steps_with_a_memory_that_is_zeroed_where_a_match_begins(lstm: LSTM) -> None:
    x, state, starts = data()
    assert starts.any() and not starts.all()
    found, last = lstm.unroll(x, state, starts)
    for t in range(T):
        state = tuple(torch.where(starts[t, :, None], 0.0, one) for one in state)
        state = lstm.step(x[t], state)
        torch.testing.assert_close(found[t], state[0], atol=1e-6, rtol=0)
    torch.testing.assert_close(last, state, atol=1e-6, rtol=0)


def test_nothing_flows_across_the_start_of_a_match(lstm: LSTM) -> None:
    x, state, _ = data()
    x.requires_grad_()
    starts = torch.zeros(T, N, dtype=torch.bool)
    starts[4, 2] = True
    lstm.unroll(x, state, starts)[0][4:].sum().backward()
    assert x.grad is not None
    assert not x.grad[:4, 2].any()
    assert x.grad[:4, [0, 1, 3, 4]].abs().sum((0, 2)).gt(0).all()


def test_it_begins_orthogonal_and_remembering() -> None:
    lstm = LSTM(40, WIDTH, generator=generator())
    for weights in (lstm.weight, lstm.recurrent):
        for gate in weights.detach().view(4, WIDTH, -1):
            torch.testing.assert_close(gate @ gate.t(), torch.eye(WIDTH), atol=1e-5, rtol=0)
    assert lstm.bias.view(4, WIDTH).mean(1).tolist() == [0.0, 1.0, 0.0, 0.0]


def test_tanh_by_sigma_is_tanh() -> None:
    x = torch.linspace(-20.0, 20.0, 4001)
    torch.testing.assert_close(tanh(x), torch.tanh(x), atol=2.5e-7, rtol=0)
