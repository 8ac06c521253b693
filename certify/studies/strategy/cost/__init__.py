"""Cost of mistakes and of simpler strategies."""
