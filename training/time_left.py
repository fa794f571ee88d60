"""How long a sitting will go on, for its report lines."""

from __future__ import annotations

import math


def seconds_left(
    *,
    agent_steps: int,
    per_s: float,
    elapsed_s: float,
    until_agent_steps: int | None,
    until_minutes: float | None,
) -> float:
    """Seconds until a sitting ends, whichever limit comes first; infinite without a limit.

    Args:
        agent_steps: played so far, in all.
        per_s: agent-steps a second lately.
        elapsed_s: since the sitting began.
        until_agent_steps: where it ends; None for never.
        until_minutes: after which it ends; None for never.
    """
    left = math.inf
    if until_minutes is not None:
        left = until_minutes * 60.0 - elapsed_s
    if until_agent_steps is not None and per_s > 0.0:
        left = min(left, (until_agent_steps - agent_steps) / per_s)
    return max(left, 0.0)


def format_left(seconds: float) -> str:
    """In words: `40 s left`, `12 min left`, `3 h 05 min left`; nothing for an infinite time."""
    if math.isinf(seconds):
        return ""
    if seconds < 99.5:
        return f"{seconds:.0f} s left"
    minutes = round(seconds / 60.0)
    return f"{minutes} min left" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min left"
