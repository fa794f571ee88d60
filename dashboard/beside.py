"""Two matches side by side: each in the viewer with its own clock, both at one speed."""

from __future__ import annotations

from html import escape

TITLE = "Two matches side by side"

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title} · Palaestra</title>
<script src="/assets/early/scheme.js"></script>
<link rel="stylesheet" href="/assets/palaestra.css"></head><body class="beside">
<header id="both"><h1>{title}</h1>
<label>first match <input id="first" inputmode="numeric" value="{first}" size="10"></label>
<label>second match <input id="second" inputmode="numeric" value="{second}" size="10"></label>
<button id="play" type="button" aria-label="play both">▶</button>
<button id="back" type="button" title="both one decision back">‹</button>
<button id="forward" type="button" title="both one decision on">›</button>
<label>speed of both <select id="speed"></select></label>
<button id="same" type="button" title="takes the second to the first's moment">same moment</button>
<span id="said" role="status"></span><a href="/matches">All matches</a></header>
<main class="pair">{frames}</main>
<script src="/assets/early/beside.js"></script></body></html>"""


def beside_page(first: int | None, second: int | None) -> bytes:
    """The page: a frame for each match that is named, and controls for both.

    Args:
        first: number of a match; None until one is chosen.
        second: the same.
    """
    frames = "".join(
        f'<iframe src="/match/{number}" title="the {name} match, {number}"></iframe>'
        if number is not None
        else f'<p class="note">Write the number of a match above: that of the {name}.</p>'
        for name, number in (("first", first), ("second", second))
    )
    values = {
        name: "" if number is None else str(number) for name, number in (("first", first), ("second", second))
    }
    return PAGE.format(title=escape(TITLE), frames=frames, **values).encode()
