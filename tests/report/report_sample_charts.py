"""Charts for the sample: hand to ten cells, upcards 2..T, A."""

from __future__ import annotations

HARD = {
    **{str(total): " ".join(["H"] * 10) for total in (5, 6, 7, 8)},
    "9": "H Dh Dh Dh Dh H H H H H",
    "10": "Dh Dh Dh Dh Dh Dh Dh Dh H H",
    "11": "Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh",
    "12": "H H S S S H H H H H",
    **{str(total): "S S S S S H H H H H" for total in (13, 14, 15, 16)},
    **{str(total): " ".join(["S"] * 10) for total in (17, 18, 19, 20)},
}

HARD_BURNOUT = HARD | {
    "8": "H H H Dh Dh H H H H H",
    "9": "Dh Dh Dh Dh Dh Dh H H H H",
    "12": "H H H H H H H H H H",
    "13": "H H H H H H H H H H",
    "14": "S H H H H H H H H H",
    "17": "S S S S S S H H H H",
}

SOFT = {
    "A,2": "H H H Dh Dh H H H H H",
    "A,3": "H H H Dh Dh H H H H H",
    "A,4": "H H Dh Dh Dh H H H H H",
    "A,5": "H H Dh Dh Dh H H H H H",
    "A,6": "H Dh Dh Dh Dh H H H H H",
    "A,7": "Ds Ds Ds Ds Ds S S H H H",
    "A,8": "S S S S Ds S S S S S",
    "A,9": "S S S S S S S S S S",
}

PAIRS = {
    "2,2": "P P P P P P H H H H",
    "3,3": "P P P P P P H H H H",
    "4,4": "H H H P P H H H H H",
    "5,5": "Dh Dh Dh Dh Dh Dh Dh Dh H H",
    "6,6": "P P P P P H H H H H",
    "7,7": "P P P P P P H H H H",
    "8,8": "P P P P P P P P P P",
    "9,9": "P P P P P S P P S S",
    "T,T": "S S S S S S S S S S",
    "A,A": "P P P P P P P P P P",
}

BURN_ON_HIT = {
    **{str(total): "- - - - - 2-4 2-5,A A,2-4 A-5 2-6" for total in (5, 6, 7)},
    "8": "A-4 A-4 A-3 2-4 2-4 A-6 A-6 2-5 2-5 A,2,4-6,9",
    "9": "A-5 A-5 A-4 2-4 2-4 A-5 A-6 2-6 2-6 2-6",
    "10": "A-5 A-5 A-5 A-4 A-4 A-6 A-7 2-7 2-7 2-7",
    "11": "A-5 A-5 A-5 A-4 A-4 A-6 A-7 A-8 A-8 A-8",
    "12": "T T T T T A-4,T A-4,T A-5,T A-5,T A-5,T",
    "13": "9-T 9-T 9-T 9-T 9-T A-3,9-T A-4,9-T A-4,9-T A-4,9-T A-4,9-T",
    "14": "8-T 8-T 8-T 8-T 8-T A,2,8-T A-3,8-T A-3,8-T A-3,8-T A-3,8-T",
    "15": "7-T 7-T 7-T 7-T 7-T A,7-T A,2,7-T A,2,7-T A,2,7-T A,2,7-T",
    "16": "6-T 6-T 6-T 6-T 6-T 6-T A,6-T A,6-T A,6-T A,6-T",
    "17": "5-T 5-T 5-T 5-T 5-T 5-T 5-T 5-T 5-T 5-T",
}

BURN_ON_DOUBLE = {
    f"A,{low}": "A-4 A-4 A-4 A-3 A-3 A-5 A-6 A-6,T A,3,5-7,9-T 2-6" for low in range(2, 8)
}
