"""What is counted of play."""

from __future__ import annotations

import numpy as np

from tests.training.runs import rollout_of, terms_of, tiny_run
from training.tallies import Finished, Tallies


def test_actions_are_counted_with_how_often_they_were_legal() -> None:
    settings = tiny_run()
    rollout, policy = rollout_of(settings)
    found = [rollout.play(policy, terms_of(settings)) for _ in range(2)]
    kinds = np.concatenate([one.actions[..., 0].numpy().ravel() for one in found])
    legal = np.concatenate([one.packed.legal for one in found])
    tallies = rollout.tallies
    assert tallies.chosen.tolist() == [int((kinds == kind).sum()) for kind in range(12)]
    assert tallies.legal.tolist() == [int(legal[:, kind].sum()) for kind in range(12)]
    assert (tallies.chosen <= tallies.legal).all()


def test_a_finished_match_is_told_from_the_learner_s_side() -> None:
    settings = tiny_run(limit_s=2.5, capped="net_worth", bots={"bot:easy": 0.25}, opponents=0.25)
    rollout, policy = rollout_of(settings)
    won = {}
    for _ in range(3):
        worth = rollout.batch.results()["net_worth"]
        rollout.play(policy, terms_of(settings))
        del worth
    for match in rollout.tallies.finished:
        won.setdefault(match.opponent, []).append(match)
    assert {name: len(matches) for name, matches in won.items()} == {"latest": 4, "0": 2, "bot:easy": 2}
    for match in rollout.tallies.finished:
        assert (match.ending, match.kills) == (4, 0)
        assert abs(match.seconds - 2.5) < 0.2


def test_they_are_cleared() -> None:
    tallies = Tallies()
    tallies.finished.append(Finished("latest", 1, 0, 60.0, 3))
    tallies.chosen += 1
    tallies.clear()
    assert tallies.finished == [] and not tallies.chosen.any() and not tallies.legal.any()
