"""A look of a seat as one number, which the native engine works out of its states: equal looks have equal digests.

What a look sorts only to be one and the same for states that look alike goes in as a sum. Cards in a place with
order go in with their numbers there, those that are not known by being left out: how many lie there is told anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.runtime.ir.hashing import BEGIN, bag, done, of, step
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Look, Shown


def look_digest(look: Look, eyes: Observer) -> int:
    """The digest of a look, seen by eyes of whichever seat."""
    options = bag(len(look.options), (shown_digest(option, eyes) for option in look.options))
    marked = bag(len(look.marked), map(of, look.marked))
    digest = _folded(BEGIN, (look.decision, look.decider, options))
    digest = _folded(digest, _places(look.places, eyes.orders, eyes))
    digest = _folded(digest, (len(look.kept), *look.kept))
    return done(_folded(digest, (marked, *look.acting)))


def shown_digest(option: Shown, eyes: Observer) -> int:
    """The digest of an option, as `Observer.described` gives it."""
    number, what, place, at = option
    return done(_folded(BEGIN, (number, _card(what, eyes), place, at)))


def heard_digest(heard: Shown) -> int:
    """The digest of what `told_to` gives: told one after the other."""
    return of(heard)


def _card(card: Shown, eyes: Observer) -> int:
    """A card, with what is kept on it and lies on it if that is told. Also of what is no card, but one number."""
    if len(card) < 2:
        return of(card)
    design, kept, lying = card
    digest = _folded(BEGIN, (design, len(kept), *kept))
    return done(_folded(digest, _places(lying, eyes.orders_on[design], eyes)))


def _places(places: Iterable[Shown], orders: Sequence[bool], eyes: Observer) -> Iterator[int]:
    """Of each place how many cards lie there, and those that are known; where the order counts with numbers."""
    for (count, shown), ordered in zip(places, orders, strict=True):
        cards = [(at, _card(card, eyes)) for at, card in enumerate(shown) if card]
        yield bag(count, (of(each) if ordered else each[1] for each in cards))


def _folded(digest: int, values: Iterable[int]) -> int:
    for value in values:
        digest = step(digest, value)
    return digest
