"""Sections of the report of any game that is worked out from its spec."""
