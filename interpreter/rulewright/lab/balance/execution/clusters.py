"""Workers on other machines: an existing Dask cluster as an executor; Dask does the scheduling."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib import import_module
from typing import Any, Final

WAIT: Final = 10.0
"""The time limit for a cluster's answer, in seconds."""


class NoCluster(RuntimeError):
    """Raised if a cluster cannot be used; the message gives the reason and a remedy."""


def cluster_of(address: str) -> tuple[Executor, int]:
    """Return an executor for the cluster at `address` (tcp://host:8786), and its number of threads.

    Raises NoCluster.
    """
    try:
        Client: Any = import_module("distributed").Client
    except ImportError:
        message = "a cluster needs Dask: pip install 'rulewright[cluster]'"
        raise NoCluster(message) from None
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        message = f"no cluster answers at {address} ({error}): is `dask scheduler` running there?"
        raise NoCluster(message) from None
    workers = client.nthreads()
    if not workers:
        client.close()
        raise NoCluster(f"the cluster at {address} has no workers: start `dask worker {address}`")
    return _Executor(client), sum(workers.values())


class _Executor(Executor):
    """An executor that submits work to a cluster; equal calls are computed separately (impure)."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Any, /, *args: Any, **named: Any) -> Any:
        """Submit a call to the cluster."""
        return self._client.submit(fn, *args, **named, pure=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._client.close()
