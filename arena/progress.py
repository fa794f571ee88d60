"""A progress bar on stderr."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from arena.tournament import Progress


class ProgressBar:
    """Shows one stage after another, each with its batches done; use it as a context.

    Where stderr is not a terminal, each stage is one line as it begins.
    """

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bars = Bars(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=self._console, disable=not self._console.is_terminal,
        )  # fmt: skip
        self._stage: str | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def show(self, stage: str, progress: Progress) -> None:
        """Show how far a stage is; a new stage starts a new bar."""
        if stage != self._stage:
            self._stage = stage
            self._task = self._bars.add_task(stage, total=progress.batches)
            if not self._console.is_terminal:
                self._console.print(f"{stage} ({progress.batches - progress.stored} to do)", highlight=False)
        assert self._task is not None
        self._bars.update(self._task, completed=progress.stored)
