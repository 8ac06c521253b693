"""What the studies of games between players return."""
