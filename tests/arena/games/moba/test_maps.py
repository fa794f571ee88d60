"""The maps: exact images, walls, lanes that are clear, places that can be stood on, and errors for damaged data."""

import itertools
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.games.moba import maps
from arena.games.moba.maps import BASE, GROUND, NAMES, RIVER, Map, cell_of, load, parse

DATA = Path(maps.__file__).parent / "data" / "maps"


@pytest.fixture(params=NAMES)
def game_map(request: pytest.FixtureRequest) -> Map:
    return load(request.param)


def reflected(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The image under (x, y) -> (y, x), which exchanges the top lane and the bottom lane."""
    return points[..., ::-1]


def as_set(points: NDArray[np.float64]) -> set[tuple[float, float]]:
    return {(float(x) + 0.0, float(y) + 0.0) for x, y in points.reshape(-1, 2)}


def flood(free: NDArray[np.bool_], start: int) -> NDArray[np.bool_]:
    """Cells reached from `start` by orthogonal steps."""
    n = len(free)
    seen = np.zeros(n * n, dtype=np.bool_)
    seen[start] = free.flat[start]
    queue = deque([start] if seen[start] else [])
    while queue:
        cell = queue.popleft()
        for step in (-1, 1, -n, n):  # the ring of walls keeps rows from running into each other
            if free.flat[cell + step] and not seen[cell + step]:
                seen[cell + step] = True
                queue.append(cell + step)
    return seen.reshape(n, n)


def is_free(game_map: Map, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    return ~game_map.walls.ravel()[cell_of(game_map, points)]


def distance_to_way(points: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance of each point from a polyline."""
    start, leg = way[:-1], np.diff(way, axis=0)
    along = ((points[:, None] - start) * leg).sum(-1) / (leg**2).sum(-1)
    nearest = start + along.clip(0, 1)[..., None] * leg
    return np.asarray(np.sqrt(((points[:, None] - nearest) ** 2).sum(-1)).min(axis=1))


def test_walls_and_ground_are_their_own_half_turn_image(game_map: Map) -> None:
    assert np.array_equal(game_map.walls, game_map.walls[::-1, ::-1])
    assert np.array_equal(game_map.ground, game_map.ground[::-1, ::-1])


def test_the_top_half_is_the_reflection_of_the_bottom_half(game_map: Map) -> None:
    assert np.array_equal(game_map.walls, game_map.walls.T)
    assert np.array_equal(game_map.ground, game_map.ground.T)
    top, middle, bottom = game_map.lanes
    assert np.array_equal(reflected(top), bottom)
    assert np.array_equal(reflected(middle), middle)
    towers, barracks = game_map.structures[:9].reshape(3, 3, 2), game_map.structures[9:12]
    assert np.array_equal(reflected(towers[0]), towers[2])
    assert np.array_equal(reflected(barracks[0]), barracks[2])
    for pairs in (
        game_map.structures[12:],
        game_map.fountain,
        game_map.camps,
        game_map.boss_pits,
        game_map.runes,
    ):
        assert as_set(reflected(pairs)) == as_set(pairs)


def test_sizes_are_those_the_rules_expect(game_map: Map) -> None:
    assert game_map.n % 2 == 0
    assert game_map.n <= 60
    assert game_map.half == game_map.n * game_map.cell / 2
    assert {"full": 15_000, "blitz": 9_600}[game_map.name] == 2 * game_map.half
    way_points = game_map.lanes.shape[1]
    assert game_map.lanes.shape == (3, way_points, 2)
    assert all(len(as_set(lane)) == way_points for lane in game_map.lanes), "no way-point is repeated"


def test_a_quarter_of_the_cells_and_the_whole_border_are_wall(game_map: Map) -> None:
    assert game_map.walls.mean() >= 0.25
    border = np.ones_like(game_map.walls)
    border[1:-1, 1:-1] = False
    assert game_map.walls[border].all()


def test_every_free_cell_is_joined_to_every_other(game_map: Map) -> None:
    start = int(np.flatnonzero(~game_map.walls)[0])
    assert np.array_equal(flood(~game_map.walls, start), ~game_map.walls)


def test_the_river_is_low_and_the_bases_are_high(game_map: Map) -> None:
    middle = game_map.n // 2
    assert game_map.ground[middle, middle] == RIVER
    assert (game_map.ground[game_map.walls] == GROUND).all()
    for points, level in ((game_map.boss_pits, RIVER), (game_map.runes, RIVER), (game_map.camps, GROUND)):
        assert (game_map.ground.ravel()[cell_of(game_map, points)] == level).all()
    at_home = np.concatenate([game_map.structures[9:], game_map.fountain[None], game_map.lanes[:, 0]])
    assert (game_map.ground.ravel()[cell_of(game_map, at_home)] == BASE).all()


def test_a_base_opens_to_the_three_lanes_alone(game_map: Map) -> None:
    free, n = ~game_map.walls, game_map.n
    outside = free & (game_map.ground != BASE)
    gate = np.zeros_like(free)
    gate[: n // 2, : n // 2] = (free & (game_map.ground == BASE))[: n // 2, : n // 2]
    touches = np.logical_or.reduce(
        [np.roll(outside, step, axis) for step, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1))]
    )
    gate &= touches
    openings = []
    while gate.any():
        part = flood_with_corners(gate, int(np.flatnonzero(gate)[0]))
        openings.append(part)
        gate &= ~part
    assert len(openings) == 3
    for lane in game_map.lanes:
        cells = cell_of(game_map, sampled(lane))
        assert sum(part.ravel()[cells].any() for part in openings) == 1


