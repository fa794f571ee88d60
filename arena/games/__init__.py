"""The games: rules, state, observations, actions and scripted players; NumPy and Numba, nothing else."""
