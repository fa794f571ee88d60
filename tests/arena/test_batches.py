from __future__ import annotations

import pytest

from arena.batches import Batches
from arena.executor import Finished
from tests.arena.test_play import spec_of


def test_a_batch_comes_again_without_its_culprit_even_after_the_last_one() -> None:
    spec = spec_of("idle", "random", "bot:easy", set_aside={"random": "raised"})
    batches = Batches(iter([spec]))
    assert list(batches) == [spec]
    again = batches.without_culprit(Finished(spec, None, "its worker ended", "idle"))
    assert again is not None
    assert dict(again.void) == {
        "random": "raised",
        "idle": "ended the process it plays in: its worker ended",
    }
    assert list(batches) == [again]
    assert list(batches) == []


@pytest.mark.parametrize("culprit", [None, "somebody else", "random"])
def test_it_does_not_if_nobody_who_plays_in_it_did_it(culprit: str | None) -> None:
    spec = spec_of("idle", "random", set_aside={"random": "raised"})
    batches = Batches(iter([]))
    assert batches.without_culprit(Finished(spec, None, "its worker ended", culprit)) is None
    assert list(batches) == []
