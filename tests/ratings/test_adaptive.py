"""Choosing blocks: against brute force, its rules, and against round robin on random ladders."""

import time

import numpy as np
import pytest

from ratings import BadSettings
from ratings.adaptive import Choice, choose_blocks, contrasts, information, played_matrix, standard_errors
from ratings.likelihood import POINTS, Design
from ratings.newton import fit_newton


def total_variance(choice, played, rating, fixed):
    matrix = contrasts(choice, fixed)
    return np.trace(matrix @ information(played, rating) @ matrix.T)


@pytest.mark.parametrize("target", ["anchor", "neighbours", "entrant"])
def test_the_first_choice_is_the_one_that_brute_force_finds(target):
    rng = np.random.default_rng(4)
    rating = rng.normal(size=6)
    played = rng.integers(0, 9, (6, 6)).astype(float)
    played = np.triu(played, 1) + np.triu(played, 1).T
    choice = Choice(target=target, anchor=2, entrant=4, far_share=0.0, most_share=1.0)
    left = {}
    for i in range(6):
        for j in range(i + 1, 6):
            more = played.copy()
            more[i, j] += 4
            more[j, i] += 4
            left[i, j] = total_variance(choice, more, rating, rating)
    assert choose_blocks(choice, played, rating, 1) == [min(left, key=left.get)]


def test_updated_information_is_that_of_the_matches_played():
    rng = np.random.default_rng(5)
    rating, played = rng.normal(size=5), np.zeros((5, 5))
    choice = Choice(far_share=0.0, most_share=1.0)
    together = choose_blocks(choice, played, rating, 12)
    one_by_one = []
    for _ in range(12):
        (pair,) = choose_blocks(choice, played, rating, 1)
        one_by_one.append(pair)
        played[pair] += 4
        played[pair[::-1]] += 4
    assert together == one_by_one


def test_nobody_takes_every_match_and_far_links_stay():
    rating = np.linspace(2.0, -2.0, 9)
    played = np.full((9, 9), 40.0)
    played[3], played[:, 3] = 0.0, 0.0  # a newcomer
    np.fill_diagonal(played, 0.0)
    blocks = choose_blocks(Choice(target="entrant", entrant=3, anchor=8), played, rating, 40)
    assert sum(3 in pair for pair in blocks) <= 20
    far = choose_blocks(Choice(target="neighbours"), played, rating, 40)
    assert sum(abs(i - j) >= 3 for i, j in far) >= 4


def test_pairings_that_are_not_allowed_are_not_played():
    allowed = np.zeros((4, 4), bool)
    allowed[0, 1] = allowed[1, 2] = True
    assert set(choose_blocks(Choice(), np.zeros((4, 4)), np.zeros(4), 8, allowed=allowed)) <= {(0, 1), (1, 2)}


def test_played_matches_are_symmetric_by_name():
    matrix = played_matrix(["a", "b", "c"], [("b", "a", 4), ("a", "b", 8), ("c", "a", 4)])
    assert matrix.tolist() == [[0, 12, 4], [12, 0, 0], [4, 0, 0]]


def test_a_choice_takes_milliseconds():
    rng = np.random.default_rng(0)
    begun = time.process_time()
    choose_blocks(Choice(), rng.integers(0, 40, (17, 17)) * 1.0, rng.normal(size=17), 100)
    assert (time.process_time() - begun) / 100 < 0.003


def test_bad_choices_are_refused():
    with pytest.raises(BadSettings, match="expected a target of anchor, neighbours, entrant"):
        Choice(target="all")
    with pytest.raises(BadSettings, match="expected an entrant"):
        Choice(target="entrant")
    with pytest.raises(BadSettings, match="share above 0"):
        Choice(most_share=0.0)


class Ladder:
    """A simulated ladder: a random anchor far below, 16 entrants above it, matches by Bradley–Terry, fits with the prior."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        climb = np.sort(self.rng.uniform(0.5, 9.0, 16))
        self.truth = np.append(0.0, climb)
        self.played = np.zeros((17, 17))
        self.score = np.zeros((17, 17))

    def play(self, pairs, matches=4):
        for i, j in pairs:
            won = self.rng.binomial(matches, 1 / (1 + np.exp(self.truth[j] - self.truth[i])))
            self.played[i, j] += matches
            self.played[j, i] += matches
            self.score[i, j] += won
            self.score[j, i] += matches - won

    def fit(self):
        low, high = np.nonzero(np.triu(self.played, 1))
        design = Design.of_cells(17, low, high, None)
        played, score = self.played[low, high] + 0.5, self.score[low, high] + 0.25
        missing = np.setdiff1d(np.arange(17), np.concatenate([low, high]))
        return fit_newton(design, played, score, np.union1d([0], missing)).parameters

    def error(self):
        return float(np.sqrt(np.mean((self.fit() - self.truth)[1:] ** 2))) * POINTS


def errors(seed, blocks):
    """Error to the anchor after round robin of so many blocks a pairing, and of adaptive choices with 45 % of the matches."""
    pairs = [(i, j) for i in range(17) for j in range(i + 1, 17)]
    robin = Ladder(seed)
    robin.play(pairs * blocks)
    budget, adaptive = int(0.45 * len(pairs) * blocks), Ladder(seed)
    adaptive.play(
        [(k, k + 1) for k in range(16)]
    )  # whoever is next by name: the true order is not known to the schedule
    spent = 16
    while spent < budget:
        number = min(12, budget - spent)
        adaptive.play(choose_blocks(Choice(), adaptive.played, adaptive.fit(), number))
        spent += number
    return robin.error(), adaptive.error(), standard_errors(Choice(), adaptive.played, adaptive.fit())


def test_with_45_percent_of_the_matches_the_error_to_the_anchor_is_that_of_round_robin():
    """Over 20 random ladders; the root mean square over ladders is compared."""
    robin, adaptive, stated = zip(*(errors(seed, 6) for seed in range(20)), strict=True)
    rms = [float(np.sqrt(np.mean(np.square(one)))) for one in (robin, adaptive)]
    assert rms[1] <= rms[0], rms
    assert np.sqrt(np.mean(np.square(stated))) == pytest.approx(rms[1], rel=0.5)
