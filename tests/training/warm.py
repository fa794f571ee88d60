"""Plays a segment when it is imported, so that the processes that are forked then have the game loaded.

It learns nothing and writes nothing: torch refuses to go backward in a fork of a process that has, and others' threads
would be missing.
"""

from __future__ import annotations

import torch

from tests.training.runs import rollout_of, terms_of, tiny_run

SETTINGS = tiny_run(matches=4)

torch.set_num_threads(1)
rollout, policy = rollout_of(SETTINGS)
rollout.play(policy, terms_of(SETTINGS))
