"""The reference page of the observation and action contract, written from the data that the rules use.

`python -m arena.games.moba.contract_page` writes docs/contract.md; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.fields import BLOCKS, OBSERVATION_SIZE, Block
from arena.games.moba.versions import contract_of

PAGE = Path(__file__).resolve().parents[3] / "docs" / "contract.md"

HEAD = f"""# Observation and action contract, version {c.CONTRACT_VERSION}

Generated from `arena/games/moba` by `python -m arena.games.moba.contract_page`; do not edit by hand.

At each decision (4 ticks of 1/30 s) every hero is given an observation, a mask and target slots, and answers with four
numbers. One network plays both sides: to east all is the half-turn image, so that its own base lies south-west as
west's does. The *own frame* is the map so turned.

Arrays of a batch of `n` matches; heroes 0-4 are west's, 5-9 east's:

| array | shape | type |
|---|---|---|
| `observations` | (n, 10, {OBSERVATION_SIZE}) | float32 |
| `masks` | (n, 10, {c.MASK_SIZE}) | bool |
| `slots` | (n, 10, {c.TARGETS}) | int64: the unit that each target slot names, -1 none |
| `actions` | (n, 10, 4) | int64: kind, target slot, offset, aim |

Units of `observations` are bounded: a field says what its value is measured in, "cut at 1" where larger values count as
1, and `v / (v + c)` where it is squashed, so that a match of two hours stays in the range of a short one. Where no
number is given for a share it is of the whole.

## What a side can know

