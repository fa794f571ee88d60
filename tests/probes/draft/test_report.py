"""What is printed, on a draft whose answer is known."""

from __future__ import annotations

import numpy as np

from probes.draft.advice import Adviser
from probes.draft.compare import Comparison
from probes.draft.model import made_up
from probes.draft.order import Draft, Order
from probes.draft.report import change, format_advice, format_comparison, format_model, format_review, rank_of
from probes.draft.solve import solve
from tests.probes.draft.made import model_of


def adviser_of():
    strengths, none = np.log([9.0, 9.0, 3.0, 1.0]), np.zeros((4, 4))
    model = made_up(["Ada", "Ben", "Cleo", "Dan"], 1, strengths, none, none)
    draft = Draft(Order.parse("aBA", size=1, heroes=4))
    return Adviser(model, solve(model, draft)), draft


def test_advice_names_ties_replies_and_the_line():
    adviser, draft = adviser_of()
    text = format_advice(adviser.advise(draft), adviser.model.names)
    lines = text.splitlines()
    assert lines[0].split() == ["A", "–"] and "A wins 50.0 %" in text and "A bans:" in text
    # A bans Ada or Ben: B takes the other, A has Cleo: odds of 1 to 3. Any other ban leaves both: even.
    rows = [line.split() for line in lines if line.split()[:1] and line.split()[0] in ("1=", "3=")]
    assert [row[:4] for row in rows] == [
        ["1=", "Cleo", "50.0", "%"], ["1=", "Dan", "50.0", "%"], ["3=", "Ada", "25.0", "%"], ["3=", "Ben", "25.0", "%"],
    ]  # fmt: skip
    assert rows[0][-4:-1] == ["Ada", "=", "Ben"] and rows[0][-1] == "Ben"
    assert "-25.0" in rows[2] and "~" not in " ".join(rows[2])


def test_a_review_says_what_was_better():
    adviser, draft = adviser_of()
    text = format_review(adviser.review(Draft(draft.order, (0, 3, 1))), adviser.model.names)
    ban, pick, last = [line.split() for line in text.splitlines()[2:5]]
    assert ban[:4] == ["1", "A", "ban", "Ada"] and ban[-3:] == ["Cleo", "=", "Dan"]
    assert pick[:4] == ["2", "B", "pick", "Dan"] and pick[-1] == "Ben"
    assert last[-3:] == ["1", "of", "2"] and "90.0" in last


def test_small_words():
    assert [change(value) for value in (0.0, -0.00004, -0.125, 0.02)] == ["0.0", "0.0", "-12.5", "+2.0"]
    assert (rank_of(2, 1), rank_of(2, 3)) == ("2", "2=")


def test_a_model_lists_heroes_and_pairs_or_that_there_are_none():
    text = format_model(model_of(17, 5, 1, unsure=0.1))
    assert text.count(" % to ") == 17 and " against " in text and " and " in text
    alone = made_up(["A", "B"], 1, [0.1, 0.2], np.zeros((2, 2)), np.zeros((2, 2)))
    assert format_model(alone).endswith("no pairs: heroes alone")


def test_a_comparison_has_a_line_a_pair():
    pair = {
        "first": "minimax", "second": "greedy", "matches": 8, "won": 0.625, "low": 0.3, "high": 0.9, "expected": 0.7,
        "won_picking_first": 0.75, "won_picking_second": 0.5,
    }  # fmt: skip
    assert Comparison.__dataclass_fields__["pool"].default == 13
    found = {"variant": "blitz", "player": "bot:hard", "order": "AB", "pool": 13, "pairs": [pair]}
    assert "minimax  greedy         8  62.5 %  30.0 to 90.0          70.0 %" in format_comparison(found)
