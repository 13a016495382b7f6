"""Native code of a module and the engine that plays it, or None where Python has to play instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.base.records import Record
from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.native_backend import may_be_native

if TYPE_CHECKING:
    from rulewright.native.analysis.spans import Spans
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.layout.native_code import BatchCode, Native, Tracing

_Code = TypeVar("_Code")


class Obstacle(Record):
    """What keeps the native engine from playing a module: what compiles is not installed, or does not work here, or
    the module has something in it that only Python plays.
    """

    kind: Literal["missing", "unusable", "untranslated"]
    what: str = ""


def obstacle(module: Module) -> Obstacle | None:
    """Why the native engine cannot play a module, found out anew; None where it can."""
    from rulewright.native.compile_module import native_module
    from rulewright.native.emit.emit_context import Unsupported
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.host import NoHost
    from rulewright.native.layout.rows import DoesNotFit

    if not may_be_native():
        return Obstacle("missing")
    try:
        NativeEngine(native_module(module), PythonEngine(module, whole=False))
    except NoHost as error:
        return Obstacle("unusable", str(error))
    except RecursionError:
        return Obstacle("untranslated", "code that is nested too deeply")
    except (Unsupported, DoesNotFit) as error:
        return Obstacle("untranslated", str(error) or "a number that is too large")
    return None


def native_code(module: Module) -> Native | None:
    """A module as native code, to be kept; None where it has something in it that only Python plays."""
    from rulewright.native.compile_module import native_module

    return _translated(native_module, module)


def tracing_code(module: Module) -> Tracing | None:
    """The code that replays courses of a module, to be kept; None where there is something in it that it cannot."""
    from rulewright.native.compile_module import tracing_module

    return _translated(tracing_module, module)


def batch_code(module: Module) -> BatchCode | None:
    """The code that advances many games of a module at once, to be kept; None where it cannot."""
    from rulewright.native.compile_module import batch_module

    return _translated(batch_module, module)


def _translated(compile_module: Callable[[Module], _Code], module: Module) -> _Code | None:
    """Return compiled code, or None for a module that the native engine cannot play."""
    from rulewright.native.emit.emit_context import Unsupported

    try:
        return compile_module(module)
    except (Unsupported, RecursionError):  # what is nested too deeply is too large
        return None


def native_engine(
    code: Native, other: Any, tracing: Callable[[], Tracing | None] | None = None
) -> NativeEngine | None:
    """An engine that plays native code, and has the other play what that cannot; None where it may not compile.

    `tracing` gives what replays courses when it is first wanted; else that is made of the module. What is compiled
    is kept from run to run.
    """
    from rulewright.native.engine.native_engine import NativeEngine
    from rulewright.native.host import NoHost
    from rulewright.native.layout.rows import DoesNotFit

    try:
        return NativeEngine(code, other, tracing, keeps=True)
    except (NoHost, DoesNotFit):
        return None


def spans(module: Module) -> Spans:
    """Return the interval analysis of a module, which bounds the numbers in its spaces."""
    from rulewright.native.analysis.spans import Spans

    return Spans(module)


def native_file(module: Module, about: Mapping[str, Any], tells: bool = True) -> bytes | None:
    """A module as a file for readers in other languages, with data about it; None if native code cannot hold it.

    One that does not tell keeps no story.
    """
    from rulewright.native.emit.emit_context import Unsupported
    from rulewright.native.game_file import game_file
    from rulewright.native.layout.rows import DoesNotFit

    first = PythonEngine(module, whole=False).start(0)
    try:
        return game_file(module, first, about, tells)
    except (Unsupported, DoesNotFit):
        return None
