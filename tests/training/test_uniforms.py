from __future__ import annotations

import numpy as np

from arena.games import moba
from arena.games.moba.numbers import draw
from training.uniforms import STREAM, action_uniforms


def batch_of(*seeds: int) -> moba.Batch:
    return moba.Batch("blitz", [moba.Setup(seed, *moba.random_lineups("blitz", seed)) for seed in seeds])


def test_each_number_is_the_game_s_draw_for_its_hero_s_stream() -> None:
    batch = batch_of(3, 9)
    batch.matches["decision"] = [5, 700]
    matches, heroes = np.array([1, 0, 1]), np.array([7, 2, 0])
    found = action_uniforms(batch.matches, matches, heroes)
    for row, (m, hero) in enumerate(zip(matches, heroes, strict=True)):
        record = batch.matches[m]
        for place in range(4):
            stream = STREAM + 5 * place + hero % 5
            assert found[row, place] == draw(
                record["seed"], record["keys"][hero // 5], record["decision"], stream
            )


def test_they_hang_on_match_side_decision_and_hero_and_on_nothing_else() -> None:
    matches, heroes = np.repeat([0, 1], 10), np.tile(np.arange(10), 2)
    alone, together = batch_of(3), batch_of(8, 3)
    assert np.array_equal(
        action_uniforms(together.matches, matches, heroes)[10:],
        action_uniforms(alone.matches, matches[:10], heroes[:10]),
    )
    one = action_uniforms(together.matches, matches, heroes)
    together.matches["decision"] += 1
    other = action_uniforms(together.matches, matches, heroes)
    drawn = np.concatenate([one.ravel(), other.ravel()])
    assert len(np.unique(drawn)) == drawn.size
    assert ((drawn >= 0) & (drawn < 1)).all()
