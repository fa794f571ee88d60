"""Games in Portable Game Notation: players, result and date from the headers; moves are passed over."""

import re
from pathlib import Path

import polars as pl

from ratings.errors import BadResults, UnreadableFile

TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.MULTILINE)
WANTED = ("White", "Black", "Result")
DATES = ("UTCDate", "Date")
FULL_DATE = re.compile(r"^\d{4}\.\d{2}\.\d{2}$")


def read_pgn(path: Path) -> pl.DataFrame:
    """One row a game: columns White, Black, Result, and Date (ISO) if every game has a full one.

    Text is taken for UTF-8, or else for Latin-1, which the standard asks for.

    Raises:
        UnreadableFile: no game, or the file cannot be read.
        BadResults: a game without one of the tags; the line names the game and its first line.
    """
    games = _games(_text(path))
    if not games:
        raise UnreadableFile(
            f'expected games in PGN in {path}, got no header such as [White "…"]; check the file'
        )
    for number, (line, tags) in enumerate(games, start=1):
        for tag in WANTED:
            if tag not in tags:
                raise BadResults(
                    f"row {number}: expected a header {tag} in the game that begins at line {line}, got none; "
                    "correct or leave out the game"
                )
    frame = pl.DataFrame({tag: [tags[tag] for _, tags in games] for tag in WANTED})
    dates = [next((tags[tag] for tag in DATES if tag in tags), "") for _, tags in games]
    if all(FULL_DATE.match(date) for date in dates):
        frame = frame.with_columns(pl.Series("Date", [date.replace(".", "-") for date in dates]))
    return frame


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"expected a PGN file, {path}: {error.strerror}; check the path") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _games(text: str) -> list[tuple[int, dict[str, str]]]:
    """For each game its first line and its tags. It ends where moves follow, or where a tag stands a second time."""
    games: list[tuple[int, dict[str, str]]] = []
    end, line, counted = 0, 1, 0
    for tag in TAG.finditer(text):
        name, value = tag.group(1), re.sub(r"\\(.)", r"\1", tag.group(2))
        if not games or text[end : tag.start()].strip() or name in games[-1][1]:
            begin = tag.start() + len(tag.group(0)) - len(tag.group(0).lstrip())
            line, counted = line + text.count("\n", counted, begin), begin
            games.append((line, {}))
        games[-1][1][name] = value
        end = tag.end()
    return games
