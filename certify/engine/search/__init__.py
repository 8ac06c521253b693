"""Players that search: what they know of hidden cards, and games in which they sit."""
