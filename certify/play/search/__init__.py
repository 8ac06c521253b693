"""Players who search: what they know, and games in which they take part."""
