"""What a decision pays, compiled: moments of a batch are read, and the rows of a reward table paid on what changed.

All of it is one file that imports only `arena.games`: the cache of compiled code follows such imports and no others.

Letters: n matches, h hero 0-9 (west first), half 0 west or 1 east, k row of the table.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.games.kernel import kernel
from arena.games.moba.layout import (
    ANCIENT,
    BASE_TOWER,
    COURIER,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    RUNNING,
    STRUCTURES,
    TALLY_NAMES,
)

LEDGER = len(TALLY_NAMES)
HEALTH, MANA, ADVANCE, LANE_LEFT = range(LEDGER, LEDGER + 4)
HERO_COLUMNS = LEDGER + 4
BOSSES, COURIER_LIVES, ALL_SUPER = range(3)
SIDE_COLUMNS = 3
# Sources of a row beyond the heroes' columns: what is known of a side alone.
(
    TOWER_TIER_1,
    TOWER_TIER_2,
    TOWER_TIER_3,
    BASE_TOWERS,
    ALL_BARRACKS,
    ANCIENT_DAMAGE,
    BOSS_LIFE,
    SUPER_CREEPS,
    COURIER_DEATH,
    WIN,
) = range(HERO_COLUMNS, HERO_COLUMNS + 10)
SIDE_SOURCES = 10
LANE_TOWERS = 9  # the first structures: three tiers on each of three lanes
DEFAULT_LANE = (0, 0, 1, 2, 2)  # of each slot, where the setup deals none: as bots go


class Moment(NamedTuple):
    """What rewards read of a batch at one moment."""

    hero: NDArray[Any]
    """(n, 10, HERO_COLUMNS) float64: the ledger, then health's worth, share of mana, how far forward, 1 outside its
    lane."""
    structures: NDArray[Any]
    """(n, 2, STRUCTURES) float64: health as a share of the greatest, 0 of the fallen."""
    side: NDArray[Any]
    """(n, 2, SIDE_COLUMNS) float64: bosses killed; 1 while the courier lives; 1 while all its creeps are super."""
    seated: NDArray[Any]
    """(n, 10) bool: seats that a hero sits on."""
    tick: NDArray[Any]
    """(n,) int64."""
    ending: NDArray[Any]
    """(n,) int64: layout.RUNNING, or how it ended."""


class Rows(NamedTuple):
    """The rows of a reward table, as the kernel takes them; all (k,)."""

    source: NDArray[Any]
    """int64: a column of Moment.hero, or one of what is known of a side alone."""
    second: NDArray[Any]
    """int64: a column that is added to it, -1 none."""
    team: NDArray[Any]
    """bool: paid to all five heroes for what the side did."""
    decays: NDArray[Any]
    """bool: less with the match's time; all rows but the win."""
    weight: NDArray[Any]
    """float64."""


class Mixing(NamedTuple):
    """How parts of one hero become its reward."""

    spirit: float
    """Team spirit: the share of a hero's reward that is the team's mean."""
    zero_sum: bool
    """Whether the other team's mean is subtracted."""
    decay: float
    """Factor for each tick of the match's time; 1 leaves all as it is."""


@kernel
def health_worth(share: float) -> float:
    """(x + 1 - (1 - x)^4) / 2 of a share of health: what is lost when low counts more (Five, appendix G)."""
    rest = (1.0 - share) * (1.0 - share)
    return (share + 1.0 - rest * rest) * 0.5


@kernel
def square(value: float) -> float:
    """`value` times itself."""
    return value * value


@kernel
def gap_to_lane(r: Any, lane: int, x: float, y: float) -> float:
    """Squared distance of a point of the own frame from a lane."""
    least = 1e18
    for step in range(1, r.waypoints):
        ax = r.lanes[lane, step - 1, 0]
        ay = r.lanes[lane, step - 1, 1]
        dx = r.lanes[lane, step, 0] - ax
        dy = r.lanes[lane, step, 1] - ay
        part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        part = min(max(part, 0.0), 1.0)
        least = min(least, square(x - ax - part * dx) + square(y - ay - part * dy))
    return least


