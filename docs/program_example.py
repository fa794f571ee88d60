"""A player as a program: it attacks what it may, else it walks where its luck sends it. See docs/players.md."""

import json
import random
import sys

MOVE, ATTACK, ATTACK_ROW, TARGETS, OFFSETS = 1, 2, 12, 45, 81  # docs/contract.md


def choose(mask: str, luck: random.Random) -> list[int]:
    """Kind, target, offset, aim; `mask` has a 1 for all that is legal."""
    target = mask.find("1", ATTACK_ROW, ATTACK_ROW + TARGETS)
    if mask[ATTACK] == "1" and target >= 0:
        return [ATTACK, target - ATTACK_ROW, 0, 0]
    return [MOVE, 0, luck.randrange(OFFSETS), 0] if mask[MOVE] == "1" else [0, 0, 0, 0]


seeds: dict[int, int] = {}
keys: dict[int, list[int]] = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "contract": 2}
    elif message["type"] == "begin":
        seeds.update(zip(message["matches"], message["seeds"], strict=True))
        keys.update(zip(message["matches"], message["keys"], strict=True))
        continue
    elif message["type"] == "act":
        rows = zip(message["matches"], message["heroes"], message["decisions"], message["masks"], strict=True)
        luck = [random.Random(f"{seeds[m]} {keys[m][hero // 5]} {n} {hero % 5}") for m, hero, n, _ in rows]
        answer = {"type": "actions", "actions": list(map(choose, message["masks"], luck))}
    else:
        break
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
