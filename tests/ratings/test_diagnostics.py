"""The diagnostics as a whole: their parts, their JSON, their text."""

import json

import numpy as np
import pytest

from ratings import BadSettings, Settings
from ratings.diagnostics import diagnose
from tests.ratings.tables import simulated, table


@pytest.fixture(scope="module")
def found():
    return diagnose(simulated(6, 500, seed=7, draws=0.1)[0], Settings(resamples=100))


def test_entrants_come_best_first_and_matrices_in_their_order(found):
    assert found.difference[0, -1] > 0.0
    assert (np.diff(found.difference[:, 0]) <= 0.0).all()
    assert found.superiority[0, -1] > 0.95


def test_it_is_json_with_null_for_the_unknown(found):
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert set(plain) == {
        *("names", "pairings", "held_out", "transitivity", "cycles", "nash_weights", "nash_averages"),
        *(
            "log_alpha_rank",
            "superiority",
            "difference",
            "difference_low",
            "difference_high",
            "blocks",
            "priors",
            "drawn",
        ),
    }
    assert set(plain["priors"]) == {"0.25", "0.5", "1"}
    assert len(plain["superiority"]) == 6 and len(plain["pairings"]) == 15


def test_the_text_tells_of_each_part(found):
    text = found.render()
    for word in ("cycles:", "held out:", "prior:", "drawn:", "largest misfits", "Nash weight"):
        assert word in text


def test_a_cycle_is_told_in_words():
    rows = [
        ("a", "b", 1.0, 70),
        ("b", "a", 1.0, 30),
        ("b", "c", 1.0, 70),
        ("c", "b", 1.0, 30),
        ("c", "a", 1.0, 70),
        ("a", "c", 1.0, 30),
    ]
    text = diagnose(table(*rows), Settings(resamples=20)).render()
    assert (
        "a beat b beat c beat a" in text and "100.0% of the variance that no single number explains" in text
    )


def test_other_models_have_none():
    with pytest.raises(BadSettings, match="expected the model bt for diagnostics"):
        diagnose(table(("a", "b", 1.0, 2)), Settings(model="elo"))