A side sees what stands within sight of its units. Of an enemy hero out of sight it is given where, when and in what
state it was last seen. Announced to both sides are the heroes in the match, deaths and returns (and so the time of a
hero's return, which tells its level at death), kills, the health of all structures, and the death of the boss, with
its place. Own missiles are always known, enemy and neutral missiles over cells the side sees. Neutrals, the boss, runes
and the enemy's courier are known while they are in sight, and not remembered: that is the player's part. Never
observed are of enemies gold, experience, items, potions, cooldowns, second lives and what they have on order; when and,
before its first death, where the boss comes; and any random key.
"""

OFFSET = (
    f"for moves: a place on a {c.GRID} x {c.GRID} grid of {c.GRID_STEP:g} units round the hero, row by row from the "
    f"own frame's south-west; {c.OFFSETS // 2} is where it stands"
)
AIM = (
    "for abilities and items that want a point or direction: 0 the unit in the target slot, "
    f"1-{c.COMPASS} the compass at full range, counter-clockwise from the own frame's east"
)
ACTIONS = f"""## Actions

An action is four numbers, of which the kind says what the others mean:

| number | range | meaning |
|---|---|---|
| kind | 0-{lay.KINDS - 1} | see below |
| target | 0-{c.TARGETS - 1} | a target slot, for attacks and aimed abilities and items |
| offset | 0-{c.OFFSETS - 1} | {OFFSET} |
| aim | 0-{c.AIMS - 1} | {AIM} |

Numbers that the kind does not use may be anything in their range.
"""

KINDS = (
    ("hold", "stands still; goes on with a channel or a begun recall"),
    ("move", "walks to the offset"),
    ("attack", "attacks the target, walking into reach"),
    ("ability 1", "uses the first ability, walking into range"),
    ("ability 2", "uses the second"),
    ("ability 3", "uses the third"),
    ("ability 4", "uses the fourth, learnt from level 6"),
    ("recall", "begins the channel that takes the hero home; damage or a stun breaks it"),
    ("potion", "drinks a potion"),
    ("item 1", "uses the first of its items that have a use, walking into range"),
    ("item 2", "uses the second"),
    ("buyback", "of a dead hero: pays to return at once"),
)

EXAMPLE = f"""Example: `[{lay.ATTACK}, {c.ENEMY_CREEP_SLOT}, 0, 0]` attacks the nearest enemy creep, \
`[{lay.MOVE}, 0, {c.OFFSETS - 1}, 0]` walks 400 units north and 400 east (own frame), \
`[{lay.CAST_1}, 0, 0, 5]` uses ability 1 towards the north.

An illegal action becomes the nearest legal one (an illegal target the first legal target of that kind), or a hold; it
is counted in the ledger as `illegal_actions`. Of a dead hero all but a buyback, and of one that must go on with its
recall whatever is answered, is taken as a hold and not counted.
"""

MASKS = f"""## Masks

`masks[..., :{lay.KINDS}]` says which kinds are legal; `hold` always is. Then come \
{1 + lay.ABILITIES + lay.ACTIVE_ITEMS} rows of {c.TARGETS} target slots: from {c.ATTACK_MASK} for the attack, from \
{c.ABILITY_MASK} + {c.TARGETS} k for ability k + 1, from {c.ITEM_MASK} + {c.TARGETS} k for item k + 1.
An ability or item that wants a unit is legal when a target is; one that wants a point may be aimed by the compass as
well; one that wants neither has no legal target and takes none. Moves and compass aims are never masked.
"""

LEDGER_HEAD = """## Event ledger

`tally` (n, 10, {count}) float64: sums since the start of the match, of what happened to or through each hero. Rewards
are weights on the differences between two decisions, and belong to training.

| name | unit | meaning |
|---|---|---|
"""

LEDGER = {
    "gold": ("gold", "earned, income included"),
    "experience": ("experience", "earned"),
    "health_gained": ("health", "regained, by what each tick adds in sum"),
    "health_lost": ("health", "lost, by what each tick takes in sum, after shields"),
    "mana_spent": ("mana", "spent on abilities"),
    "kills": ("heroes", "enemy heroes killed"),
    "deaths": ("deaths", "own deaths"),
    "assists": ("heroes", "enemy heroes killed by others after this hero hurt them within 10 s"),
    "last_hits": ("creeps", "enemy creeps killed"),
    "denies": ("creeps", "own creeps killed"),
    "damage_to_heroes": ("health", "damage done to heroes, after armour and resistance"),
    "damage_to_creeps": ("health", "damage done to creeps, after armour and resistance"),
    "damage_to_structures": ("health", "damage done to structures, after armour and resistance"),
    "structures_felled": ("structures", "last hits on structures"),
    "gold_spent_alive": ("gold", "spent while alive"),
    "gold_spent_dead": ("gold", "spent while dead"),
    "recalls_begun": ("recalls", "begun"),
    "recalls_done": ("recalls", "that took the hero home"),
    "casts_1": ("casts", "of ability 1"),
    "casts_2": ("casts", "of ability 2"),
    "casts_3": ("casts", "of ability 3"),
    "casts_4": ("casts", "of ability 4"),
    "illegal_actions": ("decisions", "whose action was repaired"),
    "towers_felled": ("structures", "of the structures felled, towers and base towers"),
    "barracks_felled": ("structures", "of the structures felled, barracks"),
    "ancient_felled": ("structures", "of the structures felled, ancients"),
    "structure_health_taken": (
        "share of a structure",
        "damage done to structures against their greatest health",
    ),
    "damage_to_neutrals": ("health", "damage done to neutrals, the boss among them"),
    "neutrals_killed": ("units", "neutrals killed, bosses among them"),
    "bosses_killed": ("units", "bosses killed"),
    "couriers_killed": ("units", "enemy couriers killed"),
    "runes_taken": ("runes", "taken"),
    "potions_used": ("potions", "drunk"),
    "items_used": ("uses", "of items"),
    "buybacks": ("buybacks", "paid"),
    "second_lives": ("lives", "times the hero rose again where it fell"),
}


def rows(cells: Iterable[Iterable[object]]) -> str:
    """Lines of a table."""
    return "".join("| " + " | ".join(str(cell) for cell in row) + " |\n" for row in cells)


def _block(block: Block, first: int) -> str:
    """One block of the observation: where it lies, then its fields."""
    width = len(block.fields)
    lies = f"columns {first}-{first + block.size - 1}"
    if block.rows > 1:
        lies += f": {block.rows} rows of {width}"
    table = rows(
        (first + place, f"`{field.name}`", f"{field.low:g} to {field.high:g}", field.unit, field.says)
        for place, field in enumerate(block.fields)
    )
    head = "| column (first row) | field | range | measured in | meaning |\n|---|---|---|---|---|\n"
    return f"### {block.name}\n\n{block.says[0].upper()}{block.says[1:]}; {lies}.\n\n{head}{table}"


OBSERVATION_HEAD = f"""## Observation

{OBSERVATION_SIZE} columns in blocks. Columns are given for a block's first row; the next row follows at once.
`arena.games.moba.fields.columns()` lists them all by name. A seat that no hero sits on is all zero.
"""


def _observation() -> str:
    parts, first = [OBSERVATION_HEAD], 0
    for block in BLOCKS:
        parts.append(_block(block, first))
        first += block.size
    return "\n".join(parts)


CLASSES = (
    ("allies", c.ALLY_SLOT, c.ALLIES, "the dead last"),
    ("enemy heroes", c.ENEMY_SLOT, c.ENEMIES, "by where they are known to be"),
    ("enemy creeps", c.ENEMY_CREEP_SLOT, c.ENEMY_CREEPS, f"in sight within {c.CREEP_RANGE:,.0f}"),
    ("own creeps", c.OWN_CREEP_SLOT, c.OWN_CREEPS, f"within {c.CREEP_RANGE:,.0f}"),
    ("enemy structures", c.ENEMY_STRUCTURE_SLOT, c.ENEMY_STRUCTURES, f"within {c.STRUCTURE_RANGE:,.0f}"),
    ("own structures", c.OWN_STRUCTURE_SLOT, c.OWN_STRUCTURES, f"within {c.STRUCTURE_RANGE:,.0f}"),
    ("the hero itself", c.SELF_TARGET, 1, "for abilities and items meant for allies"),
    ("neutrals", c.NEUTRAL_SLOT, c.NEUTRALS_SEEN, f"of either half, in sight within {c.NEUTRAL_RANGE:,.0f}"),
    ("the enemy's courier", c.COURIER_SLOT, 1, "in sight, however far"),
)


def _slot_range(first: int, size: int) -> str:
    return f"{first}-{first + size - 1}" if size > 1 else f"{first}"


def _slots() -> str:
    """The target slots by class."""
    head = "## Target slots\n\nNearest first within each class; slots beyond the last unit are empty.\n\n"
    table = ((_slot_range(first, size), name, says) for name, first, size, says in CLASSES)
    return head + "| slots | class | which |\n|---|---|---|\n" + rows(table)


LACKED = """## What version 1 lacked

A player with `contract_version = 1` is given observations (n, 10, {columns}), masks (n, 10, {mask}) and slots (n, 10,
{targets}) as version 1 had them: the first {columns} columns, the first {kinds} kinds, and {rows} rows of the first
{targets} target slots, with kinds that no target of those slots makes legal masked. It answers kinds 0-{last_kind} and
target slots 0-{last_target}, which mean what they mean here. It knows nothing of:

| what | where it is now |
|---|---|
"""


def _lacked() -> str:
    """What the newest version has and version 1 had not."""
    old, newest = contract_of(1), contract_of(c.CONTRACT_VERSION)
    kinds, targets = old.action_ranges[:2]
    head = LACKED.format(
        columns=len(old.columns),
        mask=old.mask_size,
        kinds=kinds,
        targets=targets,
        rows=old.target_rows,
        last_kind=kinds - 1,
        last_target=targets - 1,
    )
    lines = [(kind, f"kind {kinds + place}") for place, (kind, _) in enumerate(KINDS[kinds:])]
    lines += [
        (name, f"target {_slot_range(first, size)}") for name, first, size, _ in CLASSES if first >= targets
    ]
    lines += [("targets of items", f"the last {newest.target_rows - old.target_rows} rows of the mask")]
    known = set(old.columns)
    first = 0
    for block in BLOCKS:
        if newest.columns[first] not in known:
            lines.append((block.says, f"block [{block.name}](#{block.name})"))
        first += block.size
    return head + rows(lines)


def page() -> str:
    """The whole page, Markdown."""
    kinds = "| kind | name | meaning |\n|---|---|---|\n" + rows((k, *kind) for k, kind in enumerate(KINDS))
    ledger = LEDGER_HEAD.format(count=len(lay.TALLY_NAMES))
    ledger += rows((f"`{name}`", *LEDGER[name]) for name in lay.TALLY_NAMES)
    parts = [HEAD, ACTIONS, kinds, EXAMPLE, _slots(), MASKS, ledger, _observation(), _lacked()]
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
