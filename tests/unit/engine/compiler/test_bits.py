"""Bits and picks found without a loop, against loops, and large numbers of chance."""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import bisect
from itertools import accumulate, pairwise, product
from random import Random

import numba
import numpy as np
import pytest

from certify.play.chance import Stream
from certify.play.compiler import machine, ways
from certify.play.compiler.memory import HAS_DEPOSIT, STREAM_SIZE
from tests.support.plain_back_end import BITS, INSTRUCTIONS, bit_at

RANDOM = Random(1)
WORDS = [
    *(RANDOM.getrandbits(63) for _ in range(200)),
    *(1 << bit for bit in range(63)),
    *((1 << 63) - 1, 0xFF, 0xFF << 55),
]
BIT_AT = [ways.bit_at_by_sums, *([ways.bit_at_by_deposit] if HAS_DEPOSIT else [])]
DEPOSIT = [ways.deposit_by_steps, *([ways.deposit] if HAS_DEPOSIT else [])]
"""The ways of this machine, and of processors that do not deposit bits in one step."""


@pytest.mark.parametrize("found", BIT_AT)
def test_the_bit_at_a_place(found):
    for word in WORDS:
        for place in range(word.bit_count()):
            assert found(word, place) == bit_at(word, place)


@pytest.mark.parametrize("deposit", DEPOSIT)
def test_bits_are_put_into_the_places_of_others(deposit):
    @numba.njit
    def deposited(bits, places):
        return deposit(bits, places)

    for bits, places in pairwise([*WORDS, 0, -1]):
        assert deposited(bits, places) & BITS == INSTRUCTIONS["deposit_at_once"](bits, places)


def test_the_lowest_bits_of_a_word():
    for word in WORDS:
        for number in (0, 1, word.bit_count() // 2, word.bit_count(), 62):
            assert ways.lowest_bits(word, number) == lowest(word, number)


def lowest(cards: int, number: int) -> int:
    """Return so many of the cards of a set, those of the least numbers."""
    return sum(1 << bit for bit in [bit for bit in range(63) if cards >> bit & 1][:number])


GROUPS = [[1] * 9, [3, 1, 2, 4, 1, 1, 2], [4, 4, 4], [1, 2] * 6, [1] * 63, [2] * 31 + [1]]
"""How many cards of each kind are in a pack."""


@pytest.mark.parametrize("sizes", GROUPS)
def test_picks_of_any_cards(sizes):
    ends = list(accumulate(sizes))
    kinds = [(1 << end) - (1 << end - size) for size, end in zip(sizes, ends, strict=True)]
    table = np.array([kinds[bisect(ends, card)] for card in range(ends[-1])], dtype=np.int64)
    tops, bottoms = sum(1 << end - 1 for end in ends), sum(kind & -kind for kind in kinds)
    random = Random(2)
    for _ in range(60):
        cards = sum(1 << card for card in random.sample(range(ends[-1]), random.randint(0, 9)))
        held = [cards & kind for kind in kinds if cards & kind]
        # The first cards of each kind, none to all; the last kind runs fastest.
        picks = [
            sum(parts)
            for parts in product(
                *([lowest(kind, number) for number in range(kind.bit_count() + 1)] for kind in held)
            )
        ]
        where = (table.ctypes.data, cards, 0, tops, bottoms)
        assert ways.some_total(*where) == len(picks)
        places = random.sample(range(len(picks)), min(40, len(picks)))
        assert [ways.some_at(*where, place) for place in places] == [picks[p] for p in places]


def test_more_picks_than_a_word_counts_stop_a_game():
    cards = (1 << 63) - 1
    table = np.array([1 << card for card in range(63)], dtype=np.int64)
    with pytest.raises(machine.Stopped):
        ways.some_total(table.ctypes.data, cards, 0, cards, cards)
    assert ways.some_total(table.ctypes.data, cards >> 1, 0, cards, cards) == 1 << 62


@pytest.mark.parametrize("n", [2**33, 2**40 + 7, 2**62 + 1])
def test_numbers_beyond_a_half_word_are_those_of_the_interpreter(n):
    block = np.zeros(STREAM_SIZE, dtype=np.int64)
    at, stream = block.ctypes.data, Stream(5, 3)
    machine.start_stream(at, 0, 5, 3)
    assert [machine.below(at, 0, n) for _ in range(100)] == [stream.below(n) for _ in range(100)]


SCORES = """
from certify.language.catalogue import load_game
from certify.play.compiler.compiled import CompiledGame
from certify.play.compiler.memory import HAS_DEPOSIT
from certify.play.interpreter.program import Program

print(HAS_DEPOSIT)
for name in ("burn", "burnout"):
    print(CompiledGame(Program(load_game(name), 2), policies="random").play(1, 0, 300).to_data())
"""


@pytest.mark.slow
def test_games_are_the_same_on_a_processor_without_that_instruction():
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    found = [
        subprocess.run(
            [sys.executable, "-c", SCORES],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | settings,
        ).stdout.splitlines()
        for settings in (plain, {})
    ]
    assert found[0][0] == "False"
    assert found[0][1:] == found[1][1:]
