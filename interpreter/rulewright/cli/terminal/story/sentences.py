"""Joins successive actions of one player into one sentence, with reasons where they are not obvious."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright import Game
from rulewright.base.records import Record, field
from rulewright.language.text.words.inflection import SPEECH
from rulewright.runtime.ir.nodes.ir_types import PLAYER
from rulewright.runtime.observation.story import Event
from rulewright.runtime.session.rules.internals import inside

MOST: Final = 8
"""The largest number of events in a sentence."""

_NUMBER: Final = re.compile(r"-?\d")
_OWN_STOPS: Final = re.compile(r"[:;,]")


class StorySentence(Record):
    """A sentence of the story: successive events of one player, or a single event."""

    seat: int | None
    game: Game
    events: list[Event] = field(factory=list)

    def can_join(self, event: Event) -> bool:
        """Return whether `event` can be joined to this sentence."""
        if not self.events:
            return True
        last = self.events[-1]
        return (
            len(self.events) < MOST
            and event.subject is not None
            and event.subject == last.subject
            and all(self._predicate(each) is not None for each in (last, event))
        )

    @property
    def text(self) -> str:
        """The sentence, addressed to the seat."""
        first = self.events[0].text(self.seat, speaking=True)
        deeds = [
            predicate for event in self.events if (predicate := self._predicate(event)) is not None
        ]
        if len(self.events) == 1 or len(deeds) < len(self.events):
            return self._with_reason(self.events[0], first, first)
        subject = first[: len(first) - len(deeds[0])]
        return subject + ", ".join(self._join_predicates(deeds))

    @property
    def players(self) -> set[int]:
        """The seats that occur in the sentence."""
        return {seat for event in self.events for seat in event.players}

    def _predicate(self, event: Event) -> str | None:
        """Return the predicate of an event's text, after its subject; None if the event cannot be joined."""
        text = event.text(self.seat, speaking=True)
        if event.subject is None or _OWN_STOPS.search(text) or _has_two_subjects(event):
            return None
        you = SPEECH.get(self.game.rules.language, SPEECH["en"]).you
        heads = [self.game.names[event.subject], *([you] if event.subject == self.seat else [])]
        subjects = (head for head in heads if text.casefold().startswith(f"{head.casefold()} "))
        return next((text[len(head) + 1 :] for head in subjects), None)

    def _join_predicates(self, deeds: Sequence[str]) -> Iterator[str]:
        """Yield the predicates with their reasons; a repeated verb is left out.

        Identical actions are merged and counted.
        """
        groups = list[tuple[str, str, Event, int]]()
        for event, predicate in zip(self.events, deeds, strict=True):
            reason = event.reason(self.seat)
            times = groups.pop()[3] if groups and groups[-1][:2] == (predicate, reason) else 0
            groups.append((predicate, reason, event, times + 1))
        whole, verbs = " ".join(deeds), [_before_number(predicate) for predicate, *_ in groups]
        before = ""
        following = [*(reason for _, reason, *_ in groups[1:]), ""]
        for (predicate, reason, event, times), verb, later in zip(
            groups, verbs, following, strict=True
        ):
            again = bool(verb) and verbs.count(verb) > 1
            shown = predicate.removeprefix(before) if again else predicate
            shown = f"{shown} ×{times}" if times > 1 else shown
            plainly = self._power_name(event) if again and not reason else ""
            if plainly:
                yield f"{shown} ({plainly})"
            else:
                yield shown if reason == later else self._with_reason(event, shown, whole, again)
            before = verb

    def _with_reason(self, event: Event, action: str, sentence: str, again: bool = False) -> str:
        """Return an action with its reason, unless the sentence names the card that is the reason anyway."""
        reason, by = event.reason(self.seat), event.by(self.seat)
        is_plain = (
            not (again or event.counted(self.seat)) and by and self._card_name(by) in sentence
        )
        return action if is_plain or not reason else f"{action} {reason}"

    def _card_name(self, card: str) -> str:
        """Return a card's name for players."""
        return inside(self.game.rules).card_name(card)

    def _power_name(self, event: Event) -> str:
        """Return the name of the power that caused an event, for readers; "" if none did."""
        rules, name = self.game.rules, event.rule.name
        if not inside(rules).powers(name):
            return ""
        words = inside(rules).words
        label = words.names.get(name) or words.choices.get(name, name.replace("-", " "))
        return label.replace("{}", "").strip()


def _has_two_subjects(event: Event) -> bool:
    """Return whether a text may begin with two players as its subject: at most one word separates them."""
    match event.telling.parts:
        case (int(), str(between), int(second), *_) if len(between.split()) < 2:
            return event.telling.types[second] == PLAYER
        case _:
            return False


def _before_number(predicate: str) -> str:
    """Return the text before the first number, such as "takes " of "takes 2 coins"; "" if there is none."""
    match = _NUMBER.search(predicate)
    return predicate[: match.start()] if match is not None else ""
