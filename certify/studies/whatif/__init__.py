"""Effects of changed settings: one change, sweeps, a setting solved for, every ruling."""
