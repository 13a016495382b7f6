"""Which engine plays a module: the one place where engines are named."""

from __future__ import annotations

from typing import Any

from rulewright.engines.python.python_engine import PythonEngine
from rulewright.ir.module import Module


def engine_for(module: Module, kept: Any = None) -> PythonEngine:
    """An engine that plays the module; `kept` is what such an engine kept of it before, under `kept`."""
    return PythonEngine(module, kept)
