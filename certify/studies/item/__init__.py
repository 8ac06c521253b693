"""What is certified: a game with its texts, rulings, settings and sources."""
