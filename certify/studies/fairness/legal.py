"""Legal tests of skill and chance, answered as far as figures can.

An answer says to which side the figures fall; ``open`` if to neither, or if they cannot tell. It is
no conclusion in law.
"""

from __future__ import annotations

from typing import Literal

from certify.results import Estimate
from certify.studies.double_entry import adjusted
from certify.studies.fairness import legal_texts as texts
from certify.studies.fairness.evidence import Evidence
from certify.studies.fairness.legal_texts import Asked
from certify.studies.fairness.meetings import EVEN, is_difference
from certify.studies.fairness.results.skill import LegalTest, VarianceShares
from certify.studies.fairness.results.strength import Meeting
from certify.studies.fairness.skill import coin_share, elo_spread

Answer = Literal["skill", "chance", "mixed", "open"]
Found = tuple[str, Answer]

HALF = 0.5
"""What predominates has the larger part."""

MATERIAL = 0.05
"""Part of the variance from which chance is called material here: no court has set a number."""


NOTHING_SAID = "nothing can be said ({})"


def legal_tests(evidence: Evidence) -> tuple[LegalTest, ...]:
    """Return the tests of skill and chance, each with what the figures say, in a fixed order.

    Figures that were not played make tests ``open``.

    Notes
    -----
    Conditioning: the players of the ladder, which are programs; the figures say nothing about
        people.
    Method: reports/METHOD.md section 13 has the rule for each answer. All intervals of the family
        hold together, so sums of their ends are ends of intervals of sums.
    Error: at the stated confidence no answer is due to chance in the games alone.
    Source: stated with each test.
    """
    answered = (
        (texts.PREDOMINANCE, _predominance(evidence)),
        (texts.MATERIAL, _material(evidence)),
        (texts.ANY_CHANCE, _any_chance(evidence)),
        (texts.INSTINCT, _instinct()),
        (texts.POSSIBLE, _possible(evidence)),
        (texts.POSSESSED, _possessed(evidence)),
        (texts.GOVERNS, _governs(evidence)),
        (texts.KNOWN, _known()),
        (texts.EQUAL_BASIS, _equal_basis(evidence)),
        (texts.PAYOFFS, _payoffs(evidence)),
        (texts.PREDICTED, _predicted(evidence)),
        (texts.ACTIONS, _actions(evidence)),
        (texts.PERSISTENT, _persistent(evidence)),
        (texts.LONG_RUN, _long_run(evidence)),
        (texts.RELATIVE, _relative(evidence)),
        (texts.CHESS, _chess(evidence)),
    )
    return tuple(_test(asked, *found) for asked, found in answered)


def _test(asked: Asked, finding: str, answer: Answer) -> LegalTest:
    return LegalTest(
        id=asked.id,
        title=asked.title,
        definition=asked.definition,
        source=asked.source,
        finding=finding,
        answer=answer,
    )


# The four tests of the common law


def _predominance(evidence: Evidence) -> Found:
    found = [_by_coin(evidence), _by_variance(evidence)]
    told = [each for each in found if each is not None]
    if not told:
        return "Players of different strength did not meet.", "open"
    # A figure of which nothing is known counts for neither side.
    answers = {answer for _, answer in told if answer != "open"}
    answer: Answer = "mixed" if answers else "open"
    if len(answers) == 1:
        answer = answers.pop()
    return " ".join(sentence for sentence, _ in told), answer


def _by_coin(evidence: Evidence) -> Found | None:
    if evidence.top is None or evidence.ends is None:
        return None
    points, _ = evidence.top
    weakest, strongest = evidence.ends
    coin = Estimate(
        value=coin_share(points.value), low=coin_share(points.high), high=coin_share(points.low)
    )
    return (
        f"{strongest} gains {_number(points)} points a game against {weakest}, as if a coin decided"
        f" {_percent(coin)} of the games and the better player won all others.",
        _side(coin, HALF),
    )


def _by_variance(evidence: Evidence) -> Found | None:
    shares = evidence.unequal
    if shares is None:
        return None
    chance = _sum(shares.deal, shares.rest)
    return (
        f"Of the variance of a single result between {shares.player} and {shares.opponent}, who"
        f" sits where makes {_percent(_sum(shares.seating, shares.interaction))}, the deal and what"
        f" is drawn and chosen at random later {_percent(chance)}.",
        _side(chance, HALF),
    )


