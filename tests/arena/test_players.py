from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from arena.games import moba
from arena.players import BadAnswer, check_answer

actions = st.integers(0, 20).flatmap(
    lambda k: hnp.arrays(np.int64, (k, 4), elements=st.integers(0, min(moba.ACTION_RANGES) - 1))
)


@given(actions, st.sampled_from([np.int8, np.uint8, np.int32, np.int64, np.uint64]))
def test_legal_integers_of_any_width_pass_unchanged(answer: np.ndarray, dtype: type) -> None:
    checked = check_answer(answer.astype(dtype), len(answer))
    assert checked.dtype == np.int64
    assert np.array_equal(checked, answer)


@pytest.mark.parametrize("choice", range(4))
def test_the_largest_of_each_choice_passes_and_the_next_does_not(choice: int) -> None:
    answer = np.zeros((2, 4), np.int64)
    answer[1, choice] = moba.ACTION_RANGES[choice] - 1
    check_answer(answer, 2)
    answer[1, choice] += 1
    with pytest.raises(
        BadAnswer, match=rf"answered {answer[1, choice]} for .*, expected 0 to {answer[1, choice] - 1}"
    ):
        check_answer(answer, 2)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "answered a NoneType"),
        ([[0, 0, 0, 0]], "answered a list"),
        (np.zeros((2, 4), np.int64), r"answered shape \(2, 4\), expected \(1, 4\)"),
        (np.zeros(4, np.int64), r"answered shape \(4,\)"),
        (np.zeros((1, 4)), "answered float64, expected integers"),
        (np.full((1, 4), np.nan), "answered float64 with non-finite numbers"),
        (np.full((1, 4), np.inf, np.float32), "answered float32 with non-finite numbers"),
        (np.zeros((1, 4), np.bool_), "answered bool, expected integers"),
        (np.zeros((1, 4), np.complex128), "answered complex128"),
        (np.array([["a"] * 4]), "answered <U1"),
        (np.array([[None] * 4]), "answered object"),
        (np.array([[-1, 0, 0, 0]]), "answered -1 for kind"),
        (np.array([[0, 0, 0, 2**63]], np.uint64), "answered 9223372036854775808 for aim"),
    ],
)
def test_nonsense_is_refused_in_one_line(answer: object, message: str) -> None:
    with pytest.raises(BadAnswer, match=message):
        check_answer(answer, 1)
