"""How tolerances and the sheet for players are shown in the report of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Band, Column, Table, number
from certify.present.markup import HELD, plain
from certify.present.quantity import (
    BAND,
    COUNT,
    QUOTED,
    RATE,
    WHOLE,
    shortest,
)
from certify.studies.certification.banked_result import (
    WagerRounds,
)
from certify.studies.certification.banked_view import Value
from certify.studies.certification.sheet_result import PlayerSheet, SheetSession, SheetWager
from certify.studies.certification.view import SHOWN, SHOWN_AMOUNT, STAKE


def tolerance_tables(rounds: Sequence[WagerRounds], names: Sequence[str]) -> Iterator[Table]:
    """Yield half the band around the return by volume, and how soon a shift is seen."""
    rows: list[Band | tuple[int, tuple[float, ...]]] = []
    both = [(each, basis) for each in rounds for basis in (each.on_initial, each.on_turnover)]
    both = [(each, basis) for each, basis in both if basis is each.on_initial or _differs(each)]
    for each, basis in both:
        told = f"{each.title}, on {_basis(basis.basis)}"
        shown = f"{RATE(basis.expected)} %, SD of a round {BAND(basis.sd)} %"
        rows.append(Band(plain(f"{told}: {shown}")))
        rows += [(line.rounds, line.half_widths) for line in basis.lines]

    def half(place: int) -> Value:
        return lambda row: row[1][place]

    yield Table.of(
        "Half the band around the certified return, percentage points",
        [
            Column("Rounds N", 36, "number", lambda row: COUNT(row[0])),
            *(
                number(f"± {plain(name)}", half(place), BAND, 34)
                for place, name in enumerate(names)
            ),
        ],
        rows,
        "Normal approximation; the section on the distribution of a round has exact bands.",
    )
    shifts = [detection.shift for detection in rounds[0].on_initial.detections]

    def needed(place: int) -> Value:
        return lambda row: row[1].detections[place].rounds

    yield Table.of(
        "Rounds after which a shift of the return is seen",
        [
            Column("Wager", 60, value=lambda row: f"{row[0].title}, on {_basis(row[1].basis)}"),
            *(
                number(f"{QUOTED(shift)}<br/>points", needed(place), COUNT, 28)
                for place, shift in enumerate(shifts)
            ),
        ],
        both,
        "Test at 5 %, two-sided; the shift is seen with a chance of 90 %.",
    )


def _differs(rounds: WagerRounds) -> bool:
    return rounds.on_initial.expected != rounds.on_turnover.expected


def _basis(basis: str) -> str:
    return "the initial wager" if basis == "initial amount" else basis


def back_table(sheet: PlayerSheet, titles: dict[str, str]) -> Table:
    """Return what comes back of a stake of 100, wager by wager."""

    def down(wager: SheetWager) -> float:
        return wager.first * STAKE

    def cost(wager: SheetWager) -> float:
        return (1.0 - wager.rtp) * STAKE

    together = ""
    if any(wager.first != 1.0 for wager in sheet.wagers):
        together = "Put down first are 100 and the wagers that must be made with it. "
    return Table.of(
        "What comes back",
        [
            Column("If you wager", 66, value=lambda wager: titles[wager.wager]),
            Column("You put down<br/>first", 26, "number", lambda wager: shortest(down(wager))),
            number("You get back,<br/>on average", lambda each: down(each) - cost(each), SHOWN, 30),
            number("It costs you,<br/>on average", cost, SHOWN, 30),
        ],
        sheet.wagers,
        f"{together}What is put down later, and comes back of it, is counted in. Of a single round"
        " you cannot tell: it may win or lose.",
    )


def afterwards_table(sheet: PlayerSheet, titles: dict[str, str]) -> Table:
    """Return where players stand after some rounds."""
    rows: list[Band | SheetSession] = []
    for wager in sheet.wagers:
        if wager.sessions:
            rows += [Band(plain(titles[wager.wager])), *wager.sessions]
    return Table.of(
        "Where you may stand afterwards",
        [
            Column(
                "After rounds", 30, "number", lambda each: COUNT(each.rounds).replace(",", HELD, 1)
            ),
            number("Of 100 players<br/>are ahead", lambda each: each.p_ahead, WHOLE, 30),
            number("Half of them are<br/>between", lambda each: each.quarter_low, SHOWN_AMOUNT, 30),
            number("and", lambda each: each.quarter_high, SHOWN_AMOUNT, 22),
            number(
                "One in 20 is at this<br/>or below", lambda each: each.unlucky, SHOWN_AMOUNT, 34
            ),
        ],
        rows,
        "Amounts in initial wagers, the same wager every round.",
    )
