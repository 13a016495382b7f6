"""Order of options that are cards: sorted by what the deciding player knows, so that no secret leaks.

Cards in an unordered place are sorted by piece number, and so are the cards of a kind. Piece numbers distinguish
copies and hidden cards. So a list is sorted if it may hold

- cards hidden from the deciding player: those of a place come last; for a kind, the hidden copies of each card do;
- known copies that differ by their place, their position in an ordered place, or what is kept openly on them.

Piece numbers then decide only between options that look alike. Unsorted lists cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Final

from rulewright.base.records import Draft, evolve, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import Effects, external_entries, local_effect
from rulewright.runtime.ir.module import Module, OptionLabel, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.constructors import conjuncts
from rulewright.runtime.ir.nodes.ir_types import NUMBER, PIECE, PLACE, Kind
from rulewright.runtime.ir.terms import Change, Const, Local, Node
from rulewright.runtime.ir.walk import map_bodies, statements_in, walk_body

COPY_OF: Final = "copy_of"
"""Name of the array from a piece to the first copy of its design."""

HELD: Final = "l_held"
"""Name of the local for a card that another card holds."""

REPRESENTATIVE_PLACE: Final = "told_place"
"""Name of the array from a place to its representative; places on cards are represented by the first card's."""


def sort_options(module: Module) -> Module:
    """Return the module with sort keys that keep the order of options from revealing hidden cards."""
    if not any(each.type == PIECE for decision in module.decisions for each in decision.options):
        return module
    sorter = _OptionSorter(module)
    procedures = {
        name: evolve(each, body=sorter.procedure(name))
        for name, each in module.code.procedures.items()
    }
    if not sorter.has_sorted:
        return module
    arrays = {**module.code.arrays, **sorter.arrays}
    return evolve(module, code=evolve(module.code, procedures=procedures, arrays=arrays))


class _TableFacts(Draft):
    """Facts before a statement: values of pointers and locals, and lists just shown, each with who saw it."""

    values: dict[str, Node] = field(factory=dict)
    shown: list[tuple[Node, Node]] = field(factory=list)

    def value(self, node: Node) -> Node:
        """Return what a local is known to equal, or else the node itself."""
        return self.values.get(local_effect(node.name), node) if isinstance(node, Local) else node

    def apply(self, stmt: ir.Stmt) -> None:
        """Update the lists shown: apply the effects of `stmt`."""
        match stmt:
            case ir.Effect(change=Change.SHOW_ALL, arguments=(source, player)):
                self.shown.append((source, player))
            case ir.Effect(change=Change.SHOW | Change.LEARN) | ir.Tell() | ir.Count() | ir.Spend():
                pass
            case ir.Write() | ir.Reset():
                pass
            case _:
                # An assignment to a local kills facts too, as they may contain it.
                self.shown.clear()


