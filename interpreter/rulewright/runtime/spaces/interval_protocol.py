"""The interface to the interval analysis that the spaces ask."""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span


class Ranges(Protocol):
    """Bounds of the numbers of one module."""

    def local(self, code: str, name: str, type_: ir.Type) -> Span:
        """Return the span of local `name` in the function or procedure `code`."""

    def lying_in(self, low: int, high: int) -> Span:
        """Return the span of the pieces that can lie in the places from `low` to `high`."""
