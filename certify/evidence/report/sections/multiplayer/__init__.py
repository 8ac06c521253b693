"""The sections of a report on a game between players."""
