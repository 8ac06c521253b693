"""Simulation: many games in shards, on one machine or many, stopped and resumed."""
