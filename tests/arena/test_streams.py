from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from arena.errors import DamagedStream
from arena.streams import pack_streams, read_stream, stream_path, unpack_stream, write_streams

small = hnp.arrays(
    np.int64, st.tuples(st.integers(0, 40), st.just(10), st.just(4)), elements=st.integers(0, 255)
)
large = hnp.arrays(
    np.int64, st.tuples(st.integers(0, 40), st.just(10), st.just(4)), elements=st.integers(0, 65535)
)


@given(st.dictionaries(st.integers(0, 10**9).map(str), small | large, max_size=4))
def test_streams_come_back_exactly(streams: dict[str, np.ndarray]) -> None:
    content = pack_streams(streams)
    for name, actions in streams.items():
        back = unpack_stream(content, name)
        assert back.dtype == np.int64
        assert np.array_equal(back, actions)


def test_the_same_streams_give_the_same_file() -> None:
    streams = {"1": np.arange(80).reshape(2, 10, 4), "2": np.zeros((3, 10, 4), np.int64)}
    assert pack_streams(streams) == pack_streams(streams)


def test_any_numpy_reads_the_file(tmp_path: Path) -> None:
    actions = np.arange(80).reshape(2, 10, 4)
    path = stream_path(tmp_path, write_streams(tmp_path, pack_streams({"12": actions})))
    with np.load(path) as archive:
        assert np.array_equal(archive["12"], actions.transpose(2, 1, 0))


def test_a_file_is_named_by_its_content_and_written_once(tmp_path: Path) -> None:
    content = pack_streams({"1": np.ones((4, 10, 4), np.int64)})
    name = write_streams(tmp_path, content)
    before = stream_path(tmp_path, name).stat().st_mtime_ns
    assert write_streams(tmp_path, content) == name
    assert stream_path(tmp_path, name).stat().st_mtime_ns == before
    assert np.array_equal(read_stream(stream_path(tmp_path, name), "1"), np.ones((4, 10, 4)))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [f"{name}.npz"]


@pytest.mark.parametrize("value", [-1, 65536])
def test_an_action_that_does_not_fit_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="0 to 65535"):
        pack_streams({"1": np.full((1, 10, 4), value)})


@given(data=st.data())
def test_a_damaged_file_gives_one_clear_error_never_other_actions(data: st.DataObject) -> None:
    rng = np.random.default_rng(0)
    actions = rng.integers(0, 9, (30, 10, 4))
    content = bytearray(pack_streams({"1": actions}))
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content = content[:place]
    else:
        content[place] ^= data.draw(st.integers(1, 255))
    try:
        back = unpack_stream(bytes(content), "1")
    except DamagedStream as error:
        assert "\n" not in str(error)
    else:  # a byte that says nothing, such as a date
        assert np.array_equal(back, actions)


def test_a_file_whose_content_is_not_its_name_is_refused(tmp_path: Path) -> None:
    path = stream_path(tmp_path, write_streams(tmp_path, pack_streams({"1": np.zeros((4, 10, 4), np.int64)})))
    path.write_bytes(pack_streams({"1": np.ones((4, 10, 4), np.int64)}))
    with pytest.raises(DamagedStream, match="does not have the content its name promises"):
        read_stream(path, "1")


def test_a_missing_file_or_match_is_named(tmp_path: Path) -> None:
    with pytest.raises(DamagedStream, match=r"cannot read .*nothing\.npz \(No such file"):
        read_stream(tmp_path / "nothing.npz", "1")
    with pytest.raises(DamagedStream, match="holds no match 2"):
        unpack_stream(pack_streams({"1": np.zeros((4, 10, 4), np.int64)}), "2")


def test_no_pickle_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "evil.npz"
    with zipfile.ZipFile(path, "w") as archive, archive.open("1.npy", "w") as member:
        np.lib.format.write_array(member, np.array([{"code": 1}], dtype=object))
    with pytest.raises(DamagedStream, match="pickle"):
        unpack_stream(path.read_bytes(), "1")
