"""What other play than the best costs: players, and single wrong decisions."""
