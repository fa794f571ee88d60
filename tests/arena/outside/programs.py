"""Programs that are players, sound or wrong in one way each: `python programs.py NAME`."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from typing import Any

READY: dict[str, Any] = {"type": "ready", "protocol": 1}


def hear() -> dict[str, Any]:
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)
    message: dict[str, Any] = json.loads(line)
    if "bytes" in message:
        message["raw"] = sys.stdin.buffer.read(message["bytes"])
    return message


def say(message: Any) -> None:
    sys.stdout.write(message if isinstance(message, str) else json.dumps(message) + "\n")
    sys.stdout.flush()


def play(answer: Any, ready: dict[str, Any] = READY) -> None:
    """Speak the protocol; `answer(message)` says what comes back to a decision."""
    while (message := hear())["type"] != "end":
        if message["type"] == "hello":
            say(ready)
        elif message["type"] == "act":
            say(answer(message))


def holds(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "actions", "actions": [[0, 0, 0, 0]] * message["rows"]}


def after(decision: int, wrong: Any) -> Any:
    """Sound until a decision, then what `wrong` says or does."""

    def answer(message: dict[str, Any]) -> Any:
        if message["decisions"][0] < decision:
            return holds(message)
        return wrong(message) if callable(wrong) else wrong

    return answer


def raw() -> None:
    """Holds, in bytes; it looks at what it is told."""
    ready = {**READY, "format": "raw", "observations": True}

    def answer(message: dict[str, Any]) -> str:
        k = message["rows"]
        assert message["bytes"] == 12 * k + 327 * k + 4 * 1416 * k
        return json.dumps({"type": "actions", "bytes": 16 * k}) + "\n" + "\0" * 16 * k

    play(answer, ready)


def place(matches: Any, heroes: Any) -> list[list[int]]:
    """Walks to an offset that tells the match and the hero, so that a test sees whose answer it was."""
    return [[1, 0, 10 * match + hero, 0] for match, hero in zip(matches, heroes, strict=True)]


def places(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "actions", "actions": place(message["matches"], message["heroes"])}


def raw_places(message: dict[str, Any]) -> str:
    k = message["rows"]
    numbers = struct.unpack_from(f"<{2 * k}i", message["raw"])
    answer = [number for row in place(numbers[:k], numbers[k:]) for number in row]
    return (
        json.dumps({"type": "actions", "bytes": 16 * k}) + "\n" + struct.pack(f"<{4 * k}i", *answer).decode()
    )


def sleep(_message: Any) -> None:
    time.sleep(60)


def close_output(_message: Any) -> None:
    os.close(1)
    time.sleep(60)


def stay() -> None:
    """Plays on, and does not end when it is told to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            time.sleep(60)
        elif (message := json.loads(line))["type"] != "begin":
            say(READY if message["type"] == "hello" else holds(message) if message["type"] == "act" else "")


def begin_family() -> None:
    """Start a process of its own; say its number and its child's on standard error."""
    child = subprocess.Popen(["sleep", "60"])
    sys.stderr.write(f"{os.getpid()} {child.pid}\n")
    sys.stderr.flush()


def family() -> None:
    """Ends with its input, and leaves its child behind."""
    begin_family()
    play(holds)


def clings() -> None:
    """Does not end."""
    begin_family()
    time.sleep(60)


def fails(message: dict[str, Any]) -> None:
    sys.stderr.write("Traceback:\nValueError: no plan\n")
    sys.exit(3)


PROGRAMS: dict[str, Any] = {
    "holds": lambda: play(holds),
    "raw": raw,
    "places": lambda: play(places),
    "raw_places": lambda: play(raw_places, {**READY, "format": "raw", "masks": False}),
    "family": family,
    "clings": clings,
    "stays": stay,
    "exits": lambda: play(after(2, fails)),
    "killed": lambda: play(after(2, lambda message: os.kill(os.getpid(), signal.SIGKILL))),
    "sleeps": lambda: play(after(2, sleep)),
    "closes": lambda: play(after(2, close_output)),
    "prints": lambda: play(after(2, "now I attack\n")),
    "adds": lambda: play(after(1, lambda message: json.dumps(holds(message)) + "\nnow I attack\n")),
    "endless": lambda: say("x" * 10_000_000),
    "text": lambda: play(after(2, {"type": "actions", "actions": "all of them"})),
    "ragged": lambda: play(after(2, {"type": "actions", "actions": [[0, 0], [0]]})),
    "short": lambda: play(after(2, {"type": "actions", "actions": [[0, 0, 0, 0]]})),
    "outside": lambda: play(after(2, lambda m: {"type": "actions", "actions": [[99, 0, 0, 0]] * m["rows"]})),
    "nan": lambda: play(
        after(2, lambda m: {"type": "actions", "actions": [[float("nan"), 0, 0, 0]] * m["rows"]})
    ),
    "other": lambda: play(holds, {"type": "hi"}),
    "protocol": lambda: play(holds, {**READY, "protocol": 2}),
    "contract": lambda: play(holds, {**READY, "contract": 9}),
    "format": lambda: play(holds, {**READY, "format": "xml"}),
    "misspelt": lambda: play(holds, {**READY, "observation": True}),
    "unclear": lambda: play(holds, {**READY, "masks": "yes"}),
    "silent": lambda: time.sleep(60),
    "miscounts": lambda: play(lambda message: {"type": "actions", "bytes": 3}, {**READY, "format": "raw"}),
    "old": lambda: play(
        lambda m: holds(m) if {len(mask) for mask in m["masks"]} == {198} else "wrong\n",
        {**READY, "contract": 1},
    ),
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]]()