def flood_with_corners(cells: NDArray[np.bool_], start: int) -> NDArray[np.bool_]:
    """Cells joined to `start` by a side or a corner."""
    n = len(cells)
    part = np.zeros_like(cells)
    queue = [divmod(start, n)]
    while queue:
        y, x = queue.pop()
        if cells[y, x] and not part[y, x]:
            part[y, x] = True
            queue += [(y + j, x + i) for j in (-1, 0, 1) for i in (-1, 0, 1)]
    return part


def sampled(way: NDArray[np.float64], apart: float = 20.0) -> NDArray[np.float64]:
    """Points along a polyline, at most `apart` units from each other."""
    pieces = []
    for start, end in itertools.pairwise(way):
        count = int(np.hypot(*(end - start)) / apart) + 1
        pieces.append(start + np.linspace(0, 1, count + 1)[:, None] * (end - start))
    return np.concatenate(pieces)


def test_lanes_have_a_cell_of_clear_ground_on_either_hand(game_map: Map) -> None:
    for lane in game_map.lanes:
        for start, end in itertools.pairwise(lane):
            ahead = (end - start) / np.hypot(*(end - start))
            across = np.array([-ahead[1], ahead[0]]) * game_map.cell
            line = sampled(np.stack([start, end]))
            for share in np.linspace(-1, 1, 21):
                assert is_free(game_map, line + share * across).all()


def test_lanes_lead_from_the_barracks_to_the_enemy_ancient(game_map: Map) -> None:
    for number, lane in enumerate(game_map.lanes):
        barracks = game_map.structures[9 + number]
        assert 150 <= np.hypot(*(lane[0] - barracks)) <= 450
        assert np.array_equal(lane[-1], -game_map.structures[14])


def test_waves_of_the_two_sides_meet(game_map: Map) -> None:
    """East's wave on west's lane 0 is on its own lane 2: the same way backwards, but for the last leg home."""
    for lane in range(3):
        east = -game_map.lanes[2 - lane]
        assert np.array_equal(east[:-1][::-1], game_map.lanes[lane][:-1])


def test_towers_stand_beside_the_lane_and_leave_it_open(game_map: Map) -> None:
    for lane in range(3):
        beside = distance_to_way(game_map.structures[3 * lane : 3 * lane + 3], game_map.lanes[lane])
        assert (beside >= 150).all()
        assert (beside <= 250).all()
        others = distance_to_way(game_map.structures[9:14], game_map.lanes[lane])
        assert (others >= 150).all(), "barracks and base towers"


def test_structures_stand_clear_of_walls_and_of_each_other(game_map: Map) -> None:
    for corner in ((-100, -100), (-100, 100), (100, -100), (100, 100)):
        assert is_free(game_map, game_map.structures + np.array(corner)).all()
    apart = game_map.structures[:, None] - game_map.structures
    distances = np.hypot(apart[..., 0], apart[..., 1])[~np.eye(15, dtype=bool)]
    assert distances.min() >= 300


def test_towers_of_a_lane_run_from_the_outer_to_the_inner(game_map: Map) -> None:
    for lane in range(3):
        x_and_y = game_map.structures[3 * lane : 3 * lane + 3].sum(axis=1)
        assert (np.diff(x_and_y) < 0).all()


def test_outer_towers_of_the_sides_are_out_of_each_others_reach(game_map: Map) -> None:
    towers = game_map.structures[:9]
    apart = towers[:, None] + towers  # east's stand at -towers
    assert np.hypot(apart[..., 0], apart[..., 1]).min() >= 1_600


