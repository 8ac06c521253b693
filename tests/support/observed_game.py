"""A small game with everything that can be hidden, for tests of observation and of logs."""

from pathlib import Path

SPEC = """
certify: 1
game:
  id: observed
  title: Observed
  version: 1.0.0
  date: 2026-11-21
  kind: between_players
  summary: A game in which everything that can be hidden is hidden.
source: {title: None, file: none.txt, sha256: "%s", reference: Written for tests.}
clauses:
  C1: {lines: "1", text: Everything.}
  C2: {lines: "2", text: Cards are dealt from the deck.}
  C3: {lines: "3", text: A card is swapped.}
  C4: {lines: "4", text: Whoever has more wins.}
parameters:
  rounds:
    type: integer
    title: Rounds
    text: How often.
    minimum: 1
    maximum: 9
    default: 2
    cites: [C1]
players: {seats: [2], roles: [spy, guard], cites: [C1]}
packs:
  cards:
    cards: {rank: 1..6, suit: [moon, star]}
    names: {suit: {moon: M, star: S}}
    label: "{rank}{suit}"
    into: deck
    cites: [C1, C2]
zones:
  deck: {see: none, cites: [C2]}
  hand: {of: seat, see: owner, cites: [C1]}
  cellar: {see: none, counted: spy, cites: [C1]}
  attic: {see: spy, counted: spy, ordered: true, cites: [C1]}
  open: {see: all, cites: [C1]}
variables:
  plan: {of: seat, type: 0..9, see: owner, cites: [C1]}
  danger: {type: 0..6, see: none, cites: [C1]}
  target: {type: seat, cites: [C1]}
  favourite: {type: cards, see: guard, cites: [C1]}
  die: {type: 1..6, cites: [C1]}
  turns: {type: 0..99, cites: [C1]}
tokens:
  coin: {of: seat, supply: 5, see: spy, cites: [C1]}
decisions:
  plan_ahead:
    text: Choose a number.
    moves:
      number:
        pick: {number: 0..9}
        do: [{set: {plan: picked}}]
        cites: [C1]
  hide:
    text: Hide a card, or not.
    secret: true
    moves:
      hide:
        pick: {card: hand}
        do: [{move: {cards: picked, to: cellar}}]
        cites: [C3]
      keep: {cites: [C3]}
  swap:
    text: Play a card, store one, pay, or do nothing.
    moves:
      nothing: {cites: [C1]}
      pay: {do: [{place: {coin: me}}], cites: [C1]}
      play:
        pick: {card: hand}
        do:
          - move: {cards: picked, to: open}
          - turn: {cards: "[c for c in open if c.rank == picked.rank]", face: up}
        cites: [C3]
      store:
        pick: {cards: hand, n: 1..2}
        do: [{move: {cards: picked, to: attic}}]
        cites: [C3]
procedures:
  play:
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {cards: 4, from: deck, to: hand}}]
      - chance: {favourite: "hand[1]"}
      - chance: {danger: "range(1, 6)"}
      - repeat:
          do:
            - chance: {die: "range(1, 6)"}
            - chance: {target: seats}
            - ask_together: {plan_ahead: seats}
            - ask: {hide: target}
            - each: {me: seats}
              do: [{ask: swap}]
            - add: {turns: 1}
            - announce: {text: "Turn {n} of {who}.", values: {n: turns, who: target}}
          at_most: rounds
    cites: [C2]
    text: Deal, then rounds.
result:
  score: "sum(c.rank for c in hand) + plan"
  best: most
  measures:
    turns: turns
    ratio: turns / 3
    die: die
    danger: danger
    favourite: favourite.rank
    coins: "sum(coin[p] for p in seats)"
  cites: [C4]
policies:
  quiet:
    text: Does nothing.
    decisions:
      swap: {nothing: "1", play: "0"}
      hide: {keep: "1"}
""" % ("0" * 64)


def write_spec(folder: Path) -> Path:
    """Write the spec into a folder and return its path."""
    path = folder / "observed.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return path