@kernel
def plays_lane(r: Any, half: int, lane: int) -> bool:
    """Whether a lane of a side's own frame has creeps in this variant."""
    return bool(r.variant.lanes[lane if half == 0 else 2 - lane])


@kernel
def is_laning(m: Any, half: int, lane: int) -> bool:
    """Whether the first towers of both sides stand on a lane of the own frame: the early game of that lane."""
    own = half * HALF + FIRST_STRUCTURE + 3 * lane
    other = (1 - half) * HALF + FIRST_STRUCTURE + 3 * (2 - lane)
    return bool(m.units[own].alive and m.units[other].alive)


@kernel
def has_left_lane(m: Any, r: Any, half: int, slot: int) -> bool:
    """A living hero nearer to another lane than to its own, outside its base, while its lane's first towers stand."""
    unit = m.units[half * HALF + slot]
    lane = lane_of(m, half, slot, slot)
    if not unit.alive or not plays_lane(r, half, lane) or not is_laning(m, half, lane):
        return False
    sign = 1.0 - 2.0 * half
    x = unit.x * sign
    y = unit.y * sign
    home = square(x - r.fountain[0]) + square(y - r.fountain[1])
    base = square(r.lanes[0, 0, 0] - r.fountain[0]) + square(r.lanes[0, 0, 1] - r.fountain[1])
    if home <= base:
        return False
    own = gap_to_lane(r, lane, x, y)
    for other in range(3):
        if other != lane and plays_lane(r, half, other) and gap_to_lane(r, other, x, y) < own:
            return True
    return False


@kernel
def lane_of(m: Any, half: int, slot: int, place: int) -> int:
    """A hero's lane in the own frame: that of the setup, else DEFAULT_LANE's of a place."""
    lane = m.heroes[half * HEROES + slot].lane
    return int(lane if lane >= 0 else DEFAULT_LANE[place])


@kernel
def way_to(m: Any, half: int, lane: int, x: float, y: float) -> float:
    """Distance to the nearest standing structure of the enemy on a lane of the own frame, on any if -1; 1e9 if none."""
    least = 1e18
    for place in range(STRUCTURES):
        its = place // 3 if place < LANE_TOWERS else place - LANE_TOWERS
        structure = m.units[(1 - half) * HALF + FIRST_STRUCTURE + place]
        if structure.alive and (lane < 0 or its == 2 - lane):
            least = min(least, square(structure.x - x) + square(structure.y - y))
    return math.sqrt(least)


@kernel
def way_to_post(m: Any, half: int, lane: int, x: float, y: float) -> float:
    """Distance to the foremost standing tower of its own on a lane of the own frame; 1e9 if none stands."""
    for tier in range(3):
        tower = m.units[half * HALF + FIRST_STRUCTURE + 3 * lane + tier]
        if tower.alive:
            return math.sqrt(square(tower.x - x) + square(tower.y - y))
    return 1e9


@kernel
def advance(m: Any, r: Any, half: int, slot: int) -> float:
    """Minus the thousands of units to the posts of a hero's lane: its own foremost tower, or the enemy's structures.

    Where both sides' have fallen, or nobody plays the lane: to the nearest standing structure of the enemy. A dead hero
    counts as at home. A function of the state, so that paying its changes leaves the best policy what it is
    (Ng, Harada & Russell 1999). The own tower is there since the middle is nearer to the enemy's outer towers than
    the outer lanes are.
    """
    unit = m.units[half * HALF + slot]
    sign = 1.0 - 2.0 * half
    x = unit.x if unit.alive else r.fountain[0] * sign
    y = unit.y if unit.alive else r.fountain[1] * sign
    # by who it is, which a hero sees, and its slot it does not
    lane = lane_of(m, half, slot, m.heroes[half * HEROES + slot].hero % HEROES)
    way = 1e9
    if plays_lane(r, half, lane):
        way = min(way_to(m, half, lane, x, y), way_to_post(m, half, lane, x, y))
    if way >= 1e9:
        way = way_to(m, half, -1, x, y)
    return -way / 1000.0 if way < 1e9 else 0.0


