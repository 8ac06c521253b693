"""The command line: one file per command; parse, call one study, print."""

from certify.cli.interrupts import end_quietly

# Before the libraries are imported, which an interrupt may come into too.
end_quietly()
