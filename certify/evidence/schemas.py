"""JSON Schema of results: of what every command prints with ``--json``, and of issued results."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core.core_schema import FloatSchema

from certify.evidence.ledger.result import LedgerVerification, ReproductionResult
from certify.evidence.listings import (
    GamesListed,
    HashesListed,
    LedgerEntryListed,
    LedgerListed,
    ReplayedLog,
    ReportWritten,
    SpecDifferences,
    TraceListed,
)
from certify.evidence.verification.result import VerificationResult
from certify.studies.banked.result import BankedHandResult, BankedResult, BankedStrategyResult
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.check.result import CheckResult
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.monitoring.result import MonitorResult
from certify.studies.paytable.result import PaytableResult
from certify.studies.returns.result import RtpResult
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.result import ShoeResult
from certify.studies.simulation.compiled_result import CompiledResult
from certify.studies.simulation.result import SimulationResult
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.hand_result import HandResult
from certify.studies.strategy.result import StrategyResult
from certify.studies.submission.result import Submission
from certify.studies.whatif.analysed_result import (
    AnalysedSensitivityResult,
    AnalysedSweepResult,
    AnalysedWhatIfResult,
)
from certify.studies.whatif.parameters_result import ParametersResult
from certify.studies.whatif.result import SensitivityResult, SweepResult, WhatIfResult

DIALECT = "https://json-schema.org/draft/2020-12/schema"

RESULTS: dict[str, type[BaseModel]] = {
    "games": GamesListed,
    "rtp": RtpResult,
    "rtp-banked": BankedResult,
    "hand": HandResult,
    "hand-banked": BankedHandResult,
    "strategy": StrategyResult,
    "strategy-banked": BankedStrategyResult,
    "strategy-cost": StrategyCostResult,
    "whatif": WhatIfResult,
    "whatif-sweep": SweepResult,
    "whatif-analysed": AnalysedWhatIfResult,
    "whatif-analysed-sweep": AnalysedSweepResult,
    "whatif-rulings": SensitivityResult,
    "whatif-analysed-rulings": AnalysedSensitivityResult,
    "shoe": ShoeResult,
    "shoe-analysed": AnalysedShoeResult,
    "paytable": PaytableResult,
    "exposure": ExposedResult,
    "fairness": FairnessResult,
    "report": Certification,
    "report-banked": BankedCertification,
    "report-between-players": FairnessCertification,
    "report-written": ReportWritten,
    "submit": Submission,
    "verify": VerificationResult,
    "monitor": MonitorResult,
    "check": CheckResult,
    "crosscheck": CrosscheckResult,
    "trace": TraceListed,
    "diff": SpecDifferences,
    "simulate": SimulationResult,
    "compile": CompiledResult,
    "replay": ReplayedLog,
    "ledger-list": LedgerListed,
    "ledger-show": LedgerEntryListed,
    "ledger-verify": LedgerVerification,
    "reproduce": ReproductionResult,
    "hash": HashesListed,
    "parameters": ParametersResult,
}
"""By what is asked: the command, and after a hyphen which of its results. Of ``report`` it is the
results beside the PDF; ``report-written`` is what the command prints."""


class _Generator(GenerateJsonSchema):
    """As results are written: a number that is not finite is null."""

    def float_schema(self, schema: FloatSchema) -> JsonSchemaValue:
        """Return the schema of a number."""
        found = super().float_schema(schema)
        return {"anyOf": [found, {"type": "null"}]}


def results_schema(kind: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of results.

    `kind`: one of `RESULTS`; left out, one schema that any result of any kind meets. The result:
    the schema, draft 2020-12. Keys that newer versions add are not required, so that older results
    meet it too.
    """
    if kind is not None:
        model = RESULTS[kind]
        schema = model.model_json_schema(schema_generator=_Generator)
        return {"$schema": DIALECT, **schema, "title": f"certify results: {kind}"}
    by_model, definitions = models_json_schema(
        [(model, "validation") for model in RESULTS.values()], schema_generator=_Generator
    )
    return {
        "$schema": DIALECT,
        "title": "certify results",
        "anyOf": [by_model[model, "validation"] for model in RESULTS.values()],
        **definitions,
    }


def results_schema_text(kind: str | None = None) -> str:
    """Return the schema as the text of a file."""
    return json.dumps(results_schema(kind), indent=2, ensure_ascii=False) + "\n"
