"""Order of options that are cards: sorted by what the deciding player knows, so that no secret leaks.

Cards in an unordered place are sorted by piece number, and so are the cards of a kind. Piece numbers distinguish
copies and hidden cards. So a list is sorted if a card in it may be hidden from the deciding player: hidden cards
of a place come last; for a kind, the hidden copies of each card do. The others are sorted by place and public
marks.

If the deciding player knows all cards of a place, the order stays and costs nothing. There, and for known copies
in one ordered place that are offered among all of a kind, piece numbers still break ties.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Final

from rulewright.base.records import Draft, evolve, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module, OptionLabel, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.constructors import conjuncts
from rulewright.runtime.ir.nodes.ir_types import NUMBER, PIECE, PLACE, Kind
from rulewright.runtime.ir.terms import Change, Const, Local, Node
from rulewright.runtime.ir.walk import map_bodies, walk_body

COPY_OF: Final = "copy_of"
"""Name of the array from a piece to the first copy of its design."""

REPRESENTATIVE_PLACE: Final = "told_place"
"""Name of the array from a place to its representative; places on cards are represented by the first card's."""


def sort_options(module: Module) -> Module:
    """Return the module with sort keys that keep the order of options from revealing hidden cards."""
    if not any(each.type == PIECE for decision in module.decisions for each in decision.options):
        return module
    sorter = _OptionSorter(module)
    procedures = {
        name: evolve(each, body=sorter.body(each.body, _TableFacts()))
        for name, each in module.code.procedures.items()
    }
    if not sorter.has_sorted:
        return module
    arrays = {**module.code.arrays, **sorter.arrays}
    return evolve(module, code=evolve(module.code, procedures=procedures, arrays=arrays))


class _TableFacts(Draft):
    """Facts before a statement: values of pointers, and lists just shown, each with the player who saw it."""

    pointers: dict[str, Node] = field(factory=dict)
    shown: list[tuple[Node, Node]] = field(factory=list)

    def after(self, stmt: ir.Stmt) -> None:
        """Update the facts: apply the effects of `stmt`."""
        match stmt:
            case ir.Write(variable=name, index=None, value=value):
                self.pointers[name] = value
            case ir.Write(variable=name) | ir.Reset(variable=name):
                self.pointers.pop(name, None)
            case ir.Effect(change=Change.SHOW_ALL, arguments=(source, player)):
                self.shown.append((source, player))
            case ir.Effect(change=Change.SHOW | Change.LEARN) | ir.Tell() | ir.Count() | ir.Spend():
                pass
            case ir.Effect():
                self.shown.clear()
            case _:
                # An assignment to a local kills facts too, as they may contain it.
                self.pointers.clear()
                self.shown.clear()


