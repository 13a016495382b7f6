"""Code that is written and compiled function by function, each when it is first called.

A scenario plays a few moves of a game that nobody plays to its end: most of the code is never wanted.
"""

from __future__ import annotations

from typing import Any

from rulewright.engines.python.emit_module import constants, written
from rulewright.engines.python.emit_statements import Written
from rulewright.ir.module import Module


def add_lazily(module: Module, code: dict[str, Any]) -> None:
    """Enter the constants and functions of a module, each function with one in its place that makes it."""
    exec("\n".join(constants(module)) + "\n", code)
    for each in written(module):
        code[each[0]] = _stand_in(each, code)


def _stand_in(function: Written, code: dict[str, Any]) -> Any:
    name, lines = function

    def stand_in(*arguments: Any) -> Any:
        if code[name] is stand_in:
            exec(compile("\n".join(lines) + "\n", "<rules>", "exec"), code)
        return code[name](*arguments)

    return stand_in
