"""Printer of IR expressions as text, and templates for printing nodes."""

from __future__ import annotations

from typing import Any, Final

from rulewright.base.records import Record
from rulewright.runtime.ir import terms as ir

_FORMS: Final = {
    ir.All: "({parts: and })",
    ir.Any: "({parts: or })",
    ir.Append: "{source} and {item}",
    ir.Backwards: "backwards({source})",
    ir.Binary: "({left} {operator} {right})",
    ir.Bounded: "bounded({what})",
    ir.Call: "{function}({arguments})",
    ir.Captured: "delayed {rule}",
    ir.Cond: "({yes} if {condition} else {no})",
    ir.Const: "{value}",
    ir.Filtered: "{var} in {source} where {condition}",
    ir.Head: "head({source})",
    ir.InZone: "({place} of {zone}{owner:[]})",
    ir.Kept: "kept({source})",
    ir.Local: "{name}",
    ir.Lookup: "{array}[{index}]",
    ir.Member: "({item} in {source})",
    ir.Metered: "({what} in {steps} steps)",
    ir.Not: "not {what}",
    ir.Numbers: "{low} to {high}",
    ir.OwnerOf: "owner({place})",
    ir.Part: "{of}.{index}",
    ir.Pieces: "{zone}{index:[]}",
    ir.Place: "the {zone}{index:[]}",
    ir.PlaceOf: "place({piece})",
    ir.Position: "position({piece})",
    ir.Rest: "rest({source})",
    ir.Sees: "sees({player}, {piece})",
    ir.Sequence: "{of}s ({items: })",
    ir.Slot: "{owner}, {label}",
    ir.Taken: "the first {count} of {source}",
    ir.Trial: "({function}({asked}) after {procedure}({arguments}))",
    ir.Watched: "watched({what}, {holds}, {fails})",
}


def expression_text(node: ir.Node) -> str:
    """Return an IR expression as one line of readable text."""
    match node:
        case ir.Read():
            return fill_template("{variable}{index:[]}" + " or {default}" * node.guarded, node)
        case ir.Reduce():
            return _reduction_text(node)
        case ir.End():
            return fill_template(f"{'last' if node.last else 'first'}({{pieces}})", node)
        case ir.Around():
            return fill_template(f"{'others' if node.others else 'players'} from {{start}}", node)
        case ir.AllPieces():
            but = " but {without}" if node.without is not None else ""
            return fill_template(f"{{zone}}[all{but}]", node)
    return fill_template(_FORMS[type(node)], node)


def fill_template(form: str, node: object) -> str:
    """Return `form` with its placeholders `{name}` replaced by the fields of `node`, as text.

    After a colon comes the separator for a tuple (a comma if there is none), or `[]` for an optional index.
    """
    return form.format_map(_Parts(node))


class _Parts(Record):
    """Mapping from the names of a node's fields to values for `str.format_map`."""

    node: object

    def __getitem__(self, name: str) -> _Part:
        return _Part(getattr(self.node, name))


class _Part(Record):
    """A field of a node that formats itself: expressions as text, tuples with separators."""

    value: Any

    def __format__(self, how: str) -> str:
        """Return the field as text; `how` is a separator for a tuple, or `[]` for an optional index."""
        if isinstance(self.value, tuple):
            return (how or ", ").join(map(_text, self.value))
        if how:
            return "" if self.value is None else f"[{_text(self.value)}]"
        return _text(self.value)


def _text(value: Any) -> str:
    """Return an expression, or any other value, as text."""
    return expression_text(value) if isinstance(value, ir.Node) else str(value)


def _reduction_text(node: ir.Reduce) -> str:
    """Return a reduction of a list as readable text."""
    of = "{of} for " if node.of is not None else ""
    var = "{var} in " if of and not isinstance(node.source, ir.Filtered) else ""
    default = "" if node.default == ir.Const(0) else ", else {default}"
    return fill_template(f"{{how}}({of}{var}{{source}}{default})", node)
