from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from arena.games import moba
from arena.outside.fence import Fenced, View, fenced
from arena.play import play_batch
from arena.players import Int64, NotAPlayer, check_protocol
from arena.registry import make_player
from tests.arena import bad_players
from tests.arena.test_play import BAD, spec_of


class Keeps(bad_players.Holds):
    """Keeps what it is given."""

    needs_observations = True

    def act(self, batch: Any, matches: Int64, heroes: Int64) -> Any:
        self.view, self.asked = batch, (matches, heroes)
        return super().act(batch, matches, heroes)


def made_batch() -> moba.Batch:
    """A few matches that have gone on for some decisions."""
    batch = moba.Batch(
        "skirmish", [moba.Setup(seed, *moba.random_lineups("skirmish", seed)) for seed in (4, 5, 6)]
    )
    for _ in range(6):
        batch.observe()
        batch.step(np.zeros((3, 10, 4), np.int64))
    batch.observe()
    return batch


def west(batch: moba.Batch) -> tuple[Int64, Int64]:
    matches, heroes = np.nonzero(batch.active & (np.arange(10) < 5))
    return matches.astype(np.int64), heroes.astype(np.int64)


def shown(player: Keeps, batch: moba.Batch, matches: Int64, heroes: Int64) -> View:
    Fenced(player).act(batch, matches, heroes)
    view: View = player.view
    return view


def test_its_own_rows_are_the_batchs_and_all_others_are_empty() -> None:
    batch = made_batch()
    matches, heroes = west(batch)
    view = shown(Keeps(), batch, matches, heroes)
    own = np.zeros((3, 10), np.bool_)
    own[matches, heroes] = True
    for name, empty in (("observations", 0), ("masks", 0), ("slots", -1)):
        of_view, of_batch = getattr(view, name), getattr(batch, name)
        assert of_view.shape == of_batch.shape and of_view.dtype == of_batch.dtype
        np.testing.assert_array_equal(of_view[own], of_batch[own])
        assert (of_view[~own] == empty).all()
        assert (of_batch[~own & batch.active] != empty).any(), "there was something to hide"


def test_what_draws_come_from_is_there_but_for_the_key_of_the_other_side() -> None:
    batch = made_batch()
    view = shown(Keeps(), batch, *west(batch))
    assert view.matches.dtype.names == ("seed", "keys", "decision")
    for name in ("seed", "decision"):
        np.testing.assert_array_equal(view.matches[name], batch.matches[name])
    np.testing.assert_array_equal(view.matches["keys"][:, 0], batch.matches["keys"][:, 0])
    assert batch.matches["keys"].all() and not view.matches["keys"][:, 1].any()
    assert (view.n, view.decision, view.variant) == (3, 6, "skirmish")
    np.testing.assert_array_equal(view.active, batch.active)
    np.testing.assert_array_equal(view.running, batch.running)


def test_rows_it_is_not_asked_about_any_more_are_empty_again() -> None:
    batch, player = made_batch(), Keeps()
    matches, heroes = west(batch)
    behind = Fenced(player)
    behind.act(batch, matches, heroes)
    behind.act(batch, matches[:1], heroes[:1] + 5)
    assert np.argwhere(player.view.masks.any(2)).tolist() == [[matches[0], heroes[0] + 5]]
    assert np.argwhere(player.view.observations.any(2)).tolist() == [[matches[0], heroes[0] + 5]]
    assert player.view.matches["keys"].astype(bool).tolist() == [
        [False, True],
        [False, False],
        [False, False],
    ]


def test_who_does_not_need_observations_is_shown_none_though_others_need_them() -> None:
    player = Keeps()
    player.needs_observations = False
    batch = made_batch()
    view = shown(player, batch, *west(batch))
    assert view.observations.shape == (0, *batch.observations.shape[1:]) and view.masks.any()


def test_an_older_contract_is_shown_in_its_own_shapes() -> None:
    version = moba.Shown(made_batch(), 1)
    version.refresh()
    matches, heroes = west(version.batch)
    view = shown(Keeps(), version.batch, matches, heroes)
    assert (view.observations.shape[2], view.masks.shape[2], view.slots.shape[2]) == (1168, 198, 38)
    np.testing.assert_array_equal(
        view.observations[matches, heroes], version.batch.observations[matches, heroes]
    )


def test_nothing_it_is_given_leads_to_the_batch_or_shares_its_memory() -> None:
    batch, player = made_batch(), Keeps()
    view = shown(player, batch, *west(batch))
    arrays = [value for value in vars(batch).values() if isinstance(value, np.ndarray)]
    for found in reachable([view, *player.asked]):
        assert found is not batch
        if isinstance(found, np.ndarray):
            assert not any(np.shares_memory(found, array) for array in arrays)


def reachable(roots: list[Any]) -> Iterator[Any]:
    """All objects that references lead to, but for what belongs to modules, classes and functions."""
    seen, waiting = set[int](), list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, ModuleType | FunctionType | type):
            continue
        seen.add(id(found))
        yield found
        waiting += [found.base] if isinstance(found, np.ndarray) else gc.get_referents(found)


def test_what_it_is_given_is_read_only() -> None:
    batch, player = made_batch(), Keeps()
    view = shown(player, batch, *west(batch))
    with pytest.raises(AttributeError):
        view.decision = 9  # type: ignore[misc]
    arrays = [value for value in vars(view).values() if isinstance(value, np.ndarray)]
    assert len(arrays) == 6
    for array in (*arrays, *player.asked):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_one_that_cheats_plays_as_one_that_holds_and_spoils_nothing() -> None:
    honest = play_batch(spec_of("bot:easy", f"z={BAD}Holds", limit_s=20.0))
    cheat = play_batch(spec_of("bot:easy", f"z={BAD}Cheats", limit_s=20.0))
    assert cheat.failures == {}
    assert cheat.matches == honest.matches
    assert cheat.match_heroes == honest.match_heroes


def test_the_cheat_does_spoil_a_batch_without_the_fence() -> None:
    batch = made_batch()
    matches, heroes = west(batch)
    bad_players.Cheats().act(batch, matches, heroes)
    assert (batch.matches["units"]["health"] == 1.0).all() and (batch.matches["winner"] == 1).all()
    assert (heroes >= 5).all()


def test_one_that_looks_at_the_state_is_set_aside() -> None:
    failures = play_batch(spec_of("idle", f"z={BAD}ReadsTheState", limit_s=2.0)).failures
    assert failures == {"z": "raised ValueError: no field of name units, at decision 0"}


def test_the_rest_of_it_is_the_players_own() -> None:
    class Full(Keeps):
        contract_version = 1

        def forget(self, matches: Int64) -> None:
            self.told = matches

    player = Full()
    behind: Any = fenced(player)
    assert (behind.needs_observations, behind.contract_version) == (True, 1)
    behind.forget(np.array([2]))
    assert player.told.tolist() == [2]
    assert not hasattr(behind, "close")


def test_what_is_no_player_is_refused_as_without_a_fence() -> None:
    with pytest.raises(NotAPlayer, match="no method act"):
        check_protocol(fenced(bad_players.LosesItsAct()))
    with pytest.raises(NotAPlayer, match="no attribute needs_observations"):
        check_protocol(fenced(bad_players.NeedsUnsaid()))


def test_a_class_is_fenced_and_a_bot_keeps_the_batch() -> None:
    assert isinstance(make_player(f"{BAD}Holds"), Fenced)
    assert not isinstance(make_player("bot:easy"), Fenced)
