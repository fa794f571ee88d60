"""The tables of the results store, declared once; `docs/store.md` is generated from here."""

from __future__ import annotations

from arena.columns import Column, Table, count, one_of, result

SCHEMA_VERSION = 3
"""Raised with every change to a table. `arena/upgrades.py` says which older files gain what is new when they are next
written; any other version is refused."""

MATCHES_PER_BLOCK = 4
"""Both sides times both lineups on one seed."""

BLOCKS_PER_RUN = 1_000_000
"""More than any plan has; a block's number is its run's times this, plus its place in the plan."""


META = Table(
    "meta",
    "Facts about the database itself.",
    ("key",),
    (
        Column("key", "VARCHAR", "`schema_version`, `created_at` or `created_by`"),
        Column("value", "VARCHAR", "the fact, as text"),
    ),
)

RUNS = Table(
    "runs",
    "A plan that was, or is being, played.",
    ("run_id",),
    (
        Column("run_id", "BIGINT", "number of the run, from 1"),
        Column("name", "VARCHAR", "name of the plan; no two runs share one"),
        Column("ladder", "VARCHAR", "the ladder its matches count for"),
        Column(
            "schedule",
            "VARCHAR",
            "`round robin`, `gauntlet`, or the question of a sequential or adaptive round",
        ),
        Column("game", "VARCHAR", "name of the game"),
        Column("variant", "VARCHAR", "variant of the game"),
        Column("rules_hash", "VARCHAR", "hash of the rules and their data"),
        Column(
            "contract_version", "BIGINT", "the game's newest observation and action contract when it was made"
        ),
        Column("seed", "BIGINT", "the seed that every block's seed derives from"),
        Column("plan_hash", "VARCHAR", "identity of the plan: a hash of all that is in it"),
        Column("plan", "VARCHAR", "the plan as JSON, enough to continue it"),
        one_of("status", ("open", "complete", "abandoned"), "state of the run"),
        Column("reproducible", "BOOLEAN", "false where a clock, not the plan, decided that the run exists"),
        Column("code_version", "VARCHAR", "version of palaestra that made the run"),
        Column("started_at", "TIMESTAMP WITH TIME ZONE", "when the plan was stored"),
        Column("ended_at", "TIMESTAMP WITH TIME ZONE", "when its last batch was stored", null=True),
    ),
)

ENTRANTS = Table(
    "entrants",
    "An entrant of a run.",
    ("run_id", "name"),
    (
        Column("run_id", "BIGINT", "the run"),
        Column("name", "VARCHAR", "the entrant's name on the ladder"),
        Column(
            "player", "VARCHAR", "the player behind the name, as the registry reads it, such as `bot:easy`"
        ),
        one_of(
            "status", ("active", "set aside"), "whether it was set aside for raising or answering nonsense"
        ),
        Column("reason", "VARCHAR", "why it was set aside", null=True),
        Column(
            "batch",
            "BIGINT",
            "first batch of the run in which it failed; from here on its matches are void",
            null=True,
        ),
    ),
)

BLOCKS = Table(
    "blocks",
    "A block: one pairing, one seed, both sides times both lineups.",
    ("block_id",),
    (
        Column("block_id", "BIGINT", "run_id * 1,000,000 + place in the plan"),
        Column("run_id", "BIGINT", "the run"),
        Column("batch", "BIGINT", "the batch of the run that plays it"),
        Column("first", "VARCHAR", "the pairing's entrant whose name sorts first"),
        Column("second", "VARCHAR", "the pairing's other entrant"),
        count("block_index", "number of the block within its pairing and ladder"),
        Column("seed", "BIGINT", "the seed of its four matches"),
    ),
)

MATCH_RESULT = (
    result("winner", "BIGINT", "1 west, -1 east, 0 nobody", "winner IN (-1, 0, 1)"),
    result(
        "ending",
        "VARCHAR",
        "how it ended, in the game's words; `limit` and `safety stop` are caps",
        "ending <> ''",
    ),
    result(
        "ticks",
        "BIGINT",
        "the match's clock at its end, in ticks of 1/30 s; a `midgame` or `siege` begins with some on it",
        "ticks >= 0",
    ),
    result("west_structures", "BIGINT", "structures of the west left standing", "west_structures >= 0"),
    result("east_structures", "BIGINT", "structures of the east left standing", "east_structures >= 0"),
    result("west_net_worth", "BIGINT", "gold and value of items of the west", "west_net_worth >= 0"),
    result("east_net_worth", "BIGINT", "gold and value of items of the east", "east_net_worth >= 0"),
    result("west_kills", "BIGINT", "heroes of the east that died", "west_kills >= 0"),
    result("east_kills", "BIGINT", "heroes of the west that died", "east_kills >= 0"),
    result(
        "faults", "BIGINT", "sum of the match's fault counters; a match with any is unsound", "faults >= 0"
    ),
)
"""What is known of a match only when it was played."""

