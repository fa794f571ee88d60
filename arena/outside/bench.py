"""What speaking to a program costs: `python -m arena.outside.bench`; figures in docs/players.md.

The program reads all that it is told, parses it where it is JSON, and holds; the clock on the wall runs, since two
processes work.
"""

from __future__ import annotations

import statistics
import sys
import time
from shlex import join

import numpy as np

from arena.games import moba
from arena.outside.program import ProgramPlayer

PROGRAM = """
import json, sys
form, wants = sys.argv[1], sys.argv[2] == "observations"
for line in iter(sys.stdin.buffer.readline, b""):
    message = json.loads(line)
    if message["type"] == "hello":
        answer = json.dumps({"type": "ready", "protocol": 1, "format": form, "observations": wants}).encode() + b"\\n"
    elif message["type"] == "act" and form == "raw":
        k = message["rows"]
        sys.stdin.buffer.read(message["bytes"])
        answer = json.dumps({"type": "actions", "bytes": 16 * k}).encode() + b"\\n" + bytes(16 * k)
    elif message["type"] == "act":
        actions = [[0, 0, 0, 0]] * message["rows"]
        answer = json.dumps({"type": "actions", "actions": actions}).encode() + b"\\n"
    else:
        continue
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
"""
CASES = (("json", "masks"), ("raw", "masks"), ("json", "observations"), ("raw", "observations"))


def decision_ms(form: str, wants: str, *, matches: int, decisions: int) -> float:
    """Milliseconds of a decision of one side's heroes in so many `blitz` matches, the median."""
    batch = moba.Batch(
        "blitz", [moba.Setup(seed, *moba.random_lineups("blitz", seed)) for seed in range(matches)]
    )
    places, heroes = np.nonzero(batch.active & (np.arange(10) < 5))
    batch.observe()
    player = ProgramPlayer(join([sys.executable, "-c", PROGRAM, form, wants]))
    times = []
    for _ in range(decisions):
        started = time.perf_counter()
        player.act(batch, places, heroes)
        times.append(time.perf_counter() - started)
    player.close()
    return statistics.median(times) * 1e3


def main(*, matches: int = 24, decisions: int = 100) -> None:
    """Print the figures as the page has them."""
    sys.stdout.write("| format | told | ms a decision | agent-steps/s |\n|---|---|---|---|\n")
    for form, wants in CASES:
        spent = decision_ms(form, wants, matches=matches, decisions=decisions)
        told = "masks" if wants == "masks" else "masks, observations"
        sys.stdout.write(f"| `{form}` | {told} | {spent:.1f} | {5 * matches / spent * 1e3:,.0f} |\n")


if __name__ == "__main__":
    main()
