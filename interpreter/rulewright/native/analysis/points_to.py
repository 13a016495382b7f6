"""A points-to analysis: where a piece is when code moves it, as far as that is known at compile time.

Pieces offered from a place, or iterated over in a place, are there until a statement may move them. The analysis
is interprocedural: callers are analysed first, and a procedure starts with the join of what its call sites know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulewright.base.records import evolve
from rulewright.native.analysis.locations import (
    Location,
    Locations,
    after_assignment,
    assigned_locals,
    join,
    join_locations,
    location_of,
    refine,
    trackable_owner,
    without_locals,
)
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import callers_first, external_entries
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.terms import Change
from rulewright.runtime.ir.walk import walk_body

Zones: TypeAlias = "frozenset[str] | None"
"""Zones that pieces may be moved out of; None for any zone."""


class PointsTo:
    """The points-to analysis of a module: where a piece is known to be before each statement that moves it."""

    def __init__(self, module: Module) -> None:
        self.code = module.code
        self._moved_from: dict[str, Zones] = {}
        self._entry_facts: dict[str, Locations] = {}
        self._locations: dict[tuple[str, ir.Effect], Location | None] = {}
        for name in external_entries(self.code):
            self._entry_facts[name] = {}
        for name in callers_first(self.code):
            self._locations_after(
                name, self.code.procedures[name].body, dict(self._entry_facts.get(name, {}))
            )

    def of(self, code: str, move: ir.Effect) -> Location | None:
        """Return the location of the piece before the statement `move` of the procedure `code`; None if unknown."""
        return self._locations.get((code, move))

    # ------------------------------------------------------------------ procedures

    def _merge_arguments(self, stmt: ir.Perform, known: Locations) -> None:
        """Merge the locations of a call's arguments into those that the called procedure starts with."""
        names = [name for name, _ in self.code.procedures[stmt.procedure].parameters]
        inside = {
            argument.name: ir.Local(name)
            for name, argument in zip(names, stmt.arguments, strict=True)
            if isinstance(argument, ir.Local)
        }
        entry_facts: Locations = {}
        for name, argument in zip(names, stmt.arguments, strict=True):
            if isinstance(argument, ir.Local) and argument.name in known:
                location = known[argument.name]
                owner = (
                    inside.get(location.owner.name)
                    if isinstance(location.owner, ir.Local)
                    else location.owner
                )
                entry_facts[name] = evolve(location, owner=owner)
        before = self._entry_facts.get(stmt.procedure)
        self._entry_facts[stmt.procedure] = (
            entry_facts if before is None else join(before, entry_facts)
        )

    # ------------------------------------------------------------------ statements

    def _locations_after(self, code: str, body: ir.Body, known: Locations) -> Locations:
        """Return the locations known after the statements of `body`, and record the location at each move."""
        for stmt in body:
            known = self._locations_after_one(code, stmt, known)
        return known

    def _locations_after_one(self, code: str, stmt: ir.Stmt, known: Locations) -> Locations:
        """Return the locations known after one statement."""
        match stmt:
            case ir.If():
                inside = self._locations_after(code, stmt.body, refine(known, stmt.condition))
                return join(inside, self._locations_after(code, stmt.otherwise, dict(known)))
            case ir.Ask():
                return self._locations_after_question(code, stmt, known)
            case ir.For():
                known = self._after_repetition(known, (stmt,))
                inside = dict(known)
                location = location_of(stmt.source)
                moved = self._zones_moved_from(walk_body(stmt.body), stmt.var)
                if location is not None and moved is not None and location.zone not in moved:
                    inside |= without_locals(
                        {stmt.var: location}, set(assigned_locals(walk_body(stmt.body)))
                    )
                self._locations_after(code, stmt.body, inside)
                return known
            # The body may run any number of times. All facts that it may change are dropped at its head, so
            # that one pass is sound without iterating to a fixpoint.
            case ir.Loop():
                known = self._after_repetition(known, (stmt,))
                self._locations_after(code, stmt.body, dict(known))
                return known
            case ir.Assign():
                return after_assignment(stmt, known)
            case ir.Effect(change=Change.MOVE):
                return self._locations_after_move(code, stmt, known)
            case ir.Perform():
                self._merge_arguments(stmt, known)
        return self._after_repetition(known, (stmt,))

    def _locations_after_question(self, code: str, stmt: ir.Ask, known: Locations) -> Locations:
        """Return the locations known after a question; a piece offered from a place is still there when chosen."""
        ends = [
            self._locations_after(code, stmt.empty, dict(known)),
            self._locations_after(code, stmt.ended, dict(known)),
        ]
        for options in stmt.options:
            inside = without_locals(known, {options.var})
            location = location_of(options.source) if options.source is not None else None
            if location is not None and location.owner != ir.Local(options.var):
                inside[options.var] = location
            ends.append(
                self._locations_after(code, options.then, refine(inside, options.condition))
            )
        merged = ends[0]
        for each in ends[1:]:
            merged = join(merged, each)
        return merged

    def _locations_after_move(self, code: str, stmt: ir.Effect, known: Locations) -> Locations:
        """Record the location of the piece that `stmt` moves; return the locations known after the move."""
        piece, to = stmt.arguments[:2]
        location = known.get(piece.name) if isinstance(piece, ir.Local) else None
        key = code, stmt
        self._locations[key] = (
            location
            if key not in self._locations
            else join_locations(self._locations[key], location)
        )
        zone = location.zone if location is not None else self._zone_of(piece)
        known = {name: each for name, each in known.items() if zone not in (None, each.zone)}
        if isinstance(piece, ir.Local) and isinstance(to, ir.Place):
            known[piece.name] = Location(to.zone, trackable_owner(to.index))
        return known

    # ------------------------------------------------------------------ invalidated facts

    def _after_repetition(self, known: Locations, body: ir.Body) -> Locations:
        """Return the locations still known after `body` has run any number of times."""
        terms = list(walk_body(body))
        zones = self._zones_moved_from(terms)
        unaffected = {
            name: each
            for name, each in known.items()
            if zones is not None and each.zone not in zones
        }
        return without_locals(unaffected, set(assigned_locals(terms)))

    def _zones_moved_from(self, terms: Iterable[object], ignored: str = "") -> Zones:
        """Return the zones that `terms` may move pieces out of, without moves of the local `ignored`."""
        emptied: set[str] = set()
        for term in terms:
            zones: Zones = frozenset()
            match term:
                case ir.Effect(change=Change.MOVE | Change.MOVE_ALL, arguments=(what, *_)):
                    if what != ir.Local(ignored):
                        zone = self._zone_of(what)
                        zones = None if zone is None else frozenset({zone})
                case ir.Effect(change=Change.EXCHANGE_PLACES | Change.EXCHANGE_PIECES):
                    zones = None
                case ir.Perform(procedure=name):
                    zones = self._zones_moved_from_by(name)
            if zones is None:
                return None
            emptied |= zones
        return frozenset(emptied)

    def _zones_moved_from_by(self, name: str) -> Zones:
        """Return the zones that the procedure `name` may move pieces out of; None if that is unknown."""
        if name not in self._moved_from:
            self._moved_from[name] = self._zones_moved_from(
                walk_body(self.code.procedures[name].body)
            )
        return self._moved_from[name]

    def _zone_of(self, what: ir.Node) -> str | None:
        """Return the zone that holds the piece or list `what`; None if the expression does not name one."""
        location = location_of(what.pieces if isinstance(what, ir.End) else what)
        return location.zone if location is not None else None
