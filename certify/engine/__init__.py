"""Plays any game that a spec declares: the interpreter defines what the rule language means."""
