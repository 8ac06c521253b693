"""The certified item: a game with its texts, rulings, settings and sources."""
