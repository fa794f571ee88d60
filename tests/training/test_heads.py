"""Actions: the probabilities of all actions sum to one, and what is drawn is judged as it was drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from arena.games.moba.contract import AIMS, OFFSETS, TARGETS
from arena.games.moba.layout import KINDS
from tests.training.conftest import Scene
from training.actions import HEADS
from training.columns import columns_of
from training.forms import AIMED, AT_TARGET, OFFSET, TARGET_ROW
from training.heads import Heads, Seen
from training.network_settings import NetworkSettings
from training.packing import Packed
from training.tensors import inputs

SETTINGS = NetworkSettings(unit=16, own=8, memory=8)


@pytest.fixture
def heads() -> Heads:
    made = Heads(SETTINGS, columns_of(), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():  # far from uniform
        for one in made.parameters():
            one.add_(torch.randn(one.shape, generator=torch.Generator().manual_seed(2)) * 0.7)
    return made


def seen(packed: Packed) -> Seen:
    drawn = torch.Generator().manual_seed(3)
    rows, units = len(packed), len(packed.units)
    given = inputs(packed, torch.zeros(1))
    return Seen(
        torch.randn(rows, 8, generator=drawn),
        torch.randn(rows, 8, generator=drawn).relu(),
        torch.randn(units, 16, generator=drawn).relu(),
        given,
    )


def legal_actions(packed: Packed, row: int) -> list[tuple[int, int, int, int]]:
    """All legal actions of a row, what a kind does not take being 0."""
    found = []
    for kind in range(KINDS):
        if not packed.legal[row, kind]:
            continue
        form = packed.forms[row, kind]
        targets = (
            np.nonzero(packed.targets[row, TARGET_ROW[kind]])[0].tolist() if TARGET_ROW[kind] >= 0 else []
        )
        if form == OFFSET:
            found += [(kind, 0, offset, 0) for offset in range(OFFSETS)]
        elif form == AT_TARGET:
            found += [(kind, target, 0, 0) for target in targets]
        elif form == AIMED:
            found += [(kind, target, 0, 0) for target in targets]
            found += [(kind, 0, 0, aim) for aim in range(1, AIMS)]
        else:
            found.append((kind, 0, 0, 0))
    return found


def test_the_probabilities_of_all_legal_actions_sum_to_one(heads: Heads, blitz: Scene) -> None:
    forms = set()
    for row in range(0, len(blitz.packed), 5):
        actions = legal_actions(blitz.packed, row)
        packed = blitz.packed.take(np.full(len(actions), row))
        one = seen(blitz.packed)
        with torch.no_grad():
            start, end = blitz.packed.starts[row : row + 2]
            same = one._replace(
                hidden=one.hidden[row].expand(len(actions), -1),
                own=one.own[row].expand(len(actions), -1),
                encodings=one.encodings[start:end].repeat(len(actions), 1),
                inputs=inputs(packed, torch.zeros(1)),
            )
            log_prob = heads.judge(same, torch.tensor(actions)).log_prob
        assert log_prob.exp().sum().item() == pytest.approx(1.0, abs=1e-5)
        forms |= {(packed.forms[0, kind], aim == 0) for kind, _, _, aim in actions}
    assert {(AIMED, True), (AIMED, False), (AT_TARGET, True), (OFFSET, True)} <= forms


@pytest.mark.parametrize(("temperature", "greedy"), [(1.0, False), (3.0, False), (1.0, True)])
def test_what_is_chosen_is_legal_and_judged_as_it_was_chosen(
    heads: Heads, blitz: Scene, temperature: float, greedy: bool
) -> None:
    given = seen(blitz.packed)
    uniforms = torch.rand(len(blitz.packed), 4, generator=torch.Generator().manual_seed(4))
    with torch.no_grad():
        actions, log_prob = heads.choose(given, uniforms, temperature=temperature, greedy=greedy)
        judged = heads.judge(given, actions)
    torch.testing.assert_close(log_prob, judged.log_prob, atol=1e-5, rtol=0)
    for row, action in enumerate(actions.tolist()):
        assert tuple(action) in legal_actions(blitz.packed, row)


def test_only_heads_in_use_are_counted(heads: Heads, blitz: Scene) -> None:
    given = seen(blitz.packed)
    uniforms = torch.rand(len(blitz.packed), 4, generator=torch.Generator().manual_seed(4))
    with torch.no_grad():
        actions, _ = heads.choose(given, uniforms, temperature=1.0, greedy=False)
        judged = heads.judge(given, actions)
    forms = torch.from_numpy(blitz.packed.forms)[torch.arange(len(actions)), actions[:, 0]]
    aimed = forms == AIMED
    expected = {
        "kind": torch.ones_like(aimed),
        "target": (forms == AT_TARGET) | (aimed & (actions[:, 3] == 0)),
        "offset": forms == OFFSET,
        "aim": aimed,
    }
    assert tuple(judged.used) == tuple(judged.entropy) == HEADS
    for name in HEADS:
        assert torch.equal(judged.used[name], expected[name])
        assert judged.used[name].any()
        assert not judged.entropy[name][~expected[name]].any()
        assert (judged.entropy[name] >= 0.0).all()
    assert judged.entropy["offset"].max() <= math.log(OFFSETS)


def test_the_first_policy_is_nearly_uniform(blitz: Scene) -> None:
    fresh = Heads(SETTINGS, columns_of(), generator=torch.Generator().manual_seed(1))
    given = seen(blitz.packed)
    rows = torch.arange(len(blitz.packed))
    with torch.no_grad():
        for scores in (
            fresh.kind(given.hidden),
            fresh.offset(given.hidden),
            fresh.aims(given, rows, rows % KINDS),
            fresh.targets(given, rows, rows % KINDS),
        ):
            assert scores.abs().max() < 0.2
            assert scores.std() > 0.0


def test_the_hero_itself_and_every_unit_have_their_own_score(heads: Heads, blitz: Scene) -> None:
    given = seen(blitz.packed)
    rows = torch.arange(len(blitz.packed))
    with torch.no_grad():
        scores = heads.targets(given, rows, torch.full_like(rows, 2))
    for row in rows.tolist():
        start, end = blitz.packed.starts[row : row + 2]
        slots = {slot for slot in blitz.packed.slots[start:end].tolist() if slot >= 0} | {37}
        assert set(scores[row].nonzero()[:, 0].tolist()) <= slots
        assert len(set(scores[row, sorted(slots)].tolist())) == len(slots)
    assert scores.shape == (len(rows), TARGETS)
