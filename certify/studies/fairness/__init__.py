"""Fairness of games between players: seats, skill, length, use of the rules, small versions."""
