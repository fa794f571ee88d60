"""Where the mask has the legal targets of each kind."""

from __future__ import annotations

from arena.games.moba.contract import ATTACK_MASK, KINDS, TARGETS
from arena.games.moba.layout import ATTACK, CAST_1, USE_2
from arena.games.moba.orders import mask_row
from training.columns import columns_of
from training.forms import TARGET_ROW
from training.packing_loops import target_row


def test_rows_are_where_the_game_looks_for_them() -> None:
    assert KINDS + TARGET_ROW[ATTACK] * TARGETS == ATTACK_MASK
    kinds = [kind for kind in range(CAST_1, USE_2 + 1) if TARGET_ROW[kind] >= 0]
    assert kinds == [3, 4, 5, 6, 9, 10]
    assert [KINDS + TARGET_ROW[kind] * TARGETS for kind in kinds] == [mask_row(kind) for kind in kinds]
    assert TARGET_ROW.max() == columns_of().target_rows - 1
    assert [target_row(kind) for kind in (ATTACK, *kinds)] == TARGET_ROW[[ATTACK, *kinds]].tolist()
