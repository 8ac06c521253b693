"""Figures without drawing: by enumeration of cards, or by solving the game."""
