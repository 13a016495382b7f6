"""Workers on other machines: a Dask cluster that people already run, as an executor. The scheduler is Dask's."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib import import_module
from typing import Any, Final

WAIT: Final = 10.0
"""Seconds in which a cluster has to answer."""


class NoCluster(RuntimeError):
    """A cluster cannot be used; says why, and what to do."""


def cluster_of(address: str) -> tuple[Executor, int]:
    """An executor for the cluster at an address such as tcp://host:8786, and how many chunks it plays at a time.

    Raises NoCluster.
    """
    try:
        Client: Any = import_module("distributed").Client
    except ImportError:
        told = "a cluster needs Dask: pip install 'rulewright[cluster]'"
        raise NoCluster(told) from None
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        told = f"no cluster answers at {address} ({error}): is `dask scheduler` running there?"
        raise NoCluster(told) from None
    workers = client.nthreads()
    if not workers:
        client.close()
        raise NoCluster(f"the cluster at {address} has no workers: start `dask worker {address}`")
    return _Executor(client), sum(workers.values())


class _Executor(Executor):
    """Gives work to a cluster. Each piece is work of its own, though it may be alike: nothing is taken for done."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Any, /, *args: Any, **named: Any) -> Any:
        """Let the cluster do it, as soon as it can."""
        return self._client.submit(fn, *args, **named, pure=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which goes on without us."""
        self._client.close()
