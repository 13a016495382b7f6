"""A 64-bit digest of an observation, which the native engine computes from its states as well.

Equal observations have equal digests. Collections that are sorted only to be canonical enter as sums, which do
not depend on order. In ordered places each known card enters with its position; unknown cards are left out, since
the number of cards enters anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.runtime.ir.hashing import BEGIN, digest_of, digest_of_bag, finish, step
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Observation, Shown


def digest_of_observation(observation: Observation, observer: Observer) -> int:
    """Return the 64-bit digest of an observation; the observer of any seat of the game serves."""
    options = digest_of_bag(
        len(observation.options),
        (option_digest(option, observer) for option in observation.options),
    )
    marked = digest_of_bag(len(observation.marked), map(digest_of, observation.marked))
    digest = _folded(BEGIN, (observation.decision, observation.decider, options))
    digest = _folded(digest, _places(observation.places, observer.orders, observer))
    digest = _folded(digest, (len(observation.kept), *observation.kept))
    return finish(_folded(digest, (marked, *observation.acting)))


def option_digest(option: Shown, observer: Observer) -> int:
    """Return the digest of an option described by `Observer.describe_option`."""
    number, what, place, at = option
    return finish(_folded(BEGIN, (number, _card(what, observer), place, at)))


def messages_digest(messages: Shown) -> int:
    """Return the digest of messages in the form of `messages_to`, in their order."""
    return digest_of(messages)


def _card(card: Shown, observer: Observer) -> int:
    """Return the digest of an element: of a card with its marks and held cards, if visible."""
    if len(card) < 2:
        return digest_of(card)
    design, marks, held = card
    digest = _folded(BEGIN, (design, len(marks), *marks))
    return finish(_folded(digest, _places(held, observer.orders_on[design], observer)))


def _places(places: Iterable[Shown], orders: Sequence[bool], observer: Observer) -> Iterator[int]:
    """Yield a digest per place: its number of cards and its known cards, with positions where order counts."""
    for (count, shown), ordered in zip(places, orders, strict=True):
        cards = [(at, _card(card, observer)) for at, card in enumerate(shown) if card]
        yield digest_of_bag(count, (digest_of(each) if ordered else each[1] for each in cards))


def _folded(digest: int, values: Iterable[int]) -> int:
    """Return `digest` after hashing `values` into it, in order."""
    for value in values:
        digest = step(digest, value)
    return digest
