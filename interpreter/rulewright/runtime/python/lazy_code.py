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
    """Add a module's constants and functions to `code`, each function as a stub that compiles it."""
    code.update(module_constants(module))
    for each in python_functions(module):
        code[each[0]] = _stub_for(each, code)


def _stub_for(function: FunctionSource, code: dict[str, Any]) -> Any:
    """Return the stub for a function, which replaces itself by the compiled function at its first call."""
    name, lines = function

    def stand_in(*arguments: Any) -> Any:
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
    """Compile a function; equal texts are compiled once."""
    return compile(text, "<rules>", "exec")
