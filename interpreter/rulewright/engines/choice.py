"""Which engine plays a module: the one place where engines are named."""

from __future__ import annotations

from typing import Any

from rulewright.engines.python.python_engine import PythonEngine
from rulewright.ir.module import Module


def engine_for(module: Module, kept: Any = None, *, whole: bool = True) -> PythonEngine:
    """An engine that plays the module; `kept` is what such an engine kept of it before, under `kept`.

    One that is not to play `whole` games makes no more of the module than is played.
    """
    return PythonEngine(module, kept, whole=whole)