MATCHES = Table(
    "matches",
    "A match, played or void. Enough is kept to score it again under another rule.",
    ("match_id",),
    (
        Column("match_id", "BIGINT", "block_id * 4 + slot"),
        Column("block_id", "BIGINT", "the block"),
        Column("run_id", "BIGINT", "the run"),
        Column(
            "slot",
            "BIGINT",
            "place in the block: 0 and 1 with the first entrant in the west, 2 and 3 in the east"
            "; 1 and 3 with the lineups exchanged",
            check="slot BETWEEN 0 AND 3",
        ),
        Column("variant", "VARCHAR", "variant of the game"),
        Column("start", "VARCHAR", "how it began: `fresh`, `midgame` or `siege`", check="start <> ''"),
        Column(
            "randomisation",
            "VARCHAR",
            "what its setup changed at random: `none`, or ranges such as `health=0.1,items=2`",
            check="randomisation <> ''",
        ),
        Column("rules_hash", "VARCHAR", "hash of the rules and their data"),
        Column(
            "contract_version",
            "BIGINT",
            "the game's newest observation and action contract when it was played; its players may be of older ones",
        ),
        Column("seed", "BIGINT", "seed of the match, its block's"),
        Column("west", "VARCHAR", "entrant in the west"),
        Column("east", "VARCHAR", "entrant in the east"),
        Column("west_lineup", "BIGINT[]", "heroes in the west, as indices into the game's list"),
        Column("east_lineup", "BIGINT[]", "heroes in the east"),
        one_of(
            "status",
            ("played", "void"),
            "a void match was not played, or does not count; it is nobody's loss",
        ),
        Column(
            "reason", "VARCHAR", "why it is void", null=True, check="(reason IS NULL) = (status = 'played')"
        ),
        *MATCH_RESULT,
    ),
)

HERO_FIGURES = {
    "level": "level at the end",
    "gold": "gold gained",
    "experience": "experience gained",
    "health_gained": "health gained",
    "health_lost": "health lost",
    "mana_spent": "mana spent",
    "kills": "enemy heroes killed",
    "deaths": "deaths",
    "assists": "assists",
    "last_hits": "last hits on enemy creeps",
    "denies": "last hits on creeps of its own side",
    "damage_to_heroes": "damage dealt to heroes",
    "damage_to_creeps": "damage dealt to creeps",
    "damage_to_structures": "damage dealt to structures",
    "structures_felled": "structures felled",
    "gold_spent_alive": "gold spent while alive",
    "gold_spent_dead": "gold spent while dead",
    "recalls_begun": "recalls begun",
    "recalls_done": "recalls that took it home",
    "casts_1": "casts of the first ability",
    "casts_2": "casts of the second ability",
    "casts_3": "casts of the third ability",
    "casts_4": "casts of the last ability",
    "illegal_actions": "actions that were not legal and became others",
    "towers_felled": "towers felled",
    "barracks_felled": "barracks felled",
    "ancient_felled": "ancients felled",
    "structure_health_taken": "health taken from structures",
    "damage_to_neutrals": "damage dealt to neutrals and the boss",
    "neutrals_killed": "neutrals killed, bosses among them",
    "bosses_killed": "bosses killed",
    "couriers_killed": "enemy couriers killed",
    "runes_taken": "runes taken",
    "potions_used": "potions drunk",
    "items_used": "uses of items",
    "buybacks": "buybacks",
    "second_lives": "times it rose again where it fell",
}
"""The game's figures for a hero at the end of a match; a test holds them to the game's own list."""

MATCH_HEROES = Table(
    "match_heroes",
    "A hero's part in a played match.",
    ("match_id", "seat"),
    (
        Column("match_id", "BIGINT", "the match"),
        Column("seat", "BIGINT", "0 to 4 west, 5 to 9 east", check="seat BETWEEN 0 AND 9"),
        Column("entrant", "VARCHAR", "the entrant that played it"),
        Column("hero", "VARCHAR", "name of the hero"),
        *(Column(name, "DOUBLE", text) for name, text in HERO_FIGURES.items()),
    ),
)

MATCH_FAULTS = Table(
    "match_faults",
    "A fault counter of a match that is not zero.",
    ("match_id", "fault"),
    (
        Column("match_id", "BIGINT", "the match"),
        Column("fault", "VARCHAR", "name of the counter, in the game's words"),
        Column("count", "BIGINT", "how often it happened", check='"count" > 0'),
    ),
)

ACTION_STREAMS = Table(
    "action_streams",
    "Where a match's actions are stored: an array in an npz file shared by its batch.",
    ("match_id",),
    (
        Column("match_id", "BIGINT", "the match, and the name of its array in the file"),
        Column(
            "file",
            "VARCHAR",
            "SHA-256 of the file, and its name under `streams/`; null once it was pruned",
            null=True,
        ),
        count("decisions", "decisions recorded"),
    ),
)

