"""Lays changes over changes: the nearest has the last word, cell by cell."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import CardName, CastChange, Changes, Edition, Option
from rulewright.language.text import Complaints


def merge_changes(below: Changes, above: Changes) -> Changes:
    """Return `below` with everything that `above` says laid over it."""
    names = dict(below.names)
    for card, name in above.names.items():
        text = {**names[card].text, **name.text} if card in names else name.text
        names[card] = CardName(name.card, text)
    cast = dict(below.cast)
    for key, change in above.cast.items():
        cast[key] = merge_cast(cast[key], change) if key in cast else change
    return Changes(
        cast=cast,
        settings={**below.settings, **above.settings},
        tables={**below.tables, **above.tables},
        fields={**below.fields, **above.fields},
        names=names,
    )


def merge_cast(below: CastChange, above: CastChange) -> CastChange:
    """Return what both do one after the other; a card added again moves to the end.

    Removing a card that is not there does nothing here: an extending edition may well lack a card
    that three players do without. The checks of a load find the names that are simply wrong.
    """
    if above.whole:
        return above
    replaced = above.remove.keys() | above.cards.keys()
    cards = {name: card for name, card in below.cards.items() if name not in replaced}
    cards |= above.cards
    remove = {} if below.whole else {**below.remove, **above.remove}
    return CastChange(above.key, below.whole, cards, remove)


def whole_cast(changes: Changes) -> Changes:
    """Return `changes` with cards added to no list made a list of their own."""
    cast = {
        key: change if change.whole else CastChange(change.key, True, change.cards)
        for key, change in changes.cast.items()
    }
    return Changes(cast, changes.settings, changes.tables, changes.fields, changes.names)


def merge_by_players(
    below: Mapping[int, Changes], above: Mapping[int, Changes]
) -> dict[int, Changes]:
    """Return what both set for each number of players."""
    nothing = Changes()
    return {
        count: merge_changes(below.get(count, nothing), above.get(count, nothing))
        for count in sorted(below.keys() | above.keys())
    }


def merge_options(below: Mapping[str, Option], above: Mapping[str, Option]) -> dict[str, Option]:
    """Return all options of both; one that both have is merged like an edition."""
    merged = dict(below)
    for name, option in above.items():
        merged[name] = _merge_option(merged[name], option) if name in merged else option
    return merged


def _merge_option(below: Option, above: Option) -> Option:
    return Option(
        id=above.id,
        about=above.about or below.about,
        reading=above.reading or below.reading,
        changes=merge_changes(below.changes, above.changes),
        by_players=merge_by_players(below.by_players, above.by_players),
    )


def unasked(default_cast: Mapping[str, CastChange], asked: Container[str]) -> dict[str, CastChange]:
    """Return what of a default cast is left for whoever has asked for cards of these kinds."""
    return {key: change for key, change in default_cast.items() if change.kind not in asked}


def changes_for(
    edition: Edition, players: int, options: Sequence[str] = (), asked: Container[str] = ()
) -> Changes:
    """Return all that holds in one game: base, default cast, number of players, options in their order.

    The default cast is left out for the kinds that are `asked` for card by card.
    Every cast in the result is a whole list; cards of which `one-per` keeps only one are still
    all there. Raises RulesError for an unknown option, and when the edition is not for so many
    players.
    """
    says = Complaints()
    if players not in edition.players.value:
        says.add(say.wrong_players(players, str(edition.players.value)))
    for name in options:
        if name not in edition.options:
            says.add(say.unknown_option(None, name, tuple(edition.options)))
    says.raise_if_errors()
    default = Changes(cast=unasked(edition.default_cast, asked))
    merged = merge_changes(edition.base, default)
    merged = merge_changes(merged, edition.by_players.get(players, Changes()))
    for name in options:
        option = edition.options[name]
        merged = merge_changes(merged, option.changes)
        merged = merge_changes(merged, option.by_players.get(players, Changes()))
    return whole_cast(merged)
