"""The memory: a long short-term memory, one step at a time and over segments in which matches may begin.

Hochreiter & Schmidhuber 1997 with the forget gate of Gers et al. 2000, without peepholes: of input x and the hidden
state h and cell c of the step before,

    i, f, o = σ(W x + R h + b),  g = tanh(W x + R h + b),  c' = f c + i g,  h' = o tanh c'

tanh is taken as 2 σ(2 x) - 1, which torch computes five times as fast, so that the doubled argument of g is in the
gates: all four are one σ. Letters: T decisions, N sequences, I inputs, H width.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor, nn

from training.lstm_loops import backward_gates, forward_cells, forward_hidden
from training.tensors import is_fast

State = tuple[Tensor, Tensor]
"""Hidden state and cell, (N, H) each."""


class LSTM(nn.Module):
    """Weights of the gates in the order input, forget, output, candidate: (4 H, I), (4 H, H), (4 H,)."""

    def __init__(self, inputs: int, width: int, *, generator: torch.Generator) -> None:
        super().__init__()
        self.width = width
        self.weight = nn.Parameter(torch.empty(4 * width, inputs))
        self.recurrent = nn.Parameter(torch.empty(4 * width, width))
        self.bias = nn.Parameter(torch.zeros(4 * width))
        for gate in range(4):
            rows = slice(gate * width, (gate + 1) * width)
            nn.init.orthogonal_(self.weight.data[rows], generator=generator)
            nn.init.orthogonal_(self.recurrent.data[rows], generator=generator)
        self.bias.data[width : 2 * width] = (
            1.0  # remembers until it has learnt to forget (Jozefowicz et al. 2015)
        )

    def doubled(self) -> tuple[Tensor, Tensor, Tensor]:
        """The weights, those of the candidate times two."""
        scale = torch.ones_like(self.bias)
        scale[3 * self.width :] = 2.0
        return self.weight * scale[:, None], self.recurrent * scale[:, None], self.bias * scale

    def step(self, x: Tensor, state: State) -> State:
        """One decision: x (N, I)."""
        weight, recurrent, bias = self.doubled()
        gates = torch.addmm(bias, x, weight.t()).addmm(state[0], recurrent.t())
        return cell(gates, state[1])

    def unroll(self, x: Tensor, state: State, starts: Tensor) -> tuple[Tensor, State]:
        """T decisions: x (T, N, I), the state before the first, and `starts` (T, N) bool, where a match begins.

        Where one begins, the state before is taken as zero. Gives the hidden states (T, N, H) and the last state,
        through which no gradient flows, as none flows into `state`: backpropagation is truncated to the segment.
        """
        weights = self.doubled()
        hidden, memory = state[0].detach(), state[1].detach()
        kept = (~starts).to(x.dtype)
        if is_fast(x):
            after, last = cast(Any, Unrolled).apply(x.contiguous(), *weights, hidden, memory, kept)
        else:
            after, last = unroll_plainly(x, *weights, hidden, memory, kept)
        return after, (after[-1].detach(), last.detach())


def tanh(x: Tensor) -> Tensor:
    """tanh by σ."""
    return 2.0 * torch.sigmoid(2.0 * x) - 1.0


def cell(gates: Tensor, before: Tensor) -> State:
    """Hidden state and cell after a step from the gates (N, 4 H) before σ, the candidate's doubled."""
    i, f, o, g = gates.sigmoid().chunk(4, dim=1)
    after = f * before + i * (2.0 * g - 1.0)
    return o * tanh(after), after


def unroll_plainly(
    x: Tensor, weight: Tensor, recurrent: Tensor, bias: Tensor, hidden: Tensor, memory: Tensor, kept: Tensor
) -> tuple[Tensor, Tensor]:
    """Hidden states (T, N, H) and the last cell (N, H), step after step, by torch alone.

    Weights are doubled for the candidate; `kept` (T, N) is 0 where a match begins and else 1.
    """
    found = []
    for t in range(len(x)):
        hidden, memory = hidden * kept[t, :, None], memory * kept[t, :, None]
        gates = torch.addmm(bias, x[t], weight.t()).addmm(hidden, recurrent.t())
        hidden, memory = cell(gates, memory)
        found.append(hidden)
    return torch.stack(found), memory


class Unrolled(torch.autograd.Function):
    """`unroll_plainly` on a processor: one product for all inputs, and loops between the recurrent ones."""

    @staticmethod
    def forward(
        ctx: Any,
        x: Tensor,
        weight: Tensor,
        recurrent: Tensor,
        bias: Tensor,
        hidden: Tensor,
        memory: Tensor,
        kept: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Hidden states and the last cell; gates, cells and σ(2 c) are kept for `backward`."""
        steps, n, width = len(x), x.shape[1], recurrent.shape[1]
        gates = torch.addmm(bias, x.flatten(0, 1), weight.t()).view(steps, n, 4 * width)
        after, squashed = x.new_empty(steps, n, width), x.new_empty(steps, n, width)
        hiddens, cells = x.new_empty(steps + 1, n, width), x.new_empty(steps + 1, n, width)
        torch.mul(hidden, kept[0, :, None], out=hiddens[0])
        torch.mul(memory, kept[0, :, None], out=cells[0])
        kept_after = torch.cat([kept[1:], torch.ones_like(kept[:1])])
        views = [one.numpy() for one in (gates, cells, squashed, hiddens, after, kept_after)]
        for t in range(steps):
            gates[t].addmm_(hiddens[t], recurrent.t()).sigmoid_()
            forward_cells(t, *views[:3])
            squashed[t].sigmoid_()
            forward_hidden(t, *views)
        ctx.save_for_backward(x, weight, recurrent, gates, cells, squashed, hiddens, kept)
        last = cells[-1].clone()
        ctx.mark_non_differentiable(last)
        return after, last

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients of x and the weights, from those of the hidden states."""
        x, weight, recurrent, gates, cells, squashed, hiddens, kept = ctx.saved_tensors
        steps, n, width = squashed.shape
        d_after = gradients[0].contiguous()
        d_gates = torch.empty_like(gates)
        d_hidden, d_cell = x.new_zeros(n, width), x.new_zeros(n, width)
        kept_after = torch.cat([kept[1:], torch.ones_like(kept[:1])])
        views = [
            one.numpy() for one in (gates, cells, squashed, kept_after, d_after, d_gates, d_hidden, d_cell)
        ]
        for t in reversed(range(steps)):
            backward_gates(t, *views)
            torch.mm(d_gates[t], recurrent, out=d_hidden)
        flat = d_gates.flatten(0, 1)
        d_x = (flat @ weight).view_as(x) if ctx.needs_input_grad[0] else None
        d_weight, d_recurrent = flat.t() @ x.flatten(0, 1), flat.t() @ hiddens[:-1].flatten(0, 1)
        return d_x, d_weight, d_recurrent, flat.sum(0), None, None, None
