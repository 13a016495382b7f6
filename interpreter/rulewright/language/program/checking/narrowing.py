"""Flow typing: determine the optional expressions that a condition proves to be present.

Expressions are compared by their form: their structure without types and positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.language.program import typed
from rulewright.language.program.checking.dependency_graph import MOVES, Key
from rulewright.language.program.checking.traversal import own_fields
from rulewright.language.program.typed import Expr

Form = tuple[Any, ...]
Known = frozenset[Form]

NONE: Known = frozenset()


def form(expr: Expr) -> Form:
    """Return the structure of an expression as a hashable tuple."""
    items: list[object] = [type(expr).__name__]
    for name in own_fields(expr):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            items.append(form(value))
        elif isinstance(value, tuple):
            items.append(tuple(map(_inside, value)))
        else:
            items.append(value)
    return tuple(items)


def _inside(value: object) -> object:
    if isinstance(value, Expr):
        return form(value)
    return tuple(map(_inside, value)) if isinstance(value, tuple) else value


def named(name: str) -> Form:
    """Return the form of a variable."""
    return ("Var", name)


def _renamed(value: Any, old: Form, new: Form) -> Any:
    if value == old:
        return new
    return tuple(_renamed(each, old, new) for each in value) if isinstance(value, tuple) else value


def mentions(value: Any, sort: str, name: str | None = None) -> bool:
    """Return whether a form contains a part of this class and, if given, with this name."""
    if not isinstance(value, tuple):
        return False
    if value[:1] == (sort,) and (name is None or name in value):
        return True
    return any(mentions(each, sort, name) for each in value)


def is_there(expr: Expr, known: Known) -> bool:
    """Return whether an expression is never nothing, given the forms `known` to be present."""
    if not expr.type.optional or expr.type.name == "unknown":
        return True
    key = form(expr)
    if key in known:
        return True
    match expr:
        case typed.NeighbourOf(player=player):
            return is_there(player, known)
        case typed.Slot(owner=owner, which=which):
            return all(is_there(part, known) for part in (owner, which) if part)
        case typed.Running(phase=phase):
            return any(each[:2] == ("Running", phase) for each in known)
    return False


# ------------------------------------------------------------------ facts from conditions


def if_so(condition: Expr | None) -> Known:
    """Return the forms that are present if a condition holds."""
    return _when(condition, True)


def if_not(condition: Expr | None) -> Known:
    """Return the forms that are present if a condition does not hold."""
    return _when(condition, False)


def _when(condition: Expr | None, holds: bool) -> Known:
    match condition:
        case typed.Not(what=what):
            return _when(what, not holds)
        case typed.Every(operator=operator, parts=parts):
            sets = [_when(part, holds) for part in parts]
            each_is_so = (operator == "and") is holds
            return NONE.union(*sets) if each_is_so else frozenset.intersection(*sets)
        case typed.Compare(operator="==", left=left, right=right) if holds:
            return _same(left, right) | _same(right, left)
        case typed.Compare(operator="==", left=left, right=typed.Nothing()):
            return frozenset([form(left)])
        case typed.Compare(operator="==", left=typed.Nothing(), right=right):
            return frozenset([form(right)])
        case typed.IsDesign(piece=piece) if holds:
            return frozenset([form(piece)])
        case typed.Within(what=what, source=source) if holds:
            return frozenset([form(what)]) | lies_in(source, what)
        case typed.VariableOf(owner=Expr() as owner) | typed.FactOf(arguments=(Expr() as owner,)):
            return frozenset([form(owner)]) if holds else NONE
    return NONE


def _same(one: Expr, other: Expr) -> Known:
    """Return the form of `one` if `other`, its equal, is always present."""
    there = not other.type.optional and not isinstance(other, typed.Nothing)
    return frozenset([form(one)]) if there else NONE


def lies_in(source: Expr, what: Expr) -> Known:
    """Return the forms that are present if a card is in a zone: its owner, and the owner of the zone."""
    owner = ("OwnerOf", form(what))
    match source:
        case typed.ZoneOf(owner=Expr() as whose):
            return frozenset([owner, form(whose), *(form(part) for part in _parts(whose))])
        case typed.AnyZone():
            return frozenset([owner])
    return NONE


def _parts(whose: Expr) -> tuple[Expr, ...]:
    """Return the owner and the label in the index of a zone: both are present if it holds a card."""
    if not isinstance(whose, typed.Slot):
        return ()
    return (whose.which,) if whose.owner is None else (whose.owner, whose.which)


def of_element(source: Expr | None, name: str | None) -> Known:
    """Return the forms that are present for an element of a list bound to `name`: those its filters prove."""
    if source is None or name is None:
        return NONE
    element = typed.Var(name=name, type=source.type.one(), at=source.at)
    known: Known = frozenset([named(name)])
    while isinstance(source, typed.Filter):
        old = named(source.var)
        known |= {_renamed(each, old, named(name)) for each in if_so(source.condition)}
        source = source.source
    return known | lies_in(source, element)


def after(known: Known, changed: Iterable[Key]) -> Known:
    """Return the forms in `known` that remain valid after these declarations may have changed."""
    if not known:
        return known
    keys = set(changed)
    variables = {name for sort, name in keys if sort == "variable"}
    return frozenset(each for each in known if not _is_of(each, variables, MOVES in keys))


def _is_of(form: Any, variables: set[str], moved: bool) -> bool:
    """Return whether a form depends on one of these variables or, if cards `moved`, on the place of a card."""
    if not isinstance(form, tuple) or not form:
        return False
    if form[0] in ("OwnerOf", "End"):
        return moved or any(_is_of(each, variables, moved) for each in form)
    if form[0] == "VariableOf" and any(
        isinstance(each, str) and each in variables for each in form
    ):
        return True
    return any(_is_of(each, variables, moved) for each in form)
