"""What a team's heroes share before each remembers: the largest of some numbers over them.

As in Five, whose heroes shared a part of what their networks had computed by a maximum over the team.
"""

from __future__ import annotations

import torch
from torch import Tensor


def pool_teams(numbers: Tensor, teams: Tensor, *, decisions: int) -> Tensor:
    """(R, W): for each row the largest of every number over the rows of its team in the same decision.

    Args:
        numbers: (R, W), not below 0: after a rectifier.
        teams: (R,) whole numbers not below 0, the team of each row.
        decisions: the rows are of so many decisions, one after the other, as many rows each.
    """
    if not len(numbers):
        return numbers
    count = int(teams.max()) + 1
    decision = torch.arange(decisions, device=teams.device).repeat_interleave(len(numbers) // decisions)
    group = teams.long() + count * decision
    nothing = numbers.new_zeros(count * decisions, numbers.shape[1])
    places = group[:, None].expand_as(numbers)
    return nothing.scatter_reduce(0, places, numbers, "amax", include_self=True).index_select(0, group)
