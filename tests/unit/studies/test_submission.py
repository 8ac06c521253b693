"""Profiles of jurisdictions, and the limits that they set."""

from fractions import Fraction
from typing import Any

import pytest

from certify.errors import SpecError, SpecInvalidError
from certify.studies.banked.result import BankedOutcome, BankedWager
from certify.studies.submission import profile as asked
from certify.studies.submission.figures import all_lost
from certify.studies.submission.limits import coins, findings
from certify.studies.submission.parts import PARTS
from certify.studies.submission.profile import profile_files, read_profiles
from certify.studies.submission.result import PayLine
from tests.report.submissions import ALL, changed, figures, submission

OWN = """\
certify: 1
jurisdiction: {{id: own, name: Own, authority: Ourselves}}
clauses:
  - clause: "1"
    asks: Something.
    certainty: V
    source: our own
    {answer}
"""


def test_the_package_has_the_profiles_that_are_promised():
    assert set(profile_files()) == set(ALL)
    given = read_profiles(ALL)
    assert sum(len(each.profile.clauses) for each in given) >= 40
    for each in given:
        assert each.profile.jurisdiction.id == each.file.removesuffix(".yaml")
        assert all(clause.source for clause in each.profile.clauses)
    assert {clause.certainty for each in given for clause in each.profile.clauses} == set("VSTM")


def test_a_laboratory_gives_its_own(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text(OWN.format(answer="answered_by: [odds]"), encoding="utf-8")
    (given,) = read_profiles([str(file)])
    assert given.profile.jurisdiction.authority == "Ourselves"
    assert (given.file, given.path) == ("own.yaml", str(file))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("answered_by: [ods]", "no submission has a part 'ods'; did you mean odds?"),
        ("note: nothing", "note"),
        ("human: ''", "human"),
        ("limit: {kind: least_retrun, share: 0.9}", "least_return"),
        ("limit: {kind: least_return, share: 90}", "share"),
        ("", "expected answered_by, limit or human"),
    ],
)
def test_what_is_wrong_in_a_profile_is_said(tmp_path, answer, said):
    file = tmp_path / "own.yaml"
    file.write_text(OWN.format(answer=answer), encoding="utf-8")
    with pytest.raises(SpecInvalidError, match=r"own\.yaml") as caught:
        read_profiles([str(file)])
    assert said in str(caught.value)


def test_a_name_that_is_unknown_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(SpecError, match="there is no profile 'example-labratory'; did you mean"):
        read_profiles(["example-labratory"])
    with pytest.raises(SpecError, match="nj is given twice"):
        read_profiles(["nj", "nj"])
    with pytest.raises(SpecError, match="there is no such file"):
        read_profiles([str(tmp_path / "none.yaml")])


def verdicts(limit, *settings, game="three-card-poker", jackpots=()):
    found = findings(limit, changed(game, *settings), figures(game, *settings), jackpots)
    return {each.subject: each.verdict for each in found}


def test_the_least_return_is_that_of_each_wager():
    found = verdicts(asked.LeastReturn(kind="least_return", share=0.95))
    assert found == {
        "Ante (with Play, Ante bonus)": "met",
        "Pair plus": "met",
        "Six-card bonus": "not met",
    }
    most = verdicts(asked.MostReturn(kind="most_return", share=0.97))
    assert list(most.values()) == ["met", "not met", "met"]


def test_a_return_is_compared_as_a_fraction():
    exact = next(each.exact["rtp"] for each in figures().wagers if each.wager == "pair_plus")
    share = float(Fraction(exact))
    found = findings(
        asked.LeastReturn(kind="least_return", share=share), changed("three-card-poker"), figures()
    )
    # The float nearest to 5397/5525 is above or below it, and the verdict is that of the fraction.
    wanted = "met" if Fraction(exact) >= Fraction(str(share)) else "not met"
    assert found[1].verdict == wanted


def test_a_limit_within_the_error_is_left_to_a_human():
    wagers = figures().wagers
    near = wagers[1].model_copy(update={"rtp": 0.75, "exact": {}, "error_bound": 1e-9})
    unsure = figures().model_copy(update={"wagers": (near,)})
    (found,) = findings(
        asked.LeastReturn(kind="least_return", share=0.7500000001),
        changed("three-card-poker"),
        unsure,
    )
    assert found.verdict == "for a human"
    assert found.human


