"""A digest of how a game is played: equal for modules that differ only in texts, places and unused parts.

It hashes the code that the roots of a module reach, in a canonical form. Story lines and displayed values are
left out. Locals, procedures, functions, arrays and delayed rules are numbered in the order of their first use, so
neither their names nor unused ones count (alpha-equivalence). Variables, zones, labels and decisions count by name,
because views, options and saves show these names.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Final, NamedTuple

from rulewright.base.records import Draft, Record, declared_fields, field
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_expressions import Local
from rulewright.runtime.ir.nodes.ir_statements import (
    Ask,
    Assign,
    Body,
    Effect,
    Fail,
    For,
    If,
    OptionList,
    Perform,
    Stmt,
    Tell,
)
from rulewright.runtime.ir.nodes.ir_types import CAUSE, Kind, Type

_REFERENCES = {
    "procedure": "procedure", "function": "function", "array": "array", "rule": "rule", "rules": "rule",
    "variable": "variable", "zone": "zone", "decision": "decision",
}  # fmt: skip
_CODE = ("procedure", "function", "array")
_NAMES = ("variable", "zone")
"""References that are written by name, because views, options and saves show these names."""
_SILENT = {(Ask, "keeps"), (OptionList, "shown"), (Fail, "what"), (Effect, "logged")}
"""Fields that only explanations and texts use."""
_PLACE: Final = "at"


def play_digest(module: Module) -> str:
    """Return the SHA-256 hash of a module's play; the module is the lowered one, before any pass."""
    return _Canonical(module).digest()


class RuleDigest(NamedTuple):
    """The hash of a rule's own code, and the place where the rule is written."""

    digest: str
    place: str


def rule_digests(module: Module) -> dict[str, RuleDigest]:
    """Return the digests of the rules of a module by name; a rule's own code includes no rule that it calls."""
    parts: dict[str, list[str]] = {}
    places: dict[str, str] = {}
    tables: Any = {"procedure": module.code.procedures, "function": module.code.functions}
    for kind, table in tables.items():
        for name, each in table.items():
            if each.origin:
                rule, place = _rule_of(each.origin)
                places.setdefault(rule, place)
                code = _Canonical(module).own_code(kind, name, each.origin)
                parts.setdefault(rule, []).append(code)
    return {
        rule: RuleDigest(
            hashlib.sha256("\0".join(sorted(codes)).encode()).hexdigest(), places[rule]
        )
        for rule, codes in parts.items()
    }


def _rule_of(origin: str) -> tuple[str, str]:
    """Return the name and place in an origin, which is written as `name` (place)."""
    rule, _, place = origin.rpartition(" (")
    return rule.strip("`"), place.removesuffix(")")


