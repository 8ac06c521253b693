"""Results of the studies of games between players."""