@kernel
def all_super(m: Any, r: Any, half: int) -> bool:
    """Whether a side's creeps are super on every lane in play: the other's barracks have fallen there."""
    for lane in range(3):
        if plays_lane(r, half, lane) and m.rebuild[1 - half, 2 - lane] == 0:
            return False
    return True


@kernel
def read_hero(m: Any, r: Any, h: int, row: NDArray[Any]) -> None:
    """One hero's columns."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    row[:LEDGER] = hero.tally
    row[HEALTH] = health_worth(unit.health / unit.max_health) if unit.alive else 0.0
    row[MANA] = hero.mana / hero.max_mana if hero.max_mana > 0.0 else 0.0
    row[ADVANCE] = advance(m, r, h // HEROES, h % HEROES)
    row[LANE_LEFT] = 1.0 if has_left_lane(m, r, h // HEROES, h % HEROES) else 0.0


@kernel
def read_side(m: Any, r: Any, half: int, structures: NDArray[Any], side: NDArray[Any]) -> None:
    """One side's columns."""
    for place in range(STRUCTURES):
        unit = m.units[half * HALF + FIRST_STRUCTURE + place]
        structures[place] = unit.health / unit.max_health if unit.alive else 0.0
    side[BOSSES] = m.bosses[half]
    side[COURIER_LIVES] = m.units[half * HALF + COURIER].alive
    side[ALL_SUPER] = 1.0 if all_super(m, r, half) else 0.0


@kernel
def read(matches: NDArray[Any], rules: NDArray[Any], moment: Moment) -> None:
    """Fill a moment from the matches (n,) of a batch and its rules_row (1,)."""
    r = rules[0]
    for b in range(len(matches)):
        m = matches[b]
        moment.tick[b] = m.tick
        moment.ending[b] = m.ending
        for h in range(2 * HEROES):
            moment.seated[b, h] = m.heroes[h].hero >= 0
            if m.heroes[h].hero >= 0:
                read_hero(m, r, h, moment.hero[b, h])
            else:
                moment.hero[b, h, :] = 0.0
        for half in range(2):
            read_side(m, r, half, moment.structures[b, half], moment.side[b, half])


@kernel
def razed(share: float) -> float:
    """What a structure's loss is worth so far: two thirds with its health, a third at its fall."""
    return (1.0 - share) * 2.0 / 3.0 + (1.0 / 3.0 if share == 0.0 else 0.0)


@kernel
def razing(was: float, stands: float) -> float:
    """Worth of what a structure lost; a barracks that was built again begins afresh and is no loss."""
    if was == 0.0 and stands > 0.0:
        return razed(stands)
    return razed(stands) - razed(was)


@kernel
def source_of(place: int) -> int:
    """The row that a structure counts for."""
    if place < LANE_TOWERS:
        return TOWER_TIER_1 + place % 3
    if place < BASE_TOWER - FIRST_STRUCTURE:
        return ALL_BARRACKS
    if place < ANCIENT - FIRST_STRUCTURE:
        return BASE_TOWERS
    return ANCIENT_DAMAGE


@kernel
def side_changes(before: Moment, after: Moment, winner: int, b: int, out: NDArray[Any]) -> None:
    """What happened to both sides in match `b`, by source, (2, SIDE_SOURCES); `winner` +1 west, -1 east, 0 nobody."""
    ends = before.ending[b] == RUNNING and after.ending[b] != RUNNING
    for half in range(2):
        out[half, :] = 0.0
        for place in range(STRUCTURES):
            was = before.structures[b, 1 - half, place]
            stands = after.structures[b, 1 - half, place]
            if was != stands:
                source = source_of(place)
                lost = was - stands if source == ANCIENT_DAMAGE else razing(was, stands)
                out[half, source - HERO_COLUMNS] += lost
        was_side, side = before.side[b, half], after.side[b, half]
        out[half, BOSS_LIFE - HERO_COLUMNS] = side[BOSSES] - was_side[BOSSES]
        out[half, SUPER_CREEPS - HERO_COLUMNS] = max(side[ALL_SUPER] - was_side[ALL_SUPER], 0.0)
        out[half, COURIER_DEATH - HERO_COLUMNS] = max(was_side[COURIER_LIVES] - side[COURIER_LIVES], 0.0)
        out[half, WIN - HERO_COLUMNS] = 1.0 if ends and winner == 1 - 2 * half else 0.0


