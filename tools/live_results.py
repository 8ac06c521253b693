"""`python -m tools.live_results`: made-up months of punto banco, as the examples of `monitor`.

Every round is played by `certify simulate`'s player (seed 27 for the honest month, 28 for the
other): the games of a day and table are the next of the series. What was staked is drawn by numpy
from the same seed: in every round each of three regular seats makes each wager or not. In the other
month the dealer of table PB3 adds the commission to what the banker's hand wins instead of taking
it, from the 4th on.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from certify.language.acts import NET
from certify.language.catalogue import load_game
from certify.play.simulate.shards import Shard
from certify.studies.simulation.study import job_for

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "examples"
GAME = "punto-banco"
MONTHS = {
    "punto-banco-honest.csv": (27, date(2026, 9, 1), None),
    "punto-banco-leak.csv": (28, date(2026, 10, 1), 4),
}
DAYS, TABLES = 30, ("PB1", "PB2", "PB3")
ROUNDS = (600, 1_000)
CHIPS, WEIGHTS = np.array([25.0, 50.0, 100.0, 200.0]), (0.4, 0.3, 0.2, 0.1)
SEATS = 3
SHARES = {"banco": 0.7, "punto": 0.5, "tie": 0.15, "punto_pair": 0.1}
"""Wagers, and the probability that a seat makes each in a round."""

HEADS = (
    *("date", "table", "wager", "rounds", "stake", "wagered", "returned"),
    *("stake_squared", "largest_stake", "table_stake_squared", "lines"),
)


def month(seed: int, first: date, leaks_from: int | None) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a month; from a day on a table pays a wrong commission."""
    game = load_game(GAME)
    job = job_for(game, seed=seed)
    play, scales = job.prepare(), dict(job.scales)
    random = np.random.default_rng(seed)
    start = 0
    for day in range(DAYS):
        for table in TABLES:
            rounds = int(random.integers(*ROUNDS, endpoint=True))
            tallies = play(Shard(start, rounds))
            start += rounds
            leak = leaks_from is not None and table == TABLES[-1] and day + 1 >= leaks_from
            for wager, share in SHARES.items():
                name = f"{NET}.{wager}"
                scale = scales.get(name, 1)
                sums, lines = np.zeros(6), []
                for value, count in sorted(tallies.tally(name).counts.items()):
                    net = value / scale
                    made = random.random((count, SEATS)) < share
                    stakes = np.where(made, random.choice(CHIPS, made.shape, p=WEIGHTS), 0.0)
                    paid = 1.05 if leak and net == 0.95 else net
                    joined = stakes.sum(axis=1)
                    sums += (
                        *(made.sum(), stakes.sum(), (1.0 + paid) * stakes.sum()),
                        *((stakes**2).sum(), (joined**2).sum(), 0.0),
                    )
                    sums[5] = max(sums[5], stakes.max(initial=0.0))
                    lines.append(f"{net:g}:{made.sum()}")
                made_in_all, stake, returned, squared, joined_squared, largest = sums.tolist()
                yield (
                    *((first + timedelta(days=day)).isoformat(), table, wager),
                    *(f"{each:.12g}" for each in (made_in_all, stake, stake, returned)),
                    *(f"{each:.12g}" for each in (squared, largest, joined_squared)),
                    " ".join(lines),
                )


def main() -> None:
    """Write both months."""
    for name, asked in MONTHS.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(HEADS)
        writer.writerows(month(*asked))
        (FOLDER / name).write_text(text.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
