"""What the pages show, read from a published snapshot: each module answers for one subject."""
