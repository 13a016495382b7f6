"""Merging of changes to an edition: later ones override earlier ones, cell by cell."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from rulewright.base.records import evolve
from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import (
    CardName,
    CastCard,
    CastChange,
    Edition,
    EditionChanges,
    EditionOption,
)
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.text import Complaints


def merge_changes(below: EditionChanges, above: EditionChanges) -> EditionChanges:
    """Return the changes `below` and `above` as one; where both set a value, `above` wins."""
    names = dict(below.names)
    for card, name in above.names.items():
        text = {**names[card].text, **name.text} if card in names else name.text
        names[card] = CardName(name.card, text)
    cast = dict(below.cast)
    for key, change in above.cast.items():
        cast[key] = merge_cast(cast[key], change) if key in cast else change
    return EditionChanges(
        cast=cast,
        settings={**below.settings, **above.settings},
        tables={**below.tables, **above.tables},
        fields={**below.fields, **above.fields},
        names=names,
    )


def merge_cast(below: CastChange, above: CastChange) -> CastChange:
    """Return two changes of one list of cards as one; a card added again moves to the end.

    Removing a card that is not in the list is no error here: an extending edition may lack a card that a change
    for three players removes. Other checks of a load report wrong names.
    """
    if above.whole:
        return above
    replaced = above.remove.keys() | above.cards.keys()
    cards = {name: card for name, card in below.cards.items() if name not in replaced}
    cards |= {name: _with_copies_of(below, card) for name, card in above.cards.items()}
    remove = {} if below.whole else {**below.remove, **above.remove}
    return CastChange(above.key, below.whole, cards, remove)


def _with_copies_of(below: CastChange, card: CastCard) -> CastCard:
    """Return `card` with its copies in the list `below` included if it has further copies."""
    former = below.cards.get(card.name.value)
    if not card.further or (former is None and card.name.value not in below.remove):
        return card
    copies = card.copies.value + (former.copies.value if former else 0)
    further = former is not None and former.further
    return evolve(card, copies=Spanned(copies, card.copies.span), further=further)


def whole_cast(changes: EditionChanges) -> EditionChanges:
    """Return `changes` with every change of the cast as a whole list: added cards alone form a new list."""
    cast = {
        key: change if change.whole else CastChange(change.key, True, change.cards)
        for key, change in changes.cast.items()
    }
    return EditionChanges(cast, changes.settings, changes.tables, changes.fields, changes.names)


def merge_by_players(
    below: Mapping[int, EditionChanges], above: Mapping[int, EditionChanges]
) -> dict[int, EditionChanges]:
    """Return for each number of players the changes of `below` and `above` as one."""
    nothing = EditionChanges()
    return {
        count: merge_changes(below.get(count, nothing), above.get(count, nothing))
        for count in sorted(below.keys() | above.keys())
    }


def merge_options(
    below: Mapping[str, EditionOption], above: Mapping[str, EditionOption]
) -> dict[str, EditionOption]:
    """Return the options of `below` and `above`; an option in both is merged."""
    merged = dict(below)
    for name, option in above.items():
        merged[name] = _merge_option(merged[name], option) if name in merged else option
    return merged


def _merge_option(below: EditionOption, above: EditionOption) -> EditionOption:
    """Return two versions of an option as one; where both set a value, `above` wins."""
    return EditionOption(
        id=above.id,
        about=above.about or below.about,
        reading=above.reading or below.reading,
        changes=merge_changes(below.changes, above.changes),
        by_players=merge_by_players(below.by_players, above.by_players),
    )


def default_cast_without(
    default_cast: Mapping[str, CastChange], kinds: Container[str]
) -> dict[str, CastChange]:
    """Return the default cast without the lists of these kinds."""
    return {key: change for key, change in default_cast.items() if change.kind not in kinds}


def changes_for(
    edition: Edition, players: int, options: Sequence[str] = (), requested: Container[str] = ()
) -> EditionChanges:
    """Return all changes for a game with this number of players and these options, merged.

    The order is: base, default cast, number of players, then options as given. The default cast is omitted for
    the kinds in `requested`, whose cards the game names. Every cast in the result is a whole list; duplicates that
    `one-per` forbids are not yet removed. Raises RulesError for an unknown option, or if the edition does not
    allow this number of players.
    """
    complaints = Complaints()
    if players not in edition.players.value:
        complaints.add(say.player_count_not_allowed(players, str(edition.players.value)))
    for name in options:
        if name not in edition.options:
            complaints.add(say.unknown_option(None, name, tuple(edition.options)))
    complaints.raise_if_errors()
    default = EditionChanges(cast=default_cast_without(edition.default_cast, requested))
    merged = merge_changes(edition.base, default)
    merged = merge_changes(merged, edition.by_players.get(players, EditionChanges()))
    for name in options:
        option = edition.options[name]
        merged = merge_changes(merged, option.changes)
        merged = merge_changes(merged, option.by_players.get(players, EditionChanges()))
    return whole_cast(merged)
