"""The lock files hold everything that the package says it needs."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NEEDED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["web"]]
"""`certify serve` works at once after the README's command."""


def test_locks_have_every_dependency_in_a_version_that_is_allowed():
    for lock in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / lock).read_text()
        pinned = dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text, re.MULTILINE))
        pinned = {canonicalize_name(name): version for name, version in pinned.items()}
        for requirement in map(Requirement, NEEDED):
            version = pinned[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), requirement
