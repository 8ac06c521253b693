"""Return of every wager: expectation, distribution, Bonus wagers, exposure."""
