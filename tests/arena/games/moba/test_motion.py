"""Walking round walls, pushes, dashes and blinks where walls stand in the way."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba import map_tables, maps
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_abilities import ready

MAP = maps.load("blitz")
EAST = 4 * 9 + 8  # of the offset grid, own frame


def is_wall(x: float, y: float) -> bool:
    """Whether a point lies in a wall, by the map itself."""
    return bool(MAP.walls.reshape(-1)[maps.cell_of(MAP, np.array([x, y]))])


def test_a_hero_walks_at_its_speed() -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0)
    scene.order(0, lay.MOVE, offset=EAST, keep=True)
    scene.step(5)
    assert scene.unit(0).x == pytest.approx(20 * float(scene.unit(0).speed) / 30, abs=0.05)
    assert scene.unit(0).y == 0.0


def test_an_own_frame_offset_leads_east_home_the_other_way() -> None:
    scene = Scene((), ("Lance",))
    scene.put(5, 0.0)
    scene.order(5, lay.MOVE, offset=EAST, keep=True)
    scene.step(5)
    assert scene.unit(5).x == pytest.approx(-20 * float(scene.unit(5).speed) / 30, abs=0.05)


def test_a_walk_ends_at_its_goal() -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0)
    scene.order(0, lay.MOVE, offset=4 * 9 + 5)
    scene.step()
    scene.order(0, lay.MOVE, offset=40)
    there = float(scene.unit(0).x)
    scene.step()
    assert (scene.unit(0).x, scene.unit(0).y) == (there, 0.0), "the middle of the grid is where it stands"


@pytest.mark.parametrize("lane", [0, 1, 2])
def test_creeps_reach_the_other_base_round_all_walls(lane: int) -> None:
    scene = Scene()
    start = scene.rules.lanes[lane, 0]
    number = scene.creep(0, lay.MELEE, float(start[0]), float(start[1]), active=True)
    unit = scene.m.units[number]
    unit.lane, unit.step, unit.damage = lane, 1, 0.0
    unit.max_health = unit.health = 1e9
    scene.m.units["alive"][lay.HALF + lay.FIRST_STRUCTURE : lay.HALF + lay.FIRST_STRUCTURE + 12] = 0
    length = np.hypot(*np.diff(scene.rules.lanes[lane, : scene.rules.waypoints], axis=0).T).sum()
    ancient = scene.m.units[scene.structure(1, 14)]
    for _ in range(int(1.2 * length / 325.0 * 7.5)):
        scene.m.tick = 200
        scene.m.units["anchor"] = 200
        scene.step()
        assert not is_wall(float(unit.x), float(unit.y))
    assert math.hypot(unit.x - ancient.x, unit.y - ancient.y) < 1300.0
    assert scene.faults() == {}


def test_a_hero_walks_round_a_wall() -> None:
    """The caster of a unit ability walks to its target as far as that may be: here behind a wall."""
    table = map_tables.tables("blitz")
    rows = [iy for iy in range(10, 22) if MAP.walls[iy].any()]
    free = ~MAP.walls
    for iy in rows:
        for ix in range(4, MAP.n - 6):
            if free[iy, ix] and MAP.walls[iy, ix + 1] and free[iy, ix + 2]:
                a, b = iy * MAP.n + ix, iy * MAP.n + ix + 2
                if abs(ix - 15.5) < 9 and int(table.step[b, a]) > 0:
                    return _walk_round(ix, iy)
    raise AssertionError("the map has no wall one cell thick")


def _walk_round(ix: int, iy: int) -> None:
    def centre(i: int) -> float:
        return (i + 0.5) * MAP.cell - MAP.half

    scene = Scene(("Lance",), ("Lance",))
    scene.m.units["damage"][lay.FIRST_STRUCTURE : lay.COURIER] = 0.0
    scene.m.units["damage"][lay.HALF + lay.FIRST_STRUCTURE : lay.HALF + lay.COURIER] = 0.0
    scene.put(0, centre(ix), centre(iy))
    victim = scene.put(5, centre(ix + 2), centre(iy))
    scene.m.units[victim].max_health = scene.m.units[victim].health = 1e6
    direct = 2 * MAP.cell
    steps = 0
    while scene.unit(5).hurt == 0 and steps < 300:
        scene.unit(0).seen = scene.unit(5).seen = 1
        scene.attack(0, victim)
        before = float(scene.unit(0).x), float(scene.unit(0).y)
        scene.step()
        steps += 1
        assert not is_wall(float(scene.unit(0).x), float(scene.unit(0).y))
        assert math.hypot(scene.unit(0).x - before[0], scene.unit(0).y - before[1]) < 50.0
    assert scene.unit(5).hurt > 0
    walked = (scene.m.tick - 200) * float(scene.unit(0).speed) / 30
    assert walked > 1.2 * direct, "the way round is longer than the way through"


@pytest.mark.parametrize("gap", [10.0, 40.0, 70.0])
def test_units_that_overlap_push_one_another_off(gap: float) -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.put(0, -gap / 2)
    scene.put(5, gap / 2)
    scene.step(5)
    radius = float(scene.rules.kinds[lay.HERO].radius)
    assert scene.unit(5).x - scene.unit(0).x == pytest.approx(2 * radius, abs=0.1)
    assert scene.unit(5).x == -scene.unit(0).x


def test_units_on_the_very_same_spot_part() -> None:
    scene = Scene(("Lance", "Brute"), ("Lance",))
    for h in (0, 1, 5):
        scene.put(h, 0.0)
    scene.step(15)
    radius = float(scene.rules.kinds[lay.HERO].radius)
    points = [(float(scene.unit(h).x), float(scene.unit(h).y)) for h in (0, 1, 5)]
    for i in range(3):
        for j in range(i):
            assert math.dist(points[i], points[j]) > 2 * radius - 8.0


def test_two_who_walk_straight_at_each_other_pass_on_the_right() -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.put(0, -150.0)
    scene.put(5, 150.0)
    for h in (0, 5):
        scene.order(h, lay.MOVE, offset=EAST, keep=True)
    aside = 0.0
    for _ in range(12):
        scene.step()
        assert (scene.unit(0).x, scene.unit(0).y) == (-scene.unit(5).x, -scene.unit(5).y)
        aside = min(aside, float(scene.unit(0).y))
    assert scene.unit(0).x > 150.0
    assert aside < -10.0


def test_a_push_moves_nobody_into_a_wall() -> None:
    iy, ix = next(
        (iy, ix)
        for iy in range(8, 24)
        for ix in range(8, 24)
        if MAP.walls[iy, ix] and not MAP.walls[iy, ix - 1]
    )
    x, y = ix * MAP.cell - MAP.half, (iy + 0.5) * MAP.cell - MAP.half
    scene = Scene(("Lance", "Brute"), ("Lance",))
    scene.put(0, x - 5.0, y)
    scene.put(1, x - 30.0, y)
    scene.put(5, x - 50.0, y)
    for _ in range(10):
        scene.step()
        assert not any(is_wall(float(scene.unit(h).x), float(scene.unit(h).y)) for h in (0, 1, 5))


def test_structures_stand_where_they_stand() -> None:
    scene = Scene(("Lance",))
    tower = scene.m.units[scene.structure(0, 3)]
    x, y = float(tower.x), float(tower.y)
    scene.put(0, x + 20.0, y)
    scene.step(12)
    assert (tower.x, tower.y) == (x, y)
    gap = math.dist((scene.unit(0).x, scene.unit(0).y), (x, y))
    assert 129.9 < gap < 145.0, "out to where radii touch, less than a tick's push beyond"


def wall_ahead() -> tuple[float, float, float]:
    """A free place from which a wall one or two cells thick lies to the east: x, y and the wall's near edge."""
    for iy in range(8, 24):
        for ix in range(6, 26):
            row = MAP.walls[iy]
            if not row[ix] and row[ix + 1] and not row[ix + 2]:
                edge = (ix + 1) * MAP.cell - MAP.half
                return edge - 150.0, (iy + 0.5) * MAP.cell - MAP.half, edge
    raise AssertionError("the map has no such wall")


