"""The command line: one file per command; parse, call one study, print."""
