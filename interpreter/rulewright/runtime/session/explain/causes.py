"""Causes of events: the rule behind an event, the event that triggered that rule, and so on.

A traced story (`explain.tracing`) has an entry with its cause for every event and phase that began. No event
happens within itself, so a rule that reacts to an event reacts to the last one of this name.
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


class CausalLink(Record):
    """One link of a causal chain: an event or phase, the rule behind it, and the rule's line.

    `text` is the wording the player received; if it received none, the declaration in the rules, without values.
    The chain ends with the phases `during` which everything happened, innermost first.
    """

    text: str
    rule: RuleInfo
    clause: str
    during: bool = False


def line_of(declaration: Rule | Declared) -> str:
    """Return the first line of a rule, without its comment."""
    return declaration.at.source.line(declaration.at.line).split(" #")[0].strip()


class CausalChains(Draft):
    """The causal chains of the events of a traced story; `events` are its entries that have words."""

    game: CompiledGame
    log: Sequence[Any]
    program: Program
    events: Sequence[Event]

    def of(self, number: int, player: int | None) -> tuple[CausalLink, ...]:
        """Return the causal chain of event `number`, as far as `player` (None: a spectator) may see it.

        Empty if the player did not receive the event.
        """
        text = self.events[number].text(player)
        return tuple(self._chain(self._worded_entries[number], text, player)) if text else ()

    @cached_property
    def _names(self) -> list[str]:
        """The name of the event or marker of each entry in the story."""
        return [self.game.module.tellings[entry[0]].event for entry in self.log]

    @cached_property
    def _worded_entries(self) -> list[int]:
        """The indices of the story's entries that have words."""
        return [n for n, name in enumerate(self._names) if not name.startswith(SILENT)]

    @cached_property
    def _declarations(self) -> dict[tuple[str, str], Rule | Declared]:
        """The rules and declarations that can be causes, by name and place."""
        program = self.program
        known: list[Rule | Declared] = [
            *program.rules, *program.events.values(), *program.phases.values()
        ]  # fmt: skip
        return {(each.name, str(each.at)): each for each in known}

    # ------------------------------------------------------------------ the chain

    def _chain(self, at: int, text: str, player: int | None) -> Iterator[CausalLink]:
        """Yield the link at story entry `at`, then those of the event that triggered its rule."""
        site = self.game.module.sites[self.log[at][1]]
        declaration = self._declarations.get((site.name, site.place))
        yield CausalLink(text, rule_info(site), "" if declaration is None else line_of(declaration))
        if isinstance(declaration, Hook | Means):
            yield from self._trigger_links(declaration, at, player)
        elif declaration is not None:
            yield from self._phases(at)

    def _trigger_links(
        self, rule: Hook | Means, at: int, player: int | None
    ) -> Iterator[CausalLink]:
        """Yield the links of the event or phase that triggered `rule`."""
        if rule.about in self.program.phases:
            yield from self._phases(at)
            return
        began = self._last(HAPPENS + rule.about, at)
        if began is None:
            return
        text = self._text(rule.about, began, at, player)
        if text or self._is_public(began):
            yield from self._chain(began, text or line_of(self.program.events[rule.about]), player)

    def _text(self, event: str, began: int, at: int, player: int | None) -> str:
        """Return the text that `player` received of the event begun at `began`, before entry `at`, or nothing."""
        inside = (n for n in self._worded_entries if began < n < at and self._names[n] == event)
        texts = (self.events[self._worded_entries.index(n)].text(player) for n in inside)
        return next((text for text in texts if text), "")

    def _is_public(self, at: int) -> bool:
        """Return whether the rule behind an entry belongs to no card, so that everybody knows it applies."""
        site = self.game.module.sites[self.log[at][1]]
        declaration = self._declarations.get((site.name, site.place))
        return not isinstance(declaration, Rule) or (
            declaration.card is None and declaration.begun_on is None
        )

    def _phases(self, at: int) -> Iterator[CausalLink]:
        """Yield a link for each phase that was running at entry `at`, the innermost first."""
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
            yield CausalLink(line, site, line, during=True)

    def _last(self, name: str, at: int) -> int | None:
        """Return the last entry before `at` with the given name; None if there is none."""
        return next((n for n in range(at - 1, -1, -1) if self._names[n] == name), None)
