"""What a setting may be, and what is said of one that the game does not have."""

from __future__ import annotations

import pytest

from arena.errors import BadSchedule
from arena.games import moba
from arena.setting import LONGEST_S, Setting, check_variant


def test_a_checked_setting_has_its_randomisation_in_the_words_of_its_ranges() -> None:
    texts = [
        Setting("duel", randomisation=text).checked().randomisation
        for text in ("wide", "gold=0.50", "gold=0", "none")
    ]
    assert texts == [moba.PRESETS["wide"].text, "gold=0.5", "none", "none"]
    setting = Setting("blitz", LONGEST_S, "siege", "none")
    assert setting.checked() == setting


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (Setting("chess"), "no variant 'chess': the known ones are full, blitz, duel, skirmish"),
        (Setting("duel", 0.0), "positive number of seconds, at most 7200, got 0"),
        (Setting("duel", float("nan")), "positive number of seconds, at most 7200, got nan"),
        (Setting("duel", float("inf")), "positive number of seconds, at most 7200, got inf"),
        (Setting("duel", 1e30), r"at most 7200, got 1e\+30"),
        (Setting("duel", start="siege"), "expected a start of duel, one of fresh, midgame; got 'siege'"),
        (Setting("duel", randomisation="luck=1"), "expected a randomisation as none, mild, wide, or as"),
    ],
)
def test_what_the_game_does_not_have_is_refused_in_one_line(setting: Setting, message: str) -> None:
    with pytest.raises(BadSchedule, match=message) as caught:
        setting.checked()
    assert "\n" not in str(caught.value)


def test_a_variant_can_be_asked_about_alone() -> None:
    for variant in moba.VARIANTS:
        check_variant(variant)
    with pytest.raises(BadSchedule, match="no variant 'chess'"):
        check_variant("chess")
