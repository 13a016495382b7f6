"""Going through checked expressions and statements, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final

from rulewright.base.records import declared
from rulewright.language.program import typed
from rulewright.language.program.program import Program
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.text import Span

Part = Expr | Stmt | typed.Template | typed.MenuOption


class ClassTest(dict[type, bool]):
    """Whether a class is one of some classes, or below one; a look at a dict is cheaper than `isinstance`."""

    def __init__(self, *classes: type) -> None:
        """Take the classes."""
        super().__init__()
        self._classes = classes

    def __missing__(self, cls: type) -> bool:
        """Find out about one more class."""
        self[cls] = found = issubclass(cls, self._classes)
        return found


_IS_PART: Final = ClassTest(Expr, Stmt, typed.Template, typed.MenuOption)


def own_fields(node: Any) -> tuple[str, ...]:
    """The names of a node's fields, without its place and type."""
    return own_fields_of(type(node))  # type: ignore[arg-type]  # it doubts that classes can be hashed


@cache
def own_fields_of(cls: type) -> tuple[str, ...]:
    """The same of all nodes of a class."""
    return tuple(name for name in declared(cls) if name not in ("at", "type"))


_PLAIN: Final = frozenset(
    plain + nothing
    for plain in ("str", "int", "bool", "Span", "Type", "tuple[str, ...]")
    for nothing in ("", " | None")
)


def _holding(cls: type) -> tuple[str, ...]:
    """The names of those of its own fields in which something further may stand."""
    plain = {name for name, type_ in declared(cls).items() if type_ in _PLAIN}
    return tuple(name for name in own_fields_of(cls) if name not in plain)


def _held(cls: type) -> Callable[[Any], Sequence[object]]:
    """What gives the values of these fields: there are very many nodes, and in most of them is nothing."""
    names = _holding(cls)
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda thing: (getattr(thing, names[0]),)) if names else lambda thing: ()


class _Held(dict[type, Callable[[Any], Sequence[object]]]):
    """What gives the values of these fields, by class."""

    def __missing__(self, cls: type) -> Callable[[Any], Sequence[object]]:
        """Find out about one more class."""
        self[cls] = found = _held(cls)
        return found


_HELD: Final = _Held()


_SORTS: Final = frozenset(
    ("event", "fact", "kind", "moment", "phase", "setting", "table", "variable", "value", "zone")
)
"""The fields of expressions and statements that hold the name of a declaration of this sort."""


def references(thing: object) -> Iterator[tuple[str, str]]:
    """The declarations that an expression or statement itself names, by sort and name."""
    for sort in naming(type(thing)):  # type: ignore[arg-type]  # as above
        if isinstance(name := getattr(thing, sort), str):
            yield sort, name


@cache
def naming(cls: type) -> tuple[str, ...]:
    """Those of their fields in which things of a class name declarations."""
    return tuple(name for name in own_fields_of(cls) if name in _SORTS)


def parts(thing: object) -> list[Part]:
    """What stands right inside a node, a rule or a declaration, in the order of its fields."""
    found: list[Part] = []
    value: Any
    for value in _HELD[type(thing)](thing):
        if value is None:
            continue
        if type(value) is tuple:
            found += [each for each in value if _IS_PART[type(each)]]
        elif _IS_PART[type(value)]:
            found += (value,)
    return found


def everything(roots: Iterable[Part | None]) -> Iterator[Part]:
    """These nodes and all that is inside them."""
    waiting = [node for node in roots if node is not None]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += parts(node)


def mentions(name: str, roots: Iterable[Part | None]) -> bool:
    """Whether what is bound to a name is spoken of in these nodes."""
    return any(isinstance(node, typed.Var) and node.name == name for node in everything(roots))


def unfiltered(source: Expr) -> Expr:
    """The list that is left of one without its conditions."""
    while isinstance(source, typed.Filter):
        source = source.source
    return source


def head(at: Span) -> Span:
    """The first line of a declaration, where it is said what it is."""
    return Span(at.source, at.start, at.start + len(at.text.partition("\n")[0].rstrip()))


def program_parts(program: Program) -> Iterator[Part]:
    """Every expression and statement of the rules, without those of scenarios."""
    yield from program.flow
    for thing in things(program):
        yield from parts(thing)


def things(program: Program) -> Iterator[object]:
    """All that has expressions or statements of its own, but the flow of the game."""
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
