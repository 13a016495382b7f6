"""Type narrowing: find the optional expressions that a condition proves to be present (not `nothing`).

This is occurrence typing (Tobin-Hochstadt and Felleisen, 2010). Expressions are compared by their form: their
structure without types and positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulewright.language.program import typed
from rulewright.language.program.checking.dependency_graph import ANY_MOVE, Key
from rulewright.language.program.checking.traversal import own_fields
from rulewright.language.program.typed import Expr

Form = tuple[Any, ...]
PresentForms = frozenset[Form]

NOTHING_PRESENT: PresentForms = frozenset()


def expression_form(expr: Expr) -> Form:
    """Return the structure of an expression, without types and positions, as a hashable tuple."""
    items: list[object] = [type(expr).__name__]
    for name in own_fields(expr):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            items.append(expression_form(value))
        elif isinstance(value, tuple):
            items.append(tuple(map(_form_of_field, value)))
        else:
            items.append(value)
    return tuple(items)


def _form_of_field(value: object) -> object:
    """Return the value of a node's field with all expressions in it replaced by their forms."""
    if isinstance(value, Expr):
        return expression_form(value)
    return tuple(map(_form_of_field, value)) if isinstance(value, tuple) else value


def form_of_variable(name: str) -> Form:
    """Return the expression form of a variable."""
    return ("Var", name)


def _renamed(value: Any, old: Form, new: Form) -> Any:
    """Return the expression form `value` with each part equal to `old` replaced by `new`."""
    if value == old:
        return new
    return tuple(_renamed(each, old, new) for each in value) if isinstance(value, tuple) else value


def form_mentions(value: Any, sort: str, name: str | None = None) -> bool:
    """Return whether a form has a part of the node class `sort` and, if given, with the name `name`."""
    if not isinstance(value, tuple):
        return False
    if value[:1] == (sort,) and (name is None or name in value):
        return True
    return any(form_mentions(each, sort, name) for each in value)


def is_present(expr: Expr, known: PresentForms) -> bool:
    """Return whether an expression is never `nothing`, if those in `known` are present."""
    if not expr.type.optional or expr.type.name == "unknown":
        return True
    key = expression_form(expr)
    if key in known:
        return True
    match expr:
        case typed.NeighbourOf(player=player):
            return is_present(player, known)
        case typed.Slot(owner=owner, which=which):
            return all(is_present(part, known) for part in (owner, which) if part)
        case typed.Running(phase=phase):
            return any(each[:2] == ("Running", phase) for each in known)
    return False


# ------------------------------------------------------------------ known labels


def result_with_labels(condition: Expr | None, labels: Mapping[str, str]) -> bool | None:
    """Return the result that a condition has if these variables hold these labels; None if it can vary."""
    match condition:
        case None:
            return True
        case typed.Not(what=what):
            result = result_with_labels(what, labels)
            return None if result is None else not result
        case typed.Every(operator=operator, parts=parts):
            results = {result_with_labels(part, labels) for part in parts}
            decisive = operator == "or"
            return decisive if decisive in results else None if None in results else not decisive
        case typed.Compare(operator="==" | "!=" as operator, left=left, right=right):
            for variable, label in ((left, right), (right, left)):
                if isinstance(label, typed.Label) and isinstance(variable, typed.Var):
                    known = labels.get(variable.name)
                    return None if known is None else (known == label.name) is (operator == "==")
    return None


# ------------------------------------------------------------------ facts from conditions


def present_if(condition: Expr | None, known: PresentForms = NOTHING_PRESENT) -> PresentForms:
    """Return `known` and the expressions, as forms, that are present whenever a condition holds too."""
    return _present_when(condition, True, known)


def present_if_all(conditions: Collection[Expr]) -> PresentForms:
    """Return the expressions, as forms, that are present whenever all of these conditions hold."""
    return _present_when_all(conditions, True, NOTHING_PRESENT)


def present_unless(condition: Expr | None, known: PresentForms = NOTHING_PRESENT) -> PresentForms:
    """Return `known` and the expressions, as forms, that are present whenever a condition fails."""
    return _present_when(condition, False, known)


def _present_when(condition: Expr | None, holds: bool, known: PresentForms) -> PresentForms:
    """Return `known` and the expressions that are present whenever a condition has the result `holds`."""
    match condition:
        case typed.Not(what=what):
            return _present_when(what, not holds, known)
        case typed.Every(operator=operator, parts=parts):
            if (operator == "and") is holds:
                return _present_when_all(parts, holds, known)
            return frozenset.intersection(*(_present_when(part, holds, known) for part in parts))
        case typed.Compare(operator="==", left=left, right=right) if holds:
            return (
                known
                | _present_if_equal(left, right, known)
                | _present_if_equal(right, left, known)
            )
        case typed.Compare(operator="==", left=left, right=typed.Nothing()):
            return known | {expression_form(left)}
        case typed.Compare(operator="==", left=typed.Nothing(), right=right):
            return known | {expression_form(right)}
        case typed.IsDesign(piece=piece) if holds:
            return known | {expression_form(piece)}
        case typed.Within(what=what, source=source) if holds:
            return known | {expression_form(what)} | present_if_in_zone(source, what)
        case typed.VariableOf(owner=Expr() as owner) | typed.FactOf(arguments=(Expr() as owner,)):
            return known | {expression_form(owner)} if holds else known
    return known


def _present_when_all(parts: Collection[Expr], holds: bool, known: PresentForms) -> PresentForms:
    """Return `known` and what is present when all of `parts` have the result `holds`: a least fixpoint.

    One part may prove that something is present, and another that something else equals it.
    """
    before = None
    while known != before:
        before = known
        for part in parts:
            known = _present_when(part, holds, known)
    return known


def _present_if_equal(one: Expr, other: Expr, known: PresentForms) -> PresentForms:
    """Return the form of `one` if `other`, which is equal to it, is present; else nothing."""
    there = not isinstance(other, typed.Nothing) and is_present(other, known)
    return frozenset([expression_form(one)]) if there else NOTHING_PRESENT


def present_if_in_zone(source: Expr, what: Expr) -> PresentForms:
    """Return what is present if card `what` is in zone `source`: its owner, the zone's owner and label."""
    owner = ("OwnerOf", expression_form(what))
    match source:
        case typed.ZoneOf(owner=Expr() as whose):
            return frozenset(
                [
                    owner,
                    expression_form(whose),
                    *(expression_form(part) for part in _index_parts(whose)),
                ]
            )
        case typed.AnyZone():
            return frozenset([owner])
    return NOTHING_PRESENT


def _index_parts(whose: Expr) -> tuple[Expr, ...]:
    """Return the owner and the label that select one zone of a family; both are present if it has a card."""
    if not isinstance(whose, typed.Slot):
        return ()
    return (whose.which,) if whose.owner is None else (whose.owner, whose.which)


def present_for_element(source: Expr | None, name: str | None) -> PresentForms:
    """Return what is present for an element of `source` bound to `name`: itself, and what filters prove."""
    if source is None or name is None:
        return NOTHING_PRESENT
    element = typed.Var(name=name, type=source.type.one(), at=source.at)
    known: PresentForms = frozenset([form_of_variable(name)])
    while isinstance(source, typed.Filter):
        old = form_of_variable(source.var)
        known |= {
            _renamed(each, old, form_of_variable(name)) for each in present_if(source.condition)
        }
        source = source.source
    return known | present_if_in_zone(source, element)


def still_present(known: PresentForms, changed: Iterable[Key]) -> PresentForms:
    """Return the expressions in `known` that stay present even if these declarations change."""
    if not known:
        return known
    keys = set(changed)
    variables = {name for sort, name in keys if sort == "variable"}
    return frozenset(each for each in known if not _depends_on(each, variables, ANY_MOVE in keys))


def _depends_on(form: Any, variables: set[str], moved: bool) -> bool:
    """Return whether a form reads one of these variables or, if cards `moved`, where a card is."""
    if not isinstance(form, tuple) or not form:
        return False
    if form[0] in ("OwnerOf", "End"):
        return moved or any(_depends_on(each, variables, moved) for each in form)
    if form[0] == "VariableOf" and any(
        isinstance(each, str) and each in variables for each in form
    ):
        return True
    return any(_depends_on(each, variables, moved) for each in form)
