"""Packed rows as tensors."""

from __future__ import annotations

import torch

from tests.training.conftest import Scene
from training.packing import BY_ROW, BY_UNIT
from training.tensors import inputs, is_fast


def test_float32_on_a_processor_shares_the_arrays_memory(blitz: Scene) -> None:
    given = inputs(blitz.packed, torch.zeros(1))
    for name in (*BY_ROW, *BY_UNIT, "starts"):
        assert getattr(given, name).data_ptr() == getattr(blitz.packed, name).ctypes.data
    assert is_fast(given.units)


def test_numbers_take_the_network_s_type_and_names_stay_whole(blitz: Scene) -> None:
    given = inputs(blitz.packed, torch.zeros(1, dtype=torch.float64))
    assert given.units.dtype == given.own.dtype == torch.float64
    assert given.names.dtype == torch.int32
    assert given.legal.dtype == torch.bool
    assert not is_fast(given.units)
