"""Packed rows as tensors, on the device where a network is."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from training.packing import Packed


@dataclass(frozen=True, slots=True)
class Inputs:
    """The arrays of `packing.Packed`, as tensors."""

    own: Tensor
    world: Tensor
    names: Tensor
    legal: Tensor
    forms: Tensor
    targets: Tensor
    teams: Tensor
    hidden: Tensor
    units: Tensor
    slots: Tensor
    classes: Tensor
    unit_names: Tensor
    starts: Tensor


def inputs(packed: Packed, like: Tensor) -> Inputs:
    """Packed rows on the device of `like`, numbers in its type; on a processor float32 is not copied."""
    tensors = {field.name: torch.from_numpy(getattr(packed, field.name)) for field in fields(Packed)}
    return Inputs(
        **{
            name: one.to(like.device, like.dtype if one.is_floating_point() else one.dtype)
            for name, one in tensors.items()
        }
    )


def is_fast(x: Tensor) -> bool:
    """Whether compiled loops can work on a tensor: float32 in the processor's memory."""
    return x.device.type == "cpu" and x.dtype == torch.float32
