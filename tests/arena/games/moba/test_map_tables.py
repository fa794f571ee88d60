"""The tables of a map and the file that keeps them: computed once, never believed when damaged."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from arena.games.moba import map_tables
from arena.games.moba.map_tables import SIGHT_RADII, Tables, cached_tables, nearest_free_cells, tables
from arena.games.moba.maps import NAMES, load


def equal(one: Tables, other: Tables) -> bool:
    arrays = ("step", "nearest_free", "sight")
    same = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)
    return same and one.sight_reach == other.sight_reach


def compute_nothing(*_: object) -> Tables:
    raise AssertionError("computed again")


@pytest.fixture(scope="module")
def fresh() -> Tables:
    return map_tables.compute_tables(load("blitz"))


@pytest.mark.parametrize("name", NAMES)
def test_tables_have_the_declared_shapes_and_types(name: str, tmp_path: Path) -> None:
    made, cells = cached_tables(load(name), tmp_path), load(name).n ** 2
    assert made.step.dtype == np.uint8
    assert made.step.shape == (cells, cells)
    assert made.nearest_free.dtype == np.int64
    assert made.nearest_free.shape == (cells,)
    assert made.sight.dtype == np.int64
    assert made.sight.shape == (len(SIGHT_RADII), cells, 2 * made.sight_reach + 1)
    for array in (made.step, made.nearest_free, made.sight):
        assert not array.flags.writeable


@pytest.mark.parametrize("name", NAMES)
def test_the_nearest_free_cell_is_free_and_none_is_nearer(name: str) -> None:
    walls = load(name).walls
    nearest, n = nearest_free_cells(walls), len(walls)
    assert not walls.ravel()[nearest].any()
    free = np.argwhere(~walls)
    for cell in range(n * n):
        here, there = np.array(divmod(cell, n)), np.array(divmod(int(nearest[cell]), n))
        assert ((there - here) ** 2).sum() == ((free - here) ** 2).sum(axis=1).min()


@pytest.mark.parametrize("name", NAMES)
def test_nearest_free_cells_are_their_own_half_turn_image(name: str) -> None:
    nearest = nearest_free_cells(load(name).walls)
    assert np.array_equal((len(nearest) - 1 - nearest)[::-1], nearest)


def test_a_second_start_reads_what_the_first_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: Tables
) -> None:
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    tables.cache_clear()
    first = tables("blitz")
    assert tables("blitz") is first
    tables.cache_clear()
    monkeypatch.setattr(map_tables, "compute_tables", compute_nothing)
    second = tables("blitz")
    tables.cache_clear()
    assert equal(first, fresh)
    assert equal(second, fresh)


def flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "truncated in the seal": lambda content: content[:20],
    "truncated": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "a bit of the seal": lambda content: flipped(content, 3),
    "a bit of a header": lambda content: flipped(content, 60),
    "a bit of the steps": lambda content: flipped(content, 500_000),
    "a bit of the sight": lambda content: flipped(content, len(content) - 9),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(damage: str, tmp_path: Path, fresh: Tables) -> None:
    chart = load("blitz")
    cached_tables(chart, tmp_path)
    (path,) = tmp_path.iterdir()
    sound = path.read_bytes()
    path.write_bytes(DAMAGES[damage](sound))
    assert equal(cached_tables(chart, tmp_path), fresh)
    assert path.read_bytes() == sound


def test_a_file_of_another_map_is_not_believed(tmp_path: Path, fresh: Tables) -> None:
    cached_tables(load("full"), tmp_path)
    (other,) = tmp_path.iterdir()
    path = tmp_path / "blitz"
    path.mkdir()
    cached_tables(load("blitz"), path)
    (mine,) = path.iterdir()
    mine.write_bytes(other.read_bytes())
    assert equal(cached_tables(load("blitz"), path), fresh)


def test_a_change_of_the_sources_makes_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source.py"
    source.write_text("before")
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setattr(map_tables, "_SOURCES", (source,))
    cached_tables(load("blitz"), kept)
    source.write_text("after")
    cached_tables(load("blitz"), kept)
    assert len(list(kept.iterdir())) == 2


def test_a_folder_that_cannot_be_written_costs_time_but_no_tables(tmp_path: Path, fresh: Tables) -> None:
    missing = tmp_path / "missing"
    assert equal(cached_tables(load("blitz"), missing), fresh)
    assert not missing.exists()


def test_starts_at_the_same_time_leave_one_sound_file(tmp_path: Path, fresh: Tables) -> None:
    made: list[Tables] = []
    starts = [
        threading.Thread(target=lambda: made.append(cached_tables(load("blitz"), tmp_path))) for _ in range(4)
    ]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert len(made) == 4
    assert all(equal(one, fresh) for one in made)
    assert len(list(tmp_path.iterdir())) == 1


def test_tables_of_an_unknown_map_are_refused() -> None:
    with pytest.raises(ValueError, match="no map is called 'moon'"):
        tables("moon")
