"""Plays matches under one version of palaestra, in a process of its own: `python driver.py TASK RESULT`.

The task, a file of JSON, names the folder whose `arena` is imported; the result is written as JSON. Only what every
version so far has had is used, and heroes go by name, since their numbers may differ between versions.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WARM_UP_S = 1.0
STARTED = ("start", "randomisation")
AS_EVER = ("fresh", "none")


def main() -> None:
    """Do the task; an error that is the version's own is one line on stderr."""
    task_file, result_file = map(Path, sys.argv[1:])
    task = json.loads(task_file.read_text(encoding="utf-8"))
    sys.path[0] = task["root"]  # in place of this file's folder: its `arena` is the one to import
    try:
        result = {"describe": describe, "play": play}[task["mode"]](task)
    except Exception as error:  # noqa: BLE001 - whatever the other version raises is told in one line
        sys.exit(f"{type(error).__name__}: {' '.join(str(error).split())}")
    result_file.write_text(json.dumps(result), encoding="utf-8")


def describe(task: dict[str, Any]) -> dict[str, Any]:
    """What the version is; a second of each variant and player asked for is played, which compiles them."""
    moba = _game(task)
    if task["variant"] not in moba.VARIANTS:
        raise ValueError(f"it has no variant {task['variant']}, only {', '.join(moba.VARIANTS)}")
    one, other = moba.random_lineups(task["variant"], 0)
    names = [[moba.HERO_NAMES[hero] for hero in lineup] for lineup in (one, other)]
    match = {"seed": 0, "west": names[0], "east": names[1], "players": task["players"]}
    _play(moba, {**task, "limit_s": WARM_UP_S}, [match])
    return {"rules_hash": moba.rules_hash(), "heroes": list(moba.HERO_NAMES)}


def play(task: dict[str, Any]) -> list[dict[str, Any]]:
    """What each match came to, in the order of the task's batches."""
    moba = _game(task)
    return [row for batch in task["batches"] for row in _play(moba, task, batch)]


def _game(task: dict[str, Any]) -> Any:
    from arena.games import moba

    if Path(task["root"]) not in Path(str(moba.__file__)).parents:
        raise ValueError(f"arena was imported from {moba.__file__}, not from {task['root']}")
    return moba


def _play(moba: Any, task: dict[str, Any], matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    import numpy as np

    from arena.registry import make_player

    places = {name: place for place, name in enumerate(moba.HERO_NAMES)}
    asked = {name: task[name] for name in STARTED if task[name] not in AS_EVER}
    if "randomisation" in asked:
        asked["randomisation"] = moba.parse_randomisation(asked["randomisation"])
    setups = [
        moba.Setup(
            match["seed"],
            *(tuple(places[hero] for hero in match[side]) for side in ("west", "east")),
            **asked,
        )
        for match in matches
    ]
    players = {name: make_player(name) for name in task["players"]}
    observe = any(player.needs_observations for player in players.values())
    batch = moba.Batch(task["variant"], setups, limit_s=task["limit_s"], observe_floats=observe)
    holders = np.array([[match["players"][seat // 5] for seat in range(10)] for match in matches])
    active = np.array(batch.active)
    while batch.running.any():
        batch.observe()
        actions = np.zeros((batch.n, 10, 4), np.int64)
        for name, player in players.items():
            rows, seats = np.nonzero(active & batch.running[:, None] & (holders == name))
            if len(rows):
                actions[rows, seats] = player.act(batch, rows, seats)
        batch.step(actions)
    return [_row(moba, *found) for found in zip(batch.results(), batch.faults(), strict=True)]


def _row(moba: Any, result: Any, faults: Any) -> dict[str, Any]:
    return {
        "winner": int(result["winner"]),
        "ending": moba.ENDINGS[int(result["ending"])],
        "ticks": int(result["ticks"]),
        **{name: [int(value) for value in result[name]] for name in ("kills", "structures", "net_worth")},
        "faults": {name: int(count) for name, count in zip(moba.FAULT_NAMES, faults, strict=True) if count},
    }


if __name__ == "__main__":
    main()