def test_every_place_is_free(game_map: Map) -> None:
    for points in (
        game_map.structures,
        game_map.fountain,
        game_map.camps,
        game_map.boss_pits,
        game_map.runes,
    ):
        assert is_free(game_map, points).all()
        assert is_free(game_map, -points).all()


def test_camps_lie_in_the_jungle_and_have_two_ways_in(game_map: Map) -> None:
    """No block of two by two cells beside the camp shuts it off from its side's base."""
    camps = cell_of(game_map, game_map.camps)
    assert len(set(camps.tolist())) == 6
    assert (game_map.camps.sum(axis=1) < 0).all(), "on west's half"
    home = int(cell_of(game_map, game_map.fountain))
    for camp in camps.tolist():
        y, x = divmod(camp, game_map.n)
        for top, left in [(y + j, x + i) for j in range(-4, 4) for i in range(-4, 4)]:
            shut = ~game_map.walls
            shut[max(top, 0) : top + 2, max(left, 0) : left + 2] = False
            assert not shut.flat[camp] or flood(shut, camp).flat[home]


def test_camps_are_out_of_the_waves_way(game_map: Map) -> None:
    for lane in game_map.lanes:
        assert distance_to_way(game_map.camps, lane).min() >= 900


def test_east_has_its_own_pit_and_rune(game_map: Map) -> None:
    assert np.array_equal(game_map.boss_pits[1], -game_map.boss_pits[0])
    assert np.array_equal(game_map.runes[1], -game_map.runes[0])


def test_maps_are_loaded_once_and_cannot_be_changed(game_map: Map) -> None:
    assert load(game_map.name) is game_map
    with pytest.raises(ValueError, match="read-only"):
        game_map.walls[0, 0] = False


def test_an_unknown_map_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no map is called 'fall': expected one of full, blitz") as caught:
        load("fall")
    assert "\n" not in str(caught.value)


def damaged(picture: str, row: int, column: int, char: str) -> str:
    rows = picture.split()
    rows[row] = rows[row][:column] + char + rows[row][column + 1 :]
    return "\n".join(rows)


PICTURES: dict[str, tuple[Callable[[str], str], str]] = {
    "a missing row": (lambda p: p[p.index("\n") + 1 :], "square picture"),
    "a strange character": (lambda p: damaged(p, 5, 5, "x"), r"only the characters .* got \['x'\]"),
    "one half changed": (lambda p: damaged(p, 3, 5, "#"), "half-turn image"),
    "a hole in the border": (lambda p: damaged(damaged(p, 0, 3, "1"), -1, -4, "1"), "outermost ring"),
    "nothing": (lambda p: "", "square picture"),
}


@pytest.mark.parametrize("fault", PICTURES)
def test_a_damaged_picture_is_refused(fault: str) -> None:
    damage, message = PICTURES[fault]
    picture, places = (DATA / "blitz.txt").read_text(), (DATA / "blitz.toml").read_text()
    with pytest.raises(ValueError, match=message) as caught:
        parse("blitz", damage(picture), places)
    assert "\n" not in str(caught.value)


PLACES = {
    "a place missing": ("fountain = [-4250, -4250]", "", "fountain"),
    "three coordinates": ("fountain = [-4250, -4250]", "fountain = [-4250, -4250, 0]", r"shape \(2,\)"),
    "words for numbers": ("fountain = [-4250, -4250]", 'fountain = ["west", "south"]', "west"),
    "not TOML": ("fountain = [", "fountain = [[[", "do not read"),
    "not a number": ("rune = [-750, 750]", "rune = [nan, 750]", "multiples of 1/1024"),
    "too fine": ("rune = [-750, 750]", "rune = [-750.1, 750]", "multiples of 1/1024"),
    "in a wall": ("rune = [-750, 750]", "rune = [-4799, 750]", r"runes: \(-4799, 750\) is in a wall"),
    "off the map": ("rune = [-750, 750]", "rune = [-75000, 750]", "is in a wall"),
    "lanes of unlike length": ("way = [[-3900, -2600], ", "way = [", "do not read"),
    "no width": ("cell = 300", "cell = 0", "width of cells"),
}


@pytest.mark.parametrize("fault", PLACES)
def test_damaged_places_are_refused(fault: str) -> None:
    old, new, message = PLACES[fault]
    picture, places = (DATA / "blitz.txt").read_text(), (DATA / "blitz.toml").read_text()
    assert old in places
    with pytest.raises(ValueError, match=message) as caught:
        parse("blitz", picture, places.replace(old, new, 1))
    assert "\n" not in str(caught.value)
