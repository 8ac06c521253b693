"""Logs of games: recorded, read, replayed and proved."""
