"""Small games against the house, made at random: each a spec in the rule language."""

from __future__ import annotations

from random import Random

from certify.language.catalogue import game_of
from certify.language.game import LoadedGame

HEAD = """certify: 1
game: {id: small-game, title: Small game, version: 1.0.0, date: 2026-11-23, kind: banked, summary: Made at random.}
source: {title: Small game, file: small_game.txt, sha256: "%s", reference: none}
clauses:
  C1: {lines: "1", text: Made at random.}
players: {seats: [1], roles: [player], cites: [C1]}
""" % ("0" * 64)

CATEGORIES = {
    "flush": "{same: suit}",
    "run": "{run: true}",
    "pair": "{groups: [2]}",
    "straight_flush": "{run: true, same: suit}",
}


def small_game(seed: int) -> LoadedGame:
    """Return a game that follows from a seed."""
    return game_of(spec(seed), f"small_game_{seed}.yaml")


def spec(seed: int) -> str:
    """Return the text of a game's spec."""
    random = Random(seed)
    ranks, suits, copies = random.choice([(3, 2, 1), (4, 2, 1), (3, 1, 2), (2, 3, 1), (4, 1, 2)])
    mine, theirs, board = random.choice([(1, 1, 1), (2, 1, 0), (1, 2, 0), (2, 2, 0), (1, 1, 2)])
    see = random.choice(["all", "none", "none"])
    size = random.choice([1, 2]) if min(mine + board, theirs + board) >= 2 else 1
    order = random.sample(sorted(CATEGORIES), random.randint(1, 3)) if size == 2 else []
    categories = [*order, "rest"]
    lines = [HEAD]
    only = random.choice(["true", "true", "not (rank == 2 and suit == 'a')"])
    words = ", ".join("abc"[:suits])
    lines.append(
        f"packs:\n  cards: {{cards: {{rank: 1..{ranks}, suit: [{words}]}}, copies: {copies},"
        f' only: "{only}", label: "{{rank}}{{suit}}", into: draw, cites: [C1]}}'
    )
    lines.append("zones:\n  draw: {see: none, cites: [C1]}")
    lines.append(f"  mine: {{see: all, limit: {mine + 1}, cites: [C1]}}")
    lines.append(f"  theirs: {{see: {see}, limit: {theirs + 2}, cites: [C1]}}")
    lines.append("  board: {see: all, limit: 3, cites: [C1]}")
    lines.append(
        "variables:\n  raised: {type: 0..2, cites: [C1]}\n  over: {type: boolean, cites: [C1]}"
    )
    lines.append(f"rankings:\n  hands:\n    cards: {size}\n    by: rank\n    order:")
    lines += [f"      - {name}: {CATEGORIES[name]}" for name in order]
    lines.append("      - rest: {}\n    cites: [C1]")
    own, other = random.choice([("mine + board", "theirs + board"), ("mine", "theirs")])
    if min(mine, theirs) < size:
        own, other = "mine + board", "theirs + board"
    if size == 1 or random.random() < 0.8:
        lead = f"rank_of(hands, {own}) - rank_of(hands, {other})"
    else:
        lead = "sum(c.rank for c in mine) - sum(c.rank for c in theirs)"
    lines.append(f"definitions:\n  lead: {{is: '{lead}', cites: [C1]}}")
    suit = random.choice(["count(c.suit == 'a' for c in mine)", "distinct(c.suit for c in mine)"])
    lines.append(f'  odd: {{is: "{suit} % 2 == 1", cites: [C1]}}')
    qualifies = random.choice(
        [
            f"category_of(hands, {other}) != 'rest'" if order else "true",
            "any(c.rank > 1 for c in theirs)",
        ]
    )
    lines.append(f'  qualifies: {{is: "{qualifies}", cites: [C1]}}')
    lines.append(f'  best: {{is: "category_of(hands, {own})", cites: [C1]}}')
    when = random.choice(["true", "odd"])
    lines.append(
        "decisions:\n  first:\n    text: Raise?\n    moves:\n      pass: {cites: [C1]}\n"
        f"      double: {{when: {when}, do: [{{set: {{raised: 1}}}}], cites: [C1]}}\n"
        "  second:\n    text: Raise again?\n    moves:\n      hold: {cites: [C1]}\n"
        "      more: {pick: {number: 1..2}, do: [{set: {raised: picked}}], cites: [C1]}"
    ) if random.random() < 0.7 else lines.append(
        "decisions:\n  first:\n    text: Raise?\n    moves:\n      stay: {cites: [C1]}\n"
        "      double: {do: [{set: {raised: 1}}], cites: [C1]}\n"
        "  second:\n    text: Raise again?\n    moves:\n      hold: {cites: [C1]}\n"
        "      more: {do: [{set: {raised: 2}}], cites: [C1]}"
    )
    lines[-1] = lines[-1].replace("      pass:", "      stay:")
    steps = ["      - shuffle: draw"]
    steps.append(f"      - {{deal: {{cards: {mine}, from: draw, to: mine}}}}")
    if random.random() < 0.3:
        steps.append("      - {deal: {from: draw, to: board}}")
        board = max(0, board - 1)
    steps.append(f"      - {{deal: {{cards: {theirs}, from: draw, to: theirs}}}}")
    if random.random() < 0.3:
        peek = random.choice(
            ["all(c.rank == 1 for c in theirs)", "any(c.rank == 2 for c in theirs)"]
        )
        steps.append(
            f'      - if: "{peek}"\n        then: [{{set: {{over: true}}}}, {{stop: game}}]'
        )
    steps.append("      - ask: {first: player}")
    if board:
        steps.append(f"      - {{deal: {{cards: {board}, from: draw, to: board}}}}")
    if random.random() < 0.5:
        condition = random.choice(["raised == 0", "raised == 1", "odd"])
        steps.append(f"      - if: {condition}\n        then: [{{ask: {{second: player}}}}]")
    else:
        steps.append("      - ask: {second: player}")
    if random.random() < 0.3:
        steps.append(
            '      - if: "sum(c.rank for c in theirs) < 3"\n        then: [{deal: {from: draw, to: theirs}}]'
        )
    if "board" not in "".join(steps):
        steps.insert(2, "      - {deal: {from: draw, to: board}}")
    lines.append("procedures:\n  play:\n    text: One round.\n    do:")
    lines += [*steps, "    cites: [C1]"]
    lines.append("result:\n  measures: {odd: odd, qualifies: qualifies}\n  cites: [C1]")
    net = random.choice(
        [
            "1 if lead > 0 else -1 if lead < 0 else 0",
            "1 / 2 if not qualifies else 2 if lead > 0 else -1",
            "2 if best == 'rest' and lead >= 0 else -1 if not qualifies else 1 / 3 if lead == 0 else 0",
        ]
    )
    lines.append(
        f'wagers:\n  main:\n    title: Main\n    stake: 1\n    net: "-1 if over else {net}"\n    cites: [C1]\n'
        "  more:\n    title: More\n    of: main\n    stake: raised\n"
        '    net: "0 if over else raised if lead > 0 else -raised if lead < 0 else 0"\n    cites: [C1]\n'
        "  side:\n    title: Side\n    optional: true\n    stake: 1\n"
        f"    net: \"{len(categories)} if best == '{categories[0]}' else -1\"\n    cites: [C1]"
    )
    return "\n".join(lines) + "\n"
