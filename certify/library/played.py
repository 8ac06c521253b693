"""A game that was played: its log, checked move by move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.evidence.listings import ReplayedLog
from certify.language.document import read_text
from certify.language.game import LoadedGame
from certify.library.answer import Answer
from certify.play.chance import Stream
from certify.play.interpreted import require_procedure, streams
from certify.play.interpreter.program import Program
from certify.play.logs.log import TABLE, Header, Line, LogFile, Session, header_of, result_line
from certify.play.logs.log_lines import LARGEST_LOG
from certify.play.logs.replay import Replayed, replay
from certify.play.policies import RANDOM, policy_of
from certify.runtime.canonical import canonical_bytes

if TYPE_CHECKING:
    import pyarrow

    from certify.play.policies import Policy

NAME = "log"
"""What a log that is given as text is called in messages."""


class Played(Answer[ReplayedLog]):
    """A game that was played, as its log tells.

    Attributes
    ----------
    log : str
        The log, JSON Lines: chance, decisions and the result.
    """

    def __init__(self, result: ReplayedLog, log: str) -> None:
        super().__init__(result)
        self.log = log

    def to_frame(self, of: str = "") -> pyarrow.Table:
        """Return the events of the game as an Arrow table, a row for each line of the log."""
        import pyarrow

        if of:
            return super().to_frame(of)
        _, *lines = map(json.loads, self.log.splitlines())
        events = [
            {name: value if name == "seat" else str(value) for name, value in line.items()}
            for line in lines
            if "over" not in line
        ]
        names = tuple(dict.fromkeys(name for event in events for name in event))
        return pyarrow.table({name: [event.get(name) for event in events] for name in names})


def played(
    game: LoadedGame,
    seed: int,
    *,
    players: int | None,
    policies: Sequence[str],
    number: int | None,
    procedure: str,
    file: Path | None,
) -> Played:
    """Return a game that policies played, its log checked; parameters as of `PlayCalls.play`."""
    # It loads the engine.
    from certify.studies.simulation.study import policies_by_seat

    program = Program(game, players)
    require_procedure(program, procedure)
    first = next(iter(program.play.policies), RANDOM)
    named = policies_by_seat(game, program, policies, otherwise=first)
    who = [name if isinstance(name, str) else f"{TABLE}{name.name}" for name in named]
    lines: list[Line] = []
    session = Session(
        program, header_of(program, seed, who, number=number, procedure=procedure), lines.append
    )
    chosen = [policy_of(program, policy) for policy in named]
    drawn = choices(session.header)
    while not session.state.is_over:
        choose(session, chosen, drawn)
    if file is not None:
        sink = LogFile(file)
        for line in lines:
            sink(line)
        sink.close()
    return replayed(game, "".join(f"{canonical_bytes(line).decode()}\n" for line in lines))


def choose(session: Session, policies: Sequence[Policy], drawn: Sequence[Stream]) -> None:
    """Let the policy of the seat that is to decide make its move."""
    seat = session.state.seat
    session.choose(*policies[seat](session.state, drawn[seat]))


def choices(header: Header) -> list[Stream]:
    """Return the stream of what each seat draws; a game of a simulation has one for all."""
    seed = header.seed or 0
    if header.number is not None:
        return [streams(seed, header.number)[1]] * header.players
    # Stream 0 is the game's; what a policy draws must not change what is dealt.
    return [Stream(seed, seat + 1) for seat in range(header.players)]


def replayed(game: LoadedGame, log: str | Path) -> Played:
    """Return what a log tells that is right; it is of this game, whatever its settings."""
    name = NAME if "\n" in str(log) else str(log)
    text = str(log) if "\n" in str(log) else read_text(Path(log), name, LARGEST_LOG)
    issued = replace(
        game, settings={}, paytables=dict(game.issued_paytables), changed=(), made=None
    )
    return Played(replayed_log(replay(text, name, lambda _: issued)), text)


def replayed_log(found: Replayed) -> ReplayedLog:
    """Return what `certify replay --json` tells; of a game that has not ended, no result."""
    header = found.header.line()
    del header["certify_log"]
    ended = {} if found.outcome is None else result_line(found.outcome)
    told: dict[str, Any] = {
        **header,
        "right": True,
        "decisions": found.decisions,
        "chance_events": found.chances,
        "taken_back": found.undone,
        "over": found.is_over,
        "has_result": found.has_result,
        **{key: value for key, value in ended.items() if key != "over"},
    }
    # Lists are tuples in a result.
    return ReplayedLog.model_validate(
        {key: tuple(each) if isinstance(each, list) else each for key, each in told.items()}
    )
