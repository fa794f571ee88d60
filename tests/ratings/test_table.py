"""The table of ratings as a record, as JSON and as text."""

import json

import pytest

from ratings import EntrantRating, RatingTable, SideRating


def made(**changes):
    line = {
        "name": "ann", "rating": 120.5, "low": 80.0, "high": None, "rank_low": 1, "rank_high": 2,
        "matches": 10.0, "wins": 6.0, "draws": 0.5, "losses": 3.5, "status": "unbeaten",
    }  # fmt: skip
    return RatingTable(
        model="bt",
        settings={"prior": 0.5, "anchor": None},
        converged=True,
        gradient_norm=1e-12,
        side=SideRating(30.0, 10.0, 50.0),
        entrants=(EntrantRating(**{**line, **changes}),),
        warnings=("mind the gap",),
        matches=10,
    )


def test_whole_counts_are_integers_in_json_and_open_ends_null():
    entrant = json.loads(json.dumps(made().to_dict()))["entrants"][0]
    assert entrant["matches"] == 10 and isinstance(entrant["matches"], int)
    assert entrant["draws"] == 0.5
    assert entrant["high"] is None
    assert isinstance(made(rating=120.0).to_dict()["entrants"][0]["rating"], float)


def test_the_text_shows_open_ends_ranks_side_settings_and_warnings():
    lines = made().render().splitlines()
    assert lines[0].split() == [
        "entrant",
        "rating",
        "95",
        "%",
        "rank",
        "matches",
        "won",
        "drawn",
        "lost",
        "status",
    ]
    assert lines[1].split() == ["ann", "120", "[80,", "–]", "1–2", "10", "6", "0.5", "3.5", "unbeaten"]
    assert "side: 30.0 [10.0, 50]" in lines
    assert "10 matches; bt: prior 0.5" in lines
    assert lines[-1] == "warning: mind the gap"


def test_without_any_bound_the_interval_is_left_blank():
    assert "[" not in made(low=None).render().splitlines()[1]


def test_an_entrant_is_found_by_name():
    assert made()["ann"].rating == 120.5
    with pytest.raises(KeyError):
        made()["bob"]


def test_a_rating_of_zero_has_no_sign():
    table = made(rating=-0.0, low=-0.02, high=-0.0, draws=0.0)
    assert "-0" not in table.render()
    entrant = table.to_dict()["entrants"][0]
    assert "-0.0" not in json.dumps([entrant["rating"], entrant["high"]])