@pytest.mark.parametrize("name_k", [("Brute", 1), ("Lance", 0)])
def test_a_dash_ends_at_a_wall(name_k: tuple[str, int]) -> None:
    name, k = name_k
    x, y, edge = wall_ahead()
    scene = Scene((name,))
    ready(scene, 0, x, y, k, 1)
    scene.cast(0, k, aim=1)
    scene.step(6)
    assert edge - 45.0 < scene.unit(0).x < edge and scene.unit(0).y == pytest.approx(y, abs=0.01)


def test_a_blink_goes_over_a_wall() -> None:
    x, y, edge = wall_ahead()
    scene = Scene(("Shade",), ("Lance",))
    ready(scene, 0, x, y, 0, 1)
    victim = ready(scene, 5, edge + MAP.cell + 150.0, y)
    scene.unit(5).seen = 1
    hero = scene.hero(0)
    hero.cast, hero.cast_end, hero.cast_unit = 0, 201, victim
    scene.step()
    assert scene.unit(0).x > edge + MAP.cell and not is_wall(float(scene.unit(0).x), float(scene.unit(0).y))
    assert scene.unit(5).x - scene.unit(0).x == pytest.approx(90.0, abs=0.1)


def test_a_blink_into_a_wall_ends_on_the_nearest_free_ground() -> None:
    x, y, edge = wall_ahead()
    scene = Scene(("Shade",), ("Lance",))
    ready(scene, 0, x, y, 0, 1)
    victim = ready(scene, 5, edge + MAP.cell + 20.0, y)
    hero = scene.hero(0)
    hero.cast, hero.cast_end, hero.cast_unit = 0, 201, victim
    scene.step()
    table = map_tables.tables("blitz")
    cell = int(table.nearest_free[maps.cell_of(MAP, np.array([edge + MAP.cell - 70.0, y]))])
    centre = ((cell % MAP.n + 0.5) * MAP.cell - MAP.half, (cell // MAP.n + 0.5) * MAP.cell - MAP.half)
    place = float(scene.unit(0).x), float(scene.unit(0).y)
    assert not is_wall(*place)
    assert math.dist(place, centre) < 45.0, "up to what others push"


def test_a_push_ends_at_a_wall() -> None:
    x, y, edge = wall_ahead()
    scene = Scene(("Bulwark",), ("Lance",))
    ready(scene, 0, x - 20.0, y, 3, 3)
    ready(scene, 5, edge - 60.0, y)
    scene.cast(0, 3)
    scene.step(5)
    assert edge - 45.0 < scene.unit(5).x < edge


@pytest.mark.parametrize("status", [r.STUN, r.ROOT])
def test_the_held_can_be_pushed(status: int) -> None:
    scene = Scene(("Bulwark",), ("Lance",))
    ready(scene, 0, -200.0, 0.0, 3, 1)
    ready(scene, 5, 0.0)
    effect = scene.m.effects[1, 0]
    effect.target, effect.source, effect.kind, effect.begin, effect.end = number_of(5), 0, status, 200, 400
    scene.m.effect_count[1] = 1
    scene.cast(0, 3)
    scene.step(6)
    assert scene.unit(5).x == float(scene.rules.heroes[scene.hero(0).hero].abilities[3].effects[1].amount[0])


@pytest.mark.parametrize("h", [0, 5])
def test_who_walks_straight_at_a_structure_slides_round_it(h: int) -> None:
    scene = Scene()
    side = 1.0 if h == 0 else -1.0
    ancient = [side * float(v) for v in scene.rules.structures[lay.STRUCTURES - 1]]
    before = scene.put(h, ancient[0] - side * 300.0, ancient[1] - side * 300.0)
    north_east = 8 * 9 + 8
    for _ in range(30):
        scene.order(h, lay.MOVE, offset=north_east)
        scene.step()
    unit = scene.m.units[before]
    assert side * (unit.x - ancient[0]) > 200.0 and side * (unit.y - ancient[1]) > 200.0