RATING_FITS = Table(
    "rating_fits",
    "A rating model fitted to a ladder's matches.",
    ("fit_id",),
    (
        Column("fit_id", "BIGINT", "number of the fit, from 1"),
        Column("ladder", "VARCHAR", "the ladder"),
        Column("variant", "VARCHAR", "variant of the game"),
        Column("rules_hash", "VARCHAR", "rules of the matches it was fitted to"),
        Column("contract_version", "BIGINT", "contract of the matches it was fitted to"),
        Column("model", "VARCHAR", "`bt` (Bradley-Terry) or `trueskill`"),
        Column(
            "scoring",
            "VARCHAR",
            "how matches were scored: `draws` (no winner is half a win), `wins` (left out), `settled` (structures)",
        ),
        Column("settings", "VARCHAR", "settings of the fit, as JSON"),
        Column("result", "VARCHAR", "the whole table as `palaestra ladder --json` prints it"),
        Column("converged", "BOOLEAN", "whether the fit converged"),
        count("matches", "matches it was fitted to"),
        count("unsound", "of these, matches with a fault"),
        count("void", "void matches, left out"),
        count("other_rules", "matches of this ladder under other rules, left out"),
        Column("reproducible", "BOOLEAN", "false where a clock decided how many matches there are"),
        Column("code_version", "VARCHAR", "version of palaestra that fitted"),
        Column("created_at", "TIMESTAMP WITH TIME ZONE", "when it was fitted"),
    ),
)

RATINGS = Table(
    "ratings",
    "An entrant's line in a rating fit.",
    ("fit_id", "entrant"),
    (
        Column("fit_id", "BIGINT", "the fit"),
        Column("entrant", "VARCHAR", "the entrant"),
        count("position", "place on the ladder, from 1"),
        Column("rating", "DOUBLE", "rating; null where no finite one exists", null=True),
        Column("low", "DOUBLE", "lower end of its interval", null=True),
        Column("high", "DOUBLE", "upper end of its interval", null=True),
        Column("rank_low", "BIGINT", "best rank within the interval of ranks", null=True),
        Column("rank_high", "BIGINT", "worst rank within the interval of ranks", null=True),
        count("matches", "matches that counted"),
        count("wins", "of these, won"),
        count("draws", "of these, without a winner"),
        count("losses", "of these, lost"),
        Column("status", "VARCHAR", "the rating model's word on the entrant, such as `ok` or `unbeaten`"),
    ),
)

NIGHTS = Table(
    "nights",
    "A night of a ladder that was rated.",
    ("night_id",),
    (
        Column("night_id", "BIGINT", "number of the night, from 1"),
        Column("ladder", "VARCHAR", "the ladder"),
        Column("variant", "VARCHAR", "variant of the game"),
        Column("rules_hash", "VARCHAR", "hash of the rules and their data"),
        Column("contract_version", "BIGINT", "the game's newest observation and action contract"),
        Column("fit_id", "BIGINT", "its fit by Bradley-Terry", null=True),
        Column("ended_at", "TIMESTAMP WITH TIME ZONE", "when it had been rated"),
        count("regressions", "regressions that it found, accepted ones left out"),
        Column(
            "report", "VARCHAR", "its report as JSON, as `docs/report.md` describes it", check="report <> ''"
        ),
    ),
)

EXPERIMENTS = Table(
    "experiments",
    "An experiment on agents.",
    ("experiment_id",),
    (
        Column("experiment_id", "BIGINT", "number of the experiment, from 1"),
        Column("name", "VARCHAR", "its name"),
        Column("kind", "VARCHAR", "what was done, such as `memory wipe`"),
        Column("settings", "VARCHAR", "its settings, as JSON"),
        Column("code_version", "VARCHAR", "version of palaestra that ran it"),
        Column("created_at", "TIMESTAMP WITH TIME ZONE", "when it ran"),
    ),
)

EXPERIMENT_ROWS = Table(
    "experiment_rows",
    "A number that an experiment ended in.",
    ("experiment_id", "row"),
    (
        Column("experiment_id", "BIGINT", "the experiment"),
        count("row", "place in the experiment's table, from 0"),
        Column("subject", "VARCHAR", "what the number is about, such as an entrant"),
        Column("measure", "VARCHAR", "what was measured"),
        Column("value", "DOUBLE", "the number", null=True),
        Column("low", "DOUBLE", "lower end of its interval", null=True),
        Column("high", "DOUBLE", "upper end of its interval", null=True),
        Column("unit", "VARCHAR", "unit of the number"),
    ),
)

TABLES = (
    META, RUNS, ENTRANTS, BLOCKS, MATCHES, MATCH_HEROES, MATCH_FAULTS, ACTION_STREAMS,
    RATING_FITS, RATINGS, NIGHTS, EXPERIMENTS, EXPERIMENT_ROWS,
)  # fmt: skip
