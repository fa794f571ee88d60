"""Where time goes."""

from __future__ import annotations

import pytest

from training.clock import Clock


def test_parts_and_the_rest_add_up_to_all_and_a_lap_begins_anew() -> None:
    times = iter([0.0, 1.0, 3.0, 4.0, 5.0, 9.0, 9.0, 10.0])
    clock = Clock(lambda: next(times))
    with clock.on("infer"):
        pass
    with clock.on("infer"):
        pass
    assert clock.lap() == {"simulate": 0.0, "infer": 3.0, "learn": 0.0, "total": 9.0}
    with pytest.raises(ZeroDivisionError), clock.on("learn"):
        _ = 1 / 0
    assert clock.seconds["learn"] == 1.0
