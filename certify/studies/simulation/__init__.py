"""Simulated games: quantities and returns with their intervals."""
