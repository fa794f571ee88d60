"""Tallies, and long lists cut short without losing count."""

from ratings import Results, Settings, rate
from ratings.report import MOST_NAMES, Tallies
from tests.ratings.tables import simulated, table


def test_tallies_are_those_of_a_plain_count_by_entrant():
    results, _ = simulated(6, 300, side=0.4, draws=0.3)
    tally = Tallies.of(results)
    for k in range(6):
        own = [s for f, s in zip(results.first, results.score, strict=True) if f == k]
        own += [1.0 - s for f, s in zip(results.second, results.score, strict=True) if f == k]
        assert tally.matches[k] == len(own)
        assert (tally.wins[k], tally.draws[k], tally.losses[k]) == tuple(
            own.count(s) for s in (1.0, 0.5, 0.0)
        )


def test_tallies_are_weighted():
    tally = Tallies.of(Results.from_columns(["a", "a"], ["b", "b"], [1, 0.5], weight=[2.5, 1.0]))
    assert tally.matches.tolist() == [3.5, 3.5]
    assert tally.wins.tolist() == [2.5, 0.0]


def test_of_many_names_the_first_are_listed_and_the_others_counted():
    rows = [("top", f"loser{k:03}", 1.0, 1) for k in range(MOST_NAMES + 9)]
    answer = rate(table(*rows, ("top", "other", 0.5, 1)), Settings(resamples=20))
    line = next(line for line in answer.warnings if "outside the strongly connected core" in line)
    assert line.startswith(f"{MOST_NAMES + 9} of {MOST_NAMES + 11} entrants")
    assert line.count("(winless)") == MOST_NAMES
    assert "and 9 more" in line
