"""Settings outside their range are refused in one line."""

import pytest

from ratings import BadSettings, Settings


def test_the_defaults_are_those_of_the_documentation():
    settings = Settings()
    assert (settings.model, settings.draws, settings.prior, settings.resamples) == ("bt", "half", 0.5, 1000)
    assert settings.anchor is None
    assert settings.side


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"model": "glicko"}, "expected model to be one of bt, trueskill, elo, got 'glicko'"),
        ({"draws": "ignore"}, "expected draws to be one of half, davidson, rao-kupper, drop, got 'ignore'"),
        ({"intervals": "guess"}, "expected intervals to be one of bootstrap, sandwich, got 'guess'"),
        ({"prior": -0.1}, "expected a prior of 0 or more virtual draws per played pairing, got -0.1"),
        ({"prior": float("nan")}, "expected a prior of 0 or more"),
        ({"prior": float("inf")}, "expected a prior of 0 or more"),
        ({"resamples": -1}, "expected 0 or at least 2 resamples, got -1"),
        ({"resamples": 1}, "expected 0 or at least 2 resamples, got 1"),
        (
            {"prior": 1e308},
            "expected a prior of at most 1,000,000 virtual draws per played pairing, got 1e+308",
        ),
        ({"resamples": 10**20}, "expected at most 1,000,000 resamples, got 100000000000000000000"),
        ({"seed": -3}, "expected a seed of 0 or more, got -3"),
        ({"model": "elo", "draws": "drop"}, "draws 'drop' is a choice of the model 'bt'"),
    ],
)
def test_a_bad_setting_is_named(choice, message):
    with pytest.raises(BadSettings) as error:
        Settings(**choice)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_largest_values_are_taken():
    assert Settings(prior=1e6, resamples=1_000_000).resamples == 1_000_000
