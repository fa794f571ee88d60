"""Tests of the replays."""
