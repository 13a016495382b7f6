"""The page about a game for rule authors: its flow, everything declared, and which rules react to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.cli.pages.edition_values import EditionValues
from rulewright.language.edition.translations.program_text import say
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph, Subject
from rulewright.language.program.checking.traversal import TypedNode, child_nodes
from rulewright.language.text import Span, is_for_people
from rulewright.runtime.session.explain.card_help import lines_of
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import Rulebook

REMADE: Final = "rulewright document {} > docs/moments.md"
CONTINUES: Final = ("where ", "and ", "or ")
ORDER: Final = (p.Hook, p.Restriction, p.Means, p.Power, p.Change, p.Grant)
"""The order of rules by sort."""
OPENING: Final = ("event", "phase", "moment", "value", "fact", "setting", "table")


def moments_page(rules: Rules, root: Path, links: str = "../", options: Sequence[str] = ()) -> str:
    """Return the page about the rules of an edition, with all cards it can be played with, in Markdown.

    `root` is the folder to which file names are relative; `links` is the path from the page to it.
    """
    book = inside(rules.with_cast(rules.castable))
    program = book.program
    return _MomentsPage(
        book, program, DependencyGraph(program), EditionValues.of(book, options), root, links
    ).text()


class _MomentsPage(Record):
    """The page about a game for rule authors."""

    book: Rulebook
    program: p.Program
    graph: DependencyGraph
    values: EditionValues
    root: Path
    links: str

    def text(self) -> str:
        """Return the page in Markdown."""
        pieces = [
            f"# {say('The moments of {game}', game=self.program.game)}",
            say("Generated from the rules; do not edit. To generate it again:")
            + f"\n`{REMADE.format(self.book.edition.id.value)}`",
            say(
                "Your rules can react to everything on this page. [The language](language/README.md) explains how."
            ),
            self._course_section(),
            self._kinds_section(),
            *self._tables(),
        ]
        return "\n\n".join(piece for piece in pieces if piece) + "\n"

    # ------------------------------------------------------------------ the course of a game

    def _course_section(self) -> str:
        """Return the section about the course of a game."""
        lines = [f"## {say('The course of a game')}", "", *self._list_block(self.program.flow, 0)]
        return "\n".join(lines)

    def _list_block(self, block: typed.Block, depth: int) -> Iterator[str]:
        """Yield the phases, moments and events below a block as a nested list, each once."""
        printed: list[list[str]] = []
        for step in game_steps(block):
            lines = list(self._list_statement(step, depth))
            if lines not in printed:
                printed.append(lines)
                yield from lines

    def _list_statement(self, step: typed.Stmt, depth: int) -> Iterator[str]:
        """Yield the list entries for a statement and those below it."""
        bullet = "  " * depth + "- "
        if isinstance(step, typed.UsePowers):
            yield f"{bullet}{say('powers at')} **{'**, **'.join(step.moments)}**"
        elif isinstance(step, typed.Play):
            yield f"{bullet}{say('phase')} **{step.phase}**"
            yield from self._list_block(self.program.phases[step.phase].body, depth + 1)
        elif isinstance(step, typed.Do):
            event = self.program.events[step.event]
            yield f"{bullet}`{declaration_text(event)}`"
            yield from self._list_block((*event.first, *event.body), depth + 1)

    def _kinds_section(self) -> str:
        """Return the section about kinds of cards."""
        blocks = ["\n".join(lines_of(kind.at)) for kind in self.program.kinds.values()]
        explanation = say("`speaks for` names the player who is `me` in a card's rules.")
        head = f"## {say('Kinds of cards')}\n\n{explanation}"
        return "\n".join([head, "", "```text", "\n\n".join(blocks), "```"])

    # ------------------------------------------------------------------ what happens, what is kept

    def _tables(self) -> Iterator[str]:
        """Yield a table for each sort of declaration, with the rules about it or its values in this edition."""
        program, values = self.program, self.values
        changed = say("Changed by")
        here = say("In {edition}", edition=self.book.edition.id.value)
        reacting = say("Rules that react to, replace, forbid or change it")
        yield self._table(say("Events"), program.events, reacting, self._rules_about("event"))
        reacting = say("Rules that react to its start or end")
        yield self._table(say("Phases"), program.phases, reacting, self._rules_about("phase"))
        yield self._table(
            say("Moments"), program.moments, say("Powers"), self._rules_about("moment")
        )
        yield self._table(say("Values"), program.values, changed, self._rules_about("value"))
        yield self._table(say("Facts"), program.facts, changed, self._rules_about("fact"))
        yield self._table(say("Places"), program.zones)
        yield self._table(say("Numbers, pointers and marks"), program.variables)
        yield self._table(
            say("Settings"), program.settings, here, lambda name: f"`{values.setting(name)}`"
        )
        yield self._table(
            say("Tables"), program.tables, here, lambda name: f"`{values.table(name)}`"
        )
        rows = [
            [self._display_name(card), f"`{name} {before}`", f"`{name} {now}`"]
            for card, name, before, now in values.changed_fields()
        ]
        title = say("What this edition changes on cards")
        yield _table(title, [say("Card"), say("Declared"), here], rows)

    def _table(
        self,
        title: str,
        declared: Mapping[str, p.Declared],
        head: str = "",
        middle: Callable[[str], str] | None = None,
    ) -> str:
        """Return the table of a sort of declarations, with a middle column if `rules_text` supplies its texts."""
        heads = [say("Sentence"), *filter(None, [head]), say("Declared in")]
        rows = [
            [_declaration_text(each), *([middle(each.name)] if middle else []), self._link(each.at)]
            for each in declared.values()
        ]
        return _table(title, heads, rows)

    def _rules_about(self, sort: Subject) -> Callable[[str], str]:
        """Return a function that lists the rules about a declaration of this sort by name."""

        def rules_text(name: str) -> str:
            """Return the heads of the rules about the declaration `name`, joined by `<br>`; "–" for none."""
            rules = self.graph.rules_about.get((sort, name), ())
            ordered = sorted(rules, key=lambda rule: ORDER.index(type(rule)))
            return "<br>".join(map(self._rule, ordered)) or "–"

        return rules_text

    def _rule(self, rule: p.Rule) -> str:
        """Return the head of a rule, after the name of its card."""
        card = rule.card or rule.begun_on
        return say(
            "{name}: {rule}",
            name=say("the frame") if card is None else self._display_name(card), rule=f"`{rule_head(rule.at)}`",
        )  # fmt: skip

    def _display_name(self, card: str) -> str:
        """Return the name of a card for players, with its name in the rules if that differs."""
        shown = self.book.card_name(card)
        return card if shown == card else f"{shown} ({card})"

    def _link(self, at: Span) -> str:
        """Return a link to the file of a declaration."""
        path = self._path(at.source.name)
        inside = path.is_relative_to(self.root)
        shown = path.relative_to(self.root).as_posix() if inside else path.name
        return f"[{path.stem}]({self.links}{shown})" if inside else shown

    def _path(self, name: str) -> Path:
        """Return the full path of a source, whose name may be relative to another folder."""
        for file in self.book.files:
            if file.as_posix() == name or file.as_posix().endswith(f"/{name}"):
                return file
        return Path(name)


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table under a title; "" if it has no rows."""
    lines = [f"## {title}", "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    lines += (f"| {' | '.join(cells)} |" for cells in rows)
    return "\n".join(lines) if rows else ""


def game_steps(block: Iterable[TypedNode]) -> Iterator[typed.Stmt]:
    """Yield the statements in a block, at any depth, that play a phase, open a moment or do an event."""
    for part in block:
        if isinstance(part, typed.Play | typed.UsePowers | typed.Do):
            yield part
        else:
            yield from game_steps(child_nodes(part))


def _declaration_text(thing: p.Declared) -> str:
    """Return the line of a declaration, and its comment."""
    remark = comment_of(thing.at)
    return f"`{declaration_text(thing)}`" + (f"<br>{remark}" if remark else "")


def declaration_text(thing: p.Declared) -> str:
    """Return the first line of a declaration, without its keyword and comment."""
    line = thing.at.source.line(thing.at.line).split(" #")[0].strip()
    first, _, rest = line.partition(" ")
    return rest if first in OPENING else line


def comment_of(at: Span) -> str:
    """Return the comment at the end of a declaration's line, or the one directly above it."""
    _, sign, beside = at.source.line(at.line).partition(" #")
    if sign and is_for_people(beside):
        return beside.strip()
    lines: list[str] = []
    number = at.line - 1
    while number >= 1 and at.source.line(number).startswith("#"):
        if is_for_people(line := at.source.line(number)):
            lines.insert(0, line.lstrip("# ").strip())
        number -= 1
    comment = " ".join(line for line in lines if not line.startswith("-"))
    return "" if number == 0 else comment  # a comment at the top of a file is about the file


def rule_head(at: Span) -> str:
    """Return the head of a rule, without its block."""
    lines = [line.split(" #")[0] for line in at.text.split("\n")]
    head = [lines[0].strip()]
    for line in lines[1:]:
        if not (head[-1].endswith(",") or line.strip().startswith(CONTINUES)):
            break
        head.append(line.strip())
    return " ".join(head)
