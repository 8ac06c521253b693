"""Sums over multisets of cards: two hands against one hand of the dealer."""
