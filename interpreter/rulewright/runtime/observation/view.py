"""The view of one seat: the visible part of the table as JSON data.

A view collects visible cells instead of removing hidden ones, so anything forgotten stays hidden. The shape:

    {"players": 4, "seat": 2,                    seat: whose view it is; null for a spectator
     "table": {"zones": {NAME: ZONE}, "tracks": {NAME: VALUE}},
     "seats": [{"seat": 0, "name": "A", "zones": …, "tracks": …}, …],
     "cast": {KIND: [{"card": NAME, "shown": NAME, "count": 1}, …]},
     "marked": {NAME: [{"card": NAME, "shown": NAME, "value": VALUE}, …]},
     "acting": {PHASE: {PARAMETER: VALUE}}}      the running phases and their subjects

- ZONE is {"count": 3, "cards": [CARD or null, …]}; null is a card that the seat does not know. In an ordered place
  the first card is the top; elsewhere known cards come first.
- CARD is {"name", "shown", "kind", "piece", "fields", "marks"}: its name in the rules and in the edition, its
  kind, its number, its printed values, and its visible marks. If places of this card hold other cards, these are
  its "zones": {NAME: ZONE}. The number is unique in this view and the options that belong to it; in another seat's
  view, or a later one, a copy may have it.
- VALUE is a number, true or false, a label, {"player": 0}, {"card": NAME, "shown": NAME}, or null for nothing
  and nobody.
- `cast` lists the cards in the game, wherever they are: the contents of the box are public.
- `marked` lists open marks on cards whose position, or whose copy, the seat does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress
from typing import Any

from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.owned_cells import of_piece
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.module import ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import LARGEST, NO_NUMBER, Kind, Type
from rulewright.runtime.observation.card_identities import CardIdentities
from rulewright.runtime.observation.decision import Decision

ViewCache = dict[tuple[Any, ...], Any]
"""A cache for one state: parts of views by all of their inputs, so that views share equal parts."""


def observe(
    at: GameState, player: int | None, names: Sequence[str], whole: bool = False
) -> dict[str, Any]:
    """Return the table as `player` (None: a spectator) sees it, as JSON data; `names` are those of the seats.

    With `whole`, nothing is hidden: the view for the host of the game.
    """
    lying = view_parts(CardIdentities.of(at, player, whole), player, names)
    table, seats, marked, acting = (lying[key] for key in ("table", "seats", "marked", "acting"))
    return {
        "players": at.game.module.players, "seat": player, "table": table, "seats": seats,
        "cast": _cast(at.game), "marked": marked, "acting": acting,
    }  # fmt: skip


def view_parts(
    identities: CardIdentities,
    player: int | None,
    names: Sequence[str],
    cache: ViewCache | None = None,
) -> dict[str, Any]:
    """Return the parts of a view that change during a game: zones, tracks, marks and running phases.

    Views that are given the same cache `cache` share the parts that look the same to them.
    """
    own: ViewCache = {} if cache is None else cache
    seats = [
        {
            "seat": seat, "name": names[seat],
            "zones": _zones(identities, seat, own), "tracks": _tracks(identities, seat, own),
        }
        for seat in range(identities.at.game.module.players)
    ]  # fmt: skip
    return {
        "seat": player,
        "table": {"zones": _zones(identities, None, own), "tracks": _tracks(identities, None, own)},
        "seats": seats,
        "marked": _marked(identities),
        "acting": _acting(identities),
    }


def decision_for(at: GameState, player: int | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the pending decision for `player`: in full for the deciding player, for others only who decides."""
    if not at.waiting:
        return None
    return full_decision(at, names) if at.decider == player else {"player": at.decider}


