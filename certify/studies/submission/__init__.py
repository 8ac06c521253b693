"""What authorities ask of a game: profiles as data, and the limits that are worked out."""
