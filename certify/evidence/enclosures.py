"""What a report carries beside its results: the spec, its paytables, the software bill."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeVar

from certify.evidence.software_bill import software_bill
from certify.language.game import LoadedGame
from certify.studies.certification.about import Given
from certify.studies.item.enclosures import Enclosure, Relationship
from certify.studies.item.result import CertifiedItem

ABOUT, BILL = "about.yaml", "software-bill.cdx.json"
SPEC_TITLE = "Rules of the game, as certified"
PAYTABLE_TITLE = "Paytable"
ABOUT_TITLE = "Laboratory, client and requirements, as given"
BILL_TITLE = "Software bill of materials (CycloneDX)"
YAML, CYCLONEDX = "application/yaml", "application/vnd.cyclonedx+json"

Item = TypeVar("Item", bound=CertifiedItem)


def enclose(
    item: Item, game: LoadedGame, given: Given | None = None
) -> tuple[Item, Mapping[str, bytes]]:
    """Return the content of a report with the list of what it carries, and that itself.

    The result, item : CertifiedItem: the same with its `enclosures`: the spec first, its paytables,
    what was given, the software bill.
    """
    contents: dict[str, bytes] = {}
    enclosures: list[Enclosure] = []

    def add(
        name: str, title: str, content: bytes, media_type: str, relationship: Relationship
    ) -> None:
        contents[name] = content
        enclosures.append(
            Enclosure(
                name=name,
                title=title,
                media_type=media_type,
                relationship=relationship,
                size=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
            )
        )

    for number, (name, text) in enumerate(game.texts.items()):
        title = PAYTABLE_TITLE if number else SPEC_TITLE
        add(name, title, text.encode(), YAML, "Source")
    if given is not None:
        add(ABOUT, ABOUT_TITLE, given.text.encode(), YAML, "Supplement")
    add(BILL, BILL_TITLE, software_bill(item.issued, item.engine_sha256), CYCLONEDX, "Supplement")
    return item.model_copy(update={"enclosures": tuple(enclosures)}), contents
