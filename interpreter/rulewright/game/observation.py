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
from typing import Any

from rulewright.engines.machine import Machine, TrackInfo, ZoneInfo
from rulewright.game.core import Core
from rulewright.game.words import card_name
from rulewright.ir.layout import NO_NUMBER


def observe(core: Core, player: int | None, names: Sequence[str]) -> dict[str, Any]:
    """The table for a seat, or for a spectator (None), as plain JSON data; `names` are those of the seats."""
    machine = core.machine
    seats = [
        {
            "seat": seat, "name": names[seat],
            "zones": _zones(core, player, seat), "tracks": _tracks(core, player, seat),
        }
        for seat in range(machine.players)
    ]  # fmt: skip
    return {
        "players": machine.players,
        "seat": player,
        "table": {"zones": _zones(core, player, None), "tracks": _tracks(core, player, None)},
        "seats": seats,
        "cast": _cast(machine),
        "marked": _marked(core, player),
        "acting": _acting(core, player),
    }


def _cast(machine: Machine) -> dict[str, Any]:
    """How many of which cards are in the game, by their kind and in its order."""
    counts: dict[str, dict[str, dict[str, Any]]] = {}
    for number, piece in enumerate(machine.pieces):
        cards = counts.setdefault(piece.kind, {})
        shown = {"card": piece.name, "shown": card_name(machine, number), "count": 0}
        cards.setdefault(piece.name, shown)["count"] += 1
    return {kind: list(cards.values()) for kind, cards in counts.items()}


def _knows(core: Core, player: int | None, card: int) -> bool:
    """Whether the card's place is open to the seat, or it learnt of the card otherwise."""
    _, viewers = core.machine.code["seen"](core.row, card)
    return bool(viewers >> (core.machine.players if player is None else player) & 1)


def _zones(core: Core, player: int | None, seat: int | None) -> dict[str, Any]:
    """The places of a seat, or (None) those common to all and those of labels."""
    return {
        name: _zone(core, player, zone, cell)
        for zone in core.machine.zones
        for name, cell in _named_cells(core.machine, zone, seat)
    }


def _named_cells(
    machine: Machine, kept: ZoneInfo | TrackInfo, seat: int | None
) -> Iterator[tuple[str, int]]:
    """The cells that a seat has of something, or (None) that are common, under their names.

    What there is for each label of a list is called after the label too.
    """
    if kept.owner == ("player" if seat is not None else None):
        yield from _cells_of(machine, kept, seat or 0)
    elif seat is None and kept.owner in machine.labels:
        for number, label in enumerate(machine.labels[kept.owner]):
            for name, cell in _cells_of(machine, kept, number):
                yield f"{label} {name}", cell


def _cells_of(
    machine: Machine, kept: ZoneInfo | TrackInfo, owner: int
) -> Iterator[tuple[str, int]]:
    """The cells of one owner, counted from the first."""
    labels = machine.labels[kept.each] if kept.each is not None else ("",)
    for number, label in enumerate(labels):
        yield f"{label} {kept.name}".lstrip(), kept.base + owner * len(labels) + number


def _zone(core: Core, player: int | None, zone: ZoneInfo, cell: int) -> dict[str, Any]:
    """How many cards lie there, and those that the seat knows. Unknown ones of a place without order come last."""
    cards = core.row[cell]
    known = [_card(core, player, card) if _knows(core, player, card) else None for card in cards]
    if not zone.ordered:
        shown = sorted((card for card in known if card is not None), key=lambda card: card["piece"])
        known = [*shown, *[None] * (len(known) - len(shown))]
    return {"count": len(cards), "cards": known}


def _card(core: Core, player: int | None, card: int) -> dict[str, Any]:
    machine = core.machine
    info = machine.pieces[card]
    return {
        "name": info.name,
        "shown": card_name(machine, card),
        "kind": info.kind,
        "piece": card,
        "fields": dict(info.fields),
        "marks": _marks(core, player, card),
        **_held_by(core, player, card),
    }


def _marks(core: Core, player: int | None, card: int) -> dict[str, Any]:
    """What is kept on a card, as far as the seat may see it."""
    kind = core.machine.pieces[card].kind
    marks = {
        name: _value(core, track, cell)
        for track in core.machine.tracks
        if track.owner == kind and _may_see(core, track, player, None)
        for name, cell in _cells_of(core.machine, track, card - track.first_owner)
    }
    return {name: value for name, value in marks.items() if value}


def _marked(core: Core, player: int | None) -> dict[str, list[dict[str, Any]]]:
    """What is kept on cards of which the seat does not know where they lie; it is open all the same."""
    found: dict[str, list[dict[str, Any]]] = {}
    kinds = {track.owner for track in core.machine.tracks if _may_see(core, track, player, None)}
    for card, info in enumerate(core.machine.pieces):
        if info.kind in kinds and not _knows(core, player, card):
            for name, value in _marks(core, player, card).items():
                found.setdefault(name, []).append({**_named(core.machine, card), "value": value})
    return {name: sorted(marked, key=str) for name, marked in sorted(found.items())}


def _held_by(core: Core, player: int | None, card: int) -> dict[str, Any]:
    """The places of a card in which something lies; a card without them says nothing."""
    machine = core.machine
    held = {
        name: _zone(core, player, zone, cell)
        for zone in machine.zones
        if zone.owner == machine.pieces[card].kind
        for name, cell in _cells_of(machine, zone, card - zone.first_owner)
        if core.row[cell]
    }
    return {"zones": held} if held else {}


def _may_see(core: Core, track: TrackInfo, player: int | None, seat: int | None) -> bool:
    if track.sight == "everyone":
        return True
    if player is None:
        return False
    if track.sight == "expression":
        return bool(core.machine.code[track.looking](core.row) == player)
    return track.sight == "owner" and player == seat


def _tracks(core: Core, player: int | None, seat: int | None) -> dict[str, Any]:
    """Numbers, pointers and marks that the seat may see."""
    return {
        name: _value(core, track, cell)
        for track in core.machine.tracks
        if _may_see(core, track, player, seat)
        for name, cell in _named_cells(core.machine, track, seat)
    }


def _value(core: Core, track: TrackInfo, cell: int) -> Any:
    return as_json(core.machine, core.row[cell], track.type.name)


def as_json(machine: Machine, value: int, type_name: str) -> Any:
    """A number of the state as JSON; what it stands for shows, as in the data of options."""
    if type_name == "yes-or-no":
        return bool(value)
    if type_name == "number":
        return None if value == NO_NUMBER else value
    if value < 0:
        return None
    if type_name in machine.labels:
        return machine.labels[type_name][value]
    if type_name == "player":
        return {"player": value}
    return _named(machine, value)


def _named(machine: Machine, card: int) -> dict[str, Any]:
    """A card by its name in the rules and in the edition."""
    return {"card": machine.pieces[card].name, "shown": card_name(machine, card)}


def _acting(core: Core, player: int | None) -> dict[str, Any]:
    """The phases that are being played and what they are for, as far as the seat may know."""
    running: dict[str, Any] = {}
    for (phase, parameter), cells in core.machine.layout.running.items():
        value = core.row[cells.base]
        if value < 0:
            continue
        type_name = core.machine.parameter_types[(phase, parameter)]
        if type_name in ("player", "number", "yes-or-no") or type_name in core.machine.labels:
            running.setdefault(phase, {})[parameter] = as_json(core.machine, value, type_name)
        elif _knows(core, player, value):
            running.setdefault(phase, {})[parameter] = _named(core.machine, value)
    return running
