"""Experiments on agents, and the draft: each answer a number with an interval and what gives it meaning."""
