"""Small games between two players whose equilibria are known, in the rule language."""

KUHN = """\
players: {seats: [2], cites: [C1]}
packs:
  cards: {cards: {rank: 1..3}, label: "{rank}", into: deck, cites: [C1]}
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
variables:
  raised: {type: boolean, cites: [C1]}
  stake: {type: 1..2, start: 1, cites: [C1]}
  folded: {type: seat, cites: [C1]}
definitions:
  winner:
    is: "after(folded)[0] if folded else highest(sum(c.rank for c in hand[p]) for p in seats)"
    cites: [C1]
decisions:
  bet_or_check:
    text: Bet or check?
    moves:
      check: {cites: [C1]}
      bet: {do: [{set: {raised: true}}], cites: [C1]}
  call_or_fold:
    text: Call or fold?
    moves:
      call: {do: [{set: {stake: 2}}], cites: [C1]}
      fold: {do: [{set: {folded: me}}], cites: [C1]}
procedures:
  play:
    text: Kuhn's poker with three cards.
    cites: [C1]
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {from: deck, to: hand}}]
      - ask: {bet_or_check: 1}
      - if: raised
        then: [{ask: {call_or_fold: 2}}]
        else:
          - ask: {bet_or_check: 2}
          - if: raised
            then: [{ask: {call_or_fold: 1}}]
result: {score: "stake if winner == me else -stake", best: most, cites: [C1]}
"""
"""Kuhn's poker: worth -1/18 to the first seat."""

TOGETHER = """\
players: {{seats: [{seats}], cites: [C1]}}
variables:
  shown: {{of: seat, type: 0..2, see: {see}, cites: [C1]}}
definitions:
  one: {{is: "shown[1]", cites: [C1]}}
  two: {{is: "shown[2]", cites: [C1]}}
  gain: {{is: "{gain}", cites: [C1]}}
decisions:
  show:
    text: Show what?
    secret: {secret}
    moves:
      take: {{pick: {{number: 0..{most}}}, do: [{{set: {{"shown[me]": picked}}}}], cites: [C1]}}
procedures:
  play: {{text: Both show something., do: [{do}], cites: [C1]}}
result: {{score: "{score}", best: most, cites: [C1]}}
"""
AT_ONCE = "{ask_together: {show: seats}}"
IN_TURN = "{ask: {show: 1}}, {ask: {show: 2}}"


def matrix_game(
    gain: str,
    most: int,
    *,
    do: str = AT_ONCE,
    secret: bool = False,
    see: str = "all",
    score: str = "gain if me == 1 else -gain",
    seats: int = 2,
) -> str:
    """Return a game in which both show a number from 0, and the first seat gains an expression."""
    return TOGETHER.format(
        gain=gain, most=most, do=do, secret=str(secret).lower(), see=see, score=score, seats=seats
    )
