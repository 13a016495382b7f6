"""Public information: decides statically whether all players can always see what an expression reads."""

from __future__ import annotations

from typing import Any, Final

from rulewright.base.records import Record, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import written_variables
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.walk import direct_children

PublicCards = frozenset[Any]
"""Cards, as expressions, whose places are public."""

NOWHERE: Final[PublicCards] = frozenset()


class PublicInformation(Record):
    """Analysis of the expressions that every player can always evaluate; false when in doubt."""

    module: Module
    changing: frozenset[str]
    """Zones, and variables that some statement writes."""
    known: dict[tuple[str, PublicCards], bool] = field(factory=dict)
    """Memo for calls, by function and cards with public places among its arguments.

    Without it, chains of values that each call the next one twice would take exponential time.
    """

    @classmethod
    def of(cls, module: Module, *, with_phases: bool = False) -> PublicInformation:
        """Return the analysis of public information for a module.

        `with_phases` counts the parameters of phases as public, although such a card may be secret.
        """
        written = written_variables(module.code)
        if with_phases:
            written -= {name for phase in module.phases.values() for _, name in phase.parameters}
        return cls(module, frozenset(written | module.zones.keys()))

    def is_public(self, node: Any, public_cards: PublicCards = NOWHERE) -> bool:
        """Return whether every player can see all that `node` reads, if the places of `public_cards` are public."""
        match node:
            case ir.Read():
                return self._entry_is_public(
                    self.module.variables[node.variable]
                ) and self._children_public(node, public_cards)
            case ir.Reduce(how="count" | "some", source=ir.Pieces() | ir.AllPieces() as source):
                return self._children_public(
                    source, public_cards
                )  # the number of cards in a place is public
            case ir.Pieces() | ir.AllPieces():
                return self._entry_is_public(
                    self.module.zones[node.zone]
                ) and self._children_public(node, public_cards)
            case ir.PlaceOf():
                return node.piece in public_cards
            case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone, owner=index) | ir.Binary(
                "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone, index=index)
            ):
                is_open = piece in public_cards or self._entry_is_public(self.module.zones[zone])
                owner_is_public = index is None or self.is_public(index, public_cards)
                return is_open and owner_is_public and self.is_public(piece, public_cards)
            case ir.All():
                parts = node.parts
                return all(
                    self.is_public(p, self._public_if(parts[:n], public_cards))
                    for n, p in enumerate(parts)
                )
            case ir.Cond():
                met = self._public_if((node.condition,), public_cards)
                condition_is_public = self.is_public(
                    node.condition, public_cards
                ) and self.is_public(node.yes, met)
                return condition_is_public and self.is_public(node.no, public_cards)
            case ir.Filtered() | ir.Reduce():
                own = {ir.Local(node.var)} if isinstance(node.source, ir.Pieces) else set()
                inner = public_cards | own
                return all(self.is_public(each, inner) for each in direct_children(node))
            case ir.Call():
                return self._children_public(node, public_cards) and self._call_is_public(
                    node, public_cards
                )
            case ir.Trial() | ir.Captured() | ir.Sees() | ir.Position():
                return False
        return self._children_public(node, public_cards)

    def _children_public(self, node: Any, public_cards: PublicCards) -> bool:
        """Return whether every player can see all that the children of `node` read."""
        return all(self.is_public(each, public_cards) for each in direct_children(node))

    def _entry_is_public(self, declared: ZoneEntry | VariableEntry) -> bool:
        """Return whether every player sees a zone or variable, or it never changes."""
        return declared.seen == "everyone" or declared.name not in self.changing

    def _public_if(self, conditions: tuple[Any, ...], public_cards: PublicCards) -> PublicCards:
        """Return `public_cards` and the cards that `conditions`, if true, place into public zones."""
        for condition in conditions:
            match condition:
                case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone) | ir.Binary(
                    "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone)
                ) if self._entry_is_public(self.module.zones[zone]):
                    public_cards |= {piece}
                case ir.All(parts=parts):
                    public_cards |= self._public_if(parts, public_cards)
        return public_cards

    def _call_is_public(self, call: ir.Call, public_cards: PublicCards) -> bool:
        """Return whether every player can see all that the called function reads for these arguments."""
        called = self.module.code.functions[call.function]
        pairs = zip(called.parameters, call.arguments, strict=True)
        parameters = {ir.Local(name) for (name, _), argument in pairs if argument in public_cards}
        everywhere = {piece for piece in public_cards if isinstance(piece, ir.Const)}
        key = call.function, frozenset(everywhere | parameters)
        if key not in self.known:
            self.known[key] = False  # ends recursion
            self.known[key] = self.is_public(called.result, key[1])
        return self.known[key]
