"""A huge store that is made up in the database itself: its matches, heroes and faults follow from their numbers."""

from __future__ import annotations

import json

import duckdb

from arena.games import moba
from arena.home import Home
from arena.snapshots import point_to
from arena.store import Store

ENTRANTS = 200
MATCHES = 200_000
RUNS = 50
BOTS = ("bot:easy", "bot:hard", "bot:medium", "idle", "random")

NAMES = f"""
    CREATE TEMP TABLE named AS SELECT i, CASE WHEN i < {len(BOTS)} THEN list_extract({list(BOTS)!r}, i + 1)
        ELSE 'run' || i % 5 || '/' || 1000 + i END AS name, i * 1.0 AS strength FROM range({{entrants}}) t(i)"""

PAIRS = """
    CREATE TEMP TABLE pairs AS SELECT a.name AS "first", b.name AS "second", a.strength - b.strength AS gap,
        row_number() OVER (ORDER BY a.name, b.name) - 1 AS p
    FROM named a JOIN named b ON a.name < b.name"""

BLOCKS = """
    INSERT INTO blocks BY NAME SELECT (1 + k % {runs}) * 1000000 + k // {runs} AS block_id, 1 + k % {runs} AS run_id,
        0 AS batch, "first", "second", k // (SELECT count(*) FROM pairs) AS block_index, k AS seed
    FROM range({blocks}) t(k) JOIN pairs ON p = k % (SELECT count(*) FROM pairs)"""

MATCH_ROWS = """
    INSERT INTO matches BY NAME SELECT b.block_id * 4 + slot AS match_id, b.block_id, b.run_id, slot,
        'blitz' AS variant, 'fresh' AS start, 'none' AS randomisation, ? AS rules_hash, ? AS contract_version, b.seed,
        CASE WHEN slot < 2 THEN b."first" ELSE b."second" END AS west,
        CASE WHEN slot < 2 THEN b."second" ELSE b."first" END AS east, [0] AS west_lineup, [1] AS east_lineup,
        'played' AS status,
        CASE WHEN hash(b.block_id, slot) % 1000 / 1000.0 < 1 / (1 + exp(-gap / 60)) THEN 1 ELSE -1 END
            * CASE WHEN slot < 2 THEN 1 ELSE -1 END AS winner,
        list_extract(['ancient', 'kills', 'limit'], 1 + (hash(b.block_id) % 3)::INT) AS ending,
        (3000 + hash(b.block_id, slot, 1) % 30000)::BIGINT AS ticks, 7 AS west_structures, 5 AS east_structures,
        9000 AS west_net_worth, 8000 AS east_net_worth, 3 AS west_kills, 2 AS east_kills,
        CASE WHEN hash(b.block_id, slot, 2) % 500 = 0 THEN 2 ELSE 0 END AS faults
    FROM blocks b JOIN pairs USING ("first", "second"), range(4) s(slot)"""

HERO_ROWS = """
    INSERT INTO match_heroes BY NAME SELECT m.match_id, seat, CASE WHEN seat < 5 THEN west ELSE east END AS entrant,
        list_extract(?, 1 + (hash(m.match_id, seat) % 17)::INT) AS hero, {numbers}
    FROM matches m, range(10) s(seat)"""


def huge_home(home: Home, *, entrants: int = ENTRANTS, matches: int = MATCHES, runs: int = RUNS) -> Home:
    """Publish a snapshot with so many entrants and matches, ten heroes a match, and a fit of a ladder."""
    with Store(home) as store:  # makes the tables
        store.publish()
    with duckdb.connect(str(home.live)) as connection:
        connection.execute(NAMES.format(entrants=entrants))
        connection.execute(PAIRS)
        _runs(connection, runs)
        connection.execute(BLOCKS.format(runs=runs, blocks=matches // 4))
        connection.execute(MATCH_ROWS, [moba.rules_hash(), moba.CONTRACT_VERSION])
        numbers = ", ".join(
            (f"((m.match_id + {place} * seat) % {11 + place})::DOUBLE" if place < 12 else "2.0")
            + f" AS {name}"
            for place, name in enumerate(one for one in moba.HERO_RESULT_FIELDS if one != "hero")
        )
        connection.execute(HERO_ROWS.format(numbers=numbers), [list(moba.HERO_NAMES)])
        connection.execute(
            "INSERT INTO match_faults SELECT match_id, ?, faults FROM matches WHERE faults > 0",
            [moba.FAULT_NAMES[0]],
        )
        _fits(connection)
    home.live.rename(home.published / "making")  # a copy would take longer than making it
    point_to(home, home.published / "making", 2)
    return home


def _runs(connection: duckdb.DuckDBPyConnection, runs: int) -> None:
    connection.execute(
        """INSERT INTO runs BY NAME SELECT 1 + r AS run_id, 'nightly/blitz/round ' || 1 + r AS name,
           'nightly' AS ladder, 'round robin' AS schedule, 'moba' AS game, 'blitz' AS variant, ? AS rules_hash,
           ? AS contract_version, 0 AS seed, r::VARCHAR AS plan_hash, '{"limit_s": null}' AS plan, 'complete' AS status,
           false AS reproducible, '0' AS code_version, now() - to_hours(24 * (? - r)) AS started_at,
           now() - to_hours(24 * (? - r) - 1) AS ended_at FROM range(?) t(r)""",
        [moba.rules_hash(), moba.CONTRACT_VERSION, runs, runs, runs],
    )
    connection.execute(
        "INSERT INTO entrants BY NAME SELECT 1 + r AS run_id, name, "
        "CASE WHEN name LIKE 'run%' THEN 'checkpoint:/nowhere/' || name ELSE name END AS player, 'active' AS status "
        "FROM named, range(?) t(r)",
        [runs],
    )


def _fits(connection: duckdb.DuckDBPyConnection) -> None:
    result = json.dumps({"warnings": ["made up"]})
    for fit in (1, 2):
        connection.execute(
            """INSERT INTO rating_fits BY NAME SELECT ? AS fit_id, 'nightly' AS ladder, 'blitz' AS variant,
               ? AS rules_hash, ? AS contract_version, 'bt' AS model, 'draws' AS scoring,
               '{"anchor": "random"}' AS settings, ? AS result, true AS converged,
               (SELECT count(*) FROM matches) AS matches, 0 AS unsound, 0 AS void, 0 AS other_rules,
               false AS reproducible, '0' AS code_version, now() - to_hours(24 * (2 - ?)) AS created_at""",
            [fit, moba.rules_hash(), moba.CONTRACT_VERSION, result, fit],
        )
        connection.execute(
            """INSERT INTO ratings BY NAME SELECT ? AS fit_id, name AS entrant,
               row_number() OVER (ORDER BY strength DESC) AS position, 2.9 * strength + ? AS rating,
               2.9 * strength - 20 AS low, 2.9 * strength + 20 AS high, 1 AS rank_low, 9 AS rank_high,
               (SELECT count(*) FROM matches WHERE name IN (west, east)) AS matches, 0 AS wins, 0 AS draws, 0 AS losses,
               'ok' AS status FROM named""",
            [fit, fit],
        )
