"""Plays a game from its rules: an interpreter to read, a compiler to run, and simulation."""
