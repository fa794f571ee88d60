"""The action before, as a network is fed it."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from arena.games.moba.contract import COMPASS, GRID
from training.actions import forms_of
from training.forms import AIMED, OFFSET


def previous_width(kinds: int) -> int:
    """Columns: which kind it was; for a move where to, in steps of the grid over 4; for an aim its cosine and sine."""
    return kinds + 4


def describe(actions: Tensor, forms: Tensor, like: Tensor) -> Tensor:
    """(k, previous_width) of actions (k, 4) whose rows' kinds take `forms` (k, kinds), in the type of `like`."""
    kinds, offset, aim = actions[:, 0], actions[:, 2], actions[:, 3]
    form = forms_of(kinds, forms)
    width = forms.shape[1]
    told = torch.zeros(len(actions), previous_width(width), dtype=like.dtype, device=like.device)
    told.scatter_(1, kinds[:, None], 1.0)
    moves = (form == OFFSET).to(like.dtype)
    told[:, width] = moves * (offset % GRID - GRID // 2) / (GRID // 2)
    told[:, width + 1] = moves * (offset // GRID - GRID // 2) / (GRID // 2)
    aimed = ((form == AIMED) & (aim > 0)).to(like.dtype)
    angle = (aim - 1).to(like.dtype) * (2.0 * math.pi / COMPASS)
    told[:, width + 2] = aimed * torch.cos(angle)
    told[:, width + 3] = aimed * torch.sin(angle)
    return told
