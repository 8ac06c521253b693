"""Exact figures compared with simulated games."""