class _OptionSorter:
    """Generator of sort keys for the option lists of a module."""

    def __init__(self, module: Module) -> None:
        self.module, self.code, self.effects = module, module.code, Effects(module)
        self.has_sorted = self.lacks_pointer = False
        self.callee, self.calls = "", list[dict[str, Node]]()
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
    def has_order(self) -> bool:
        """Whether a place in the game is ordered."""
        return any(zone.ordered for zone in self.module.zones.values())

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

    def procedure(self, name: str) -> ir.Body:
        """Return the body of a procedure, its questions with sorted option lists."""
        self.lacks_pointer = False
        procedure = self.code.procedures[name]
        body = self.body(procedure.body, _TableFacts())
        if not self.lacks_pointer or name in external_entries(self.code):
            return body
        pointers = self._pointers_before(procedure)
        return self.body(procedure.body, _TableFacts(pointers)) if pointers else body

    def _pointers_before(self, procedure: ir.Procedure) -> dict[str, Node]:
        """Return the pointers whose values at each call of `procedure` are among its arguments."""
        has_sorted, self.callee, self.calls = self.has_sorted, procedure.name, []
        for caller in self.code.procedures.values():
            performed = (
                each for each in statements_in(caller.body) if isinstance(each, ir.Perform)
            )
            if any(each.procedure == procedure.name for each in performed):
                self.body(caller.body, _TableFacts())
        self.has_sorted, self.callee = has_sorted, ""
        first, *others = self.calls or [{}]
        return {
            key: value
            for key, value in first.items()
            if all(each.get(key) == value for each in others)
        }

    def _note_call(self, stmt: ir.Perform, facts: _TableFacts) -> None:
        """Remember which pointers have the value of an argument of a call, by the parameter."""
        parameters = [Local(name) for name, _ in self.code.procedures[stmt.procedure].parameters]
        given = dict(zip(map(facts.value, stmt.arguments), parameters, strict=True))
        self.calls.append(
            {
                key: given[facts.values[key]]
                for key in self.pointers
                if facts.values.get(key) in given
            }
        )

    def _values_after(self, stmt: ir.Stmt, facts: _TableFacts) -> dict[str, Node]:
        """Return the pointers and locals whose values after a statement are known from it."""
        match stmt:
            case ir.Write(
                variable=name, index=None, value=Const() | Local() | ir.Read(index=None) as value
            ):
                return {name: facts.value(value)} if name in self.pointers else {}
            case ir.Assign(name=name, value=Const() | Local() | ir.Read(index=None) as value):
                return {local_effect(name): facts.value(value)}
            case ir.Perform() if self.effects.changes((stmt,)) & self.pointers:
                procedure, inside = self.code.procedures[stmt.procedure], _TableFacts()
                for each in procedure.body:
                    self._after(each, inside)
                names = (Local(name) for name, _ in procedure.parameters)
                given = dict(zip(names, map(facts.value, stmt.arguments), strict=True))
                values = ((key, inside.values.get(key)) for key in self.pointers)
                return {
                    key: given[value]
                    for key, value in values
                    if isinstance(value, Local) and value in given
                }
        return {}

    def _after(self, stmt: ir.Stmt, facts: _TableFacts) -> None:
        """Update `facts`: apply the effects of `stmt`."""
        facts.apply(stmt)
        if not self.pointers:
            return
        after = self._values_after(stmt, facts)
        if not facts.values and not after:
            return
        changes, reads = self.effects.changes((stmt,)), self.effects.dependencies
        kept = {key: value for key, value in facts.values.items() if key not in changes}
        facts.values = {
            key: value for key, value in (kept | after).items() if not changes & reads(value)
        }

    @cached_property
    def pointers(self) -> frozenset[str]:
        """Variables that say who sees a zone."""
        sights = [
            self.code.functions[zone.sight].result
            for zone in self.module.zones.values()
            if zone.sight
        ]
        return frozenset(
            each.variable for each in sights if isinstance(each, ir.Read) and each.index is None
        )

    def body(self, body: ir.Body, facts: _TableFacts) -> ir.Body:
        """Return statements whose questions have sorted option lists; updates `facts`."""
        stmts = list[ir.Stmt]()
        for stmt in body:
            if isinstance(stmt, ir.Perform) and stmt.procedure == self.callee:
                self._note_call(stmt, facts)
            if isinstance(stmt, ir.Ask) and stmt.decider is not None:
                labels = self.module.decisions[stmt.decision].options
                pairs = zip(stmt.options, labels, strict=True)
                lists = tuple(self._with_sort_keys(*pair, stmt.decider, facts) for pair in pairs)
                stmt = evolve(stmt, options=lists)
            inside = partial(self._nested_body, facts if isinstance(stmt, ir.If) else _TableFacts())
            stmts.append(map_bodies(stmt, inside))
            self._after(stmt, facts)
        return tuple(stmts)

    def _nested_body(self, facts: _TableFacts, body: ir.Body) -> ir.Body:
        """Return a nested body whose questions have sorted option lists; `facts` are those at its start."""
        return self.body(body, _TableFacts(dict(facts.values), list(facts.shown)))

    # ------------------------------------------------------------------ lists

    def _with_sort_keys(
        self, options: ir.OptionList, label: OptionLabel, decider: Node, facts: _TableFacts
    ) -> ir.OptionList:
        """Return an option list with sort keys, unchanged if its options are no cards."""
        if label.type != PIECE or options.source is None:
            return options
        order, only_copies = self._sort_keys(options, label, decider, facts)
        self.has_sorted |= bool(order)
        return evolve(options, order=order, only_copies=only_copies) if order else options

    def _sort_keys(
        self, options: ir.OptionList, label: OptionLabel, decider: Node, facts: _TableFacts
    ) -> tuple[tuple[Node, ...], bool]:
        """Return the sort keys for a list of cards, none if its own order reveals nothing, and `only_copies`."""
        source, var = options.source, Local(options.var)
        assert source is not None
        sees = ir.Sees(var, decider)
        hidden, place = ir.Cond(sees, Const(0), Const(1)), self._place_key(var)
        copy, position = ir.Lookup(COPY_OF, var), (ir.Position(var),) * self.has_order
        copies = frozenset(at for at in self.copied if self.module.pieces[at].kind == label.kind)
        items = _constant_items(source)
        if items is not None:
            if not copies & set(items):
                return (), False
            places = (place, *position, *self._mark_keys(var, copies & set(items), None, decider))
            return (copy, hidden, *(ir.Cond(sees, key, Const(-1)) for key in places)), False
        cards = _cards_of_zone(source)
        if cards is None:
            every = self._mark_keys(var, copies, None, decider)
            return (hidden, place, copy, *position, *every), False
        its, is_one_place = self.module.zones[cards.zone], isinstance(cards, ir.Pieces)
        known = self._knows_all_cards(source, options.condition, its, decider, facts)
        first, by_place = () if known else (hidden,), () if is_one_place else (place,)
        marks = tuple(self._mark_keys(var, copies, its, decider))
        if not is_one_place and self._has_copies(its.owner):
            return (*first, place, copy, *position, *marks), False  # copies hold the places
        if its.ordered:
            # The player knows the order of known cards and, in an unfiltered list, the positions of the others.
            is_whole = options.condition == Const(1) and isinstance(source, ir.Pieces)
            return () if is_whole else first, False
        return ((*first, *by_place, copy, *marks), known) if marks else (first, False)

    def _has_copies(self, kind: str | None) -> bool:
        """Return whether the game has several copies of a card of `kind`."""
        return any(self.module.pieces[card].kind == kind for card in self.copied)

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
                    self.lacks_pointer |= pointer not in facts.values
                    return facts.values.get(pointer) == facts.value(decider)
            return False
        if not isinstance(source, ir.Pieces):
            return False
        own = source.index == decider or _implies_equality(condition, source.index, decider)
        return (zone.seen == "owner" and zone.owner == "player" and own) or (
            (source, decider) in facts.shown
        )

    # ------------------------------------------------------------------ values on cards

    def _mark_keys(
        self, var: Local, cards: frozenset[int], zone: ZoneEntry | None, decider: Node
    ) -> Iterator[Node]:
        """Yield sort keys for the visible values on `cards`, copies of one kind, that may distinguish them."""
        kinds = {self.module.pieces[card].kind for card in cards}
        for variable in self.module.variables.values():
            if variable.owner in kinds and self._may_be_visible(variable, cards, zone):
                for slot in self._value_indices(variable, var):
                    value: Node = ir.Read(variable.name, slot)
                    if variable.type.kind is Kind.PIECE:
                        value = ir.Lookup(COPY_OF, value)
                    if variable.seen == "expression":
                        sees = ir.Binary("==", ir.Call(variable.sight, ()), decider)
                        value = ir.Cond(sees, value, Const(-1))
                    yield value
        for its in self.module.zones.values():
            if self._holders(its.name) & cards and its.owner in kinds:
                for slot in self._value_indices(its, var):
                    yield from self._held(its, ir.Pieces(its.name, slot))

    def _held(self, zone: ZoneEntry, held: Node) -> Iterator[Node]:
        """Yield sort keys for the cards that a card holds in a place: their number and, if visible, designs."""
        yield ir.Reduce("count", held)
        if zone.seen != "everyone":
            return
        copy = ir.Lookup(COPY_OF, Local(HELD))
        # Multisets of designs rarely agree in their number, their sum and their sum of squares.
        for value in (copy, ir.Binary("*", copy, copy)):
            yield ir.Reduce("total", held, HELD, value)
        if zone.ordered:
            yield ir.Reduce("total", held, HELD, ir.Binary("*", copy, ir.Position(Local(HELD))))

    def _value_indices(self, variable: VariableEntry | ZoneEntry, var: Local) -> Iterator[Node]:
        """Yield the indices of a card's values or places: one, or one for each label."""
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
        if variable.seen not in ("everyone", "expression"):
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


def _cards_of_zone(source: Node) -> ir.Pieces | ir.AllPieces | None:
    """Return the cards of one zone that a list is taken from, in the zone's order; None for any other list."""
    match source:
        case ir.Pieces() | ir.AllPieces():
            return source
        case ir.Filtered() | ir.Kept() | ir.Taken() | ir.Backwards():
            return _cards_of_zone(source.source)
        case ir.Cond(yes=yes, no=ir.Sequence(items=())):
            return _cards_of_zone(yes)
    return None


def _implies_equality(condition: Node, one: Node | None, other: Node) -> bool:
    """Return whether one conjunct of `condition` states that two nodes are equal."""
    return any(
        isinstance(part, ir.Binary) and part.operator == "==" and {part.left, part.right} == {one, other}
        for part in conjuncts(condition)
    )  # fmt: skip