def _material(evidence: Evidence) -> Found:
    shares = evidence.unequal
    if shares is None:
        return "Where the variance of results comes from was not measured.", "open"
    chance = _sum(shares.deal, shares.rest)
    return (
        f"The deal and what is drawn and chosen at random later make {_percent(chance)} of the"
        f" variance of a single result between {shares.player} and {shares.opponent}; from"
        f" {100 * MATERIAL:g} % on it is called material here, as no court has set a number.",
        _side(chance, MATERIAL),
    )


def _any_chance(evidence: Evidence) -> Found:
    if not evidence.shares:
        return "Where the variance of results comes from was not measured.", "open"
    shares = max(evidence.shares, key=lambda each: each.deal.low)
    who = _who(shares)
    text = f"The deal makes {_percent(shares.deal)} of the variance of a single result {who}"
    if shares.deal.low > 0.0:
        return f"{text}.", "chance"
    if max(each.deal.high + each.rest.high for each in evidence.shares) == 0.0:
        return f"{text}, and nothing else varies but who sits where.", "skill"
    return f"{text}; what else varies may be the players' own choices at random.", "open"


def _instinct() -> Found:
    return "Figures of play say nothing of what a game appeals to.", "open"


# Morrow v. State


def _possible(evidence: Evidence) -> Found:
    better = [each for each in evidence.relative if each.learning_effect.low > 0.0]
    if better:
        best = max(better, key=lambda each: each.learning_effect.value)
        return (
            f"With no more than the rules show, {best.strongest} gains"
            f" {_number(best.learning_effect)} points a game beyond {best.beginner} on the same"
            " deals.",
            "skill",
        )
    return _payoffs(evidence)


def _possessed(evidence: Evidence) -> Found:
    text = "Programs played, so figures say nothing of who has the skill."
    if evidence.top is not None and evidence.ends is not None:
        points, _ = evidence.top
        text += (
            f" What there is to have: {_number(points)} points a game for {evidence.ends[1]}"
            f" against {evidence.ends[0]}, {EVEN} being equal strength."
        )
    return text, "open"


def _governs(evidence: Evidence) -> Found:
    finding, answer = _predominance(evidence)
    return (finding, answer) if answer == "open" else (f"As for predominance: {finding}", answer)


def _known() -> Found:
    return "Figures of play say nothing of what players know of a standard.", "open"


# Washington


def _equal_basis(evidence: Evidence) -> Found:
    played = [each for each in evidence.equal if each.seats_freedom]
    if not played:
        return "Play of equal strength was not compared by seats.", "open"
    chances = adjusted([each.seats_p for each in played])
    least = min(range(len(played)), key=lambda place: chances[place])
    shown = played[least]
    wins = sorted(shown.seats, key=lambda seat: seat.win.value)
    apart = (
        f"{wins[-1].role} wins {_percent(wins[-1].win)} and {wins[0].role} {_percent(wins[0].win)}"
        f" of {shown.games:,} games of {shown.player} in every seat (adjusted p"
        f" {_chance(chances[least])})"
    )
    if chances[least] < 1.0 - evidence.confidence:
        text = f"Seats differ among equal players: {apart}."
    else:
        text = f"No difference of seats was found among equal players; the closest to one: {apart}."
    return f"{text} Whether each has a hand and decisions of their own is for the rules.", "open"


# Levitt, Miles and Rosenfield


def _different(evidence: Evidence) -> list[Meeting]:
    return [each for each in evidence.meetings if is_difference(each, evidence.confidence)]


def _payoffs(evidence: Evidence) -> Found:
    meetings = evidence.meetings
    if not meetings:
        return "Players of different kinds did not meet.", "open"
    different = _different(evidence)
    text = (
        f"In {len(different)} of {len(meetings)} meetings of players of different kinds their"
        f" points differ (p below {1.0 - evidence.confidence:.2g}, adjusted for the number of"
        " meetings)."
    )
    return text, "skill" if different else "chance"


def _predicted(evidence: Evidence) -> Found:
    ladder = list(evidence.ladder)
    different = [
        each
        for each in _different(evidence)
        if each.player in ladder and each.opponent in ladder and each.player != each.opponent
    ]
    if not evidence.meetings:
        return "Players of different kinds did not meet.", "open"
    right = sum(
        (ladder.index(each.player) > ladder.index(each.opponent)) == (each.points.value > EVEN)
        for each in different
    )
    text = (
        f"In {right} of the {len(different)} meetings that show a difference, the player who was"
        " expected to be stronger before anything was played gains more."
    )
    if not different:
        return text, "chance"
    return text, "skill" if right == len(different) else "mixed"


