"""One plan under two versions of the rules (`palaestra compare-rules`)."""
