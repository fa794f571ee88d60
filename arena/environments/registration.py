"""The name under which Gymnasium makes the game; the game itself is imported when an environment is made."""

from __future__ import annotations

import gymnasium
from gymnasium.envs.registration import registry

ID = "palaestra/Moba-v0"

if ID not in registry:
    gymnasium.register(
        ID,
        entry_point="arena.environments.single:MobaEnv",
        vector_entry_point="arena.environments.vector:MobaVectorEnv",
    )
