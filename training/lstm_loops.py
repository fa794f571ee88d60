"""The loops of lstm.py, compiled; what arrays hold is said there. `kept` is of the step after."""

from __future__ import annotations

import numpy as np

from training.kernel import loop

ONE, TWO = np.float32(1.0), np.float32(2.0)


@loop
def forward_cells(t, gates, cells, squashed):
    """From the gates of step t after σ and the cell before: the cell after, and its double for σ to squash."""
    width = cells.shape[2]
    for n in range(cells.shape[1]):
        gate, before, after, double = gates[t, n], cells[t, n], cells[t + 1, n], squashed[t, n]
        for j in range(width):
            candidate = TWO * gate[3 * width + j] - ONE
            after[j] = gate[width + j] * before[j] + gate[j] * candidate
            double[j] = TWO * after[j]


@loop
def forward_hidden(t, gates, cells, squashed, hiddens, after, kept):
    """The hidden state after step t; what the next step begins with is zero where a match begins."""
    width = cells.shape[2]
    for n in range(cells.shape[1]):
        gate, squash, hidden, next_hidden, next_cell = (
            gates[t, n],
            squashed[t, n],
            after[t, n],
            hiddens[t + 1, n],
            cells[t + 1, n],
        )
        keep = kept[t, n]
        for j in range(width):
            value = gate[2 * width + j] * (TWO * squash[j] - ONE)
            hidden[j] = value
            next_hidden[j] = keep * value
            next_cell[j] *= keep


@loop
def backward_gates(t, gates, cells, squashed, kept, d_after, d_gates, d_hidden, d_cell):
    """From the gradients of the states after step t: those of its gates before σ, and of the cell before.

    `d_hidden` and `d_cell` are of what the next step began with, `d_after` of the hidden states that were given out.
    """
    width = cells.shape[2]
    for n in range(cells.shape[1]):
        gate, before, squash, d_gate = gates[t, n], cells[t, n], squashed[t, n], d_gates[t, n]
        d_out, d_next, d_memory = d_after[t, n], d_hidden[n], d_cell[n]
        keep = kept[t, n]
        for j in range(width):
            i, f, o, g = gate[j], gate[width + j], gate[2 * width + j], gate[3 * width + j]
            tanh_cell = TWO * squash[j] - ONE
            d_h = d_out[j] + keep * d_next[j]
            d_c = keep * d_memory[j] + d_h * o * (ONE - tanh_cell * tanh_cell)
            d_gate[j] = d_c * (TWO * g - ONE) * i * (ONE - i)
            d_gate[width + j] = d_c * before[j] * f * (ONE - f)
            d_gate[2 * width + j] = d_h * tanh_cell * o * (ONE - o)
            d_gate[3 * width + j] = d_c * i * TWO * g * (ONE - g)
            d_memory[j] = d_c * f
