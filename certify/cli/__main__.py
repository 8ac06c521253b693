"""The command line by ``python -m certify.cli``."""

from certify.cli.main import run

run()