class _Canonical(Draft):
    """The canonical form of a module under construction: its tokens, and the numbers of names met until now."""

    module: Module
    tokens: list[str] = field(factory=list)
    numbers: dict[str, dict[str, int]] = field(factory=dict)
    local_numbers: dict[str, int] = field(factory=dict)
    waiting: list[tuple[str, str]] = field(factory=list)
    """Procedures, functions and arrays met and not yet written."""
    acting: dict[str, bool] = field(factory=dict)
    """Whether each procedure does more than tell the story."""

    def digest(self) -> str:
        """Return the hash of everything that the roots reach."""
        module, outcome = self.module, self.module.outcome
        self._write((module.players, outcome.scored, outcome.gated, outcome.counted, outcome.sides))
        for piece in module.pieces:
            self._write((piece.name, piece.kind))
            self._write_field("zone" if piece.zone else "", piece.zone)
        exported = [name for name, each in module.code.procedures.items() if each.exported]
        for name in (module.code.flow, *exported):
            self._refer("procedure", name)
        for name in outcome.values:
            self._refer("function", name)
        self._drain()
        for kind, table in (("variable", module.variables), ("zone", module.zones)):
            # Sorted: the order of declarations changes no game, and renamed files change it.
            for name in sorted(self.numbers.get(kind, ())):
                self._declare(table[name])
        self._drain()
        return hashlib.sha256("\n".join(self.tokens).encode()).hexdigest()

    def own_code(self, kind: str, name: str, origin: str) -> str:
        """Return a procedure or function with the helpers that it alone reaches; other rules count by name."""
        self._refer(kind, name)
        while self.waiting:
            kind, name = self.waiting.pop()
            code = self.module.code
            tables: Any = {"procedure": code.procedures, "function": code.functions}
            other = tables[kind][name].origin if kind in tables else ""
            if other in ("", origin):
                self._write_code(kind, name)
            else:
                self.tokens.append(_rule_of(other)[0])
        return "\n".join(self.tokens)

    def _declare(self, entry: Any) -> None:
        """Write a zone or variable, without its cells."""
        for name in declared_fields(type(entry)):
            if name == "sight" and entry.sight:
                self._refer("function", entry.sight)
            elif name != "run":
                self._write(getattr(entry, name))

    def _drain(self) -> None:
        """Write the code that was met and not yet written, until there is none."""
        while self.waiting:
            self._write_code(*self.waiting.pop())

    def _write_code(self, kind: str, name: str) -> None:
        """Write a procedure, function or array."""
        code = self.module.code
        self.local_numbers = {}
        if kind == "array":
            array = code.arrays[name]
            self._write((array.of, array.type, array.values))
            return
        one: Any = code.procedures[name] if kind == "procedure" else code.functions[name]
        self._write(kind)
        for parameter, type_ in one.parameters:
            if type_ != CAUSE:
                self._write_local(parameter)
                self._write(type_)
        self._write((one.type, one.result) if kind == "function" else (one.body, one.asks))

    def _refer(self, kind: str, name: Any) -> None:
        """Write a reference; the code that it refers to is written later, at its first reference."""
        if kind == "decision":
            entry = self.module.decisions[name]
            self._write((entry.name, entry.form, entry.anyway))
            self._write(tuple((each.word, each.type, each.of_all) for each in entry.options))
            return
        known = self.numbers.setdefault(kind, {})
        is_new = name not in known
        number = known.setdefault(name, len(known))
        self.tokens.append(name if kind in _NAMES else f"{kind} {number}")
        if is_new and kind in _CODE:
            self.waiting.append((kind, name))
        elif is_new and kind == "rule":
            self._write(self.module.code.captures.get(name, ()))
        elif is_new and kind == "label":
            self._write(self.module.labels[name])

    def _write_local(self, name: str) -> None:
        """Write a local by its number in the present procedure."""
        self.tokens.append(f"local {self.local_numbers.setdefault(name, len(self.local_numbers))}")

    def _write(self, value: Any) -> None:
        """Write a value of any form."""
        if isinstance(value, tuple):
            self.tokens.append("(")
            for each in value:
                if not isinstance(each, Stmt) or self._acts(each):
                    self._write(each)
            self.tokens.append(")")
        elif isinstance(value, Type):
            self._write_type(value)
        elif isinstance(value, Perform):
            self._write_call(value)
        elif isinstance(value, Record):
            self.tokens.append(type(value).__name__)
            for name, kind in _plan(type(value)):
                self._write_field(kind, getattr(value, name))
        else:
            self.tokens.append(repr(value))

    def _write_field(self, kind: str, value: Any) -> None:
        """Write a field of a term, by the kind of name that it holds; an empty kind is no name."""
        if kind == "local":
            self._write_local(value)
        elif kind and isinstance(value, tuple):
            for each in value:
                self._refer(kind, each)
        elif kind:
            self._refer(kind, value)
        else:
            self._write(value)

    def _write_type(self, type_: Type) -> None:
        """Write a type, with the labels or the delayed rule that it names."""
        self.tokens.append(f"{type_.kind.value} {type_.many}")
        if type_.kind is Kind.LABEL:
            self._refer("label", type_.of)
        elif type_.kind is Kind.CAPTURE:
            self._refer("rule", int(type_.of))

    def _write_call(self, call: Perform) -> None:
        """Write the call of a procedure, without causes, which only the story reads."""
        self._refer("procedure", call.procedure)
        parameters = self.module.code.procedures[call.procedure].parameters
        for (_, type_), argument in zip(parameters, call.arguments, strict=True):
            if type_ != CAUSE:
                self._write(argument)

    def _acts(self, stmt: Stmt) -> bool:
        """Return whether a statement does more than tell the story."""
        match stmt:
            case Tell():
                return False
            case If():
                return self._any_acts(stmt.body) or self._any_acts(stmt.otherwise)
            case For():
                return self._any_acts(stmt.body)
            case Perform():
                if stmt.procedure not in self.acting:
                    self.acting[stmt.procedure] = True  # a cycle of calls acts
                    body = self.module.code.procedures[stmt.procedure].body
                    self.acting[stmt.procedure] = self._any_acts(body)
                return self.acting[stmt.procedure]
        return True

    def _any_acts(self, body: Body) -> bool:
        """Return whether a statement of `body` does more than tell the story."""
        return any(map(self._acts, body))


@cache
def _plan(cls: type) -> tuple[tuple[str, str], ...]:
    """Return the fields of a class of terms that count, each with the kind of name that it holds."""
    return tuple(
        (
            name,
            "local"
            if name == "var" or (cls in (Local, Assign) and name == "name")
            else _REFERENCES.get(name, ""),
        )
        for name in declared_fields(cls)
        if name != _PLACE and (cls, name) not in _SILENT
    )
