"""What every wager returns: expectation, distribution, Bonus wagers, exposure."""
