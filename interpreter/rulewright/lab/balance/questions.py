"""The questions of a match: which cards are judged, and the card each is compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.base.records import Record
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.runtime.ir.module import CardEntry
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside


class NotComparable(ValueError):
    """Raised if editions or cards cannot be compared; the message gives the reason and a remedy."""


class CardQuestion(Record):
    """A card to be judged, its kind, and the card it replaces in the other edition, if any."""

    card: str
    kind: str
    instead: str = ""


def cards_of(setup: RecordingSetup) -> dict[str, CardEntry]:
    """Return the cards that occur in games, by name; copies appear once."""
    return {piece.name: piece for piece in setup.module.pieces}


def questions_of(
    setup: RecordingSetup, other: RecordingSetup | None, named: tuple[str, ...]
) -> list[CardQuestion]:
    """Return the cards to judge: the named ones, those that differ from the other edition, or all cards.

    Raises NotComparable.
    """
    own = cards_of(setup)
    for name in named:
        if name not in own:
            raise NotComparable(f"there is no card {name} in games of {setup.rules.id}")
    if other is None:
        return [CardQuestion(card, own[card].kind) for card in named or own]
    theirs = cards_of(other)
    game, others = inside(setup.rules).game, inside(other.rules).game
    if game != others:
        told = f"{setup.rules.id} is of the game {game}, {other.rules.id} of {others}"
        raise NotComparable(f"{told}: they cannot be compared")
    changed = list(_changed_cards(setup, other, own, theirs))
    asked = [each for each in changed if each.card in named] if named else changed
    if not asked:
        told = f"{setup.rules.id} and {other.rules.id} have the same cards with the same rules"
        raise NotComparable(f"{told}: name editions that differ in one, or leave out --against")
    return asked


def _changed_cards(
    setup: RecordingSetup,
    other: RecordingSetup,
    own_cards: Mapping[str, CardEntry],
    other_cards: Mapping[str, CardEntry],
) -> Iterator[CardQuestion]:
    """Yield the cards that are new or different in the first edition, each with the card it replaces."""
    gone = {name: card for name, card in other_cards.items() if name not in own_cards}
    for name, card in own_cards.items():
        if name not in other_cards:
            yield CardQuestion(name, card.kind, _replaced_card(setup.rules, card, gone))
        elif card != other_cards[name] or _rule_lines(setup.rules, name) != _rule_lines(
            other.rules, name
        ):
            yield CardQuestion(name, card.kind, name)


def _replaced_card(rules: Rules, card: CardEntry, removed: Mapping[str, CardEntry]) -> str:
    """Return the removed card that a new card replaces, "" if unclear.

    It has the same value of the unique field, or is the only removed card of the kind.
    """
    same_kind = {name: other for name, other in removed.items() if other.kind == card.kind}
    field = inside(rules).one_per.get(card.kind)
    for name, other in same_kind.items():
        if field is not None and other.fields.get(field) == card.fields.get(field):
            return name
    return next(iter(same_kind)) if len(same_kind) == 1 else ""


def _rule_lines(rules: Rules, name: str) -> tuple[str, ...]:
    """Return the rule lines of a card; empty for an unknown card."""
    try:
        return rules.card(name).lines
    except KeyError:
        return ()


def own_options(setup: RecordingSetup, card: str, options: Iterable[str]) -> list[str]:
    """Return the option keys that come from a card: its powers and its own decisions."""
    keys = []
    for key in options:
        decision, *words = key.split("/")
        helps = inside(setup.rules).powers(words[0]) if words else ()
        cards = {each.card for each in helps} & {"", *setup.module.designs}
        if decision.startswith(f"{card}.") or cards == {card}:
            keys.append(key)
    return keys
