"""Results that the tests keep: in a folder of their own, once for all tests of a run."""

from collections.abc import Iterator

import pytest

from certify.studies.cache import FOLDER_VARIABLE


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield
