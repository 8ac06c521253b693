"""Composition of the shoe: effects of removal, counts, and the player's gain from them."""
