"""Checkpoints as players: of real batches on `duel`, with untrained networks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from arena.environments import MatchPool, Seating
from arena.errors import BrokenPlayer, PlanChanged, UnknownPlayer
from arena.executor import ProcessPool
from arena.games import moba
from arena.plan import Plan, check_same
from arena.play import play_batch
from arena.registry import are_same, check_player, make_player, pin_player
from arena.rows import BatchResult
from arena.setting import Setting
from arena.specs import BatchSpec, batch_spec
from tests.arena.made import made_plan
from tests.training.made import made_checkpoint, made_provenance, made_weights
from training.checkpoint import write_checkpoint
from training.network import Policy
from training.network_settings import SIZES
from training.packing import pack
from training.player import CheckpointPlayer
from training.policies import weights_of
from training.uniforms import action_uniforms

SOON_S = 20.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("players")
    for name, seed in {"one": 1, "two": 2}.items():
        made_checkpoint(folder / name, seed=seed)
    return folder


def plan_of(folder: Path, *, blocks: int = 1, batch_blocks: int = 100) -> Plan:
    players = (f"one=checkpoint:{folder}/one", f"greedy=checkpoint:{folder}/two@greedy", "random")
    return replace(made_plan(players=players, blocks=blocks, batch_blocks=batch_blocks), limit_s=SOON_S)


def decided_policy() -> Policy:
    """An untrained network prefers hardly anything, so that memory and temperature hardly matter to it."""
    policy = Policy(SIZES["tiny"], seed=3)
    with torch.no_grad():
        for weight in policy.parameters():
            weight.mul_(3.0)
    return policy


def spec_of(folder: Path) -> BatchSpec:
    return batch_spec(plan_of(folder), 1, 0, {})


def new_batch(n: int, variant: str = "blitz") -> moba.Batch:
    return moba.Batch(variant, [moba.Setup(seed, *moba.random_lineups(variant, seed)) for seed in range(n)])


def seats_of(batch: moba.Batch) -> tuple[np.ndarray, np.ndarray]:
    matches, heroes = np.nonzero(batch.active)
    return matches.astype(np.int64), heroes.astype(np.int64)


def decisions(batch: moba.Batch, player: CheckpointPlayer, count: int) -> Iterator[np.ndarray]:
    """Play so many decisions with one player on all seats, and give its answers."""
    matches, heroes = seats_of(batch)
    for _ in range(count):
        batch.observe()
        answer = player.act(batch, matches, heroes)
        actions = np.zeros((batch.n, 10, 4), np.int64)
        actions[matches, heroes] = answer
        yield actions
        batch.step(actions)


def test_it_plays_matches_to_their_end_and_only_what_is_legal(folder: Path) -> None:
    result = play_batch(spec_of(folder))
    assert result.failures == {}
    assert set(result.matches["status"]) == {"played"}
    assert sum(result.matches["faults"]) == 0, "a refused order would be one"


def test_the_same_batch_gives_the_same_actions_bit_for_bit(folder: Path) -> None:
    spec = spec_of(folder)
    assert play_batch(spec) == play_batch(spec)


@pytest.mark.parametrize("greedy", [False, True])
def test_its_actions_are_the_policy_s_with_a_memory_for_each_hero_and_the_game_s_draws(greedy: bool) -> None:
    """Against the policy called by hand: packed anew, memory passed along, draws by the counter."""
    batch, policy = new_batch(2), decided_policy()
    matches, heroes = seats_of(batch)
    memory = policy.first_memory(len(matches))
    player = CheckpointPlayer(policy, temperature=0.0 if greedy else 0.7)
    for answer in decisions(batch, player, 12):
        packed = pack(batch.variant, batch.observations, batch.masks, matches, heroes)
        uniforms = torch.from_numpy(action_uniforms(batch.matches, matches, heroes))
        choice = policy.step(packed, memory, uniforms, temperature=1.0 if greedy else 0.7, greedy=greedy)
        assert np.array_equal(answer[matches, heroes], choice.actions.numpy())
        memory = choice.memory


def test_greedy_and_temperature_change_what_is_played() -> None:
    policy = decided_policy()
    played = [
        np.array(list(decisions(new_batch(2), CheckpointPlayer(policy, temperature=temperature), 8)))
        for temperature in (0.0, 0.0, 1.0, 100.0)
    ]
    assert np.array_equal(played[0], played[1])
    assert not np.array_equal(played[0], played[2])
    assert not np.array_equal(played[2], played[3])


def test_a_match_that_begins_in_the_place_of_another_begins_without_its_memory() -> None:
    policy = decided_policy()
    fresh, used = new_batch(1), new_batch(1)
    player = CheckpointPlayer(policy)
    list(decisions(used, player, 6))
    used.matches[:] = new_batch(1).matches
    used.decision = 0
    again = np.array(list(decisions(used, player, 6)))
    assert np.array_equal(again, np.array(list(decisions(fresh, CheckpointPlayer(policy), 6))))


def test_matches_that_end_leave_the_others_their_memory() -> None:
    """Rows are asked for by (match, hero), so that fewer of them are still each one's own."""
    policy = decided_policy()
    batch, player = new_batch(3), CheckpointPlayer(policy)
    list(decisions(batch, player, 4))
    matches, heroes = seats_of(batch)
    rest = matches == 2
    batch.observe()
    before = player._memory.copy()
    player.act(batch, matches[rest], heroes[rest])
    assert np.array_equal(player._memory[:2], before[:2])
    assert not np.array_equal(player._memory[2], before[2])


