from __future__ import annotations

import numpy as np

from arena.environments.masks import PARTS_SIZE, fill_parts, split_parts
from arena.environments.spaces import action_numbers
from arena.games import moba


def parts_of(*legal: int) -> np.ndarray:
    mask = np.zeros((1, moba.MASK_SIZE), np.bool_)
    mask[0, list(legal)] = True
    out = np.full((1, PARTS_SIZE), 7, np.int8)
    fill_parts(mask, out)
    return out[0]


def test_targets_are_those_that_are_legal_with_some_kind() -> None:
    """By the contract's page: the attack's row begins at 12, ability k + 1's at 57 + 45 k, item k + 1's at 237 + 45 k."""
    kinds, targets, offsets, aims = split_parts(parts_of(0, 2, 4, 9, 12 + 9, 57 + 45 + 3, 237 + 44))
    assert np.flatnonzero(kinds).tolist() == [0, 2, 4, 9]
    assert np.flatnonzero(targets).tolist() == [3, 9, 44]
    assert offsets.tolist() == [1] * 81 and aims.tolist() == [1] * 17


def test_no_part_is_empty() -> None:
    kinds, targets, _, _ = split_parts(parts_of(0))
    assert np.flatnonzero(kinds).tolist() == np.flatnonzero(targets).tolist() == [0]


def test_the_action_space_samples_by_the_parts() -> None:
    space = action_numbers()
    space.seed(3)
    parts = split_parts(parts_of(1, 4, 57 + 45 + 3, 57 + 45 + 5))
    drawn = np.array([space.sample(parts) for _ in range(60)])  # type: ignore[arg-type]
    assert set(drawn[:, 0]) == {1, 4} and set(drawn[:, 1]) == {3, 5}
    assert drawn[:, 2].max() > 60 and drawn[:, 3].max() == 16
