from __future__ import annotations

import pytest

from arena.environments.rewards import BadRewards, Rewards
from arena.games import moba


def test_weights_lie_where_the_ledger_has_their_entries() -> None:
    weights = Rewards(ledger={"deaths": -0.5, "gold": 0.01}).weights
    assert weights[moba.TALLY_NAMES.index("deaths")] == -0.5
    assert weights[moba.TALLY_NAMES.index("gold")] == 0.01
    assert weights.sum() == -0.49


@pytest.mark.parametrize(
    ("win", "ledger", "message"),
    [
        (1.0, {"kils": 1.0}, "expected weights on entries of the ledger, got kils: it has gold, experience"),
        (1.0, {"kills": float("nan")}, "expected a finite weight for kills, got nan"),
        (float("inf"), {}, "expected a finite weight for win, got inf"),
    ],
)
def test_weights_that_mean_nothing_are_refused(win: float, ledger: dict[str, float], message: str) -> None:
    with pytest.raises(BadRewards, match=message):
        Rewards(win, ledger)
