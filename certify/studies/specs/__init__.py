"""Specs as such: the list of games, the trace to the source, differences, hashes."""
