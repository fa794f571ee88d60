"""Networks of older contracts: they read their own columns, and answer the same bytes when a newer contract comes.

A third version is planted, whose columns all moved: blocks in another order, fields turned round in each, units of
measurement renamed, new columns between. What version 2 was is then frozen as data, as the game does with its versions.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba import contract, fields, versions
from arena.games.moba.bench import act
from arena.games.moba.versions import Shown, contract_of
from arena.play import play_batch
from arena.registry import make_player
from arena.specs import batch_spec
from tests.arena.made import made_plan
from tests.training.made import made_provenance
from training.checkpoint import write_checkpoint
from training.columns import columns_of
from training.network import Policy
from training.network_settings import NetworkSettings
from training.packing import Packer
from training.player import CheckpointPlayer
from training.policies import weights_of

SETTINGS = NetworkSettings(
    unit=16, own=16, world=16, joined=24, memory=16, embedding=4, heroes_apart=True, team_pool=8
)
OLD = moba.VERSIONS
MATCHES = 2


def decided_policy(version: int) -> Policy:
    policy = Policy(SETTINGS, seed=3, contract=version)
    drawn = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for weight in policy.parameters():
            weight.add_(torch.randn(weight.shape, generator=drawn) * 0.2)
    return policy


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """One of each version, written before there was a newer one."""
    folder = tmp_path_factory.mktemp("old")
    for version in OLD:
        provenance = made_provenance(network=SETTINGS.to_dict(), contract_version=version, variant="blitz")
        write_checkpoint(folder / str(version), provenance, weights_of(decided_policy(version)))
    return {version: folder / str(version) for version in OLD}


@dataclass(frozen=True)
class Moment:
    """A batch as it was observed, and its copy to change."""

    batch: moba.Batch
    observations: NDArray[np.float32]
    matches: NDArray[np.int64]
    heroes: NDArray[np.int64]


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    setups = [
        moba.Setup(seed, *moba.random_lineups("blitz", seed), start="midgame") for seed in range(MATCHES)
    ]
    batch = moba.Batch("blitz", setups)
    found = []
    for _ in range(5):
        batch.observe()
        seen = copy.copy(batch)
        for name in ("matches", "masks", "slots", "observations"):
            setattr(seen, name, getattr(batch, name).copy())
        found.append(
            Moment(seen, seen.observations, *(each.astype(np.int64) for each in np.nonzero(batch.active)))
        )
        batch.step(act(batch, "medium"))
    return found


def answers(player: CheckpointPlayer, moments: list[Moment]) -> bytes:
    """What a player answers and remembers, decision after decision, each shown as the game shows it."""
    found = []
    for moment in moments:
        shown = Shown(moment.batch, player.contract_version)
        shown.refresh()
        found.append(player.act(shown.batch, moment.matches, moment.heroes).tobytes())
        found.append(player._memory.tobytes())
    return b"".join(found)


def loaded(folder: Path) -> CheckpointPlayer:
    player = make_player(f"checkpoint:{folder}")
    assert isinstance(player, CheckpointPlayer)
    return player


def turned(block: fields.Block) -> fields.Block:
    """A block with its fields the other way round, in other units, and a new one before them."""
    parts = tuple(
        (name, tuple(field._replace(unit=f"new {field.unit}") for field in reversed(members)))
        for name, members in reversed(block.parts)
    )
    first = (parts[0][0], (fields.flag("novel", "what version 2 did not have"), *parts[0][1]))
    return block._replace(parts=(first, *parts[1:]))


def frozen_text(blocks: tuple[fields.Block, ...], of: versions.Contract) -> str:
    """A version as the game keeps it."""
    kinds, targets, offsets, aims = of.action_ranges
    lines = [f"kinds = {kinds}", f"targets = {targets}", f"target_rows = {of.target_rows}"]
    lines += [f"offsets = {offsets}", f"aims = {aims}"]
    for block in blocks:
        members = ", ".join(f'"{field.name}"' for field in block.fields)
        lines += ["[[blocks]]", f'name = "{block.name}"', f"rows = {block.rows}", f"fields = [{members}]"]
    return "\n".join(lines)


@pytest.fixture
def third(moments: list[Moment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Moment]]:
    """The same moments in a game whose contract is version 3."""
    newest, names = contract_of(moba.CONTRACT_VERSION), [name for name, _ in fields.columns()]
    for path in versions.FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / f"{newest.version}.toml").write_text(frozen_text(fields.BLOCKS, newest))
    blocks = tuple(turned(block) for block in reversed(fields.BLOCKS))
    monkeypatch.setattr(fields, "BLOCKS", blocks)
    number = newest.version + 1
    for module in (contract, versions, moba):
        monkeypatch.setattr(module, "CONTRACT_VERSION", number)
    for module in (versions, moba):
        monkeypatch.setattr(module, "VERSIONS", (*OLD, number))
    monkeypatch.setattr(versions, "FOLDER", tmp_path)
    moved = [name for name, _ in fields.columns()]
    place = {name: column for column, name in enumerate(names)}
    later = []
    for moment in moments:
        batch = copy.copy(moment.batch)
        batch.observations = np.full((MATCHES, 10, len(moved)), 0.5, np.float32)  # of the new columns
        for column, name in enumerate(moved):
            if name in place:
                batch.observations[:, :, column] = moment.observations[:, :, place[name]]
        later.append(Moment(batch, batch.observations, moment.matches, moment.heroes))
    assert moved.index("own.health") != names.index("own.health")
    for cache in (contract_of, columns_of):
        cache.cache_clear()
    yield later
    monkeypatch.undo()
    for cache in (contract_of, columns_of):
        cache.cache_clear()


def test_an_old_checkpoint_answers_the_same_bytes_under_a_newer_contract(
    checkpoints: dict[int, Path], moments: list[Moment], request: pytest.FixtureRequest
) -> None:
    before = {version: answers(loaded(checkpoints[version]), moments) for version in OLD}
    assert len(set(before.values())) == len(OLD)
    later = request.getfixturevalue("third")
    assert {version: answers(loaded(checkpoints[version]), later) for version in OLD} == before


def test_a_network_of_contract_1_reads_what_version_1_shows_by_its_names(moments: list[Moment]) -> None:
    moment, old = moments[-1], contract_of(1)
    shown = Shown(moment.batch, 1)
    shown.refresh()
    batch = shown.batch
    packed = Packer("blitz", contract=1).add(batch.observations, batch.masks, moment.matches, moment.heroes)
    names = {name: column for column, (name, _) in enumerate(fields.columns())}
    seen = moment.observations[moment.matches, moment.heroes]
    own = [names[old.columns[column]] for column in columns_of(1).own]
    np.testing.assert_array_equal(packed.own, seen[:, own])
    world = [names[old.columns[column]] for column in columns_of(1).world]
    np.testing.assert_array_equal(packed.world, seen[:, world])
    np.testing.assert_array_equal(packed.names[:, 0], seen[:, names["own.hero"]])
    assert packed.legal.shape[1] == 8 and packed.targets.shape[1:] == (5, 38)
    np.testing.assert_array_equal(packed.legal[:, 0], moment.batch.masks[moment.matches, moment.heroes, 0])
    health = next(place for place, (name, _) in enumerate(columns_of(1).unit_columns) if name == "health")
    for row in range(len(packed)):
        for unit in range(*packed.starts[row : row + 2]):
            if packed.slots[unit] >= 4 and packed.slots[unit] < 9:
                expected = seen[row, names[f"enemies[{packed.slots[unit] - 4}].health"]]
                assert packed.units[unit, health] == expected
    assert packed.classes.max() == 6  # missiles: there were neither neutrals nor couriers


def test_it_plays_whole_matches_against_others_and_only_what_is_legal(checkpoints: dict[int, Path]) -> None:
    players: Any = (f"old=checkpoint:{checkpoints[1]}", f"new=checkpoint:{checkpoints[2]}")
    plan = replace(made_plan(players=players, blocks=1), limit_s=20.0)
    result = play_batch(batch_spec(plan, 1, 0, {}))
    assert result.failures == {}
    assert set(result.matches["status"]) == {"played"}
    assert sum(result.matches["faults"]) == 0, "a refused order would be one"
