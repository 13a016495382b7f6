"""Public information: decides statically whether all players can always see what an expression reads."""

from __future__ import annotations

from typing import Any, Final

from rulewright.base.records import Record, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import written_variables
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.walk import direct_children

Lying = frozenset[Any]
"""Cards, as expressions, whose places are public."""

NOWHERE: Final[Lying] = frozenset()


class PublicInformation(Record):
    """Decides which expressions are public in every state of a game; conservative: false when in doubt."""

    module: Module
    changing: frozenset[str]
    """Zones, and variables that some statement writes."""
    known: dict[tuple[str, Lying], bool] = field(factory=dict)
    """Memo for calls, by function and cards with public places among its arguments.

    Without it, chains of values that each call the next one twice would take exponential time.
    """

    @classmethod
    def of(cls, module: Module, *, with_phases: bool = False) -> PublicInformation:
        """Return the public information of a module.

        `with_phases` counts the parameters of phases as public, although such a card may be secret.
        """
        written = written_variables(module.code)
        if with_phases:
            written -= {name for phase in module.phases.values() for _, name in phase.parameters}
        return cls(module, frozenset(written | module.zones.keys()))

    def sees(self, node: Any, public_cards: Lying = NOWHERE) -> bool:
        """Return whether everything that an expression reads is public."""
        match node:
            case ir.Read():
                return self._shows(self.module.variables[node.variable]) and self._all(
                    node, public_cards
                )
            case ir.Reduce(how="count" | "some", source=ir.Pieces() | ir.AllPieces() as source):
                return self._all(source, public_cards)  # the number of cards in a place is public
            case ir.Pieces() | ir.AllPieces():
                return self._shows(self.module.zones[node.zone]) and self._all(node, public_cards)
            case ir.PlaceOf():
                return node.piece in public_cards
            case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone, owner=index) | ir.Binary(
                "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone, index=index)
            ):
                is_open = piece in public_cards or self._shows(self.module.zones[zone])
                owner = index is None or self.sees(index, public_cards)
                return is_open and owner and self.sees(piece, public_cards)
            case ir.All():
                parts = node.parts
                return all(
                    self.sees(p, self._then(parts[:n], public_cards)) for n, p in enumerate(parts)
                )
            case ir.Cond():
                met = self._then((node.condition,), public_cards)
                condition_is_public = self.sees(node.condition, public_cards) and self.sees(
                    node.yes, met
                )
                return condition_is_public and self.sees(node.no, public_cards)
            case ir.Filtered() | ir.Reduce():
                own = {ir.Local(node.var)} if isinstance(node.source, ir.Pieces) else set()
                inner = public_cards | own
                return all(self.sees(each, inner) for each in direct_children(node))
            case ir.Call():
                return self._all(node, public_cards) and self._sees_call(node, public_cards)
            case ir.Trial() | ir.Captured() | ir.Sees():
                return False
        return self._all(node, public_cards)

    def _all(self, node: Any, public_cards: Lying) -> bool:
        return all(self.sees(each, public_cards) for each in direct_children(node))

    def _shows(self, declared: ZoneEntry | VariableEntry) -> bool:
        return declared.seen == "everyone" or declared.name not in self.changing

    def _then(self, conditions: tuple[Any, ...], public_cards: Lying) -> Lying:
        """Return the cards whose place is public if these conditions hold."""
        for condition in conditions:
            match condition:
                case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone) | ir.Binary(
                    "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone)
                ) if self._shows(self.module.zones[zone]):
                    public_cards |= {piece}
                case ir.All(parts=parts):
                    public_cards |= self._then(parts, public_cards)
        return public_cards

    def _sees_call(self, call: ir.Call, public_cards: Lying) -> bool:
        called = self.module.code.functions[call.function]
        pairs = zip(called.parameters, call.arguments, strict=True)
        parameters = {ir.Local(name) for (name, _), argument in pairs if argument in public_cards}
        everywhere = {piece for piece in public_cards if isinstance(piece, ir.Const)}
        key = call.function, frozenset(everywhere | parameters)
        if key not in self.known:
            self.known[key] = False  # ends recursion
            self.known[key] = self.sees(called.result, key[1])
        return self.known[key]