def _actions(evidence: Evidence) -> Found:
    if evidence.relative:
        best = max(evidence.relative, key=lambda each: each.learning_effect.low)
        return (
            f"On the same deals in the same seats, the decisions of {best.strongest} gain"
            f" {_number(best.learning_effect)} points a game beyond those of {best.beginner}.",
            "skill" if best.learning_effect.low > 0.0 else "chance",
        )
    if evidence.unequal is not None:
        made = _sum(evidence.unequal.seating, evidence.unequal.interaction)
        return (
            f"On the same deals, who sits where makes {_percent(made)} of the variance of a single"
            " result.",
            _any(made),
        )
    return "The same deals were not played by different players.", "open"


def _persistent(evidence: Evidence) -> Found:
    shares = evidence.unequal
    if shares is None:
        return "Where the variance of results comes from was not measured.", "open"
    return (
        f"Results of the same seating on different deals, of {shares.player} and"
        f" {shares.opponent}, have a correlation of {_number(shares.seating)}.",
        _any(shares.seating),
    )


# Others


def _long_run(evidence: Evidence) -> Found:
    if evidence.top is None or evidence.ends is None:
        return "Players of different strength did not meet.", "open"
    points, met = evidence.top
    weakest, strongest = evidence.ends
    if points.says_nothing:
        return (
            f"In {met.deals:,} deals nothing was found of {strongest} and {weakest}: any number of"
            " points is possible.",
            "open",
        )
    if met.deals_for_75 is None or met.deals_for_95 is None:
        return (
            f"In {met.deals:,} deals no difference of {strongest} and {weakest} was found.",
            "chance",
        )
    ahead = (
        f"is ahead of {weakest} with a chance of 75 % after {_whole(met.deals_for_75)} deals and of"
        f" 95 % after {_whole(met.deals_for_95)}"
    )
    if points.value < EVEN:
        return f"{strongest} gains {_number(points)} points a game against {weakest}.", "mixed"
    return f"{strongest} {ahead}, each played once in every seat.", "skill"


def _relative(evidence: Evidence) -> Found:
    if not evidence.relative:
        return "No player who knows the cards was compared.", "open"
    told = "; ".join(
        f"{_relative_number(each.relative_skill)} with {each.beginner} for a beginner"
        for each in evidence.relative
    )
    first = evidence.relative[0]
    text = (
        f"{told}, {first.strongest} for the strongest and {first.fictive} for who knows the cards."
    )
    # What may be anything from 0 to 1 is evidence of nothing.
    known = [each for each in evidence.relative if not each.relative_skill.says_nothing]
    learned = any(each.learning_effect.low > 0.0 for each in known)
    lucky = any(each.random_effect.low > 0.0 for each in known)
    answers: dict[tuple[bool, bool], Answer] = {
        (True, True): "mixed",
        (True, False): "skill",
        (False, True): "chance",
        (False, False): "open",
    }
    return text, answers[learned, lucky]


def _chess(evidence: Evidence) -> Found:
    found = _by_coin(evidence)
    if found is None:
        return "Players of different strength did not meet.", "open"
    sentence, answer = found
    return (
        f"{sentence} The ratings of the ladder have a standard deviation of"
        f" {elo_spread(evidence.ratings):.0f} Elo; the published limit is of the ratings of many"
        " people, with which a ladder of programs cannot be compared.",
        answer,
    )


# Words


def _side(chance: Estimate, limit: float) -> Answer:
    """Return to which side of a limit the share of chance falls; open if it is not known."""
    if chance.says_nothing:
        return "open"
    if chance.high < limit:
        return "skill"
    return "chance" if chance.low > limit else "mixed"


def _any(skill: Estimate) -> Answer:
    """Return whether skill has a share; open if it is not known."""
    if skill.says_nothing:
        return "open"
    return "skill" if skill.low > 0.0 else "chance"


def _sum(one: Estimate, other: Estimate) -> Estimate:
    """Return the sum of two shares of a whole."""
    return Estimate(
        value=one.value + other.value,
        low=one.low + other.low,
        high=min(one.high + other.high, 1.0),
    )


def _who(shares: VarianceShares) -> str:
    if shares.player == shares.opponent:
        return f"with {shares.player} in every seat"
    return f"between {shares.player} and {shares.opponent}"


def _relative_number(found: Estimate) -> str:
    return NOTHING_SAID.format("0 to 1") if found.says_nothing else _number(found)


def _number(found: Estimate) -> str:
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


def _percent(found: Estimate) -> str:
    if found.says_nothing:
        return f"a share of which {NOTHING_SAID.format('0 to 100 %')}"
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f} %)"


def _chance(chance: float) -> str:
    return "below 0.0001" if chance < 1e-4 else f"{chance:.4f}"


def _whole(number: float) -> str:
    return f"{round(number):,}"
