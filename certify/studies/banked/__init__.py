"""The exact figures of any game against the house: wagers, true odds, outcomes, best play."""
