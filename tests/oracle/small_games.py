"""Small games against the house, made at random: each a spec in the rule language."""

from __future__ import annotations

from random import Random

from certify.language.catalogue import game_of
from certify.language.game import LoadedGame

TEMPLATE = """certify: 1
game:
  {{id: small-game, title: Small, version: 1.0.0, date: 2026-11-23, kind: banked, summary: Random.}}
source: {{title: Small, file: small.txt, sha256: "{zeros}", reference: none}}
clauses:
  C1: {{lines: "1", text: Made at random.}}
players: {{seats: [1], roles: [player], cites: [C1]}}
packs:
  cards:
    cards: {{rank: 1..{ranks}, suit: [{suits}]}}
    copies: {copies}
    only: "{only}"
    label: "{{rank}}{{suit}}"
    into: draw
    cites: [C1]
zones:
  draw: {{see: none, cites: [C1]}}
  mine: {{see: all, limit: 3, cites: [C1]}}
  theirs: {{see: {see}, limit: 4, cites: [C1]}}
  board: {{see: all, limit: 3, cites: [C1]}}
variables:
  raised: {{type: 0..2, cites: [C1]}}
  over: {{type: boolean, cites: [C1]}}
rankings:
  hands:
    cards: {size}
    by: rank
    order:
{order}
    cites: [C1]
definitions:
  lead: {{is: "{lead}", cites: [C1]}}
  odd: {{is: "{odd} % 2 == 1", cites: [C1]}}
  qualifies: {{is: "{qualifies}", cites: [C1]}}
  best: {{is: "category_of(hands, {own})", cites: [C1]}}
decisions:
  first:
    text: Raise?
    moves:
      stay: {{cites: [C1]}}
      double: {{when: "{when}", do: [{{set: {{raised: 1}}}}], cites: [C1]}}
  second:
    text: Raise again?
    moves:
      hold: {{cites: [C1]}}
      more: {more}
procedures:
  play:
    text: One round.
    do:
{steps}
    cites: [C1]
result:
  measures: {{odd: odd, qualifies: qualifies}}
  cites: [C1]
wagers:
  main:
    title: Main
    stake: 1
    net: "-1 if over else {net}"
    cites: [C1]
  more:
    title: More
    of: main
    stake: raised
    net: "0 if over or lead == 0 else raised if lead > 0 else -raised"
    cites: [C1]
  side:
    title: Side
    optional: true
    stake: 1
    net: "3 if best == '{first}' else -1"
    cites: [C1]
"""

CATEGORIES = {
    "flush": "{same: suit}",
    "run": "{run: true}",
    "pair": "{groups: [2]}",
    "straight_flush": "{run: true, same: suit}",
}
PICKED = "{pick: {number: 1..2}, do: [{set: {raised: picked}}], cites: [C1]}"
FIXED = "{do: [{set: {raised: 2}}], cites: [C1]}"
NETS = (
    "1 if lead > 0 else -1 if lead < 0 else 0",
    "1 / 2 if not qualifies else 2 if lead > 0 else -1",
    "2 if best == 'rest' and lead >= 0 else -1 if not qualifies else 1 / 3 if lead == 0 else 0",
)


def small_game(seed: int) -> LoadedGame:
    """Return a game that follows from a seed."""
    return game_of(spec(seed), f"small_game_{seed}.yaml")


def spec(seed: int) -> str:
    """Return the text of a game's spec."""
    random = Random(seed)
    ranks, suits, copies = random.choice([(3, 2, 1), (4, 2, 1), (3, 1, 2), (2, 3, 1), (4, 1, 2)])
    mine, theirs, board = random.choice([(1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 1), (1, 1, 2)])
    size = random.choice([1, 2])
    order = random.sample(sorted(CATEGORIES), random.randint(1, 3)) if size == 2 else []
    own, other = "mine + board", "theirs + board"
    if min(mine, theirs) >= size and random.random() < 0.5:
        own, other = "mine", "theirs"
    lead = f"rank_of(hands, {own}) - rank_of(hands, {other})"
    if random.random() < 0.2:
        lead = "sum(c.rank for c in mine) - sum(c.rank for c in theirs)"
    return TEMPLATE.format(
        zeros="0" * 64,
        ranks=ranks,
        suits=", ".join("abc"[:suits]),
        copies=copies,
        only=random.choice(["true", "true", "not (rank == 2 and suit == 'a')"]),
        see=random.choice(["all", "none", "none"]),
        size=size,
        order="\n".join(
            [*(f"      - {name}: {CATEGORIES[name]}" for name in order), "      - rest: {}"]
        ),
        lead=lead,
        odd=random.choice(["count(c.suit == 'a' for c in mine)", "distinct(c.suit for c in mine)"]),
        qualifies=random.choice(
            [
                f"category_of(hands, {other}) != 'rest'" if order else "lead != 1",
                "any(c.rank > 1 for c in theirs)",
            ]
        ),
        own=own,
        when=random.choice(["true", "odd"]),
        more=random.choice([PICKED, FIXED]),
        steps="\n".join(f"      - {step}" for step in _steps(random, mine, theirs, board)),
        net=random.choice(NETS),
        first=[*order, "rest"][0],
    )


def _steps(random: Random, mine: int, theirs: int, board: int) -> list[str]:
    """Return the statements of a round."""
    is_early = random.random() < 0.3
    steps = ["shuffle: draw", f"deal: {{cards: {mine}, from: draw, to: mine}}"]
    if is_early:
        steps.append(f"deal: {{cards: {board}, from: draw, to: board}}")
    steps.append(f"deal: {{cards: {theirs}, from: draw, to: theirs}}")
    if random.random() < 0.3:
        # What is settled reads the board, also of a round that ends here.
        steps += [] if is_early else [f"deal: {{cards: {board}, from: draw, to: board}}"]
        is_early = True
        ends = random.choice(
            ["all(c.rank == 1 for c in theirs)", "any(c.rank == 2 for c in theirs)"]
        )
        steps.append(f'{{if: "{ends}", then: [{{set: {{over: true}}}}, {{stop: game}}]}}')
    steps.append("ask: {first: player}")
    if not is_early:
        steps.append(f"deal: {{cards: {board}, from: draw, to: board}}")
    condition = random.choice(["raised == 0", "raised == 1", "odd", "true"])
    steps.append(f"{{if: {condition}, then: [{{ask: {{second: player}}}}]}}")
    if random.random() < 0.3:
        few = "sum(c.rank for c in theirs) < 3"
        steps.append(f'{{if: "{few}", then: [{{deal: {{from: draw, to: theirs}}}}]}}')
    return steps
