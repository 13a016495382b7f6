"""The interface of the native engine, which is imported by name so that no lower layer depends on it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Literal, Protocol, cast

from rulewright.runtime.game.engine import GameEngine
from rulewright.runtime.ir.module import Module
from rulewright.runtime.spaces.interval_protocol import Ranges

EngineName = Literal["python", "native"]

BACKEND: Final = "rulewright.native.loading"
"""The module that implements `Backend`. A string, since an import would point to a higher layer."""


class Backend(Protocol):
    """An engine that compiles modules. Code is plain data that only the same backend reads."""

    def native_code(self, module: Module) -> Any:
        """Return compiled code for single games, or None where only Python plays the module."""

    def tracing_code(self, module: Module) -> Any:
        """Return compiled code that replays histories, or None where there is none."""

    def batch_code(self, module: Module) -> Any:
        """Return compiled code that advances many games at once, or None where there is none."""

    def native_engine(
        self, code: Any, other: GameEngine, tracing: Callable[[], Any] | None = None
    ) -> GameEngine | None:
        """Return an engine that plays `code` and leaves to `other` what traps; None if it cannot run here."""

    def spans(self, module: Module) -> Ranges:
        """Return the interval analysis of a module."""


def may_be_native() -> bool:
    """Return whether the compiler of native code (wasmtime) is installed."""
    return find_spec("wasmtime") is not None


def backend() -> Backend:
    """Return the native backend; it is imported at the first call."""
    return cast(Backend, import_module(BACKEND))
