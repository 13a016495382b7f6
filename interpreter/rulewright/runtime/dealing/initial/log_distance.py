"""The distance of a state from the log: misplaced cards, wrongly reported cards and differences of numbers.

That a step does not fit gives a search no direction. The distance does, where a number depends on hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from rulewright.runtime.dealing.dealing_context import DealingContext, StepResult, replay_messages
from rulewright.runtime.dealing.trajectory_steps import cards_of
from rulewright.runtime.game.engine import State
from rulewright.runtime.observation.observer import pending_decision
from rulewright.runtime.observation.seat_log import messages_to
from rulewright.runtime.observation.visibility import VisibleState

FAR: Final = 10
"""The largest distance that a single difference counts: a number, or the pending decision."""

Pair = tuple[int, int]
"""A misplaced card, and the design that belongs in its place; -1 for any."""

Entries = Sequence[Any]
"""Messages: each has its template, its rule, its values and its recipient, and perhaps moves of cards."""


def distance(context: DealingContext, number: int, before: State, step_result: StepResult) -> int:
    """Return the distance between a step's result and observation `number` of the log."""
    observer, look, visible = (
        context.observer,
        context.log.observations[number],
        step_result.visible,
    )
    total = FAR * (pending_decision(visible.row) != look[:2])
    total += len(misplaced_cards(context, number, before, visible))
    for cell, (count, _) in zip(observer.on_table, look.places, strict=True):
        total += abs(len(visible.row[cell]) - count)
    total += sum(map(_value_distance, observer.numbers(visible), look.kept))
    if context.has_messages:
        received = messages_to(
            context.log.seat, observer.copy_of, messages_of(context, number, before, step_result)
        )
        total += message_distance(received, context.log.messages[number])
    return total


def message_distance(messages: Entries, others: Entries) -> int:
    """Return the distance between two sequences of messages."""
    total = FAR * abs(len(messages) - len(others))
    for (kind, _, values, _), (other, _, wanted, _) in zip(messages, others, strict=False):
        total += sum(map(_value_distance, values, wanted)) if kind == other else FAR
    return total


def _value_distance(one: Any, two: Any) -> int:
    """Return the distance between two values: of numbers at most `FAR`, of lists the symmetric difference."""
    if isinstance(one, int) and isinstance(two, int):
        return min(abs(one - two), FAR)
    if one and two and isinstance(one[0], tuple) and isinstance(two[0], tuple):
        ones, twos = Counter(one), Counter(two)
        return (ones - twos).total() + (twos - ones).total()
    return int(one != two)


# ---------------------------------------------------------------------- cards


def wrong_cards(
    context: DealingContext, number: int, before: State, step_result: StepResult
) -> list[Pair]:
    """Return the misplaced cards, each with the design the log shows there, -1 for a hidden card.

    If no card is misplaced, return the cards that messages name in the place of others.
    """
    return misplaced_cards(context, number, before, step_result.visible) or misreported_cards(
        context, number, before, step_result
    )


def misplaced_cards(
    context: DealingContext, number: int, before: State, visible: VisibleState
) -> list[Pair]:
    """Return the cards in places where the log shows others, each with the design shown there, -1 if hidden.

    Among equal cards, those that came there last are misplaced.
    """
    pairs: list[Pair] = []
    was: Sequence[Any] | None = None
    places = zip(context.observer.on_table, context.log.observations[number].places, strict=True)
    for cell, (count, shown) in places:
        cards = visible.row[cell]
        if context.observer.zone_of[cell].ordered and len(cards) == count:
            for card, seen in zip(cards, shown, strict=True):
                if (seen[0] if seen else -1) != (
                    context.observer.design_of[card] if visible.known[card] or seen else -1
                ):
                    pairs.append((card, seen[0] if seen else -1))
        else:
            was = context.row(before) if was is None else was
            there = frozenset(was[cell])
            lying = sorted(cards, key=lambda card: card not in there)
            pairs += _misplaced_in(context, visible, lying, [seen[0] for seen in shown if seen])
    return pairs


def _misplaced_in(
    context: DealingContext, visible: VisibleState, cards: Sequence[int], shown: list[int]
) -> Iterator[Pair]:
    """Yield the misplaced cards of an unordered place, each with a missing design; -1 if none is missing."""
    lacking = Counter(shown)
    extra: list[int] = []
    for card in cards:
        design = context.observer.design_of[card]
        if visible.known[card] and lacking[design]:
            lacking[design] -= 1
        elif visible.known[card]:
            extra.append(card)
    designs = [*lacking.elements()]
    yield from zip_longest(extra, designs[: len(extra)], fillvalue=-1)
    hidden = [card for card in cards if not visible.known[card]]
    yield from zip(hidden, designs[len(extra) :], strict=False)


def misreported_cards(
    context: DealingContext, number: int, before: State, step_result: StepResult
) -> list[Pair]:
    """Return (card, design) pairs: a card named in a message where the log names a card of the design."""
    if not context.has_messages:
        return []
    observer, seat = context.observer, context.log.seat
    entries = [
        each for each in messages_of(context, number, before, step_result) if each[3] in (-1, seat)
    ]
    return [
        pair
        for (kind, _, values, *_), (heard, _, others, _) in zip(
            entries, context.log.messages[number], strict=False
        )
        if kind == heard
        for ours, theirs in zip(values, others, strict=False)
        for pair in _misreported_pairs(
            observer.copy_of, observer.design_of, _cards_in_value(ours), _cards_in_value(theirs)
        )
    ]


def _misreported_pairs(
    copy_of: Sequence[int], design_of: Sequence[int], cards: list[int], others: list[int]
) -> Iterator[Pair]:
    """Yield (card, design): a card of `cards` that `others` lack, and the design of one that only `others` have."""
    lacking = Counter(copy_of[its] for its in others if its >= 0)
    extra: list[int] = []
    for card in cards:
        if card >= 0 and lacking[copy_of[card]]:
            lacking[copy_of[card]] -= 1
        elif card >= 0:
            extra.append(card)
    for card, its in zip(extra, lacking.elements(), strict=False):
        yield card, design_of[its]


def reported_cards(
    context: DealingContext, number: int, before: State, step_result: StepResult
) -> frozenset[int]:
    """Return the cards that the seat knows after a step, and those that the step's messages name to it."""
    named: list[int] = []
    for _, _, values, recipient, *_ in (
        messages_of(context, number, before, step_result) if context.has_messages else ()
    ):
        if recipient in (-1, context.log.seat):
            named += [card for value in values for card in _cards_in_value(value)]
    return frozenset(named) | frozenset(cards_of(step_result.step.known))


def _cards_in_value(value: Any) -> list[int]:
    """Return the cards in a message's value: a list of cards, one card with its viewers, or no card."""
    if not isinstance(value, tuple) or not value:
        return []
    listed = value if isinstance(value[0], tuple) else (value,)
    return [each[0] for each in listed if len(each) > 1]


def messages_of(
    context: DealingContext, number: int, before: State, step_result: StepResult
) -> Entries:
    """Return all messages of a step; replay the step if they were not collected. An opening has none."""
    if step_result.told is None:
        is_opening = number == 0 and bool(context.log.opening)
        step_result.told = (
            [] if is_opening else replay_messages(context.engine, before, step_result.step)
        )
    return step_result.told
