"""A whole report as data: every study of a game, computed and put together."""
