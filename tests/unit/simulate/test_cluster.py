"""A real Dask cluster on this machine: a scheduler and two workers, one of them killed midway."""

import os
import signal
import sys
from contextlib import ExitStack

import pytest

from certify.errors import ClusterError
from certify.play.simulate.job import ROOTS
from certify.play.simulate.shards import Shard
from certify.runtime import cluster as module
from certify.runtime.cluster import DaskCluster, do_packed
from certify.studies.simulation.study import Means, simulate
from tests.support.dask_cluster import scheduler_in, wait_for, worker
from tests.support.dice import dice_job


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    return dice_job(tmp_path_factory.mktemp("dice"))


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """Return the address of a scheduler without workers."""
    with scheduler_in(tmp_path_factory.mktemp("dask")) as address:
        yield address


def test_a_cluster_plays_the_same_when_a_worker_is_killed(job, scheduler, tmp_path):
    with ExitStack() as stack:
        first = stack.enter_context(worker(scheduler, tmp_path))
        stack.enter_context(worker(scheduler, tmp_path))
        executor = DaskCluster(job, scheduler)
        wait_for(lambda: len(executor._client.nthreads()) == 2)
        executor.close()
        seen = 0

        def tell(estimate):
            nonlocal seen
            seen += 1
            if seen == 4:
                os.kill(first.pid, signal.SIGKILL)

        found = simulate(job, rounds=9000, means=Means(scheduler=scheduler, progress=tell))
        assert seen > 4
        assert first.wait() == -signal.SIGKILL
    assert found.to_json() == simulate(job, rounds=9000, means=Means(workers=1)).to_json()


def test_a_worker_with_other_sources_is_refused(job, scheduler, tmp_path, monkeypatch):
    with worker(scheduler, tmp_path):
        # Here only: the worker runs its own.
        monkeypatch.setattr("certify.runtime.cluster.fingerprint", lambda parts: "0" * 64)
        with pytest.raises(ClusterError, match=r"another version on tcp://127"):
            DaskCluster(job, scheduler)


def test_a_worker_that_came_later_is_asked_too():
    with pytest.raises(ClusterError, match="another version on a worker"):
        do_packed(b"", ROOTS, "0" * 64, Shard(0, 1))


def test_a_scheduler_without_workers_is_told(job, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_CONNECT", 2.0)
    with scheduler_in(tmp_path) as address:
        wanted = f"has no workers; start some with `dask worker {address}"
        with pytest.raises(ClusterError, match=wanted):
            DaskCluster(job, address)


@pytest.mark.parametrize("address", ["foo://10.0.0.1:1", "here", "tcp://10.0.0.1", ""])
def test_what_is_no_address_is_told(job, address):
    with pytest.raises(ClusterError, match="is no address of a Dask scheduler; expected one such"):
        DaskCluster(job, address)


def test_a_scheduler_that_is_not_there_is_told(job, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(ClusterError, match="there is no Dask scheduler at 'tcp://127"):
        DaskCluster(job, "tcp://127.0.0.1:1")


def test_without_the_library_it_is_told_what_to_install(job, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'certify\[dask\]'"):
        DaskCluster(job, "tcp://127.0.0.1:1")
