"""What works out the options of a question, as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import ir
from rulewright.engines.python.emit_expressions import written
from rulewright.ir import Const, Op, OptionList
from rulewright.ir.folding import TRUE
from rulewright.ir.layout import (
    STRIDE,
)


def option_lines(ask: ir.Ask) -> Iterator[str]:
    """The lines that gather the options of a question into the list `o`, and return it."""
    yield "    o = []"
    for options in ask.options:
        yield from _one_list(options)
    if ask.stop is not None:
        alone = "" if ask.stop_alone else "o and "
        if ask.stop == TRUE and ask.stop_alone:
            yield "    o.append(-1)"
        else:
            yield f"    if {alone}{written(ask.stop)}:"
            yield "        o.append(-1)"
    yield "    return o"


def _one_list(options: OptionList) -> Iterator[str]:
    if options.source is None:
        if options.condition != Const(0):
            yield f"    if {written(options.condition)}: o.append({(options.code or 0) * STRIDE})"
        return
    source, pad = options.source, "    "
    if isinstance(source, Op) and source.name == "if":
        yield f"    if {written(source.parts[0])}:"
        source, pad = source.parts[1], "        "
    element = options.var
    if options.code is not None:
        element = f"{options.code * STRIDE + 1} + {options.var}"
    if options.code is None and options.condition == TRUE:
        yield f"{pad}o += {written(source)}"
        return
    test = "" if options.condition == TRUE else f" if {written(options.condition)}"
    yield f"{pad}o += [{element} for {options.var} in {written(source)}{test}]"
