"""Where drafts are asked about: a model with the solutions made so far, each made once and found again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from probes.draft.advice import Adviser
from probes.draft.model import LineupModel
from probes.draft.order import Draft
from probes.draft.solve import solve

KEPT = 4
"""Solutions kept at most; the one used last is dropped last."""


@dataclass
class Work:
    """A solution that is being made."""

    root: Draft
    done: int = 0
    total: int = 0
    error: BaseException | None = None


class Desk:
    """Answers about drafts by one model; may be asked by several threads."""

    def __init__(self, model: LineupModel) -> None:
        self.model = model
        self._advisers: dict[Draft, Adviser] = {}
        self._lock = threading.Lock()
        self._works: dict[Draft, Work] = {}

    def adviser(
        self, draft: Draft, *, report: Callable[[int, int], None] = lambda done, total: None
    ) -> Adviser:
        """One that knows a draft and all of its past, solved now unless it was before.

        Raises:
            TooLarge: see `solve.solve`.
        """
        return self._known(draft) or self._solve(root_of(draft), report)

    def ask(self, draft: Draft, *, patience_s: float) -> Adviser | Work:
        """One that knows a draft, or how far the work on it is where it takes longer than so many seconds.

        Raises:
            TooLarge: see `solve.solve`.
        """
        known = self._known(draft)
        if known is not None:
            return known
        root = root_of(draft)
        with self._lock:
            work = self._works.get(root)
            if work is None:
                work = self._works[root] = Work(root)
                threading.Thread(target=self._work, args=(work,), daemon=True).start()
        self._wait(work, patience_s)
        if work.error is not None:
            raise work.error
        return self._known(draft) or work

    def _wait(self, work: Work, patience_s: float) -> None:
        waiting = threading.Event()
        steps = max(1, int(patience_s / 0.01))
        for _ in range(steps):
            if work.root not in self._works:
                return
            waiting.wait(0.01)

    def _work(self, work: Work) -> None:
        def report(done: int, total: int) -> None:
            work.done, work.total = done, total

        try:
            self._solve(work.root, report)
        except BaseException as error:  # noqa: BLE001 - whoever asks is told
            work.error = error
        finally:
            with self._lock:
                del self._works[work.root]

    def _known(self, draft: Draft) -> Adviser | None:
        with self._lock:
            root = root_of(draft)
            found = self._advisers.pop(root, None)
            if found is not None:
                self._advisers[root] = found
            return found

    def _solve(self, root: Draft, report: Callable[[int, int], None]) -> Adviser:
        made = Adviser(self.model, solve(self.model, root, report=report))
        with self._lock:
            self._advisers[root] = made
            for old in list(self._advisers)[:-KEPT]:
                del self._advisers[old]
        return made


def root_of(draft: Draft) -> Draft:
    """The draft from which one is solved: its beginning, so that all of its past can be reviewed too."""
    return draft.back(0)
