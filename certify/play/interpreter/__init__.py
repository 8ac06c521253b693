"""The reference interpreter: rules as assembled functions that act on a state."""
