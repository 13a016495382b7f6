"""Generic traversal of typed expressions, statements, rules and declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final

from rulewright.base.records import declared_fields
from rulewright.language.program import typed
from rulewright.language.program.program import MEANS, Means, Program
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.text import Span

TypedNode = Expr | Stmt | typed.Template | typed.MenuOption


class ClassTest(dict[type, bool]):
    """A cached test for subclasses of given classes, by class; a dict lookup is faster than `isinstance`."""

    def __init__(self, *classes: type) -> None:
        """Create a test for these classes and their subclasses."""
        super().__init__()
        self._classes = classes

    def __missing__(self, cls: type) -> bool:
        """Compute and cache the result for the class `cls`."""
        self[cls] = result = issubclass(cls, self._classes)
        return result


_IS_PART: Final = ClassTest(Expr, Stmt, typed.Template, typed.MenuOption)


def own_fields(node: Any) -> tuple[str, ...]:
    """Return the names of a node's fields, without its position `at` and its `type`."""
    return own_fields_of(type(node))  # type: ignore[arg-type]  # mypy: classes are hashable


@cache
def own_fields_of(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class, without position `at` and `type`."""
    return tuple(name for name in declared_fields(cls) if name not in ("at", "type"))


_PLAIN: Final = frozenset(
    plain + nothing
    for plain in ("str", "int", "bool", "Span", "Type", "tuple[str, ...]")
    for nothing in ("", " | None")
)


def _fields_with_nodes(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class that can hold further nodes."""
    plain = {name for name, type_ in declared_fields(cls).items() if type_ in _PLAIN}
    return tuple(name for name in own_fields_of(cls) if name not in plain)


def _make_getter(cls: type) -> Callable[[Any], Sequence[object]]:
    """Return a function that reads all fields of a node that can hold further nodes."""
    names = _fields_with_nodes(cls)
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda thing: (getattr(thing, names[0]),)) if names else lambda thing: ()


class _Getters(dict[type, Callable[[Any], Sequence[object]]]):
    """A cache, by node class, of functions that read all fields which can hold further nodes."""

    def __missing__(self, cls: type) -> Callable[[Any], Sequence[object]]:
        """Build and cache the function for the class `cls`."""
        self[cls] = getter = _make_getter(cls)
        return getter


_GETTERS: Final = _Getters()


_SORTS: Final = frozenset(
    ("event", "fact", "kind", "moment", "phase", "setting", "table", "variable", "value", "zone")
)
"""Names of fields that hold the name of a declaration; the field is named after its sort."""


def referenced_declarations(thing: object) -> Iterator[tuple[str, str]]:
    """Yield sort and name of each declaration that a node itself, without its children, names."""
    for sort in reference_fields(type(thing)):  # type: ignore[arg-type]  # mypy: classes are hashable
        if isinstance(name := getattr(thing, sort), str):
            yield sort, name


@cache
def reference_fields(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class that hold names of declarations."""
    return tuple(name for name in own_fields_of(cls) if name in _SORTS)


def child_nodes(thing: object) -> list[TypedNode]:
    """Return the direct children of a node, rule or declaration, in the order of its fields."""
    nodes: list[TypedNode] = []
    value: Any
    for value in _GETTERS[type(thing)](thing):
        if value is None:
            continue
        if type(value) is tuple:
            nodes += [each for each in value if _IS_PART[type(each)]]
        elif _IS_PART[type(value)]:
            nodes += (value,)
    return nodes


def walk(roots: Iterable[TypedNode | None]) -> Iterator[TypedNode]:
    """Yield these nodes and all their descendants, in no particular order."""
    worklist = [node for node in roots if node is not None]
    while worklist:
        node = worklist.pop()
        yield node
        worklist += child_nodes(node)


def uses_variable(name: str, roots: Iterable[TypedNode | None]) -> bool:
    """Return whether these nodes or their descendants read the variable `name`."""
    return any(isinstance(node, typed.Var) and node.name == name for node in walk(roots))


def without_filters(source: Expr) -> Expr:
    """Return the list that a filtered list was made from; other lists unchanged."""
    while isinstance(source, typed.Filter):
        source = source.source
    return source


def first_line_span(at: Span) -> Span:
    """Return the part of a span up to the end of its first line."""
    return Span(at.source, at.start, at.start + len(at.text.partition("\n")[0].rstrip()))


def root_nodes(program: Program) -> Iterator[TypedNode]:
    """Yield the outermost expressions and statements of the program, without those of scenarios."""
    yield from program.flow
    for thing in parts_of_program(program):
        yield from child_nodes(thing)


def parts_of_program(program: Program) -> Iterator[object]:
    """Yield the rules and declarations that contain expressions or statements, without the game's flow."""
    yield from program.rules
    yield from program.copies
    for table in (program.events, program.phases, program.values, program.facts, program.tables):
        yield from table.values()
    for variable in program.variables.values():
        yield from (variable, variable.sight)
    yield from (zone.sight for zone in program.zones.values())
    for kind in program.kinds.values():
        yield from kind.stances.values()
    yield from program.refusals
    yield from program.always
    if program.outcome is not None:
        yield program.outcome.notes


def decision_names(program: Program, nodes: Iterable[TypedNode]) -> set[str]:
    """Return the names of the decisions in `nodes`, and of those among the means to an event."""
    names = {f"{rule.about}.{MEANS}" for rule in program.rules if isinstance(rule, Means)}
    for node in nodes:
        match node:
            case (
                typed.Choose(name=name) | typed.ChooseSome(name=name) | typed.MayChoose(name=name)
                | typed.May(name=name) | typed.Menu(name=name) | typed.UsePowerOf(name=name)
                | typed.UsePowers(moments=(name, *_))
            ):  # fmt: skip
                names.add(name)
    return names