class _OptionSorter:
    """Generator of sort keys for the option lists of a module."""

    def __init__(self, module: Module) -> None:
        self.module, self.code = module, module.code
        self.has_sorted = False
        self.first = {each.name: at for at, each in reversed([*enumerate(module.pieces)])}
        self.copied = frozenset(
            at
            for at, each in enumerate(module.pieces)
            if at != self.first[each.name] or self._has_next(at)
        )

    def _has_next(self, at: int) -> bool:
        """Return whether piece `at` + 1 is a copy of the same design as piece `at`."""
        pieces = self.module.pieces
        return at + 1 < len(pieces) and pieces[at + 1].name == pieces[at].name

    @property
    def arrays(self) -> dict[str, ir.Array]:
        """Constant arrays that the sort keys read, by name."""
        module = self.module
        copy_of = [self.first[each.name] for each in module.pieces]
        arrays = {COPY_OF: ir.Array(PIECE, NUMBER, (*copy_of, -1))}
        if self.kinds & {each.owner for each in module.zones.values()}:
            arrays[REPRESENTATIVE_PLACE] = ir.Array(
                PLACE, NUMBER, (*self._representative_places(), -1)
            )
        return arrays

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of the cards in the game."""
        return frozenset(piece.kind for piece in self.module.pieces)

    def _representative_places(self) -> list[int]:
        """Return, by cell, the place used as sort key: for a place on a card, the one on the first card."""
        representatives = list(range(self.module.layout.size))
        for zone in self.module.zones.values():
            if zone.owner in self.kinds:
                for number, cell in enumerate(zone.run.cells):
                    representatives[cell] = zone.run.base + number % zone.run.each
        last = max(cell for zone in self.module.zones.values() for cell in zone.run.cells)
        return representatives[: last + 1]

    # ------------------------------------------------------------------ statements

    def body(self, body: ir.Body, facts: _TableFacts) -> ir.Body:
        """Return statements whose questions have sorted option lists; updates `facts`."""
        stmts = list[ir.Stmt]()
        for stmt in body:
            if isinstance(stmt, ir.Ask) and stmt.decider is not None:
                labels = self.module.decisions[stmt.decision].options
                pairs = zip(stmt.options, labels, strict=True)
                lists = tuple(self._with_sort_keys(*pair, stmt.decider, facts) for pair in pairs)
                stmt = evolve(stmt, options=lists)
            inside = partial(self._nested_body, facts if isinstance(stmt, ir.If) else _TableFacts())
            stmts.append(map_bodies(stmt, inside))
            facts.after(stmt)
        return tuple(stmts)

    def _nested_body(self, facts: _TableFacts, body: ir.Body) -> ir.Body:
        """Return a nested body whose questions have sorted option lists; `facts` are those at its start."""
        return self.body(body, _TableFacts(dict(facts.pointers), list(facts.shown)))

    # ------------------------------------------------------------------ lists

    def _with_sort_keys(
        self, options: ir.OptionList, label: OptionLabel, decider: Node, facts: _TableFacts
    ) -> ir.OptionList:
        """Return an option list with sort keys, unchanged if its options are no cards."""
        if label.type != PIECE or options.source is None:
            return options
        order = self._sort_keys(options, label, decider, facts)
        self.has_sorted |= bool(order)
        return evolve(options, order=order) if order else options

    def _sort_keys(
        self, options: ir.OptionList, label: OptionLabel, decider: Node, facts: _TableFacts
    ) -> tuple[Node, ...]:
        """Return the sort keys for a list of cards; empty if its own order reveals nothing."""
        source, var = options.source, Local(options.var)
        assert source is not None
        hidden = ir.Cond(ir.Sees(var, decider), Const(0), Const(1))
        copy, place = ir.Lookup(COPY_OF, var), self._place_key(var)
        items = _constant_items(source)
        if items is not None:
            if not self.copied & set(items):
                return ()
            lies = ir.Cond(ir.Sees(var, decider), place, Const(-1))
            return (copy, hidden, lies, *self._mark_keys(var, set(items), None, decider))
        zone = _source_zone(source)
        if zone is None:
            return (hidden, place, copy, *self._mark_keys(var, self.copied, None, decider))
        its = self.module.zones[zone]
        known = self._knows_all_cards(source, options.condition, its, decider, facts)
        if known:
            return ()
        if its.ordered:
            # The player knows the order of known cards and, in an unfiltered list, the positions of the others.
            is_whole = options.condition == Const(1) and isinstance(source, ir.Pieces)
            return () if is_whole else (hidden,)
        by_place = () if isinstance(source, ir.Pieces) else (place,)
        marks = tuple(self._mark_keys(var, self.copied, its, decider))
        return (hidden, *by_place, copy, *marks) if marks else (hidden,)

    def _place_key(self, var: Local) -> Node:
        """Return the sort key for the place of the card in local `var`."""
        place = ir.PlaceOf(var)
        on_cards = self.kinds & {each.owner for each in self.module.zones.values()}
        return ir.Lookup(REPRESENTATIVE_PLACE, place) if on_cards else place

    def _knows_all_cards(
        self, source: Node, condition: Node, zone: ZoneEntry, decider: Node, facts: _TableFacts
    ) -> bool:
        """Return whether the deciding player certainly knows every card of a list taken from `zone`."""
        if zone.seen == "everyone":
            return True
        if zone.seen == "expression":
            match self.code.functions[zone.sight].result:
                case ir.Read(variable=pointer, index=None):
                    return facts.pointers.get(pointer) == decider
            return False
        if not isinstance(source, ir.Pieces):
            return False
        own = source.index == decider or _implies_equality(condition, source.index, decider)
        return (zone.seen == "owner" and zone.owner == "player" and own) or (
            (source, decider) in facts.shown
        )

    # ------------------------------------------------------------------ values on cards

    def _mark_keys(
        self, var: Local, cards: set[int] | frozenset[int], zone: ZoneEntry | None, decider: Node
    ) -> Iterator[Node]:
        """Yield sort keys for the visible values on `cards` that may distinguish copies of a design."""
        cards = self.copied & cards
        for variable in self.module.variables.values():
            if variable.owner in self.kinds and self._may_be_visible(variable, cards, zone):
                for slot in self._value_indices(variable, var):
                    value: Node = ir.Read(variable.name, slot)
                    if variable.type.kind is Kind.PIECE:
                        value = ir.Lookup(COPY_OF, value)
                    if variable.seen == "expression":
                        sees = ir.Binary("==", ir.Call(variable.sight, ()), decider)
                        value = ir.Cond(sees, value, Const(-1))
                    yield value
        for its in self.module.zones.values():
            if its.owner in self.kinds and self._holders(its.name) & cards and its.each is None:
                yield ir.Reduce("count", ir.Pieces(its.name, var))

    def _value_indices(self, variable: VariableEntry, var: Local) -> Iterator[Node]:
        """Yield the indices of a card's values of a variable: one, or one for each label."""
        run = variable.run
        if variable.each is None:
            yield var
            return
        for label in range(run.each):
            yield ir.Slot(var, Const(label), run.first_owner, run.each)

    def _may_be_visible(
        self, variable: VariableEntry, cards: frozenset[int], zone: ZoneEntry | None
    ) -> bool:
        """Return whether a variable on `cards` may be visible while they are in `zone` (None: anywhere)."""
        kinds = {self.module.pieces[card].kind for card in cards}
        if variable.owner not in kinds or variable.seen not in ("everyone", "expression"):
            return False
        there = zone is None or variable.while_in is None or variable.while_in == zone.name
        return there and bool(self._holders(variable.name) & cards)

    def _holders(self, name: str) -> frozenset[int]:
        """Return the cards that the zone or variable `name` may have a card or a value on."""
        return self._holders_by_name.get(name, frozenset())

    @cached_property
    def _holders_by_name(self) -> dict[str, frozenset[int]]:
        """Cards that may have a value or a card on them, by name of variable or zone."""
        holders: dict[str, set[int]] = {}
        every = set(range(len(self.module.pieces)))
        for procedure in self.code.procedures.values():
            for term in walk_body(procedure.body):
                match term:
                    case ir.Write(variable=name, index=index) if index is not None:
                        held = {index.value} if isinstance(index, Const) else every
                        holders.setdefault(name, set()).update(held)
                    case ir.Place(zone=name, index=index) if index is not None:
                        held = {index.value} if isinstance(index, Const) else every
                        holders.setdefault(name, set()).update(held)
        return {name: frozenset(cards) for name, cards in holders.items()}


def _constant_items(source: Node) -> tuple[int, ...] | None:
    """Return the elements of a constant list before any filter; None if the list is not constant."""
    match source:
        case ir.Sequence():
            return source.items
        case ir.Filtered() | ir.Kept():
            return _constant_items(source.source)
        case ir.Cond(yes=yes, no=ir.Sequence(items=())):
            return _constant_items(yes)
    return None


def _source_zone(source: Node) -> str | None:
    """Return the zone that a list takes its cards from, in the zone's order; None for any other list."""
    match source:
        case ir.Pieces() | ir.AllPieces():
            return source.zone
        case ir.Filtered() | ir.Kept() | ir.Taken() | ir.Backwards():
            return _source_zone(source.source)
        case ir.Cond(yes=yes, no=ir.Sequence(items=())):
            return _source_zone(yes)
    return None


def _implies_equality(condition: Node, one: Node | None, other: Node) -> bool:
    """Return whether one conjunct of `condition` states that two nodes are equal."""
    return any(
        isinstance(part, ir.Binary) and part.operator == "==" and {part.left, part.right} == {one, other}
        for part in conjuncts(condition)
    )  # fmt: skip
