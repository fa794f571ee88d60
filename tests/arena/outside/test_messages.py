from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from arena.games import moba
from arena.outside import messages
from arena.outside.errors import ProgramFailed
from arena.outside.messages import Ready


@pytest.fixture
def batch() -> moba.Batch:
    made = moba.Batch("duel", [moba.Setup(2**62 + 1, (0,), (1,)), moba.Setup(9, (2,), (3,))])
    made.observe()
    made.step(np.zeros((2, 10, 4), np.int64))
    made.observe()
    return made


SEATS = np.array([0, 1]), np.array([5, 0])


def test_the_first_message_has_the_shapes_of_every_contract() -> None:
    said = json.loads(messages.hello())
    assert (said["type"], said["protocol"], said["game"]) == ("hello", 1, "moba")
    assert said["contracts"] == [
        {"version": 1, "observation_size": 1168, "mask_size": 198, "action_ranges": [8, 38, 81, 17]},
        {"version": 2, "observation_size": 1416, "mask_size": 327, "action_ranges": [12, 45, 81, 17]},
    ]


def test_matches_begin_with_what_draws_come_from(batch: moba.Batch) -> None:
    said = json.loads(messages.begin(batch, np.array([1, 0])))
    assert said["seeds"] == [9, 2**62 + 1] and said["matches"] == [1, 0] and said["variant"] == "duel"
    assert said["keys"] == batch.matches["keys"][[1, 0]].tolist()


def test_a_decision_in_words_and_in_bytes_says_the_same(batch: moba.Batch) -> None:
    words = json.loads(messages.act(Ready(observations=True), batch, *SEATS))
    raw = messages.act(Ready(observations=True, format="raw"), batch, *SEATS)
    head, _, data = raw.partition(b"\n")
    assert json.loads(head) == {"type": "act", "rows": 2, "bytes": len(data)}
    assert struct.unpack_from("<6i", data) == (0, 1, 5, 0, 1, 1)
    assert [words[name] for name in ("matches", "heroes", "decisions")] == [[0, 1], [5, 0], [1, 1]]
    masks = "".join("01"[byte] for byte in data[24 : 24 + 2 * 327])
    assert words["masks"] == [masks[:327], masks[327:]]
    assert [mask == "1" for mask in map(str, words["masks"][0])] == batch.masks[0, 5].tolist()
    observations = struct.unpack_from(f"<{2 * 1416}f", data, 24 + 2 * 327)
    assert words["observations"] == [list(observations[:1416]), list(observations[1416:])]
    assert observations[1416:] == tuple(batch.observations[1, 0].tolist())


def test_only_what_is_asked_for_is_told(batch: moba.Batch) -> None:
    bare = Ready(masks=False, format="raw")
    assert len(messages.act(bare, batch, *SEATS).partition(b"\n")[2]) == 24
    assert set(json.loads(messages.act(Ready(), batch, *SEATS))) == {
        "type", "rows", "matches", "heroes", "decisions", "masks",
    }  # fmt: skip


def test_actions_come_back_in_words_and_in_bytes() -> None:
    actions = [[2, 9, 0, 0], [1, 0, 80, 16]]
    answer = json.dumps({"type": "actions", "actions": actions}).encode()
    assert messages.read_actions(answer).tolist() == actions
    data = struct.pack("<8i", *actions[0], *actions[1])
    assert messages.read_raw_head(b'{"type":"actions","bytes":32}', 2) == 32
    assert messages.raw_actions(data).tolist() == actions


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b"", "wrote what is no line of JSON"),
        (b"\xff", "wrote what is no line of JSON"),
        (b"[" * 100_000, "wrote what is no line of JSON"),
        (b"[]", "no message of type actions"),
        (b'{"actions":[]}', "no message of type actions"),
        (b'{"type":"ready"}', "no message of type actions"),
        (b'{"type":"actions"}', "answered without actions, or with more"),
        (b'{"type":"actions","actions":[],"value":1}', "answered without actions, or with more"),
        (b'{"type":"actions","actions":[[1],[1,2]]}', "are no table of numbers"),
    ],
)
def test_other_answers_are_refused(answer: bytes, message: str) -> None:
    with pytest.raises(ProgramFailed, match=message) as raised:
        messages.read_actions(answer)
    assert len(str(raised.value)) < 200 and "\n" not in str(raised.value)


@pytest.mark.parametrize("size", ["31", "33", "32.5", '"32"', "true", "-1"])
def test_another_number_of_bytes_is_refused(size: str) -> None:
    with pytest.raises(ProgramFailed, match="expected 32 bytes for 2 rows of 4 int32"):
        messages.read_raw_head(f'{{"type":"actions","bytes":{size}}}'.encode(), 2)
