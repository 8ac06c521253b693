"""The figures of a wager as submissions and PAR sheets tell them, from results alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isclose

from certify.numerics.odds import odds_text
from certify.studies.banked.result import BankedOutcome, BankedWager
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.item.result import PaytableText
from certify.studies.returns.odds import to_one
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult
from certify.studies.submission.result import PayLine, WagerFigures

Payouts = Mapping[str, Mapping[str, tuple[str, Fraction]]]
"""By paytable and row: the outcome, and what it pays to one."""
BEST, NONE_DECIDED = "the play that is best for the wagers usually made", "nothing is decided"
ENDS = ("The round ends with a gain", "The round ends level", "The round ends with a loss")


def to_one_text(pays: Fraction) -> str:
    """Return a payout as it is printed, always to one: ``3 to 2``."""
    return odds_text(pays).replace(":", " to ")


def lines_of_hand(wager: BankedWager, payouts: Payouts) -> Iterator[PayLine]:
    """Yield what a hand of blackjack is paid, and how rounds end."""
    _, blackjack = payouts["main"]["blackjack"]
    natural = next(
        (each.probability for each in wager.outcomes if each.net == float(blackjack)), None
    )
    yield PayLine(outcome="A winning hand", pays=to_one_text(Fraction(1)), probability=None)
    yield PayLine(
        outcome="A blackjack, the dealer has none",
        pays=to_one_text(blackjack),
        probability=natural if blackjack.denominator > 1 else None,
        is_award=True,
    )
    shares = wager.hit_frequency, wager.push_frequency, wager.loss_frequency
    for end, chance in zip(ENDS, shares, strict=True):
        yield PayLine(outcome=end, pays=None, probability=chance)


def wager_of(
    name: str,
    known: Mapping[str, BankedWager],
    lines: tuple[PayLine, ...],
    under: str,
    *,
    is_optional: bool,
) -> WagerFigures:
    """Return the figures of a wager with those that follow it."""
    found = known[name]
    followers = [known[other].title for other in found.together[1:]]
    return WagerFigures(
        wager=name,
        title=found.title + (f" (with {', '.join(followers)})" if followers else ""),
        under=under,
        is_best=True,
        is_optional=is_optional,
        rtp=found.rtp or 0.0,
        house_edge=found.house_edge or 0.0,
        element_of_risk=found.element_of_risk,
        hit_frequency=found.hit_frequency,
        push_frequency=found.push_frequency,
        loss_frequency=found.loss_frequency,
        average_wagered=found.average_wagered,
        sd=found.sd,
        most_lost=float(most_lost(found) / unit_of(found)),
        lines=lines,
        payouts=tuple(dict.fromkeys(line.pays for line in lines if line.pays)),
        exact={
            key: text
            for key, text in (found.exact or {}).items()
            if key in ("rtp", "house_edge", "element_of_risk", "hit_frequency", "variance")
        },
    )


def unit_of(wager: BankedWager) -> Fraction:
    """Return what is put down where a wager is made, which it may not be in every round."""
    unit = Fraction((wager.exact or {}).get("stake", "1"))
    if any(outcome.staked == 0.0 for outcome in wager.outcomes):
        unit /= sum(_exactly(each, "probability") for each in wager.outcomes if each.staked)
    return unit


def _exactly(outcome: BankedOutcome, name: str) -> Fraction:
    """Return a number of an outcome, as a fraction if it is known as one."""
    return Fraction((outcome.exact or {}).get(name, str(getattr(outcome, name))))


def most_lost(wager: BankedWager) -> Fraction:
    """Return the most that can be lost on a wager in a round, in what is counted in the game."""
    return max(-_exactly(outcome, "net") for outcome in wager.outcomes)


def lines_of(
    name: str,
    known: Mapping[str, BankedWager],
    alone: Callable[[str], Sequence[BankedOutcome]],
    payouts: Payouts,
) -> Iterator[PayLine]:
    """Yield the lines of a wager, then those of the wagers that follow it.

    `alone` returns the outcomes of a wager without those that follow it; none where they are not
    known, so that how the round ends is told in their place.
    """
    for each in known[name].together:
        wager = known[each]
        prefix = "" if each == name else f"{wager.title}: "
        if wager.lines:
            for line in wager.lines:
                pays = Fraction(line.pays)
                yield PayLine(
                    outcome=f"{prefix}{line.outcome}",
                    pays=to_one_text(pays) if pays > 0 else None,
                    probability=line.probability,
                    exact=(line.exact or {}).get("probability"),
                    is_award=pays > 0,
                )
        elif outcomes := alone(each):
            yield from _ends(prefix, outcomes, payouts)
        else:
            exact = (wager.exact or {}).get("hit_frequency")
            share = wager.hit_frequency
            yield PayLine(outcome=ENDS[0], pays=None, probability=share, exact=exact, is_award=True)


def _ends(prefix: str, outcomes: Sequence[BankedOutcome], payouts: Payouts) -> Iterator[PayLine]:
    """Yield how a wager without a row of a paytable ends: each payout to one, a push, a loss."""
    found: dict[tuple[int, Fraction | None], Fraction] = {}
    for outcome in outcomes:
        exact = outcome.exact or {}
        net, staked = Fraction(exact["net"]), Fraction(exact["staked"])
        pays = net / staked if net > 0 and staked else net if net > 0 else None
        place = (0, pays) if net > 0 else (1, None) if net == 0 else (2, None)
        if net == 0 and not staked:
            place = (3, None)
        found[place] = found.get(place, Fraction(0)) + Fraction(exact["probability"])
    words = ("Wins", "Comes back", "Loses", "Not made, or not paid")
    named = _named_payouts(payouts, [pays for _, pays in found if pays is not None])
    for (kind, pays), chance in sorted(
        found.items(), key=lambda each: (each[0][0], -(each[0][1] or 0))
    ):
        yield PayLine(
            outcome=f"{prefix}{words[kind] if pays is None else named.get(pays, words[kind])}",
            pays=None if pays is None else to_one_text(pays),
            probability=float(chance),
            exact=str(chance),
            is_award=kind == 0,
        )


def _named_payouts(payouts: Payouts, paid: Sequence[Fraction]) -> dict[Fraction, str]:
    """Return what several payouts are for, where one paytable has a single row for each."""
    for table in payouts.values():
        rows: dict[Fraction, list[str]] = {}
        for outcome, pays in table.values():
            rows.setdefault(pays, []).append(outcome)
        if len(paid) > 1 and all(len(rows.get(pays, ())) == 1 for pays in paid):
            return {pays: rows[pays][0] for pays in paid}
    return {}


# Blackjack with the option to burn a card ---------------------------------------------------------


def twenty_one_wagers(result: RtpResult, payouts: Payouts) -> Iterator[WagerFigures]:
    """Yield the main wager without the payment and with it, insurance, and the Bonus wagers."""
    wagers = result.wagers
    yield _hand("main", "Main wager", wagers.main, result, payouts)
    title = "Main wager with the Burnout payment"
    yield _hand("main_burnout", title, wagers.main_burnout, result, payouts)
    if wagers.insurance is not None:
        yield from _insurance(wagers.insurance, result)
    for wins in wagers.bonus:
        yield from _bonus(wins, result)


def _hand(
    name: str, title: str, wager: WagerResult, result: RtpResult, payouts: Payouts
) -> WagerFigures:
    """Return the main wager, without the payment or with it."""
    outcomes = wager.outcomes or {}
    (_, win), (_, blackjack) = payouts["main"]["win"], payouts["main"]["blackjack"]
    natural = outcomes.get(f"{float(blackjack):g}") if blackjack.denominator > 1 else None
    hit, level = wager.hit_frequency, outcomes.get("0")
    loss = 1.0 - hit - level if hit is not None and level is not None else None
    lines = [PayLine(outcome="A winning hand", pays=to_one_text(win), probability=None)]
    lines.append(
        PayLine(
            outcome="A blackjack, the dealer has none",
            pays=to_one_text(blackjack),
            probability=natural,
            exact=None if natural is None else _counted(natural, _naturals(result.shoe)),
            is_award=True,
        )
    )
    lines += [
        PayLine(outcome=end, pays=None, probability=chance)
        for end, chance in zip(ENDS, (hit, level, loss), strict=True)
        if chance is not None
    ]
    least = min((Fraction(net) for net in outcomes), default=None)
    payment = Fraction(str(round(wager.initial_amount - 1.0, 9)))
    return WagerFigures(
        wager=name,
        title=title,
        under="the best play for the cards seen",
        is_best=True,
        is_optional=name != "main",
        initial=wager.initial_amount,
        rtp=wager.rtp,
        house_edge=wager.house_edge,
        element_of_risk=wager.element_of_risk,
        hit_frequency=hit,
        push_frequency=level,
        loss_frequency=loss,
        average_wagered=wager.average_wagered,
        sd=wager.sd,
        most_lost=None if least is None else float(payment - least),
        lines=tuple(lines),
        payouts=(to_one_text(win), to_one_text(blackjack)),
        error_bound=wager.ev_error_bound,
    )


def _insurance(found: InsuranceResult, result: RtpResult) -> Iterator[WagerFigures]:
    pays, cards = to_one(found.pays), sum(result.shoe.values())
    error = result.wagers.main.ev_error_bound
    for title, under, ev, is_best in (
        ("Insurance", "with the hand that is best for it", found.best_ev, True),
        ("Insurance, taken always", "whenever it is offered", found.ev_when_always_taken, False),
    ):
        wins = float((1 + Fraction(ev)) / (1 + pays))
        # Tens over the cards unseen, which are fewer than those of the shoe.
        chance = Fraction(wins).limit_denominator(cards)
        edge = 1 - chance * (1 + pays)
        exact = {"rtp": f"{1 - edge}", "house_edge": f"{edge}", "element_of_risk": f"{edge}"}
        yield WagerFigures(
            wager="insurance",
            title=title,
            under=under,
            is_best=is_best,
            is_optional=True,
            rtp=1.0 + ev,
            house_edge=-ev,
            element_of_risk=-ev,
            hit_frequency=wins,
            push_frequency=0.0,
            loss_frequency=1.0 - wins,
            average_wagered=1.0,
            sd=float(1 + pays) * (wins * (1.0 - wins)) ** 0.5,
            most_lost=1.0,
            lines=(
                PayLine(
                    outcome="The dealer has a blackjack",
                    pays=to_one_text(pays),
                    probability=wins,
                    exact=_counted(wins, chance),
                    is_award=True,
                ),
                PayLine(
                    outcome="Loses",
                    pays=None,
                    probability=1.0 - wins,
                    exact=_counted(1.0 - wins, 1 - chance),
                ),
            ),
            payouts=(to_one_text(pays),),
            exact=exact if _counted(-ev, edge) else {},
            error_bound=error,
        )


def _bonus(wins: str, result: RtpResult) -> Iterator[WagerFigures]:
    """Yield a Bonus wager without Burnout, with it, and under the play that is best for it."""
    bonus = result.wagers.bonus[wins]
    pays = to_one(bonus.pays) - (bonus.basis == "for_one")
    ways = [
        (words, found)
        for words, found in (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout always", bonus.with_burnout),
            ("best play for it", bonus.best),
        )
        if found is not None
    ]
    best = max((found.rtp for _, found in ways), default=0.0)
    # Each of the rounds that must be won adds its error to the chance of winning all of them.
    error = float(1 + pays) * int(wins) * (result.streak.error_bound if result.streak else 0.0)
    for words, found in ways:
        yield WagerFigures(
            wager=f"bonus.{wins}",
            title=f"Bonus on {wins} wins, {words}",
            under=words,
            is_best=found.rtp == best,
            is_optional=True,
            rtp=found.rtp,
            house_edge=1.0 - found.rtp,
            element_of_risk=1.0 - found.rtp,
            hit_frequency=found.p_hit,
            push_frequency=0.0,
            loss_frequency=1.0 - found.p_hit,
            average_wagered=1.0,
            sd=float(1 + pays) * (found.p_hit * (1.0 - found.p_hit)) ** 0.5,
            most_lost=1.0,
            lines=(
                PayLine(
                    outcome=f"{wins} consecutive wins",
                    pays=to_one_text(pays),
                    probability=found.p_hit,
                    is_award=True,
                ),
                PayLine(outcome="Loses", pays=None, probability=1.0 - found.p_hit),
            ),
            payouts=(to_one_text(pays),),
            error_bound=error,
        )


def _naturals(shoe: Mapping[str, int]) -> Fraction:
    """Return the chance that the player has a blackjack and the dealer has none."""
    cards, pairs = sum(shoe.values()), [shoe["A"] * shoe["T"], (shoe["A"] - 1) * (shoe["T"] - 1)]
    player, dealer = (
        Fraction(2 * both, left * (left - 1))
        for both, left in zip(pairs, (cards, cards - 2), strict=True)
    )
    return player * (1 - dealer)


def _counted(computed: float, counted: Fraction) -> str | None:
    """Return a chance as a fraction, if counting cards comes to what the engine computed."""
    return f"{counted}" if isclose(computed, float(counted), rel_tol=1e-12) else None


# Of a report --------------------------------------------------------------------------------------


def wagers_of_report(certification: Certification | BankedCertification) -> list[WagerFigures]:
    """Return the wagers of a report under the best play, those of the first shoe."""
    payouts = payouts_of(certification.paytables)
    if isinstance(certification, Certification):
        return list(twenty_one_wagers(certification.shoes[0].optimal, payouts))
    known = certification.known

    def alone(name: str) -> Sequence[BankedOutcome]:
        return known[name].outcomes if known[name].together == (name,) else ()

    return [
        wager_of(
            name,
            known,
            tuple(
                lines_of_hand(found, payouts)
                if any(outcome.staked is None for outcome in found.outcomes)
                else lines_of(name, known, alone, payouts)
            ),
            BEST if certification.is_decided else NONE_DECIDED,
            is_optional=not found.made,
        )
        for name, found in certification.first_wagers()
    ]


def payouts_of(paytables: Sequence[PaytableText]) -> Payouts:
    """Return the payouts of a report, to one."""
    return {
        table.alias: {
            row.key: (row.outcome, to_one(row.pays) - (row.basis == "for_one"))
            for row in table.rows
        }
        for table in paytables
    }
