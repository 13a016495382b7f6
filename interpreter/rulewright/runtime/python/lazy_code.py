"""Lazy compilation: each function is written and compiled when it is first called.

A scenario plays a few moves of a game that nobody plays to its end, so most code is never needed. Functions with
equal text in several games are compiled once.
"""

from __future__ import annotations

from functools import cache
from types import CodeType
from typing import Any

from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.emit_module import module_constants, python_functions
from rulewright.runtime.python.emit_statements import FunctionSource


def add_lazily(module: Module, code: dict[str, Any]) -> None:
    """Add a module's constants to `code`, and for each function a stub that compiles it when called."""
    code.update(module_constants(module))
    for each in python_functions(module):
        code[each[0]] = _stub_for(each, code)


def _stub_for(function: FunctionSource, code: dict[str, Any]) -> Any:
    """Return a stub that, when first called, compiles the function and replaces itself by it in `code`."""
    name, lines = function

    def stand_in(*arguments: Any) -> Any:
        """Compile the function if this is the first call, then call it."""
        if code[name] is stand_in:
            head, *body = lines
            exec(
                _compile_cached(
                    "\n".join([head.replace(f"def {name}(", f"def {_NAME}("), *body, ""])
                ),
                code,
            )
            function_ = code[name] = code.pop(_NAME)
            function_.__code__ = function_.__code__.replace(co_name=name)
        return code[name](*arguments)

    return stand_in


_NAME = "made"
"""Name of every function when compiled, so that equal functions of different numbers share one cache entry."""


@cache
def _compile_cached(text: str) -> CodeType:
    """Return the code object for a Python source text; cached by text."""
    return compile(text, "<rules>", "exec")
