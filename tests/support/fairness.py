"""A made-up study of a game between players, complete and consistent, without playing anything."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from certify.language.game import LoadedGame
from certify.results import Estimate, Family
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures
from certify.studies.fairness.results.fairness import (
    FairnessResult,
    Finding,
    PlayerText,
    TableResult,
)
from certify.studies.fairness.results.skill import LegalTest, RelativeSkill, Skill, VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating, RatingCheck
from certify.studies.item.spec_figures import FigureValue, SpecFigure
from tests.support.fairness_parts import (
    estimate,
    games_of,
    length_of_play,
    matches,
    sensitivity,
    solved_by_looking_back,
    solved_by_program,
    use_of_rules,
)

LADDER = ("random", "sensible", "search:20", "search:100", "search:500")
FICTIVE = "open:100"
ELO = (0.0, 168.4, 201.7, 287.9, 331.2)


def sha256(text: str) -> str:
    """Return a hash that looks like one."""
    return hashlib.sha256(text.encode()).hexdigest()


def synthetic_fairness(
    players: Sequence[int] = (2, 3),
    *,
    roles: Sequence[str] = (),
    ladder: Sequence[str] = LADDER,
    **changes: Any,
) -> FairnessResult:
    """Return a complete study.

    Parameters
    ----------
    players : sequence of int
        Numbers of players, a table of each.
    roles : sequence of str
        Names of the seats' roles; by default ``seat 1`` and so on.
    ladder : sequence of str
        The players, at most five.
    **changes : Any
        Fields to replace.

    Returns
    -------
    FairnessResult
        Every part is there: tables, and two cut-down games.
    """
    content: dict[str, Any] = {
        "game": "sample-game",
        "title": "Sample Game",
        "version": "1.0.0",
        "spec_sha256": sha256("spec"),
        "paytable_sha256": sha256("paytable"),
        "engine_version": "0.1.0",
        "seed": 1,
        "confidence": 0.95,
        "ladder": (*(player_text(player) for player in ladder), player_text(FICTIVE)),
        "tables": tuple(synthetic_table(number, tuple(ladder), tuple(roles)) for number in players),
        "solved": (solved_by_program(), solved_by_looking_back()),
    }
    return FairnessResult(**(content | changes))


def player_text(player: str) -> PlayerText:
    """Return a player in words."""
    name, _, budget = player.partition(":")
    if not budget:
        does = {
            "random": "Picks every move with the same chance.",
            "sensible": "Keeps low cards in hand, plays the lowest that fits, else passes.",
        }.get(name, "Plays by the policy of the spec.")
        return PlayerText(id=player, title=f"{name} play", does=does)
    if name == "open":
        return PlayerText(
            id=player,
            title=f"open search, {budget} games a decision",
            does="As the search of the same budget, but it knows all cards.",
            sees_all=True,
        )
    return PlayerText(
        id=player,
        title=f"search, {budget} games a decision",
        does=f"Looks ahead by {budget} games from deals that fit what it has seen.",
    )


def synthetic_table(players: int, ladder: tuple[str, ...], roles: tuple[str, ...]) -> TableResult:
    """Return the study for one number of players."""
    names = roles if len(roles) == players else tuple(f"seat {n + 1}" for n in range(players))
    elo = dict(zip(ladder, ELO, strict=False))
    meetings = tuple(
        meeting(better, worse, players, elo[better] - elo[worse])
        for number, better in enumerate(ladder)
        for worse in ladder[:number]
    )
    return TableResult(
        players=players,
        family=Family(
            confidence=0.95,
            figures=len(ladder) * (2 * players + 2) + 2 * len(meetings),
            method="Bonferroni: each interval has the confidence left after sharing the risk",
        ),
        equal=tuple(equal_play(player, names) for player in ladder),
        meetings=meetings,
        ratings=tuple(
            Rating(player=player, elo=estimate(elo[player], 0.0 if player == ladder[0] else 5.3))
            for player in ladder
        ),
        rating_checks=tuple(
            RatingCheck(
                player=each.player,
                opponent=each.opponent,
                found=each.points.value,
                rated=each.points.value + 0.004,
            )
            for each in meetings
        ),
        shares=(
            variance_shares(ladder[-1], ladder[-1], (0.412, 0.0, 0.021, 0.567)),
            variance_shares(ladder[-1], ladder[0], (0.287, 0.204, 0.033, 0.476)),
        ),
        skill=skill(ladder, meetings[-1] if meetings else None),
        lengths=tuple(length_of_play(player, players) for player in ladder),
        use=use_of_rules(ladder[:2]),
        sensitivity=sensitivity(ladder[:2], players),
        matches=matches(ladder[0], players),
        findings=(
            Finding(
                weight="matter",
                about="seats",
                text=f"{names[0].capitalize()} wins more often than its equal share if all play "
                "at random: 51.2 % of games with a winner.",
            ),
            Finding(
                weight="matter",
                about="use",
                text="No game used bury_again; the rule may be without effect.",
            ),
            Finding(weight="note", about="length", text="One game in 2 000 is stopped by a limit."),
        ),
    )


def equal_play(player: str, roles: tuple[str, ...]) -> EqualPlay:
    """Return seats that are favoured slightly, the first most."""
    seats, games = len(roles), games_of(player)
    half = 3.0 / math.sqrt(games)
    lean = 0.012 if player == "random" else 0.002
    draw = 0.024
    tilt = [lean * (seats - 1 - 2 * number) / max(seats - 1, 1) for number in range(seats)]
    first, others = (1 - draw) / seats + lean, (1 - draw) / seats - lean / max(seats - 1, 1)
    favoured = player == "random"
    return EqualPlay(
        player=player,
        games=games,
        seats=tuple(
            SeatFigures(
                seat=number + 1,
                role=role,
                win=estimate((1 - draw) / seats + tilt[number], half / 2),
                score=estimate(40 * tilt[number], 12 * half),
                opens=1 / seats,
            )
            for number, role in enumerate(roles)
        ),
        draw=estimate(draw, half / 6),
        is_zero_sum=True,
        seats_statistic=71.3 if favoured else 2.1,
        seats_freedom=seats - 1,
        seats_p=3.1e-17 if favoured else 0.35,
        first_win=estimate(first, half / 2),
        others_win=estimate(others, half / 2),
        first_advantage=estimate(first - others, half),
        first_p=2.0e-12 if favoured else 0.41,
    )


def meeting(player: str, opponent: str, players: int, lead: float) -> Meeting:
    """Return a meeting in which the player gains what its lead in rating gives."""
    points = 1 / (1 + 10 ** (-lead / 400))
    deals = min(games_of(player), games_of(opponent)) // players
    sd = 0.46
    z = (points - 0.5) / (sd / math.sqrt(deals))
    found = z > 3
    needed = (sd / (points - 0.5)) ** 2 if found else None
    return Meeting(
        player=player,
        opponent=opponent,
        deals=deals,
        games=deals * players,
        points=estimate(points, 3 * sd / math.sqrt(deals)),
        win=estimate(points * 2 / players * 0.97, 3 * sd / math.sqrt(deals)),
        sd=sd,
        z=z,
        p=min(1.0, 10 * math.erfc(z / math.sqrt(2))),
        deals_for_75=None if needed is None else math.ceil(0.455 * needed),
        deals_for_95=None if needed is None else math.ceil(2.706 * needed),
    )


def variance_shares(player: str, opponent: str, shares: Sequence[float]) -> VarianceShares:
    """Return shares of the variance with intervals."""
    deal, seating, interaction, rest = (estimate(share, 0.014) for share in shares)
    return VarianceShares(
        player=player,
        opponent=opponent,
        deals=1250,
        seatings=2,
        repeats=2,
        deal=deal,
        seating=seating,
        interaction=interaction,
        rest=rest,
        variance=0.2437,
    )


def skill(ladder: tuple[str, ...], best: Meeting | None) -> Skill:
    """Return skill, with a test for each answer."""
    sources = "People v. Example, 1 Example Reports 1 (1911)"
    answers: tuple[tuple[str, str, str, Any], ...] = (
        (
            "predominance",
            "Predominance",
            "Does skill decide more of the result than chance over the games that are compared?",
            "skill",
        ),
        (
            "material_element",
            "Material element",
            "Has chance a part in the result that matters?",
            "mixed",
        ),
        ("any_chance", "Any chance", "Has chance any influence on the result?", "chance"),
        ("instinct", "Gambling instinct", "Does the game appeal to the wish to gamble?", "open"),
    )
    return Skill(
        relative=tuple(
            RelativeSkill(
                beginner=beginner,
                strongest=ladder[-1],
                fictive=FICTIVE,
                beginner_points=estimate(0.5 - effect, 0.012),
                strongest_points=estimate(0.5, 0.012),
                fictive_points=estimate(0.71, 0.013),
                learning_effect=estimate(effect, 0.017),
                random_effect=estimate(0.21, 0.018),
                relative_skill=estimate(effect / (effect + 0.21), 0.031),
            )
            for beginner, effect in zip(ladder[:2], (0.37, 0.22), strict=False)
        ),
        elo_spread=119.6,
        strongest=ladder[-1],
        weakest=ladder[0],
        strongest_points=best.points.value if best else 0.5,
        coin_share=0.26,
        tests=tuple(
            LegalTest(
                id=id,
                title=title,
                definition=definition,
                source=sources,
                finding="The stronger player gains 87.1 % of points; "
                "28.7 % of the variance comes from the deal.",
                answer=answer,
            )
            for id, title, definition, answer in answers
        ),
    )


def made_up_figures(game: LoadedGame) -> tuple[SpecFigure, ...]:
    """Return a made-up figure for every reference of a spec, without playing anything."""
    found = []
    for number, (name, figure) in enumerate(game.spec.figures.items(), 1):
        estimate = Estimate(value=0.0123 * number, low=0.012 * number, high=0.0126 * number)
        value = FigureValue(players=2, games=1000, estimate=estimate, shown=f"{1.23 * number:.2f}")
        found.append(
            SpecFigure(
                name=name,
                text=figure.text,
                source=figure.measure or figure.exact or "",
                kind=figure.kind,
                policy=figure.policy,
                settings=(),
                seed=figure.seed,
                is_percent=True,
                values=(value,),
                shown=f"{value.shown}\u00a0%",
            )
        )
    return tuple(found)
