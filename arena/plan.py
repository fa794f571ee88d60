"""A tournament's plan: who plays whom, under which rules, on which seeds, in which batches.

It is fixed before anything is played.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from arena.errors import BadSchedule, PlanChanged, RulesChanged
from arena.games import moba
from arena.registry import pin_player
from arena.schedule import Block, make_blocks, round_robin
from arena.setting import Setting

UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Categories of Unicode that no name has: control characters, surrogates, separators of lines and paragraphs."""

BATCH_BLOCKS = 6
"""Blocks played together unless a plan says otherwise: 24 matches."""


@dataclass(frozen=True)
class Entrant:
    """A player on a ladder, under a name."""

    name: str
    player: str
    """The player behind the name, as the registry reads it."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is played. Two plans with the same identity give the same rows."""

    name: str
    ladder: str
    """The ladder that its matches count for."""
    schedule: str
    """How the pairings were chosen: `round robin` or `gauntlet`."""
    variant: str
    seed: int
    entrants: tuple[Entrant, ...]
    blocks: tuple[Block, ...]
    batch_blocks: int = BATCH_BLOCKS
    limit_s: float | None = None
    """Cap on a match in seconds of the game; None leaves only the game's safety stop."""
    start: str = "fresh"
    """How its matches begin, one of the variant's starts."""
    randomisation: str = "none"
    """What their setups change at random, as `moba.Randomisation.text` writes it."""
    reproducible: bool = True
    """False where a clock decided that this plan exists; the plan itself is then still played exactly."""
    game: str = moba.NAME
    rules_hash: str = ""
    contract_version: int = moba.CONTRACT_VERSION

    @property
    def identity(self) -> str:
        """16 hex digits of a hash of everything in the plan."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]

    @property
    def batches(self) -> int:
        """How many batches the plan is played in."""
        return -(-len(self.blocks) // self.batch_blocks)

    def batch_of(self, place: int) -> int:
        """The batch that plays the block at this place in the plan."""
        return place // self.batch_blocks

    def blocks_of(self, batch: int) -> list[tuple[int, Block]]:
        """(place in the plan, block) for the blocks of a batch."""
        start = batch * self.batch_blocks
        return list(enumerate(self.blocks[start : start + self.batch_blocks], start))

    def to_json(self) -> str:
        """The plan as one line of JSON with sorted keys; the same plan always gives the same text."""
        fields = asdict(self)
        fields["blocks"] = [[block.first, block.second, block.index, block.seed] for block in self.blocks]
        return json.dumps(fields, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """The plan that `to_json` wrote."""
        fields = json.loads(text)
        fields["entrants"] = tuple(Entrant(**entrant) for entrant in fields["entrants"])
        fields["blocks"] = tuple(Block(*block) for block in fields["blocks"])
        return cls(**fields)


def make_plan(
    *,
    name: str,
    ladder: str,
    schedule: str,
    setting: Setting,
    seed: int,
    entrants: Sequence[Entrant],
    blocks: Sequence[Block],
    batch_blocks: int = BATCH_BLOCKS,
    reproducible: bool = True,
) -> Plan:
    """A checked plan under the current rules.

    Raises:
        BadSchedule: the game does not have the setting, the plan is empty, a name cannot be printed, or a number is
            out of range.
        UnknownPlayer, BrokenPlayer: an entrant's player cannot be made.
    """
    check_names(name, ladder)
    if not blocks:
        raise BadSchedule(f"plan '{name}' has no blocks: name at least two entrants and one block")
    if batch_blocks < 1:
        raise BadSchedule(f"a batch holds at least one block, got {batch_blocks}")
    if not 0 <= seed < 2**63:
        raise BadSchedule(f"a seed is 0 to 2**63 - 1, got {seed}: choose another")
    known = setting.checked()
    pinned = [replace(entrant, player=pin_player(entrant.player)) for entrant in entrants]
    return Plan(
        name=name,
        ladder=ladder,
        schedule=schedule,
        seed=seed,
        entrants=tuple(sorted(pinned, key=lambda entrant: entrant.name)),
        blocks=tuple(blocks),
        batch_blocks=batch_blocks,
        reproducible=reproducible,
        rules_hash=moba.rules_hash(),
        **asdict(known),
    )


def plan_pairing(
    name: str,
    entrants: tuple[Entrant, Entrant],
    setting: Setting,
    *,
    blocks: int,
    seed: int,
    batch_blocks: int,
) -> Plan:
    """The plan of so many blocks between two entrants.

    Raises:
        BadSchedule, UnknownPlayer: see `make_plan`.
    """
    return make_plan(
        name=name,
        ladder=name,
        schedule="round robin",
        setting=setting,
        seed=seed,
        entrants=entrants,
        blocks=make_blocks(round_robin([entrant.name for entrant in entrants]), blocks, seed),
        batch_blocks=batch_blocks,
    )


def two_entrants(first: str, second: str) -> tuple[Entrant, Entrant]:
    """Two entrants as `parse_entrant` reads them, with names of their own, so that a player may meet itself.

    Raises:
        BadSchedule: see `parse_entrant`.
    """
    one, other = parse_entrant(first), parse_entrant(second)
    if one.name != other.name:
        return one, other
    return replace(one, name=f"{one.name} (1)"), replace(other, name=f"{other.name} (2)")


def parse_entrant(text: str) -> Entrant:
    """An entrant from the command line or a configuration: `PLAYER`, or `NAME=PLAYER` to rename it.

    Raises:
        BadSchedule: the name or the player is empty, or cannot be printed.
    """
    check_text(text)
    name, separator, player = text.rpartition("=")
    entrant = Entrant(name.strip() if separator else player.strip(), player.strip())
    if not entrant.name or not entrant.player:
        raise BadSchedule(f"expected an entrant as PLAYER or NAME=PLAYER, got '{text}'")
    return entrant


def check_names(name: str, ladder: str) -> None:
    """Raise BadSchedule unless a plan and its ladder have names that can be stored and printed."""
    if not name.strip() or not ladder.strip():
        raise BadSchedule(f"a plan and its ladder have names, got '{name}' and '{ladder}': give it one")
    for text in (name, ladder):
        check_text(text)


def check_text(text: str) -> None:
    """Raise BadSchedule if a name cannot be stored and printed in one line: control characters, broken UTF-8."""
    if any(unicodedata.category(character) in UNPRINTABLE for character in text):
        raise BadSchedule(
            f"a name has neither control characters, line breaks nor bytes that are not UTF-8, got {text!a}: "
            "write it without"
        )


def check_same(stored: Plan, asked: Plan) -> None:
    """Check that a plan equals the one stored under its name.

    Raises:
        PlanChanged: they differ; the message says in what.
    """
    if stored == asked:
        return
    before, now = asdict(stored), asdict(asked)
    changed = [field for field in before if before[field] != now[field]]
    raise PlanChanged(
        f"the store already holds a plan '{asked.name}' that differs in {_list(changed)}: "
        "give the new plan another name, or ask for the stored one by its name alone"
    )


def check_rules(plan: Plan) -> None:
    """Check that the installed game has the plan's rules and contract.

    Raises:
        RulesChanged: it has others, so that continuing would mix matches of two games.
    """
    if (plan.rules_hash, plan.contract_version) == (moba.rules_hash(), moba.CONTRACT_VERSION):
        return
    raise RulesChanged(
        f"plan '{plan.name}' was made under rules {plan.rules_hash} (contract {plan.contract_version}), the "
        f"installed game has {moba.rules_hash()} (contract {moba.CONTRACT_VERSION}): "
        "finish it with that version, or start a plan under another name"
    )


def _list(fields: Sequence[str]) -> str:
    return ", ".join(field.replace("_", " ") for field in fields)
