"""What importing the ratings costs."""

import resource
import subprocess
import sys

import pytest


def loaded_by(statement):
    code = f"{statement}\nimport sys\nprint(' '.join(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(answer.stdout.split())


def test_importing_the_ratings_loads_no_simulator_and_nothing_heavy():
    modules = loaded_by("import ratings")
    heavy = {"numba", "torch", "scipy", "polars", "pandas", "trueskill", "choix", "duckdb", "arena"}
    assert not heavy & modules


def test_registering_the_commands_loads_no_reader():
    modules = loaded_by("import typer, ratings.commands\nratings.commands.register(typer.Typer())")
    assert not {"polars", "numba", "scipy", "arena"} & modules


def test_rating_by_bradley_terry_needs_numpy_alone():
    modules = loaded_by(
        "from ratings import Results, rate\nrate(Results.from_columns(['a', 'b'], ['b', 'a'], [1, 1]))"
    )
    assert not {"numba", "scipy", "polars", "arena"} & modules


def test_mounting_the_commands_does_not_even_load_numpy():
    assert "numpy" not in loaded_by("import ratings.commands")


def test_every_public_name_is_there_and_nothing_else():
    import ratings

    for name in ratings.__all__:
        assert getattr(ratings, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Rate'"):
        _ = ratings.Rate


def test_the_function_is_found_whatever_was_imported_before():
    answer = "import ratings.models, ratings.bench\nfrom ratings import rate\nassert callable(rate)"
    assert "ratings.models" in loaded_by(answer)


def seconds_of(statement):
    """Processor time of a process that runs a statement: what a busy machine does not stretch."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    loaded_by(statement)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_importing_the_ratings_with_all_a_rating_needs_takes_less_than_half_a_second():
    names = "from ratings import Results, Settings, rate\nimport ratings.bradley_terry"
    assert min(seconds_of(names) for _ in range(3)) < 0.5