def test_a_limit_of_devices_fails_no_game():
    """The tie of casino war returns 81 %, which New Jersey's limit of slot games does not allow."""
    made, _ = submission("casino-war", profiles=("nj", "example-laboratory"))
    newark, laboratory = made.matrices
    (tie,) = (f for f in newark.findings if f.subject == "Tie" and f.kind == "least_return")
    assert (tie.verdict, tie.margin < 0) == ("for a human", True)
    assert "about gaming devices" in tie.human
    assert newark.count("not met") == 0
    assert laboratory.count("not met") == 0
    assert made.all_met


def test_the_rarest_award_is_held_against_the_longest_odds():
    limit = asked.LongestOdds(kind="longest_odds", one_in=100_000_000)
    assert set(verdicts(limit).values()) == {"met"}
    assert verdicts(limit.model_copy(update={"one_in": 100_000})) == {
        "The rarest award: Royal flush (Six-card bonus)": "not met"
    }


def test_the_return_does_not_fall_where_no_amount_is_rounded():
    limit = asked.ReturnByStake(kind="return_by_stake", most_fall=0)
    assert coins(changed("three-card-poker"), figures()) == 1
    assert verdicts(limit) == {"Every wager": "met"}
    # A commission of a twentieth needs twenty coins, and house rules that say what is rounded.
    assert coins(changed("punto-banco"), figures("punto-banco")) == 20
    (found,) = findings(limit, changed("punto-banco"), figures("punto-banco"))
    assert found.verdict == "for a human"
    assert "multiples of 20 coins" in found.human


def test_linked_jackpots_have_one_probability():
    limit = asked.EqualJackpots(kind="equal_jackpots")
    assert verdicts(limit, game="punto-banco") == {"Linked jackpots": "for a human"}
    pairs = [("punto_pair", "pair"), ("banco_pair", "pair")]
    assert set(verdicts(limit, game="punto-banco", jackpots=pairs).values()) == {"met"}
    margins = [("punto_margin", "nine"), ("banco_margin", "nine")]
    assert set(verdicts(limit, game="punto-banco", jackpots=margins).values()) == {"not met"}
    with pytest.raises(SpecError, match=r"no row of punto_pair pairs; did you mean pair\?"):
        verdicts(limit, game="punto-banco", jackpots=[("punto_pair", "pairs")])
    with pytest.raises(SpecError, match="no wager with a return"):
        verdicts(limit, game="punto-banco", jackpots=[("jackpot", "pair")])


def test_a_trial_is_as_long_as_the_exact_deviation_asks():
    limit = asked.TrialLength(kind="trial_length", within=0.01, confidence=0.95)
    (found,) = findings(limit, changed("three-card-poker"), figures())
    # 1.959964 deviations of 1.6392527541 on the wager, over a hundredth, are 321.28764; squared:
    assert found.value == 103226
    assert found.verdict == "for a human"
    planned = limit.model_copy(update={"rounds": 103225})
    assert set(verdicts(planned).values()) == {"not met"}
    assert set(verdicts(planned.model_copy(update={"rounds": 103226})).values()) == {"met"}


def test_wagers_with_one_hand_are_counted_without_those_that_follow():
    limit = asked.MostWagers(kind="most_wagers", number=6)
    assert set(verdicts(limit).values()) == {"met"}
    assert set(verdicts(limit, game="punto-banco").values()) == {"not met"}


def test_a_line_that_never_comes_has_no_odds():
    assert PayLine(outcome="Never", pays="1 to 1", probability=0.0).one_in is None
    assert all(part.file for part in PARTS.values())


def wager_of_outcomes(stake, *outcomes):
    """Return a wager of outcomes: what is put down, what it brings, and its probability."""
    told = tuple(
        BankedOutcome(staked=staked, net=net, probability=p) for staked, net, p in outcomes
    )
    known: Any = {"exact": {"stake": stake}, "outcomes": told}
    return BankedWager.model_construct(**known)


def test_what_all_wagers_can_lose_is_added_in_units_of_the_first():
    main = wager_of_outcomes("2", (4.0, -4.0, 0.5), (2.0, 3.0, 0.5))
    # Half a unit in a quarter of the rounds, as an insurance.
    insurance = wager_of_outcomes("1/4", (1.0, -1.0, 0.125), (1.0, 2.0, 0.125), (0.0, 0.0, 0.75))
    assert all_lost([main, insurance]) == 2.5
