"""Creates native code and engines; functions return None where the Python engine has to play instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.base.records import Record
from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.native_backend import may_be_native

if TYPE_CHECKING:
    from rulewright.native.analysis.spans import Spans
    from rulewright.native.encode.wasm_module import WasmModule
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.layout.native_code import BatchCode, NativeCode, ReplayCode
    from rulewright.runtime.game.engine import GameEngine

_Code = TypeVar("_Code")


class Obstacle(Record):
    """The reason why the native engine cannot play a module: wasmtime is missing or fails, or the module does.

    `missing`: wasmtime is not installed. `unusable`: it does not work here. `untranslated`: the module contains
    something that only the Python engine plays.
    """

    kind: Literal["missing", "unusable", "untranslated"]
    what: str = ""


def obstacle(module: Module) -> Obstacle | None:
    """Return why the native engine cannot play `module`, found by trying; None if it can."""
    from rulewright.native.compile_module import native_module
    from rulewright.native.emit.emit_context import Unsupported
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.host import HostUnavailable
    from rulewright.native.layout.rows import StateDoesNotFit

    if not may_be_native():
        return Obstacle("missing")
    try:
        NativeEngine(native_module(module), PythonEngine(module, whole=False))
    except HostUnavailable as error:
        return Obstacle("unusable", str(error))
    except RecursionError:
        return Obstacle("untranslated", "code that is nested too deeply")
    except (Unsupported, StateDoesNotFit) as error:
        return Obstacle("untranslated", str(error) or "a number that is too large")
    return None


def native_code(module: Module) -> NativeCode | None:
    """Return native code of `module` that can be cached; None if only the Python engine can play it."""
    from rulewright.native.compile_module import native_module

    return _compiled(native_module, module)


def tracing_code(module: Module) -> ReplayCode | None:
    """Return code that replays trajectories of `module`, or None if it cannot be compiled."""
    from rulewright.native.compile_module import tracing_module

    return _compiled(tracing_module, module)


def batch_code(module: Module) -> BatchCode | None:
    """Return code that advances many games of `module` in parallel, or None if it cannot be compiled."""
    from rulewright.native.compile_module import batch_module

    return _compiled(batch_module, module)


def _compiled(compile_module: Callable[[Module], _Code], module: Module) -> _Code | None:
    """Return what `compile_module` makes of a module; None if the native engine cannot play it."""
    from rulewright.native.emit.emit_context import Unsupported

    try:
        return compile_module(module)
    except (Unsupported, RecursionError):  # deep nesting counts as too large
        return None


def native_engine(
    code: NativeCode, other: GameEngine, tracing: Callable[[], ReplayCode | None] | None = None
) -> NativeEngine | None:
    """Return an engine that plays `code` and falls back on `other`; None if it cannot run here.

    `tracing` supplies the replay code on first use; without it, the code is compiled from the module. Compiled
    code is cached between runs.
    """
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.host import HostUnavailable
    from rulewright.native.layout.rows import StateDoesNotFit

    try:
        return NativeEngine(code, other, tracing, keeps=True)
    except (HostUnavailable, StateDoesNotFit):
        return None


def spans(module: Module) -> Spans:
    """Return the interval analysis of a module: the bounds of its variables and locals."""
    from rulewright.native.analysis.spans import Spans

    return Spans(module)


def native_file(module: Module, about: Mapping[str, Any], tells: bool = True) -> bytes | None:
    """Return the game as a WebAssembly file for other languages, with `about` as data; None if not playable.

    Without `tells` the file records no story.
    """
    whole = _game_module(module, about, tells)
    return None if whole is None else whole.to_bytes()


def native_text(module: Module, tells: bool = True) -> str | None:
    """Return the code of `native_file` as WebAssembly text; None if native code cannot play it."""
    from rulewright.native.encode.wat import module_text

    whole = _game_module(module, {}, tells)
    return None if whole is None else module_text(whole)


def _game_module(module: Module, about: Mapping[str, Any], tells: bool) -> WasmModule | None:
    """Return the WebAssembly module of a game, with the story if it `tells`; None if native code cannot play it."""
    from rulewright.native.emit.emit_context import Unsupported
    from rulewright.native.engine.game_file import game_module
    from rulewright.native.layout.rows import StateDoesNotFit

    first = PythonEngine(module, whole=False).start(0)
    try:
        return game_module(module, first, about, tells)
    except (Unsupported, StateDoesNotFit):
        return None
