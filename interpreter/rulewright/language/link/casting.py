"""The cast of a game: which cards of every kind are in it, and how many copies of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulewright.base.plain_files import is_regular_file
from rulewright.language.edition.edition import CastCard, Edition, EditionChanges
from rulewright.language.link import link_complaints as say
from rulewright.language.link.rule_files import card_file_name, card_names_of_files
from rulewright.language.link.world import World, is_known_name
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints, Span, real_path

Copies = dict[str, int]
"""Numbers of copies, by card."""


def make_cast(
    world: World, edition: Edition, changes: EditionChanges, complaints: Complaints,
    extra: Iterable[tuple[str, Span | None]] = (),
) -> dict[str, Copies]:  # fmt: skip
    """Return the copies of each card, by kind: the cards of the edition's lists in order, then those in `extra`.

    Of several cards with the same value in the edition's `one-per` field the last one stays.
    """
    cast: dict[str, Copies] = {}
    for kind, cards in _listed_cards(world, edition, changes, complaints).items():
        copies = {name: card.copies.value for name, card in cards.items()}
        cast[kind] = _keep_one_per_value(world, edition, kind, copies, complaints)
    for name, span in extra:
        if _is_known_card(world, edition, name, span, complaints):
            for card in world.program.cards_called(name):
                kind = world.program.cards[card].kind
                copies = cast.get(kind, {})
                if card not in copies:
                    cast[kind] = _keep_one_per_value(
                        world, edition, kind, {**copies, card: 1}, complaints
                    )
    return cast


def check_requested_cards(
    world: World,
    edition: Edition,
    requested: Iterable[tuple[str, Span | None]],
    complaints: Complaints,
) -> None:
    """Report requested cards that are not in the game, because another requested card replaced them."""
    for name, at in requested:
        for card in world.program.cards_called(name):
            if not world.of_card(card) and (rival := rival_of(world, edition, card)) is not None:
                complaints.add(say.both_requested(at, card, *rival))


def rival_of(world: World, edition: Edition, card: str) -> tuple[str, str] | None:
    """Return the card in the game that keeps `card` out of it, with the field that both share; None without one."""
    one_per = edition.one_per.get(world.program.cards[card].kind)
    if one_per is None:
        return None
    field = one_per.field.value
    value = world.values[card].get(field)
    same = (each for each in world.cards if each != card and world.values[each].get(field) == value)
    return next(((each, field) for each in same), None)


def check_one_per(program: Program, edition: Edition, complaints: Complaints) -> None:
    """Report two cards in one list of an edition file if a game can have only one of them (`one-per`).

    Replacements by another file, a number of players or an option are intended.
    """
    for kind, one_per in edition.one_per.items():
        for change in (c for changes in edition.changes() for c in changes.cast.values()):
            by_value: dict[object, CastCard] = {}
            for name, card in change.cards.items() if change.kind == kind else ():
                value = _printed_value(program, edition, name, one_per.field.value)
                first = by_value.get(value)
                if first is None or first.listed != card.listed:
                    by_value[value] = card
                elif value is not None:
                    field = one_per.field.value
                    at = card.name.span
                    complaints.add(
                        say.both_listed(at, name, first.name.value, first.name.span, field)
                    )


def _printed_value(program: Program, edition: Edition, card: str, field: str) -> object:
    """Return the value of a card's field in this edition, by default as printed."""
    if (card, field) in edition.base.fields:
        return edition.base.fields[card, field].value.value
    if card not in program.cards:
        return None
    fields = program.kinds[program.cards[card].kind].fields
    default = fields[field].default if field in fields else None
    return program.cards[card].values.get(field, default)


def _is_known_card(
    world: World, edition: Edition, name: str, span: Span | None, complaints: Complaints
) -> bool:
    """Return whether the program declares a card; report it if not, also with names from unread files."""
    if world.program.cards_called(name):
        return True
    known = [*world.program.cards, *world.program.series, *card_names_of_files(edition)]
    file = card_file_name(name)
    unread = any(_is_unread_rule_file(path.with_name(file), edition) for path in edition.files)
    there = file if unread or edition.card_paths else None
    complaints.add(say.unknown_name(span, "card", name, known, there, unread))
    return False


def _is_unread_rule_file(path: Path, edition: Edition) -> bool:
    """Return whether a path is an existing rule file that this edition does not read."""
    return is_regular_file(path) and not any(map(real_path(path).is_relative_to, edition.places))


def _listed_cards(
    world: World, edition: Edition, changes: EditionChanges, complaints: Complaints
) -> dict[str, dict[str, CastCard]]:
    """Return the cards in the lists of `changes` by kind; report unknown, misplaced and repeated ones."""
    program = world.program
    cast: dict[str, dict[str, CastCard]] = {}
    for key, change in changes.cast.items():
        if not is_known_name(complaints, "kind", change.kind, change.key.span, program.kinds):
            continue
        cards = cast.setdefault(change.kind, {})
        for name, card in change.cards.items():
            at = card.name.span
            if not _is_known_card(world, edition, name, at, complaints):
                continue
            for each in program.cards_called(name):
                declared = program.cards[each]
                if declared.kind != change.kind:
                    complaints.add(
                        say.wrong_kind_of_card(at, name, key, declared.kind, declared.at)
                    )
                    break
                if each in cards:
                    complaints.add(say.in_two_lists(at, each, change.kind, cards[each].name.span))
                else:
                    cards[each] = card
    return cast


def _keep_one_per_value(
    world: World, edition: Edition, kind: str, cards: Copies, complaints: Complaints
) -> Copies:
    """Return the copies of one kind without cards that a later one replaces under `one-per`."""
    one_per = edition.one_per.get(kind)
    if one_per is None:
        return cards
    fields = world.program.kinds[kind].fields
    what, field = f"field of a {kind}", one_per.field
    if not is_known_name(complaints, what, field.value, field.span, fields):
        return cards
    by_value: dict[object, str] = {}
    for name in cards:
        by_value[world.values[name].get(field.value)] = name
    keep = set(by_value.values())
    return {name: copies for name, copies in cards.items() if name in keep}


def sort_cards(world: World, kind: str, cards: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the cards of a kind with their copies, sorted as the kind declares; else in the given order."""
    order = world.program.kinds[kind].order
    listed = list(cards.items())
    if order is None:
        return listed
    return sorted(listed, key=lambda item: (_sort_key(world.values[item[0]].get(order)), item[0]))


def _sort_key(value: object) -> tuple[int, str]:
    """Return a sort key for field values that puts numbers before words."""
    return (value, "") if isinstance(value, int) else (0, str(value))