@kernel
def hero_changes(before: Moment, after: Moment, b: int, out: NDArray[Any]) -> None:
    """What happened to each hero of match `b`, by column, (10, HERO_COLUMNS)."""
    running = before.ending[b] == RUNNING
    for h in range(2 * HEROES):
        for column in range(LANE_LEFT):
            out[h, column] = after.hero[b, h, column] - before.hero[b, h, column]
        out[h, LANE_LEFT] = after.hero[b, h, LANE_LEFT] if running else 0.0


@kernel
def pay_rows(
    rows: Rows, hero: NDArray[Any], side: NDArray[Any], seated: NDArray[Any], raw: NDArray[Any]
) -> None:
    """What each row pays each hero, (10, k), before anything is shared, from the changes of heroes and sides."""
    for k in range(len(rows.weight)):
        column, second, weight = rows.source[k], rows.second[k], rows.weight[k]
        for half in range(2):
            paid = side[half, column - HERO_COLUMNS] if column >= HERO_COLUMNS else 0.0
            for h in range(half * HEROES, (half + 1) * HEROES):
                if column < HERO_COLUMNS:
                    raw[h, k] = hero[h, column] + (hero[h, second] if second >= 0 else 0.0)
                    paid += raw[h, k]
            for h in range(half * HEROES, (half + 1) * HEROES):
                change = paid if rows.team[k] else raw[h, k]
                raw[h, k] = weight * change if seated[h] else 0.0


@kernel
def team_means(raw: NDArray[Any], seated: NDArray[Any], out: NDArray[Any]) -> None:
    """Each side's mean of each row over its heroes, (2, k)."""
    for half in range(2):
        heroes = 0
        out[half, :] = 0.0
        for h in range(half * HEROES, (half + 1) * HEROES):
            if seated[h]:
                heroes += 1
                for k in range(raw.shape[1]):
                    out[half, k] += raw[h, k]
        for k in range(raw.shape[1]):
            out[half, k] /= max(heroes, 1)


@kernel
def mix(
    raw: NDArray[Any],
    means: NDArray[Any],
    seated: NDArray[Any],
    rows: Rows,
    factor: float,
    mixing: Mixing,
    parts: NDArray[Any],
    rewards: NDArray[Any],
) -> None:
    """Parts (10, k) as they are paid out, shared in the team, less what the other team has, decayed; and their sums."""
    taken = 1.0 if mixing.zero_sum else 0.0
    for h in range(2 * HEROES):
        half = h // HEROES
        total = 0.0
        for k in range(raw.shape[1]):
            part = raw[h, k] + mixing.spirit * (means[half, k] - raw[h, k]) - taken * means[1 - half, k]
            if rows.decays[k]:
                part *= factor
            parts[h, k] = part if seated[h] else 0.0
            total += parts[h, k]
        rewards[h] = total


@kernel
def pay(
    before: Moment,
    after: Moment,
    winners: NDArray[Any],
    rows: Rows,
    mixing: Mixing,
    raw: NDArray[Any],
    parts: NDArray[Any],
    rewards: NDArray[Any],
) -> None:
    """Rewards (n, 10) of one decision, and their parts by row (n, 10, k) before and after sharing.

    `raw` has no decay either; the rewards are the sums of `parts` over the rows.
    """
    hero = np.zeros((2 * HEROES, HERO_COLUMNS))
    side = np.zeros((2, SIDE_SOURCES))
    means = np.zeros((2, len(rows.weight)))
    for b in range(len(winners)):
        seated = after.seated[b]
        hero_changes(before, after, b, hero)
        side_changes(before, after, winners[b], b, side)
        pay_rows(rows, hero, side, seated, raw[b])
        team_means(raw[b], seated, means)
        mix(raw[b], means, seated, rows, mixing.decay ** float(after.tick[b]), mixing, parts[b], rewards[b])
