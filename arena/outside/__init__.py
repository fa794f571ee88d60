"""Players from outside: programs that are spoken to over their standard input and output (docs/players.md)."""
