"""What a night leaves behind: its report, and what is pruned after it."""
