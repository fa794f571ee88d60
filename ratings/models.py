"""Rate a table of results by the model that the settings name."""

from collections.abc import Callable

from ratings.results import Results
from ratings.settings import Settings
from ratings.table import RatingTable


def rate(results: Results, settings: Settings | None = None) -> RatingTable:
    """Ratings of a table of results; a pure function of the table and the settings.

    Args:
        results: the matches.
        settings: the model and its choices; Bradley–Terry with a prior of half a virtual draw per played
            pairing and 1,000 bootstrap resamples if left out.

    Raises:
        RatingError: the anchor did not play, nothing is left to rate, or the fit has no finite maximum.

    Example:
        >>> table = rate(Results.from_columns(["ann", "bob", "ann"], ["bob", "ann", "bob"], [1, 1, 1]))
        >>> [entrant.name for entrant in table.entrants]
        ['ann', 'bob']
    """
    settings = settings or Settings()
    return _model(settings.model)(results, settings)


def _model(name: str) -> Callable[[Results, Settings], RatingTable]:
    """The model's function, imported when asked for: TrueSkill brings SciPy, which takes a while to load."""
    if name == "trueskill":
        from ratings.trueskill import rate_trueskill

        return rate_trueskill
    if name == "elo":
        from ratings.elo import rate_elo

        return rate_elo
    from ratings.bradley_terry import rate_bradley_terry

    return rate_bradley_terry
