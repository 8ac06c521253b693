"""Sections on length, use, settings and solved versions say what the result says."""

from __future__ import annotations

import pytest

from certify.evidence.report.sections.multiplayer.study import (
    length_section,
    settings_section,
    solved_section,
    use_section,
)
from certify.results import Estimate
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.results.solved import AgainstBest, FirstPlay
from tests.report.fairness_texts import (
    shown,
    text_of,
    with_table,
)
from tests.support.fairness import synthetic_fairness


@pytest.fixture(scope="module")
def several() -> FairnessResult:
    return synthetic_fairness((2, 3, 4))


@pytest.fixture(scope="module")
def pair() -> FairnessResult:
    return synthetic_fairness((2,))


def test_length_has_quantiles_and_limits(several: FairnessResult) -> None:
    text = text_of(length_section, several)
    for table in several.tables:
        for length in table.lengths:
            assert length.decisions.quantiles is not None
            figures = (0.0, *length.decisions.quantiles, 412.0)
            assert " ".join(shown(figure, 0) for figure in figures) in text
    assert "random capped 1 000 000 0.000500 ± 0.000011 1" in text


def test_a_player_without_quantiles_is_left_out_of_the_chart(pair: FairnessResult) -> None:
    first, *others = pair.tables[0].lengths
    without = first.model_copy(
        update={"decisions": first.decisions.model_copy(update={"quantiles": None})}
    )
    text = text_of(length_section, with_table(pair, lengths=(without, *others)))
    assert "62.00 ± 0.12 0 – – – – – 412" in text
    assert "Players without quantiles are left out." in text
    assert "left out" not in text_of(length_section, pair)
    alone = text_of(length_section, with_table(pair, lengths=(without,)))
    assert "Figure" not in alone


def test_games_that_meet_no_limit_are_told_in_a_sentence(pair: FairnessResult) -> None:
    lengths = tuple(
        length.model_copy(
            update={
                "caps": tuple(
                    cap.model_copy(
                        update={
                            "most": 0.0,
                            "mean": Estimate(value=0.0, low=0.0, high=3.0 / length.games),
                        }
                    )
                    for cap in length.caps
                )
            }
        )
        for length in pair.tables[0].lengths
    )
    text = text_of(length_section, with_table(pair, lengths=lengths))
    assert "None of 2 030 000 games met a limit (capped)." in text
    assert "with random in all seats, ends at 3 × 10−6 times a game" in text
    free = tuple(length.model_copy(update={"caps": ()}) for length in lengths)
    assert "record no limit" in text_of(length_section, with_table(pair, lengths=free))


def test_what_is_never_used_stands_first(several: FairnessResult) -> None:
    text = text_of(use_section, several)
    assert "bury_again procedure C3, R2 2, 3 and 4" in text
    assert text.index("Never used") < text.index("settle: else") < text.index("later_bid: pass")
    assert "settle: else branch C5, R2 0.003 0.30 0.004 0.30" in text


def test_an_element_never_used_at_one_table_alone_names_that_table(
    several: FairnessResult,
) -> None:
    first, *others = several.tables
    tables = (
        first,
        *(
            table.model_copy(update={"use": table.use.model_copy(update={"never": ()})})
            for table in others
        ),
    )
    text = text_of(use_section, several.model_copy(update={"tables": tables}))
    assert "bury_again procedure C3, R2 2 " in text


def test_many_moves_do_not_leave_the_page(pair: FairnessResult) -> None:
    use = pair.tables[0].use
    move = next(each for each in use.elements if each.kind == "move")
    many = tuple(
        move.model_copy(update={"name": f"move {number}", "times": (0.5 + number, 1.0)})
        for number in range(90)
    )
    result = with_table(pair, use=use.model_copy(update={"elements": many, "never": ()}))
    text = text_of(use_section, result)
    assert "move 89" in text
    assert "move 3 " not in text
    assert "The 58 least used are in the results (JSON)." in text


def test_the_largest_change_stands_first(pair: FairnessResult) -> None:
    text = text_of(settings_section, pair)
    found = text.partition("No change is found")[0]
    assert found.index("hand_size = 6") < found.index("hand_size = 10")
    assert "Six cards are dealt R2 A +2.10 0.00 +4.20 −11.20 2 × 10−9" in text
    assert "B +2.10 0.00 +4.20 −11.20 2 × 10−9" in text
    assert "equal_bids = leader" not in found
    assert "All seats random or sensible: equal_bids = leader." in text
    assert "is 0.08 percentage points" in text


def test_matches_stand_against_what_the_source_says(several: FairnessResult) -> None:
    text = text_of(settings_section, several)
    for table in several.tables:
        match = table.matches[0]
        assert match.seconds_a_decision is not None
        low, high = (f"{end:.3g}" for end in match.seconds_a_decision)
        assert f"30 to 45 {low} to {high}" in text
    assert "long: To 300 points (C31)" in text


def test_solved_versions_have_value_and_error(pair: FairnessResult) -> None:
    text = text_of(solved_section, pair)
    assert "+0.041200000 to the first seat, error at most 1 × 10−9" in text
    assert "+0.118000000 to the first seat, exact" in text
    assert "first player wins 52.1000" in text
    assert "After 10 240 iterations: 8 × 10−4." in text
    assert "1 −0.4100 0.6000 never" in text


def test_first_plays_are_limited_to_the_likeliest_holdings(pair: FairnessResult) -> None:
    plays = tuple(
        FirstPlay(
            holding=f"holding {number}",
            chance=(number + 1) / 820,
            plays=("low", "high"),
            values=(0.0, 1.0),
            probabilities=(0.0, 1.0),
        )
        for number in range(40)
    )
    version = pair.solved[0].model_copy(update={"first_plays": plays})
    text = text_of(solved_section, pair.model_copy(update={"solved": (version,)}))
    assert "holding 39, held in 4.88 % of deals high +1.0000 – 100.00" in text
    assert "holding 28," in text
    assert "holding 27," not in text
    assert "28 more are in the results (JSON)" in text


def test_players_against_best_play(pair: FairnessResult) -> None:
    listed = (
        AgainstBest(player="random", best_play=-1.25, best_answer=-2.5),
        AgainstBest(
            player="sensible",
            best_play=None,
            best_answer=-0.5,
            outcomes=(("loses", 0.75), ("goes on for ever", 0.25)),
        ),
    )
    version = pair.solved[1].model_copy(update={"against_best": listed})
    text = text_of(solved_section, pair.model_copy(update={"solved": (version,)}))
    assert "random −1.2500 −2.5000 – –" in text
    assert "sensible – −0.5000 75.0000 25.0000" in text
    assert "how players fare" not in text_of(solved_section, pair)
