"""Exact figures held against simulated games."""
