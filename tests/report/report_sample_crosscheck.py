"""A made-up double entry, for the report without playing anything."""

from __future__ import annotations

import hashlib
from typing import Any

from certify.studies.crosscheck.result import (
    CrosscheckResult,
    CrosscheckRun,
    CrosscheckTest,
    CutCardEffect,
)

UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")


def sha256(text: str) -> str:
    """Return a hash that looks like one."""
    return hashlib.sha256(text.encode()).hexdigest()


def sample_crosscheck(provenance: dict[str, Any], **changes: Any) -> CrosscheckResult:
    """Return seven runs with tests of every kind."""
    runs = (
        *(run(name, 24_000_000) for name in ("main", "main_burnout")),
        run("insurance", 3_000_000),
        run("dealer", 4_500_000),
        *(run(f"bonus.{wins}", 40_000_000, "single_streak") for wins in (2, 3)),
        run("bonus.3, with Burnout", 40_000_000, "single_streak"),
    )
    tests = [
        test
        for number, each in enumerate(runs)
        for test in (
            mean(each.name, "ev", "net of a round, payment included", 0.4 * number - 1.1),
            *(
                mean(each.name, f"upcard.{card}", f"net of a round, the dealer showing {card}", z)
                for card, z in zip(
                    UPCARDS, (0.3, -1.4, 2.2, 0.1, -0.6, 1.0, 0.0, -2.4, 0.5, 1.7), strict=True
                )
                if each.name.startswith("main")
            ),
            distribution(each.name, 0.31 + 0.09 * number),
            paid(each.name),
        )
    ]
    content: dict[str, Any] = {
        **provenance,
        "strategy": "optimal",
        "engine": "compiled",
        "seed": 1,
        "detect": 1e-3,
        "level": 0.01,
        "power": 0.99,
        "correction": "Holm",
        "plan_sha256": sha256("plan"),
        "runs": runs,
        "tests": tuple(tests),
        "cut_card": tuple(
            CutCardEffect(
                wager=wager,
                cut_card=20,
                other_players=0,
                shoes=310_000,
                seed=7,
                least_rounds=63,
                rounds=46.21,
                exact=-0.0061,
                mean=-0.0063,
                effect=-0.0002,
                half_width=0.00005,
                method="made up",
            )
            for wager in ("main", "main_burnout")
        ),
    }
    return CrosscheckResult(**(content | changes))


def run(name: str, games: int, procedure: str = "wagered_round") -> CrosscheckRun:
    """Return a run."""
    return CrosscheckRun(
        name=name,
        procedure=procedure,
        policy="optimal",
        policy_sha256=sha256(name),
        games=games,
        seed=1_000_004,
    )


def mean(name: str, figure: str, text: str, z: float, **changes: Any) -> CrosscheckTest:
    """Return the test of a mean."""
    content: dict[str, Any] = {
        "id": f"{name}.{figure}",
        "wager": name,
        "text": text,
        "kind": "mean",
        "run": name,
        "exact": -0.00615389,
        "simulated": -0.00615389 + z * 0.00024,
        "difference": z * 0.00024,
        "half_width": 0.00047,
        "statistic": z,
        "freedom": None,
        "p": 0.3,
        "p_adjusted": 1.0,
        "passed": True,
        "detectable": 0.00125,
    }
    return CrosscheckTest(**(content | changes))


def distribution(name: str, p: float) -> CrosscheckTest:
    """Return the test of a distribution."""
    return mean(
        name,
        "results",
        "results of a round",
        0.0,
        kind="distribution",
        exact=None,
        simulated=None,
        difference=None,
        half_width=None,
        statistic=21.7,
        freedom=19,
        p=p,
        detectable=0.0004,
    )


def paid(name: str) -> CrosscheckTest:
    """Return the test of what was paid."""
    return mean(
        name,
        "paid",
        "what results and payment come to",
        0.0,
        kind="paid",
        exact=None,
        simulated=0.0,
        difference=0.0,
        half_width=0.0,
        statistic=0.0,
        p=1.0,
        detectable=0.0,
    )
