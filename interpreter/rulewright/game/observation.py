"""What one seat may know of the table, built from what is declared visible to it.

Nothing is taken away from a whole, so what nobody thought of stays hidden. The shape, as JSON:

    {"players": 4, "seat": 2,                    seat: whose view it is; null for a spectator
     "table": {"zones": {NAME: ZONE}, "tracks": {NAME: VALUE}},
     "seats": [{"seat": 0, "name": "A", "zones": …, "tracks": …}, …],
     "cast": {KIND: [{"card": NAME, "shown": NAME, "count": 1}, …]},
     "marked": {NAME: [{"card": NAME, "shown": NAME, "value": VALUE}, …]},
     "acting": {PHASE: {PARAMETER: VALUE}}}      the phases that are being played, and for what

- ZONE is {"count": 3, "cards": [CARD or null, …]}; null is a card that the seat does not know. In a place with
  order the first card is the top; elsewhere known cards come first.
- CARD is {"name", "shown", "kind", "piece", "fields", "marks"}: its name in the rules and in the edition, its
  kind, its number in this game, what is printed on it, and what is kept on it. If other cards lie in places of
  this card, they are its "zones": {NAME: ZONE}.
- VALUE is a number, true or false, a label, {"player": 0}, {"card": NAME, "shown": NAME}, or null for nothing
  and nobody.
- `cast` tells which cards are in the game, wherever they are: what is in the box is known to all.
- `marked` tells what is kept openly on cards of which the seat does not know where they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.state import GameState
from rulewright.game.words import card_name
from rulewright.ir.ir_types import NO_NUMBER, Kind, Type
from rulewright.ir.module import Module, Variable, Zone


def observe(at: GameState, player: int | None, names: Sequence[str]) -> dict[str, Any]:
    """The table for a seat, or for a spectator (None), as plain JSON data; `names` are those of the seats."""
    module = at.game.module
    seats = [
        {
            "seat": seat, "name": names[seat],
            "zones": _zones(at, player, seat), "tracks": _tracks(at, player, seat),
        }
        for seat in range(module.players)
    ]  # fmt: skip
    return {
        "players": module.players,
        "seat": player,
        "table": {"zones": _zones(at, player, None), "tracks": _tracks(at, player, None)},
        "seats": seats,
        "cast": _cast(at.game),
        "marked": _marked(at, player),
        "acting": _acting(at, player),
    }


def _cast(game: CompiledGame) -> dict[str, Any]:
    """How many of which cards are in the game, by their kind and in its order."""
    counts: dict[str, dict[str, dict[str, Any]]] = {}
    for number, piece in enumerate(game.module.pieces):
        cards = counts.setdefault(piece.kind, {})
        shown = {"card": piece.name, "shown": card_name(game, number), "count": 0}
        cards.setdefault(piece.name, shown)["count"] += 1
    return {kind: list(cards.values()) for kind, cards in counts.items()}


def _knows(at: GameState, player: int | None, card: int) -> bool:
    """Whether the card's place is open to the seat, or it learnt of the card otherwise."""
    seat = at.game.module.players if player is None else player
    return bool(at.engine.knowers(at.state, card) >> seat & 1)


def _zones(at: GameState, player: int | None, seat: int | None) -> dict[str, Any]:
    """The places of a seat, or (None) those common to all and those of labels."""
    return {
        name: _zone(at, player, zone, zone.run.base + number)
        for zone in at.game.module.zones.values()
        for name, number in _named(at.game.module, zone, seat)
    }


def _named(module: Module, kept: Zone | Variable, seat: int | None) -> Iterator[tuple[str, int]]:
    """Which of something a seat has, or (None) are common, under their names.

    What there is for each label of a list is called after the label too.
    """
    if kept.owner == ("player" if seat is not None else None):
        yield from _of_owner(module, kept, seat or 0)
    elif seat is None and kept.owner in module.labels:
        for owner, label in enumerate(module.labels[kept.owner]):
            for name, number in _of_owner(module, kept, owner):
                yield f"{label} {name}", number


def _of_owner(module: Module, kept: Zone | Variable, owner: int) -> Iterator[tuple[str, int]]:
    """Which of something belong to one owner, counted from the first."""
    labels = module.labels[kept.each] if kept.each is not None else ("",)
    for number, label in enumerate(labels):
        yield f"{label} {kept.name}".lstrip(), owner * len(labels) + number


