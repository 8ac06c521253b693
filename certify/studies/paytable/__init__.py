"""Designing a paytable: all tables within bounds, those that no other beats, the nearest."""
