"""The page about a name of the rules other than a card: its declaration, its value, and the rules that use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from rulewright import Rules
from rulewright.base.records import Draft
from rulewright.cli.common.loading import number_of_players
from rulewright.cli.pages.edition_values import (
    EditionValues,
    ValueSource,
    all_value_sources,
    current_cell,
    yaml_value,
)
from rulewright.cli.pages.moments_page import rule_head
from rulewright.language.program import program as p
from rulewright.language.program.checking.dependency_graph import (
    DependencyGraph,
    read_by,
    triggered_by,
)
from rulewright.language.program.checking.traversal import (
    TypedNode,
    parts_of_program,
    referenced_declarations,
    walk,
)
from rulewright.language.text import Span
from rulewright.language.text.words.english import base_form
from rulewright.runtime.session.explain.card_help import lines_of
from rulewright.runtime.session.rules.internals import inside

MOST: Final = 20
"""The largest number of lines in a section."""

_SORTS: Final = {
    "list of labels": "labels",
    "kind of card": "kind",
    "place": "zone",
    "number, pointer or mark": "variable",
}
"""Sorts that have another name in the dependency graph."""

_DONE: Final = {
    "event": "Done in",
    "phase": "Played in",
    "moment": "Powers are used at it in",
    "variable": "Changed by",
}
_HEARD: Final = {
    "event": "Rules that react to, replace, forbid or change it",
    "phase": "Rules that react to its start or end",
    "moment": "Powers at it",
    "value": "Changed by",
    "fact": "Changed by",
}


Mentions = dict[tuple[str, str], dict[int, str]]
"""Places by sort and name of the thing mentioned, then by the identity of the mentioning rule."""


class NamePages(Draft):
    """The pages about all names of an edition, with every card it can be played with."""

    rules: Rules
    value_sources: list[ValueSource]
    graph: DependencyGraph
    players: int | None = None
    """The number of players for whom values are wanted; None for every number."""
    options: Sequence[str] = ()

    @classmethod
    def of(
        cls, rules: Rules, edition: str, players: int | None = None, options: Sequence[str] = ()
    ) -> NamePages:
        """Prepare the pages; `edition` is the name under which the edition was requested."""
        rules = rules.with_cast(rules.castable)
        return cls(
            rules,
            all_value_sources(inside(rules).program, edition),
            DependencyGraph(inside(rules).program),
            players,
            options,
        )

    @property
    def names(self) -> list[str]:
        """All names that have a page."""
        return list(dict.fromkeys(name for name, _ in self._pages_by_name()))

    def pages(self, name: str) -> list[list[str]]:
        """Return a page for each thing called `name`; an event is found by its verb in either form."""
        return [list(page()) for known, page in self._pages_by_name() if known == name]

    def _pages_by_name(self) -> Iterator[tuple[str, Callable[[], Iterator[str]]]]:
        """Yield every name, with a function that yields the lines of its page."""
        for sort, table in inside(self.rules).program.tables_by_sort():
            if sort in ("card", "series of cards"):
                continue
            for name, declared in table.items():
                yield name, partial(self._declaration_lines, sort, declared)
                if sort == "event" and base_form(name) != name:
                    yield (
                        base_form(name),
                        partial(self._declaration_lines, "event", declared),
                    )
        for name in self.rules.options:
            yield name, partial(self._option_lines, name)
        for word in dict.fromkeys(
            rule.word for rule in inside(self.rules).program.rules if _is_choice(rule)
        ):
            yield word, partial(self._choice_lines, word)

    # ------------------------------------------------------------------ what is declared

    def _declaration_lines(self, sort: str, declared: p.Declared) -> Iterator[str]:
        """Yield the lines of the page about a declaration."""
        key = _SORTS.get(sort, sort)
        if isinstance(declared, p.Variable):
            sort = "mark" if declared.is_mark else "number or pointer"
        yield f"{declared.name}: {sort} in {self.rules.id}"
        yield from _section(f"Declared in {self._place_text(declared.at)}", lines_of(declared.at))
        yield from _section("In this edition", self._edition_lines(declared))
        yield from self._reference_lines(key, declared)
        yield from _section("Where it comes from", _sources(declared.notes))

    def _edition_lines(self, declared: p.Declared) -> Iterator[str]:
        """Yield the value of a setting or table, and the lines of the edition that set it."""
        if not isinstance(declared, p.Setting | p.Table):
            return
        is_table = isinstance(declared, p.Table)
        yield from self._game_lines(declared)
        yield (self._values.table if is_table else self._values.setting)(declared.name)
        path = ("tables" if is_table else "settings", declared.name)
        sources = [each for each in self.value_sources if each.path[:2] == path]
        own = [each for each in sources if each.at.source is not declared.at.source]
        yield from map(self._source_line, own)

    def _game_lines(self, declared: p.Setting | p.Table) -> Iterator[str]:
        """Yield the value of a setting or table in the game asked for, if one was."""
        if self.players is None and not self.options:
            return
        number = number_of_players(self.rules, self.players)
        world, name = self._values.worlds[number], declared.name
        is_setting = isinstance(declared, p.Setting)
        value = world.settings[name] if is_setting else current_cell(world, name)
        if is_setting or value is not None:
            game = ", ".join([f"{number} players", *self.options])
            yield f"{yaml_value(value)}  ({game})"

    @cached_property
    def _values(self) -> EditionValues:
        """The values of the edition, computed when first needed."""
        return EditionValues.of(inside(self.rules), self.options)

    def _reference_lines(self, sort: str, declared: p.Declared) -> Iterator[str]:
        """Yield the places that do or change it, the rules that react to it, and other references."""
        key = (sort, declared.name)
        own, done = id(declared), self._doing_places.get(key, {})
        spoken = {
            thing: where
            for thing, where in self._naming_places.get(key, {}).items()
            if thing not in done
        }
        yield from _section(_DONE.get(sort, ""), done.values())
        about: Mapping[Any, list[p.Rule]] = self.graph.rules_about
        yield from _section(_HEARD.get(sort, ""), map(self._rule, about.get(key, [])))
        yield from _section(
            "Mentioned in", (where for thing, where in spoken.items() if thing != own)
        )

    @cached_property
    def _doing_places(self) -> Mentions:
        """The places that trigger each declared thing (do, play, open or change it), by its key."""
        return self._mentions(triggered_by)

    @cached_property
    def _naming_places(self) -> Mentions:
        """The places that refer to each declared thing, by its key."""
        return self._mentions(
            lambda node: (*referenced_declarations(node), *filter(None, [read_by(node)]))
        )

    def _mentions(self, keys_of: Callable[[TypedNode], Iterable[tuple[str, str]]]) -> Mentions:
        """Return places by key; `keys_of` yields the keys that a node mentions."""
        mentions: Mentions = {}
        for thing, where, nodes in self._places():
            for key in (key for node in nodes for key in keys_of(node)):
                mentions.setdefault(key, {})[thing] = where
        return mentions

    def _places(self) -> Iterator[tuple[int, str, list[TypedNode]]]:
        """Yield the identity, place and nodes of every rule and declaration."""
        yield 0, "the flow of the game", list(walk(inside(self.rules).program.flow))
        for thing in parts_of_program(inside(self.rules).program):
            if isinstance(thing, p.Rule):
                yield id(thing), self._rule(thing), self.graph.nodes_inside(thing)
            elif isinstance(thing, p.Declared):
                where = f"{lines_of(thing.at)[0]}  ({self._place_text(thing.at)})"
                yield id(thing), where, self.graph.nodes_inside(thing)

    def _rule(self, rule: p.Rule) -> str:
        """Return the head of a rule with its card and place."""
        card = rule.card or rule.begun_on
        prefix = f"{inside(self.rules).card_name(card)}: " if card else ""
        return f"{prefix}{rule_head(rule.at)}  ({self._place_text(rule.at)})"

    def _source_line(self, each: ValueSource) -> str:
        """Return a value with its place and condition."""
        return f"{each.value}  ({', '.join(filter(None, [self._place_text(each.at), each.when]))})"

    def _place_text(self, at: Span) -> str:
        """Return a place as shown to readers."""
        return inside(self.rules).displayed_place(str(at))

    # ------------------------------------------------------------------ what may be chosen

    def _option_lines(self, name: str) -> Iterator[str]:
        """Yield the lines about an option of the edition, and everything it sets."""
        option = inside(self.rules).edition.options[name]
        yield f"{name}: option of {self.rules.id}"
        yield f"  {self.rules.options[name]}"
        yield from _section("Declared in", [self._place_text(option.id.span)])
        changed = [
            each for each in self.value_sources if each.when.split(",")[0] == f"option {name}"
        ]
        yield from _section(
            "It sets", (f"{'.'.join(each.path)}: {self._source_line(each)}" for each in changed)
        )
        yield from _section("Reading", [option.reading.value] if option.reading else [])

    def _choice_lines(self, word: str) -> Iterator[str]:
        """Yield the lines about powers and other means with this word."""
        for rule in inside(self.rules).program.rules:
            if _is_choice(rule) and rule.word == word:
                card = f" of {inside(self.rules).card_name(rule.card)}" if rule.card else ""
                sort = "power" if isinstance(rule, p.Power) else "means"
                yield f"{word}: {sort}{card} in {self.rules.id}"
                yield from _section(f"Declared in {self._place_text(rule.at)}", lines_of(rule.at))


def _is_choice(rule: p.Rule) -> bool:
    """Return whether a rule is a power or another means, which scenarios can choose by its word."""
    return isinstance(rule, p.Power | p.Means)


def _sources(notes: p.DeclarationNotes) -> Iterator[str]:
    """Yield the cited passages and interpretations in the notes."""
    yield from (f"{source}: {place}" for source, place in notes.cites)
    yield from (f"reading: {reading}" for reading in notes.readings)


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a section with its title; nothing if it has no lines."""
    unique = list(dict.fromkeys(lines))
    if title and unique:
        yield from ("", title, *(f"  {line}" for line in unique[:MOST]))
        if len(unique) > MOST:
            yield f"  and {len(unique) - MOST} more"
