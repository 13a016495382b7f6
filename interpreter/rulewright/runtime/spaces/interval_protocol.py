"""Interface of the interval analysis that the spaces use."""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span


class Ranges(Protocol):
    """Interface to the intervals that a module's numbers can have."""

    def local(self, code: str, name: str, type_: ir.Type) -> Span:
        """Return the interval of the values of a local in the function or procedure `code`."""

    def result(self, function: str) -> Span:
        """Return the interval of the numbers that a function returns."""

    def pieces_in(self, low: int, high: int) -> Span:
        """Return the interval of the numbers of pieces that can be in the places from `low` to `high`."""
