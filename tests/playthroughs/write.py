"""Writes the playthroughs: one seeded game of each spec, move by move.

Run after a spec has changed, and read what changed in the logs before you commit them::

    .venv/bin/python -m tests.playthroughs.write
"""

from __future__ import annotations

from pathlib import Path

from certify.language.catalogue import load_game
from certify.play.chance import Stream
from certify.play.interpreter.program import Program
from certify.play.logs.log import LogFile, Session, header_of
from certify.play.policies import RANDOM, policy_of
from certify.resources import data_files

FOLDER = Path(__file__).parent
SEED = 20_261_121


def write(folder: Path) -> None:
    """Write a random game of each spec with its most players."""
    for file in data_files("rules", ".yaml"):
        game = load_game(file.removesuffix(".yaml").replace("_", "-"))
        assert game.spec.players is not None
        program = Program(game, max(game.spec.players.seats))
        path = folder / f"{game.spec.game.id}.jsonl"
        path.unlink(missing_ok=True)
        log = LogFile(path)
        header = header_of(program, SEED, [RANDOM] * program.players)
        session = Session(program, header, log)
        streams = [Stream(SEED, seat + 1) for seat in range(program.players)]
        choose = policy_of(program, RANDOM)
        while not session.state.is_over:
            session.choose(*choose(session.state, streams[session.state.seat]))
        log.close()


if __name__ == "__main__":
    write(FOLDER)
