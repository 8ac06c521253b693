"""What a report carries beside its results: the spec, its paytables, the software bill."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import Distribution
from typing import TypeVar
from uuid import UUID, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from certify.evidence.libraries import ITSELF, needed_libraries, requirements_of
from certify.language.game import LoadedGame
from certify.studies.certification.about import Given
from certify.studies.item.enclosures import Enclosure, Relationship
from certify.studies.item.result import CertifiedItem
from certify.version import __version__

NAMESPACE = UUID("8d6c1a52-2d7b-5f0e-9c43-6f1f6c0f8a11")
"""Of the serial numbers of bills: drawn once."""


def software_bill(issued: str, engine: str) -> bytes:
    """Return the bill of materials of this installation.

    `issued`: the date that it bears, YYYY-MM-DD; never the clock's. `engine`: SHA-256 of the
    sources that the figures rest on. The result: cycloneDX 1.6 as JSON: certify with the SHA-256 of
    its engine's sources, Python, and each library that certify needs, directly or through another,
    with version and licence. The same installation gives the same bytes.

    Extras are not counted: no figure of a report rests on them.
    """
    found = needed_libraries()
    components = {name: _library(name, library) for name, library in found.items()}
    itself = Component(
        name=ITSELF,
        version=__version__,
        type=ComponentType.APPLICATION,
        bom_ref=ITSELF,
        properties=[Property(name="certify:engine_sha256", value=engine)],
    )
    python = Component(
        name="Python",
        version=platform.python_version(),
        type=ComponentType.PLATFORM,
        bom_ref="Python",
        description=platform.python_implementation(),
    )
    described = "\n".join(f"{name} {library.version}" for name, library in found.items())
    bill = Bom(
        components=[python, *components.values()],
        serial_number=uuid5(NAMESPACE, f"{issued}\n{engine}\n{described}"),
    )
    bill.metadata.timestamp = datetime.strptime(issued, "%Y-%m-%d").replace(tzinfo=UTC)
    bill.metadata.component = itself
    bill.register_dependency(
        itself, [python, *(components[name] for name in requirements_of(ITSELF) if name in found)]
    )
    for name, component in components.items():
        bill.register_dependency(
            component, [components[other] for other in requirements_of(name) if other in found]
        )
    return (JsonV1Dot6(bill).output_as_string(indent=2) + "\n").encode()


def _library(name: str, found: Distribution) -> Component:
    """Return a library with its licence, if it states one in the standard's form."""
    stated = found.metadata.get_all("License-Expression")
    return Component(
        name=name,
        version=found.version,
        bom_ref=name,
        licenses=[LicenseFactory().make_from_string(stated[0])] if stated else None,
        purl=PackageURL("pypi", name=name, version=found.version),
    )


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
