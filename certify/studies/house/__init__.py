"""The house of a game: what studies ask of it, whichever exact engine answers."""
