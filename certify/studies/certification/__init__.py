"""A whole report as data: every study of a game, worked out and put together."""
