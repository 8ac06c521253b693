"""Rounds in which a pair is split, exactly."""