def full_decision(at: GameState, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the pending decision with all its options as JSON; None if there is none."""
    if not at.waiting:
        return None
    decision = Decision(at, names)
    return {
        "player": decision.player,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "options": [{"label": option.label, "data": option.data} for option in decision.options],
    }


def _cast(game: CompiledGame) -> dict[str, Any]:
    """Return the cards in the game by kind, in the order of the kind, with their numbers of copies."""
    counts: dict[str, dict[str, dict[str, Any]]] = {}
    for piece, shown in zip(game.module.pieces, game.card_names, strict=True):
        cards = counts.setdefault(piece.kind, {})
        if piece.name not in cards:
            cards[piece.name] = {"card": piece.name, "shown": shown, "count": 0}
        cards[piece.name]["count"] += 1
    return {kind: list(cards.values()) for kind, cards in counts.items()}


def _zones(identities: CardIdentities, seat: int | None, cache: ViewCache) -> dict[str, Any]:
    """Return the zones of `seat` as JSON; None means the common zones and those of labels.

    They are cached in `cache` unless one of their cards holds other cards.
    """
    zones, read = identities.at.game.zones, identities.at.game.readers[seat][0]
    contents = read(identities.seen.row)
    cards = tuple(chain.from_iterable(contents))
    numbers = tuple(map(identities.numbers.get, cards))
    key = (
        seat,
        read(identities.visible.open),
        tuple(map(len, contents)),
        numbers,
        identities.marks_on_cards(cards),
    )
    holds = identities.holds_cards(cards)
    zones_data: dict[str, Any] | None = None if holds else cache.get(key)
    if zones_data is None:
        owned = zones.common if seat is None else zones.of_seats[seat]
        zones_data = {
            name: _zone(identities, zone, zone.run.base + number) for name, zone, number in owned
        }
        if not holds:
            cache[key] = zones_data
    return zones_data


def _zone(identities: CardIdentities, zone: ZoneEntry, place: int) -> dict[str, Any]:
    """Return a place as JSON: its number of cards and each card, None if unknown; unordered, unknown cards last."""
    cards, numbers = identities.seen.pieces(place), identities.numbers
    if not zone.ordered:
        cards = tuple(sorted(cards, key=lambda card: numbers.get(card, LARGEST)))
    known = [_card(identities, card) if card in numbers else None for card in cards]
    return {"count": len(cards), "cards": known}


def _card(identities: CardIdentities, card: int) -> dict[str, Any]:
    """Return a known card as JSON; with marks and held cards only if the seat is sure of the copy."""
    game = identities.at.game
    info, sure = game.module.pieces[card], identities.is_sure(card)
    return {
        "name": info.name,
        "shown": game.card_names[card],
        "kind": info.kind,
        "piece": identities.numbers[card],
        "fields": dict(info.fields),
        "marks": _marks(identities, card) if sure else {},
        **(_held_by(identities, card) if sure else {}),
    }


def _marks(identities: CardIdentities, card: int) -> dict[str, Any]:
    """Return the marks on a card that the seat may see, as JSON by name."""
    game = identities.at.game
    return {name: as_json(game, value, v.type) for name, v, value in identities.marks_on(card)}


def _marked(identities: CardIdentities) -> dict[str, list[dict[str, Any]]]:
    """Return visible marks on cards of uncertain position or copy, as JSON by the name of the mark."""
    game, by_name = identities.at.game, dict[str, list[dict[str, Any]]]()
    for card in identities.marked:
        if not identities.is_sure(card):
            for name, value in _marks(identities, card).items():
                by_name.setdefault(name, []).append({**_as_card(game, card), "value": value})
    return {name: sorted(marked, key=str) for name, marked in sorted(by_name.items())}


def _held_by(identities: CardIdentities, card: int) -> dict[str, Any]:
    """Return the non-empty places on a card, as the entry `zones`; an empty dict if there are none."""
    game = identities.at.game
    held = {
        name: _zone(identities, zone, zone.run.base + number)
        for name, zone, number in of_piece(game.zones.of_kinds[game.module.pieces[card].kind], card)
        if identities.seen.pieces(zone.run.base + number)
    }
    return {"zones": held} if held else {}


def _tracks(identities: CardIdentities, seat: int | None, cache: ViewCache) -> dict[str, Any]:
    """Return the visible numbers, pointers and marks of `seat` (None: of the table) as JSON by name."""
    game, read = identities.at.game, identities.at.game.readers[seat][1]
    values, is_open = read(identities.seen.row), read(identities.visible.open)
    key = seat, is_open, *compress(values, is_open)
    tracks: dict[str, Any] | None = cache.get(key)
    if tracks is None:
        variables = game.variables.common if seat is None else game.variables.of_seats[seat]
        pairs = zip(variables, values, is_open, strict=True)
        tracks = {
            name: as_json(game, value, each.type)
            for (name, each, _), value, is_visible in pairs
            if is_visible
        }
        cache[key] = tracks
    return tracks


def as_json(game: CompiledGame, value: int, type_: Type) -> Any:
    """Return a value of the state as JSON, in the form used in option data."""
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
    """Return a card as JSON: its name in the rules and its name in the edition."""
    return {"card": game.module.pieces[card].name, "shown": game.card_names[card]}


def _acting(identities: CardIdentities) -> dict[str, Any]:
    """Return the subjects of running phases that the seat may know, by phase and parameter."""
    at, running = identities.at, dict[str, Any]()
    for subject in identities.visibility.subjects:
        value, type_ = identities.seen.value(subject.variable.name), subject.variable.type
        if value >= 0 and identities.visibility.may_read_subject(identities.visible, subject):
            of_phase = running.setdefault(subject.phase, {})
            of_phase[subject.parameter] = as_json(at.game, value, type_)
    return running
