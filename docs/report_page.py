"""The page of a night's report, from its parts."""

from __future__ import annotations

import types
import typing
from datetime import datetime
from typing import Any

from arena.nights.record import PARTS

HEAD = """# The report of a night

Generated from `docs/report_page.py` and `arena/nights/record.py` by `python -m docs.generate`; do not edit by hand.

Every night of `palaestra nightly` leaves two files beside the published snapshots: `published/night-NNNNNN.html` to
read and `published/night-NNNNNN.json` for programs, by the number of the night. The page is one file: it asks for
nothing elsewhere, runs nothing, follows the system's light or dark, and can be mailed as it is. Each file appears
whole; a night that is killed before it wrote them is made up for by the next, since the report itself is stored
with the results (table `nights`, [the store](store.md#nights)). The page [Tonight](dashboard.md) of the dashboard
shows the same report.

It says what was played and for how long, who is new, who was set aside and why, faults, the lengths of matches, the
ladder with its changes, who fell, every note that the night printed, the hash of the rules and the machine.

## Changes

A change is how far an entrant stands above where it stood by the matches of the fit before, both times rated as
now. It is measured from the mean of those who are in the [core](ratings.md) both times, not from the anchor: an
anchor that loses a match more would move everyone. So a change is not the difference of two printed ratings. Its
interval comes from a joint bootstrap: the matches of before are in both fits, and each resampled table has them in
both.

## Regressions

Two things count as a regression, and end the night with exit code 3:

- **a checkpoint below its predecessor** (`checkpoint`): an entrant named LINE/NUMBER that played tonight stands
  below the one before it on the ladder, by number. Checkpoints of a lineage have such names by themselves; give
  them to versions of a player of your own (`mine/1=python:mine:First`, `mine/2=python:mine:Second`) and they are
  watched too;
- **an entrant below what it was** (`night`): same name, same player, same rules, and worse than in all matches of
  before. It must not happen beyond chance: if it does, look for a file that was changed in place, or a machine that
  computes otherwise.

Both are decided by the difference itself, drawn jointly (decision 0031), not by whether two intervals overlap. p is
two-sided. All comparisons of a night are one family under Holm's correction: where nobody fell, at most one night
in twenty names anyone (`level = 0.05`), and as only falls are named, one in forty. The report says how many
comparisons were made. The level is a night's: a pair that is compared again every night, with ever more matches,
has more than one chance to seem to differ.

Outside the core a bootstrap says nothing (an unbeaten entrant is unbeaten in every resampled table): there the
likelihood decides, by how much less likely the results are if the two were equally strong; such a regression has no
interval.

A drop stays a drop. A regression that you have looked at is named in the configuration and then reported without
exit code 3:

```toml
[report]
accepted = ["blitz-1/4200000"]
```

It also leaves by itself when the checkpoint plays no more, since newer ones took its place.

When it misleads: a checkpoint that gave up strength against bots for strength against its own kind can fall on a
ladder of bots; a few matches tell large drops alone, and a drop that is not named is no proof that there is none.

## The JSON

Times are ISO 8601 in UTC. Keys may be added; `format` is raised when one goes or changes its meaning.
"""

WORDS: dict[Any, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    datetime: "time",
}


def report_page() -> str:
    """The shape of the JSON as a Markdown page."""
    return HEAD + "".join(_section(part) for part in PARTS)


def _section(part: Any) -> str:
    rows = "".join(
        f"| `{name}` | {_kind(field.annotation)} | {field.description} |\n"
        for name, field in part.model_fields.items()
    )
    return f"\n### {part.__name__}\n\n{part.__doc__}\n\n| key | holds | meaning |\n|---|---|---|\n{rows}"


def _kind(kind: Any) -> str:
    """A type in words."""
    if kind in WORDS:
        return WORDS[kind]
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is typing.Literal:
        return ", ".join(f"`{one}`" for one in arguments)
    if typing.get_origin(kind) is list:
        return f"list of {_kind(arguments[0])}"
    if typing.get_origin(kind) is dict:
        return "values by name"
    if isinstance(kind, types.UnionType):
        return " or null".join(_kind(one) for one in arguments if one is not types.NoneType) + " or null"
    return f"[{kind.__name__}](#{kind.__name__.lower()})"
