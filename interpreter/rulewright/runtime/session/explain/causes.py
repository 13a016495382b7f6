"""Why something happened: the rule that did it, what that rule answered to, what brought that about, and so on.

A traced story (`explain.tracing`) has a line for every event and phase that began, with its cause. No event happens
within itself; so a rule that answers to an event answers to the last one of this name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from rulewright.base.records import Draft, Record
from rulewright.language.program.program import Declared, Hook, Means, Program, Rule
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.ir.module import COUNTS
from rulewright.runtime.lower.statements.lower_events import BEGINS, ENDS, HAPPENS
from rulewright.runtime.observation.story import Event, RuleInfo, rule_info

SILENT = (HAPPENS, BEGINS, ENDS, COUNTS)


class Because(Record):
    """Something that happened, and why: the rule that did it, and its line as it is written.

    `text` is what the asker was told of it; where he was told nothing, how the rules declare it, without a value.
    At the end of a chain stand the phases `during` which all that happened, the innermost first.
    """

    text: str
    rule: RuleInfo
    clause: str
    during: bool = False


def line_of(found: Rule | Declared) -> str:
    """The line in which the rules say something, without a remark."""
    return found.at.source.line(found.at.line).split(" #")[0].strip()


class Causes(Draft):
    """The causes of what a traced story tells; `events` are its lines with words, in the language of the game."""

    game: CompiledGame
    log: Sequence[Any]
    program: Program
    events: Sequence[Event]

    def of(self, number: int, player: int | None) -> tuple[Because, ...]:
        """Why an event of the story happened, each because of the next, told to a seat (None: a spectator).

        Empty if the seat was not told of it.
        """
        text = self.events[number].text(player)
        return tuple(self._chain(self._told_events[number], text, player)) if text else ()

    @cached_property
    def _names(self) -> list[str]:
        return [self.game.module.tellings[entry[0]].event for entry in self.log]

    @cached_property
    def _told_events(self) -> list[int]:
        """Where the lines with words stand."""
        return [n for n, name in enumerate(self._names) if not name.startswith(SILENT)]

    @cached_property
    def _declared(self) -> dict[tuple[str, str], Rule | Declared]:
        """What causes come of, by their names and places."""
        program = self.program
        known: list[Rule | Declared] = [
            *program.rules, *program.events.values(), *program.phases.values()
        ]  # fmt: skip
        return {(each.name, str(each.at)): each for each in known}

    # ------------------------------------------------------------------ the chain

    def _chain(self, at: int, text: str, player: int | None) -> Iterator[Because]:
        """What happened there and why; then that of what its rule answered to."""
        site = self.game.module.sites[self.log[at][1]]
        found = self._declared.get((site.name, site.place))
        yield Because(text, rule_info(site), "" if found is None else line_of(found))
        if isinstance(found, Hook | Means):
            yield from self._answered(found, at, player)
        elif found is not None:
            yield from self._phases(at)

    def _answered(self, rule: Hook | Means, at: int, player: int | None) -> Iterator[Because]:
        """What a rule answered to."""
        if rule.about in self.program.phases:
            yield from self._phases(at)
            return
        begun = self._last(HAPPENS + rule.about, at)
        if begun is None:
            return
        text = self._text(rule.about, begun, at, player)
        if text or self._is_public(begun):
            yield from self._chain(begun, text or line_of(self.program.events[rule.about]), player)

    def _text(self, event: str, begun: int, at: int, player: int | None) -> str:
        """What a seat was told of an event that began there, before something else was told."""
        inside = (n for n in self._told_events if begun < n < at and self._names[n] == event)
        texts = (self.events[self._told_events.index(n)].text(player) for n in inside)
        return next((text for text in texts if text), "")

    def _is_public(self, at: int) -> bool:
        """Whether the rule that caused something stands on no card: then everybody knows that it speaks."""
        site = self.game.module.sites[self.log[at][1]]
        found = self._declared.get((site.name, site.place))
        return not isinstance(found, Rule) or (found.card is None and found.begun_on is None)

    def _phases(self, at: int) -> Iterator[Because]:
        """The phases that were being played, the innermost first."""
        running: dict[str, int] = {}
        for number, name in enumerate(self._names[: at + 1]):
            phase = name.rpartition(" ")[2]
            if name.startswith(BEGINS):
                running[phase] = number
            elif name.startswith(ENDS):
                running.pop(phase, None)
        for phase, number in sorted(running.items(), key=lambda each: -each[1]):
            site = rule_info(self.game.module.sites[self.log[number][1]])
            line = line_of(self.program.phases[phase])
            yield Because(line, site, line, during=True)

    def _last(self, name: str, at: int) -> int | None:
        return next((n for n in range(at - 1, -1, -1) if self._names[n] == name), None)
