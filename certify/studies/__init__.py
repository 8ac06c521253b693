"""Studies: each takes a loaded game and returns a result; none prints."""
