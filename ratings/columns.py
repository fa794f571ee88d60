"""Which columns of somebody's table hold the players, the outcome and the rest.

Tables of results come from football archives, chess servers and model arenas, each with its own usual names;
a table that uses them needs no options. What was recognised is always said, so that it can be contradicted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ratings.errors import UnknownColumns

# Pairs of columns that name the players. The first three put the side into the name; a name such as
# "player_a" says nothing about sides, and rating a side term on it would rate the order of writing.
SIDED_PLAYERS = (("home_team", "away_team"), ("hometeam", "awayteam"), ("home", "away"), ("white", "black"))
PLAIN_PLAYERS = (
    *(("player_a", "player_b"), ("model_a", "model_b"), ("team_a", "team_b"), ("a", "b")),
    *(("player1", "player2"), ("player_1", "player_2"), ("team1", "team2"), ("team_1", "team_2")),
    *(("competitor_1", "competitor_2"), ("first", "second"), ("left", "right"), ("p1", "p2")),
)
WEST_EAST = ("west", "east")
# Pairs that name the players by what became of them: no row is a draw.
WON_LOST = (("winner", "loser"), ("winner_name", "loser_name"), ("won", "lost"))
SCORES = (
    *(("home_score", "away_score"), ("home_goals", "away_goals"), ("fthg", "ftag")),
    *(("score_a", "score_b"), ("score1", "score2"), ("score_1", "score_2"), ("points_a", "points_b")),
    *(("white_score", "black_score"), ("first_score", "second_score"), ("west_score", "east_score")),
)
WINNERS = ("winner", "winner_name", "won_by")
OUTCOMES = ("outcome", "result", "score", "ftr")
NEUTRALS = ("neutral", "neutral_ground", "neutral_venue")
WEIGHTS = ("weight",)
BLOCKS = ("block", "block_id")
TIMES = ("time", "date", "timestamp", "tstamp", "played_at", "utcdate", "datetime")


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Names of columns; None where the table has none. Exactly one way of telling who won is set.

    Attributes:
        a, b: the players. ``a`` is the one who may have the side.
        score_a, score_b: points, goals or the like of each; the larger wins.
        winner: the winner's name, or a word for a, b or a draw.
        outcome: a's result, as a number (1, 0.5, 0), a chess score or a word.
        neutral: true where nobody had the side.
        weight, block, time: see ``Results``.
        sided: True if ``a`` has the side where ``neutral`` does not say otherwise; None: the names decide.
    """

    a: str | None = None
    b: str | None = None
    score_a: str | None = None
    score_b: str | None = None
    winner: str | None = None
    outcome: str | None = None
    neutral: str | None = None
    weight: str | None = None
    block: str | None = None
    time: str | None = None
    sided: bool | None = None

    def used(self) -> list[str]:
        """The columns that have to be read."""
        names = (self.a, self.b, self.score_a, self.score_b, self.winner, self.outcome)
        more = (self.neutral, self.weight, self.block, self.time)
        return list(dict.fromkeys(name for name in (*names, *more) if name is not None))


def recognise(header: Sequence[str], asked: Columns) -> Columns:
    """Fill what was not asked for by the usual names, whatever their case.

    Raises:
        UnknownColumns: a column asked for is not in the table, the players or the outcome cannot be told, or
            two ways of telling who won were asked for, a pair was asked for with one column twice, or a column
            that is needed is in the header twice.
    """
    for name in asked.used():
        if name not in header:
            raise UnknownColumns(f"expected a column {name!r}, the table has {_shown(header)}")
    _check_pairs(asked)
    known = {name.lower().strip(): name for name in reversed(header)}
    found = _players(asked, known, header)
    found = _outcome(found, known, header)
    found = replace(
        found,
        neutral=found.neutral or _first(known, NEUTRALS),
        weight=found.weight or _first(known, WEIGHTS),
        block=found.block or _first(known, BLOCKS),
        time=found.time or _first(known, TIMES),
    )
    for name in found.used():
        if header.count(name) > 1:
            raise UnknownColumns(
                f"expected one column {name!r}, the header has {header.count(name)}; rename all but one"
            )
    return found


def describe(columns: Columns) -> str:
    """One line that says how a table was read."""
    parts = [f"{columns.a!r} against {columns.b!r}"]
    if columns.score_a:
        parts.append(f"scores {columns.score_a!r} and {columns.score_b!r}")
    others = ("winner", "outcome", "neutral", "weight", "block", "time")
    parts += [f"{role} {getattr(columns, role)!r}" for role in others if getattr(columns, role)]
    parts.append(f"{columns.a!r} has the side" if columns.sided else "no side")
    return "columns: " + ", ".join(parts)


def _check_pairs(asked: Columns) -> None:
    for one, other in (("a", "b"), ("score_a", "score_b")):
        flags = f"--{one.replace('_', '-')} and --{other.replace('_', '-')}"
        if (getattr(asked, one) is None) != (getattr(asked, other) is None):
            raise UnknownColumns(f"expected both {flags} or neither, got one of them; name both columns")
        if getattr(asked, one) is not None and getattr(asked, one) == getattr(asked, other):
            raise UnknownColumns(
                f"expected two columns by {flags}, got {getattr(asked, one)!r} twice; name two"
            )
    ways = [way for way in ("score_a", "winner", "outcome") if getattr(asked, way) is not None]
    if len(ways) > 1:
        raise UnknownColumns(
            f"expected one way of telling who won, got {len(ways)}; give --score-a with --score-b, or --winner, "
            "or --outcome"
        )


def _players(asked: Columns, known: dict[str, str], header: Sequence[str]) -> Columns:
    if asked.a is not None and asked.b is not None:
        pair = (asked.a.lower(), asked.b.lower())
        sided = pair in SIDED_PLAYERS or pair == WEST_EAST or asked.neutral is not None
        return replace(asked, sided=sided if asked.sided is None else asked.sided)
    for pair in (*SIDED_PLAYERS, WEST_EAST, *PLAIN_PLAYERS):
        if pair[0] in known and pair[1] in known:
            sided = pair not in PLAIN_PLAYERS or _first(known, NEUTRALS) is not None
            return replace(
                asked, a=known[pair[0]], b=known[pair[1]], sided=sided if asked.sided is None else asked.sided
            )
    for won, lost in WON_LOST:
        if won in known and lost in known and not (asked.score_a or asked.winner or asked.outcome):
            sided = bool(asked.sided)
            return replace(asked, a=known[won], b=known[lost], winner=known[won], sided=sided)
    raise UnknownColumns(
        f"expected columns with the two players, such as home_team and away_team, the table has {_shown(header)}; "
        "name them: --a COL --b COL"
    )


def _outcome(asked: Columns, known: dict[str, str], header: Sequence[str]) -> Columns:
    if asked.score_a or asked.winner or asked.outcome:
        return asked
    for one, other in SCORES:
        if one in known and other in known:
            return replace(asked, score_a=known[one], score_b=known[other])
    if winner := _first(known, WINNERS):
        return replace(asked, winner=winner)
    if outcome := _first(known, OUTCOMES):
        return replace(asked, outcome=outcome)
    raise UnknownColumns(
        f"expected columns that say who won, such as home_score and away_score, winner, or outcome, the table has "
        f"{_shown(header)}; name them: --score-a COL --score-b COL, or --winner COL, or --outcome COL"
    )


def _first(known: dict[str, str], names: Sequence[str]) -> str | None:
    return next((known[name] for name in names if name in known), None)


def _shown(header: Sequence[str]) -> str:
    return ", ".join(repr(name) for name in header[:20]) + (" …" if len(header) > 20 else "")
