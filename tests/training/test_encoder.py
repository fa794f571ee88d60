"""Units as a set: order within a class changes nothing, class does; empty slots are no units at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.training.conftest import Scene
from training.columns import columns_of
from training.encoder import Encoder, apart
from training.network_settings import NetworkSettings
from training.packing import BY_UNIT, Packed
from training.tensors import inputs

HEROES = columns_of().heroes
SETTINGS = NetworkSettings(unit=16, own=8, world=8, joined=12, memory=8, previous_action=False)


@pytest.fixture
def encoder() -> Encoder:
    return Encoder(SETTINGS, columns_of(), generator=torch.Generator().manual_seed(1))


def encode(encoder: Encoder, packed: Packed) -> torch.Tensor:
    with torch.no_grad():
        return encoder(inputs(packed, torch.zeros(1)), None).joined


def reordered(packed: Packed, order: list[int]) -> Packed:
    return replace(packed, **{name: getattr(packed, name)[order] for name in BY_UNIT})


def test_units_of_a_row_may_come_in_any_order(encoder: Encoder, blitz: Scene) -> None:
    drawn = np.random.default_rng(1)
    starts = blitz.packed.starts
    order = [
        unit
        for row in range(len(blitz.packed))
        for unit in drawn.permutation(np.arange(starts[row], starts[row + 1]))
    ]
    found = encode(encoder, reordered(blitz.packed, order))
    torch.testing.assert_close(found, encode(encoder, blitz.packed), atol=1e-6, rtol=0)


def test_a_unit_is_read_by_its_class_and_its_hero(encoder: Encoder, blitz: Scene) -> None:
    row = blitz.packed.between(0, 1)
    with torch.no_grad():
        encoder.unit_class += torch.randn(
            columns_of().classes, 16, generator=torch.Generator().manual_seed(2)
        )
    names = row.unit_names.copy()
    names[0] = 1 * HEROES + names[0] % HEROES  # an ally as an enemy
    assert not torch.equal(encode(encoder, replace(row, unit_names=names)), encode(encoder, row))
    names = row.unit_names.copy()
    names[0] = (names[0] % HEROES) % 16 + 1  # another hero
    assert not torch.equal(encode(encoder, replace(row, unit_names=names)), encode(encoder, row))


def test_rows_without_units_are_encoded_too(encoder: Encoder, blitz: Scene) -> None:
    units = {name: getattr(blitz.packed, name)[:0] for name in BY_UNIT}
    empty = replace(blitz.packed, **units, starts=np.zeros_like(blitz.packed.starts))
    assert torch.isfinite(encode(encoder, empty)).all()


def test_every_weight_of_the_encoder_learns(encoder: Encoder, blitz: Scene) -> None:
    encoded = encoder(inputs(blitz.packed, torch.zeros(1)), None)
    (encoded.joined.sum() + encoded.encodings.square().sum()).backward()
    assert [name for name, one in encoder.named_parameters() if one.grad is None or not one.grad.any()] == []


def test_heroes_apart_stand_in_the_order_of_their_slots(blitz: Scene) -> None:
    given = inputs(blitz.packed, torch.zeros(1))
    encodings = torch.randn(len(blitz.packed.units), 16, generator=torch.Generator().manual_seed(1))
    found = apart(encodings, given, slots=columns_of().hero_slots).view(len(blitz.packed), 9, 16)
    for row in range(len(blitz.packed)):
        expected = torch.zeros(9, 16)
        for unit in range(*blitz.packed.starts[row : row + 2]):
            if 0 <= blitz.packed.slots[unit] < 9:
                expected[blitz.packed.slots[unit]] = encodings[unit]
        assert torch.equal(found[row], expected)
        assert expected.any()
