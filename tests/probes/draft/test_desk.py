from __future__ import annotations

import threading
import time

import pytest

from probes.draft import desk as desks
from probes.draft.desk import Desk, Work
from probes.draft.errors import TooLarge
from probes.draft.order import Draft, Order
from tests.probes.draft.made import model_of


def drafts(*texts):
    return [Draft(Order.parse(text, size=2, heroes=8), (1,)) for text in texts]


def test_a_draft_is_solved_once_and_old_ones_go(monkeypatch):
    solved = []
    real = desks.solve
    monkeypatch.setattr(
        desks, "solve", lambda model, root, report: solved.append(root) or real(model, root, report=report)
    )
    desk, many = Desk(model_of(8, 2, 1)), drafts("ABBA", "ABAB", "BAAB", "BABA", "AABB")
    for draft in (many[0], many[0].then(2), *many[:4], many[0], many[4], many[0], many[1]):
        assert desk.adviser(draft).solution.root == draft.back(0)
    assert [root.order.text for root in solved] == ["ABBA", "ABAB", "BAAB", "BABA", "AABB", "ABAB"]


def test_long_work_is_told_of_and_found_when_it_is_done(monkeypatch):
    go, real = threading.Event(), desks.solve

    def slowly(model, root, report):
        report(3, 9)
        go.wait(20)
        return real(model, root, report=report)

    monkeypatch.setattr(desks, "solve", slowly)
    desk, (draft,) = Desk(model_of(8, 2, 1)), drafts("ABBA")
    work = desk.ask(draft, patience_s=0.05)
    assert isinstance(work, Work) and (work.done, work.total) == (3, 9)
    assert desk.ask(draft.then(3), patience_s=0.01) is work
    go.set()
    deadline = time.monotonic() + 20
    while isinstance(found := desk.ask(draft, patience_s=0.5), Work):
        assert time.monotonic() < deadline
    assert found is desk.adviser(draft)


def test_a_draft_that_does_not_fit_is_said_to_who_asks(monkeypatch):
    def refuse(model, root, report):
        raise TooLarge("expected less")

    monkeypatch.setattr(desks, "solve", refuse)
    desk, (draft,) = Desk(model_of(8, 2, 1)), drafts("ABBA")
    for _ in range(2):
        with pytest.raises(TooLarge):
            desk.ask(draft, patience_s=5)
