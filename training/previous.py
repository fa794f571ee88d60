"""The action before, as a network is fed it."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from arena.games.moba.contract import COMPASS, GRID
from arena.games.moba.layout import KINDS
from training.actions import forms_of
from training.forms import AIMED, OFFSET

PREVIOUS = KINDS + 4
"""Columns: which kind it was; for a move where to, in steps of the grid over 4; for an aim its cosine and sine."""


def describe(actions: Tensor, forms: Tensor, like: Tensor) -> Tensor:
    """(k, PREVIOUS) of actions (k, 4) whose rows' kinds take `forms` (k, KINDS), in the type of `like`."""
    kinds, offset, aim = actions[:, 0], actions[:, 2], actions[:, 3]
    form = forms_of(kinds, forms)
    told = torch.zeros(len(actions), PREVIOUS, dtype=like.dtype, device=like.device)
    told.scatter_(1, kinds[:, None], 1.0)
    moves = (form == OFFSET).to(like.dtype)
    told[:, KINDS] = moves * (offset % GRID - GRID // 2) / (GRID // 2)
    told[:, KINDS + 1] = moves * (offset // GRID - GRID // 2) / (GRID // 2)
    aimed = ((form == AIMED) & (aim > 0)).to(like.dtype)
    angle = (aim - 1).to(like.dtype) * (2.0 * math.pi / COMPASS)
    told[:, KINDS + 2] = aimed * torch.cos(angle)
    told[:, KINDS + 3] = aimed * torch.sin(angle)
    return told
