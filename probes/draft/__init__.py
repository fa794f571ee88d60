"""The draft: how lineups fare, which hero to pick next, and what that does to the probability of winning."""