def test_one_and_four_workers_play_the_same_matches(folder: Path) -> None:
    """The one is this process, whose torch may use more threads."""
    plan = plan_of(folder, batch_blocks=1)
    specs = [batch_spec(plan, 1, batch, {}) for batch in range(plan.batches)]
    with ProcessPool(4) as pool:
        played = {done.task.batch: done.result for done in pool.run(play_batch, iter(specs))}
    assert [played[spec.batch] for spec in specs] == [play_batch(spec) for spec in specs]


def test_a_plan_pins_the_checkpoint_that_it_plays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    pinned = pin_player("checkpoint:one@0.5")
    assert pinned.startswith(f"checkpoint:{folder}/one#")
    assert pin_player(pinned) == pinned
    assert are_same(pinned, pinned.replace(str(folder), "/elsewhere"))
    assert not are_same(pinned, pin_player("checkpoint:one"))
    assert not are_same(pinned, pin_player("checkpoint:two@0.5"))
    assert not are_same(pinned, "idle")
    (entrant,) = (one for one in made_plan(players=("a=checkpoint:one", "idle")).entrants if one.name == "a")
    assert entrant.player == pin_player("checkpoint:one")


def test_a_checkpoint_that_was_exchanged_is_set_aside_by_the_plan_that_named_it(tmp_path: Path) -> None:
    made_checkpoint(tmp_path / "one")
    made_checkpoint(tmp_path / "two", seed=2)
    spec = batch_spec(
        replace(
            made_plan(players=(f"a=checkpoint:{tmp_path}/one", "idle", "random"), blocks=1, batch_blocks=9),
            limit_s=5.0,
        ),
        1,
        0,
        {},
    )
    (tmp_path / "one").rename(tmp_path / "away")
    (tmp_path / "two").rename(tmp_path / "one")
    result: BatchResult = play_batch(spec)
    assert list(result.failures) == ["a"]
    assert "OtherCheckpoint" in result.failures["a"]
    assert "it was exchanged since it was named" in result.failures["a"]


@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        ("checkpoint:nothing", UnknownPlayer, "there is no checkpoint at nothing"),
        ("checkpoint:one@gredy", UnknownPlayer, "there is no checkpoint at one@gredy"),
        ("checkpoint:.", UnknownPlayer, r"has no checkpoint\.json"),
        ("checkpoint:damaged", BrokenPlayer, r"has no weights\.safetensors"),
        ("checkpoint:one#0123456789", BrokenPlayer, "expected 0123456789: it was exchanged"),
        ("checkpoint:old", BrokenPlayer, "weights of another network than its record describes"),
        ("checkpoint:other", BrokenPlayer, "weights of another network than its record describes"),
    ],
)
def test_what_cannot_be_played_is_refused_when_the_plan_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: str, error: type[Exception], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    made_checkpoint(tmp_path / "one")
    made_checkpoint(tmp_path / "damaged")
    (tmp_path / "damaged" / "weights.safetensors").unlink()
    newest = weights_of(Policy(SIZES["tiny"], seed=1))
    write_checkpoint(tmp_path / "old", made_provenance(contract_version=1), newest)
    write_checkpoint(tmp_path / "other", made_provenance(), made_weights())
    with pytest.raises(error, match=message) as raised:
        check_player(player)
    assert "\n" not in str(raised.value)


def test_a_player_says_its_contract(folder: Path) -> None:
    player = make_player(f"checkpoint:{folder}/one")
    assert isinstance(player, CheckpointPlayer)
    assert player.contract_version == moba.CONTRACT_VERSION


BOTS_ALONE = """
import sys
from tests.arena.made import made_plan
from arena.play import play_batch
from arena.specs import batch_spec
from arena.nightly import run_nightly
from dataclasses import replace
import arena.doctor, palaestra
plan = replace(made_plan(players=("idle", "bot:easy"), blocks=1), limit_s=5.0)
assert play_batch(batch_spec(plan, 1, 0, {})).failures == {}
print(sorted(name for name in sys.modules if name in ("torch", "safetensors") or name.startswith("training")))
"""


def test_a_tournament_of_bots_loads_neither_torch_nor_the_trainer() -> None:
    run = subprocess.run([sys.executable, "-c", BOTS_ALONE], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['training', 'training.commands']", "the command line's own, which is light"


def test_a_stored_plan_whose_checkpoint_was_exchanged_is_another_plan(tmp_path: Path) -> None:
    made_checkpoint(tmp_path / "one")
    players = (f"a=checkpoint:{tmp_path}/one", "idle")
    stored = made_plan(players=players)
    check_same(stored, made_plan(players=players))
    (tmp_path / "one").rename(tmp_path / "away")
    made_checkpoint(tmp_path / "one", seed=2)
    with pytest.raises(PlanChanged, match="differs in entrants"):
        check_same(stored, made_plan(players=players))


def test_an_environment_whose_matches_begin_in_place_takes_it_for_an_opponent(folder: Path) -> None:
    seating = Seating("side", f"checkpoint:{folder}/one")
    pool = MatchPool(1, setting=Setting("duel", limit_s=1.0), seating=seating)
    pool.reset([np.random.default_rng(1)])
    replaced = 0
    for _ in range(16):
        pool.step(np.zeros((1, 4), np.int64))
        replaced += len(pool.begin_ended())
    assert replaced == 2
