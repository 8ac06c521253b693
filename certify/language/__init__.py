"""The language of rules: reads, resolves and checks a game, traces it to its source."""