def _zone(at: GameState, player: int | None, zone: Zone, place: int) -> dict[str, Any]:
    """How many cards lie there, and those that the seat knows. Unknown ones of a place without order come last."""
    cards = at.seen.pieces(place)
    known = [_card(at, player, card) if _knows(at, player, card) else None for card in cards]
    if not zone.ordered:
        shown = sorted((card for card in known if card is not None), key=lambda card: card["piece"])
        known = [*shown, *[None] * (len(known) - len(shown))]
    return {"count": len(cards), "cards": known}


def _card(at: GameState, player: int | None, card: int) -> dict[str, Any]:
    info = at.game.module.pieces[card]
    return {
        "name": info.name,
        "shown": card_name(at.game, card),
        "kind": info.kind,
        "piece": card,
        "fields": dict(info.fields),
        "marks": _marks(at, player, card),
        **_held_by(at, player, card),
    }


def _marks(at: GameState, player: int | None, card: int) -> dict[str, Any]:
    """What is kept on a card, as far as the seat may see it."""
    module = at.game.module
    kind = module.pieces[card].kind
    marks = {
        name: _value(at, variable, number)
        for variable in module.variables.values()
        if variable.owner == kind and _may_see(at, variable, player, None)
        for name, number in _of_owner(module, variable, card - variable.run.first_owner)
    }
    return {name: value for name, value in marks.items() if value}


def _marked(at: GameState, player: int | None) -> dict[str, list[dict[str, Any]]]:
    """What is kept on cards of which the seat does not know where they lie; it is open all the same."""
    module = at.game.module
    found: dict[str, list[dict[str, Any]]] = {}
    kinds = {v.owner for v in module.variables.values() if _may_see(at, v, player, None)}
    for card, info in enumerate(module.pieces):
        if info.kind in kinds and not _knows(at, player, card):
            for name, value in _marks(at, player, card).items():
                found.setdefault(name, []).append({**_as_card(at.game, card), "value": value})
    return {name: sorted(marked, key=str) for name, marked in sorted(found.items())}


def _held_by(at: GameState, player: int | None, card: int) -> dict[str, Any]:
    """The places of a card in which something lies; a card without them says nothing."""
    module = at.game.module
    held = {
        name: _zone(at, player, zone, zone.run.base + number)
        for zone in module.zones.values()
        if zone.owner == module.pieces[card].kind
        for name, number in _of_owner(module, zone, card - zone.run.first_owner)
        if at.seen.pieces(zone.run.base + number)
    }
    return {"zones": held} if held else {}


def _may_see(at: GameState, variable: Variable, player: int | None, seat: int | None) -> bool:
    match variable.seen:
        case "everyone":
            return True
        case "nobody":
            return False
        case "owner":
            return player is not None and player == seat
        case "expression":
            return player is not None and at.engine.call(at.state, variable.sight) == player
        case _:
            assert_never(variable.seen)


def _tracks(at: GameState, player: int | None, seat: int | None) -> dict[str, Any]:
    """Numbers, pointers and marks that the seat may see."""
    module = at.game.module
    return {
        name: _value(at, variable, number)
        for variable in module.variables.values()
        if _may_see(at, variable, player, seat)
        for name, number in _named(module, variable, seat)
    }


def _value(at: GameState, variable: Variable, number: int) -> Any:
    return as_json(at.game, at.seen.value(variable.name, number), variable.type)


def as_json(game: CompiledGame, value: int, type_: Type) -> Any:
    """A number of the state as JSON; what it stands for shows, as in the data of options."""
    match type_.kind:
        case Kind.TRUTH:
            return bool(value)
        case Kind.NUMBER:
            return None if value == NO_NUMBER else value
    if value < 0:
        return None
    match type_.kind:
        case Kind.LABEL:
            return game.module.labels[type_.of][value]
        case Kind.PLAYER:
            return {"player": value}
        case _:
            return _as_card(game, value)


def _as_card(game: CompiledGame, card: int) -> dict[str, Any]:
    """A card by its name in the rules and in the edition."""
    return {"card": game.module.pieces[card].name, "shown": card_name(game, card)}


def _acting(at: GameState, player: int | None) -> dict[str, Any]:
    """The phases that are being played and what they are for, as far as the seat may know."""
    running: dict[str, Any] = {}
    for phase in at.game.module.phases.values():
        for parameter, name in phase.parameters:
            value, type_ = at.seen.value(name), at.game.module.variables[name].type
            if value < 0 or (type_.kind is Kind.PIECE and not _knows(at, player, value)):
                continue
            running.setdefault(phase.name, {})[parameter] = as_json(at.game, value, type_)
    return running
