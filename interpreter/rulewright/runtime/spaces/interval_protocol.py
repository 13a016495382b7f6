"""Interface of the interval analysis that the spaces use."""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span


class Ranges(Protocol):
    """Intervals of the numbers in one module."""

    def local(self, code: str, name: str, type_: ir.Type) -> Span:
        """Return the interval of local `name` in the function or procedure `code`."""

    def pieces_in(self, low: int, high: int) -> Span:
        """Return the interval of the piece numbers possible in the places from `low` to `high`."""
