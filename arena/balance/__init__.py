"""How even the game is: sweeps of random lineups of one player on both sides (`palaestra bench balance`)."""
