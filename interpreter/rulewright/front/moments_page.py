"""A page for people who write rules: what happens in a game, what is kept in it, and who listens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from rulewright.front.speech import say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.session.explaining import Explainer, lines_of
from rulewright.text import Span

REMADE: Final = "rulewright document {} > docs/moments.md"
CONTINUES: Final = ("where ", "and ", "or ")
OPENING: Final = ("event", "phase", "moment", "value", "fact", "setting", "table")


def moments_page(explainer: Explainer, root: Path, links: str = "../") -> str:
    """Return the page about the rules of an edition, in Markdown.

    `root` is the folder from which files are told, and `links` the way from the page to it.
    """
    return _Page(explainer, explainer.book.program, root, links).text()


@attrs.frozen
class _Page:
    explainer: Explainer
    program: p.Program
    root: Path
    links: str

    def text(self) -> str:
        parts = [
            f"# {say('The moments of {game}', game=self.program.game)}",
            say("Made from the rules; do not change it by hand. To make it anew:")
            + f"\n`{REMADE.format(self.explainer.book.edition.id.value)}`",
            say(
                "This is what rules of your own can hook into. [language.md](language.md) says how."
            ),
            self._course(),
            self._kinds(),
            *self._happenings(),
            *self._changeables(),
            *self._state(),
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    # ------------------------------------------------------------------ the course of a game

    def _course(self) -> str:
        lines = [f"## {say('The course of a game')}", "", *self._steps(self.program.flow, 0)]
        return "\n".join(lines)

    def _steps(self, block: typed.Block, depth: int) -> Iterator[str]:
        """Phases, moments and events below a block, each once."""
        told: list[list[str]] = []
        for step in _walk(block):
            lines = list(self._step(step, depth))
            if lines not in told:
                told.append(lines)
                yield from lines

    def _step(self, step: typed.Stmt, depth: int) -> Iterator[str]:
        bullet = "  " * depth + "- "
        if isinstance(step, typed.UsePowers):
            yield f"{bullet}{say('powers at')} **{'**, **'.join(step.moments)}**"
        elif isinstance(step, typed.Play):
            yield f"{bullet}{say('phase')} **{step.phase}**"
            yield from self._steps(self.program.phases[step.phase].body, depth + 1)
        elif isinstance(step, typed.Do):
            event = self.program.events[step.event]
            yield f"{bullet}`{_sentence(event)}`"
            yield from self._steps((*event.first, *event.body), depth + 1)

    def _kinds(self) -> str:
        blocks = ["\n".join(lines_of(kind.at)) for kind in self.program.kinds.values()]
        said = say("For whom a card's rules speak stands after `speaks`.")
        head = f"## {say('Kinds of cards')}\n\n{said}"
        return "\n".join([head, "", "```text", "\n\n".join(blocks), "```"])

    # ------------------------------------------------------------------ what happens

    def _happenings(self) -> Iterator[str]:
        program = self.program
        hooks = [rule for rule in program.rules if isinstance(rule, p.Hook)]
        bans = [rule for rule in program.rules if isinstance(rule, p.Restriction)]
        edges = [rule for rule in hooks if rule.when in ("start", "end")]
        others = [rule for rule in hooks if rule.when not in ("start", "end")]
        means = [rule for rule in program.rules if isinstance(rule, p.Means)]
        heard: list[p.Hook | p.Restriction | p.Means] = [*others, *bans, *means]
        powers = [rule for rule in program.rules if isinstance(rule, p.Power)]
        yield self._table(
            say("Events"), say("Heard, replaced, forbidden or paid for otherwise by"), program.events.values(),
            lambda event: [rule for rule in heard if rule.event == event.name],
        )  # fmt: skip
        yield self._table(
            say("Phases"), say("Their start or end is heard by"), program.phases.values(),
            lambda phase: [rule for rule in edges if rule.event == phase.name],
        )  # fmt: skip
        yield self._table(
            say("Moments"), say("Powers"), program.moments.values(),
            lambda moment: [rule for rule in powers if rule.moment == moment.name],
        )  # fmt: skip

    def _changeables(self) -> Iterator[str]:
        program = self.program
        changes = [rule for rule in program.rules if isinstance(rule, p.Change)]
        grants = [rule for rule in program.rules if isinstance(rule, p.Grant)]
        yield self._table(
            say("Values"), say("Changed by"), program.values.values(),
            lambda value: [rule for rule in changes if rule.value == value.name],
        )  # fmt: skip
        yield self._table(
            say("Facts"), say("Changed by"), program.facts.values(),
            lambda fact: [rule for rule in grants if rule.fact == fact.name],
        )  # fmt: skip

    def _state(self) -> Iterator[str]:
        program = self.program
        yield self._table(say("Places"), None, program.zones.values(), None)
        yield self._table(say("Numbers, pointers and marks"), None, program.tracks.values(), None)
        yield self._table(say("Settings"), None, program.settings.values(), None)
        yield self._table(say("Tables"), None, program.tables.values(), None)

    # ------------------------------------------------------------------ tables

    def _table(
        self, title: str, heard_by: str | None, declared: Iterable[p.Declared], rules: Any
    ) -> str:
        things = list(declared)
        if not things:
            return ""
        heads = [say("Sentence"), *([heard_by] if heard_by else []), say("Declared in")]
        lines = [f"## {title}", "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        for thing in things:
            cells = [_described(thing)]
            if heard_by:
                cells.append("<br>".join(self._rule(rule) for rule in rules(thing)) or "–")
            cells.append(self._link(thing.at))
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines)

    def _rule(self, rule: p.Rule) -> str:
        """The rule as it is written, under the name of its card."""
        card = rule.card or rule.begun_on
        return say(
            "{name}: {rule}",
            name=say("the frame") if card is None else self._called(card), rule=f"`{_head(rule.at)}`",
        )  # fmt: skip

    def _called(self, card: str) -> str:
        """A card as players know it, and as rules name it."""
        said = self.explainer.card_name(card)
        return card if said == card else f"{said} ({card})"

    def _link(self, at: Span) -> str:
        path = self._path(at.source.name)
        inside = path.is_relative_to(self.root)
        shown = path.relative_to(self.root).as_posix() if inside else path.name
        return f"[{path.stem}]({self.links}{shown})" if inside else shown

    def _path(self, name: str) -> Path:
        """The file that a source was read from; its name may be told from another folder."""
        for file in self.explainer.book.files:
            if file.as_posix() == name or file.as_posix().endswith(f"/{name}"):
                return file
        return Path(name)


def _walk(value: object) -> Iterator[typed.Stmt]:
    """The statements in a block, and in the blocks in it, that play, open a moment, or do something."""
    if isinstance(value, typed.Play | typed.UsePowers | typed.Do):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _walk(item)
    elif isinstance(value, typed.Stmt | typed.MenuOption):
        for field in attrs.fields(type(value)):
            yield from _walk(getattr(value, field.name))


def _described(thing: p.Declared) -> str:
    """The declaration's line, and the comment above it."""
    remark = _remark(thing.at)
    return f"`{_sentence(thing)}`" + (f"<br>{remark}" if remark else "")


def _sentence(thing: p.Declared) -> str:
    """The line that declares something, without the word that says what it is, and without its comment."""
    line = thing.at.source.line(thing.at.line).split(" #")[0].strip()
    first, _, rest = line.partition(" ")
    return rest if first in OPENING else line


def _remark(at: Span) -> str:
    """The comment beside a declaration, or else the one right above it."""
    _, sign, beside = at.source.line(at.line).partition(" #")
    if sign:
        return beside.strip()
    lines: list[str] = []
    number = at.line - 1
    while number >= 1 and at.source.line(number).startswith("#"):
        lines.insert(0, at.source.line(number).lstrip("# ").strip())
        number -= 1
    said = " ".join(line for line in lines if not line.startswith("-"))
    return "" if number == 0 else said  # a comment on top of a file is about the file


def _head(at: Span) -> str:
    """A rule without its block."""
    lines = at.text.split("\n")
    head = [lines[0].strip()]
    for line in lines[1:]:
        if not (head[-1].endswith(",") or line.strip().startswith(CONTINUES)):
            break
        head.append(line.strip())
    return " ".join(head)
