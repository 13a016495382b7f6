"""Drawn tables, each made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from knowing.drawn_tables import drawn_table
from rulewright.runtime.ir.module import Module

Drawn = Callable[[int], Module]
"""The module of the table drawn from a seed."""


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """Tables by their seeds."""
    return cache(lambda seed: drawn_table(tmp_path_factory.mktemp("drawn"), seed))
