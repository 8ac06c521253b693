"""The exact figures of any game against the house, from its spec."""
