"""What can be wrong with a table of results or with what is asked of it.

Every message is one line: what was expected, what came, what to do. All are ``ValueError``s, so a caller who
does not care which it was can catch that; a command prints the line and ends with exit code 1.
"""


class RatingError(ValueError):
    """Base of every error that the ratings raise about their input."""


class BadResults(RatingError):
    """The rows do not describe matches: lengths differ, a score is impossible, a player meets itself."""


class BadSettings(RatingError):
    """A setting is outside its range, unknown, or contradicts another one."""


class UnreadableFile(RatingError):
    """The file is missing, of an unknown kind, empty, or not the text or Parquet it should be."""


class UnknownColumns(RatingError):
    """The columns that a table of results needs were neither named nor recognised."""


class UnknownAnchor(RatingError):
    """The anchor played no match, so no rating can be measured from it."""


class NoConvergence(RatingError):
    """The likelihood has no finite maximum under these settings, or the iteration did not reach it."""
