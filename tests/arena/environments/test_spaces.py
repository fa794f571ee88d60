from __future__ import annotations

import numpy as np
from gymnasium import spaces

from arena.environments.spaces import action_numbers, masked_observation, observation_box
from arena.games import moba


def test_every_column_has_its_own_range() -> None:
    box = observation_box()
    assert isinstance(box, spaces.Box) and box.shape == (moba.OBSERVATION_SIZE,) and box.dtype == np.float32
    assert np.isfinite([box.low, box.high]).all() and (box.low < box.high).all()
    assert set(np.unique(box.low)) == {-1.0, 0.0}


def test_actions_are_the_contract_s_four_numbers() -> None:
    assert action_numbers().nvec.tolist() == list(moba.ACTION_RANGES)
    parts = masked_observation()["action_mask"]
    assert [part.n for part in parts] == list(moba.ACTION_RANGES)
