"""The sections of a report on a banked game."""
