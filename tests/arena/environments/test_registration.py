from __future__ import annotations

import subprocess
import sys

CODE = """
import gymnasium
env = gymnasium.make("arena.environments:palaestra/Moba-v0", variant="duel", opponent="idle")
assert env.reset(seed=1)[0] in env.observation_space
"""
BARE = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
from arena.environments import MatchPool, Seating
try:
    from arena.environments import MobaEnv
except ModuleNotFoundError as error:
    assert "MobaEnv needs gymnasium, which is not installed: it comes with the extra" in str(error), error
else:
    raise AssertionError
"""


def run(code: str) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_the_name_is_known_by_naming_the_module_with_it() -> None:
    run(CODE)


def test_the_pool_does_without_the_extra() -> None:
    run(BARE)
