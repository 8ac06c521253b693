"""Does parts on a Dask cluster; those of a worker that dies are done by others."""

from __future__ import annotations

import logging
import pickle
import re
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any, Generic
from uuid import uuid4

from certify.errors import CertifyError, ClusterError, EngineError
from certify.numerics.fingerprint import fingerprint
from certify.runtime.executors import Answer, Asked, Done, Work

ADDRESS = re.compile(r"((tcp|tls|ucx|wss?)://)?[^\s/]+:\d{1,5}")
SECONDS_TO_CONNECT = 10.0
SECONDS_BETWEEN_LOOKS = 2.0
SECONDS_WITHOUT_WORKERS = 60.0
"""How long a cluster may be without any worker."""

MISSING = (
    "--scheduler needs the library distributed, which is not installed: pip install 'certify[dask]'"
)


class DaskCluster(Generic[Asked, Answer]):
    """Does parts on a Dask cluster.

    `address`: address of the scheduler, such as ``tcp://10.0.0.1:8786``. Raises `ClusterError` if
    the scheduler cannot be reached, it has no workers, or they have other sources.
    """

    def __init__(self, work: Work[Asked, Answer], address: str) -> None:
        self._library = _library()
        self._address = address
        self._work = work
        self._code = fingerprint(work.parts)
        self._client = _connected(self._library, address)
        self._packed = zlib.compress(pickle.dumps(work))
        self._run = uuid4().hex
        self._submitted = 0
        self._parts: dict[Any, Asked] = {}
        self._threads = 0
        self._looked = 0.0
        self._last_seen = time.monotonic()
        try:
            self._check_workers()
            self._look()
        except BaseException:
            self.close()
            raise

    @property
    def width(self) -> int:
        """How many parts are worth having under way: one for each thread, and some that wait."""
        self._look()
        return max(2, self._threads + self._threads // 2)

    def submit(self, asked: Asked) -> None:
        """Have a part done."""
        key = f"certify-{self._run}-{self._submitted}"
        self._submitted += 1
        future = self._client.submit(
            do_packed, self._packed, self._work.parts, self._code, asked, key=key, pure=False
        )
        self._parts[future] = asked

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""
        while True:
            try:
                done = self._library.wait(
                    list(self._parts), SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED"
                ).done
                return [self._taken(future) for future in done]
            except TimeoutError:
                self._look()
            except CancelledError:
                raise self._lost() from None

    def _taken(self, future: Any) -> Done[Asked, Answer]:
        asked = self._parts.pop(future)
        try:
            answer, seconds = future.result()
        except self._library.KilledWorker:
            raise ClusterError(
                f"several workers of {self._address} died while they did {self._work.told(asked)},"
                " perhaps for want of memory"
            ) from None
        except CancelledError:
            raise self._lost() from None
        return Done(asked, answer, seconds)

    def _lost(self) -> ClusterError:
        return ClusterError(
            f"the scheduler {self._address} was lost; start it again, and run the same command"
        )

    def close(self) -> None:
        """End whatever is still being done, and leave the cluster."""
        if self._client.status == "running":
            self._client.cancel(list(self._parts), force=True)
        self._client.close(timeout=SECONDS_TO_CONNECT)
        self._parts = {}

    # Workers

    def _look(self) -> None:
        """Look how many threads the workers have, now and then."""
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            # A client whose scheduler is gone cancels what it has asked for, which is told.
            return
        if self._threads:
            self._last_seen = now
        elif now - self._last_seen > SECONDS_WITHOUT_WORKERS:
            raise ClusterError(
                f"the scheduler {self._address} has had no workers for"
                f" {SECONDS_WITHOUT_WORKERS:.0f} seconds"
            )

    def _check_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except TimeoutError:
            raise ClusterError(
                f"the scheduler {self._address} has no workers; start some with"
                f" `dask worker {self._address}`"
            ) from None
        try:
            found: dict[str, Any] = self._client.run(sources_of, self._work.parts)
        except Exception as error:  # noqa: BLE001  (whatever a foreign worker raises is told)
            raise ClusterError(
                f"a worker of {self._address} cannot run certify ({type(error).__name__}: {error});"
                " install the same version there"
            ) from None
        others = sorted(worker for worker, code in found.items() if code != self._code)
        if others:
            raise ClusterError(_other_code(", ".join(others)))


def _library() -> Any:
    """Return the library, which is imported only if a cluster is used."""
    try:
        found = import_module("distributed")
    except ModuleNotFoundError:
        raise ClusterError(MISSING) from None
    # What goes wrong is told here in a sentence; the library would add its tracebacks.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return found


def _connected(library: Any, address: str) -> Any:
    if not ADDRESS.fullmatch(address):
        raise ClusterError(
            f"{address!r} is no address of a Dask scheduler; expected one such as"
            " tcp://10.0.0.1:8786"
        )
    try:
        return library.Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"there is no Dask scheduler at {address!r} ({error}); start one with `dask scheduler`,"
            " and give the address that it prints"
        ) from None


def _other_code(where: str) -> str:
    return f"certify, or a library, has another version on {where} than here; install the same one"


_own = threading.local()


def sources_of(parts: tuple[str, ...]) -> str:
    """Return the fingerprint of a worker's own sources."""
    return fingerprint(parts)


def do_packed(packed: bytes, parts: tuple[str, ...], code: str, asked: Any) -> tuple[Any, float]:
    """Do a part on a worker."""
    if code != fingerprint(parts):
        raise ClusterError(_other_code("a worker"))
    try:
        do = _prepared(packed)
        began = time.perf_counter()
        answer = do(asked)
    except CertifyError as error:
        raise EngineError(str(error)) from None
    return answer, time.perf_counter() - began


def _prepared(packed: bytes) -> Callable[[Any], Any]:
    """Return what does the parts of a work; every thread keeps the last to itself."""
    if getattr(_own, "packed", None) != packed:
        work: Work[Any, Any] = pickle.loads(zlib.decompress(packed))
        _own.do, _own.packed = work.prepare(), packed
    do: Callable[[Any], Any] = _own.do
    return do
