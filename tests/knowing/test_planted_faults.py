"""Each planted fault is found: a guard that can be taken away without a test that fails guards nothing."""

from __future__ import annotations

import pytest

from engines.kit import native
from knowing.conftest import Drawn
from knowing.faults import RUNTIME
from knowing.planting import Fault, planted
from knowing.watching import watch

TABLES, GAMES = (2, 0, 5), 4
"""Some of those that `test_knowing` plays, and as many games of each."""

pytest.importorskip("wasmtime")


def check_tables(drawn: Drawn) -> None:
    """Games on drawn tables, held against the oracle."""
    for table in TABLES:
        engine = native(drawn(table))
        for seed in range(GAMES):
            watch(drawn(table), seed, engine)


@pytest.mark.parametrize("fault", RUNTIME, ids=lambda fault: fault.name)
def test_the_oracle_finds_it(drawn: Drawn, fault: Fault) -> None:
    for table in TABLES:
        drawn(table)
    with planted(fault), pytest.raises(AssertionError):
        check_tables(drawn)
