"""Code that is written and compiled function by function, each when it is first called.

A scenario plays a few moves of a game that nobody plays to its end: most of the code is never wanted. What is
written alike for several games is compiled once.
"""

from __future__ import annotations

from functools import cache
from types import CodeType
from typing import Any

from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.emit_module import constants, written
from rulewright.runtime.python.emit_statements import Written


def add_lazily(module: Module, code: dict[str, Any]) -> None:
    """Enter the constants and functions of a module, each function with one in its place that makes it."""
    code.update(constants(module))
    for each in written(module):
        code[each[0]] = _stand_in(each, code)


def _stand_in(function: Written, code: dict[str, Any]) -> Any:
    name, lines = function

    def stand_in(*arguments: Any) -> Any:
        if code[name] is stand_in:
            head, *body = lines
            exec(
                _compiled("\n".join([head.replace(f"def {name}(", f"def {_NAME}("), *body, ""])),
                code,
            )
            made = code[name] = code.pop(_NAME)
            made.__code__ = made.__code__.replace(co_name=name)
        return code[name](*arguments)

    return stand_in


_NAME = "made"
"""What any function is called where it is compiled: games number what is alike in different ways."""


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<rules>", "exec")
