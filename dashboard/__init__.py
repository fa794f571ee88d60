"""The dashboard: web pages over what is published. It reads, and writes nothing but its own cache."""
