"""Players, schedules, playing matches in batches, and the store of their results."""
