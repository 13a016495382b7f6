"""The page about one card: its rules, values, interactions, sources and scenarios in an edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.cli.common.loading import number_of_players
from rulewright.cli.pages.edition_values import ValueSource, all_value_sources, yaml_value
from rulewright.cli.pages.moments_page import declaration_text, rule_head
from rulewright.language.edition.translations.program_text import say
from rulewright.language.link.world import World
from rulewright.language.program import typed
from rulewright.language.program.checking.dependency_graph import (
    DependencyGraph,
    Key,
    read_by,
    subject_of_rule,
    triggered_by,
)
from rulewright.language.program.program import Card, Declared, Rule
from rulewright.language.syntax import parse_rules
from rulewright.language.syntax.tree import Scenario
from rulewright.language.text import Complaints, Source
from rulewright.runtime.session.explain.card_help import CardHelp
from rulewright.runtime.session.rules.internals import inside

MOST_SCENARIOS = 12


def card_page(
    rules: Rules, name: str, players: int | None, edition: str, options: Sequence[str] = ()
) -> CardPage:
    """Return the page about the card `name`, which the edition can include in its cast."""
    number = number_of_players(rules, players)
    world = inside(rules.with_cast([name])).world(number, options)
    rules = rules.with_cast(rules.castable)  # with every card whose rules may react
    sources = all_value_sources(inside(rules).program, edition)
    declared, help_ = inside(rules).program.cards[name], inside(rules).card(name)
    graph = DependencyGraph(inside(rules).program)
    return CardPage(rules, declared, help_, world, sources, graph, options)


class CardPage(Record):
    """A card with everything that its page shows."""

    rules: Rules
    card: Card
    card_help: CardHelp
    world: World
    value_sources: list[ValueSource]
    """Places that set values, in the order in which they override each other."""
    graph: DependencyGraph
    options: Sequence[str] = ()

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page as plain text."""
        yield f"{self._display_name}: {self._subtitle}"
        if self.card_help.text:
            yield f"  {self.card_help.text}"
        for title, lines in self._sections():
            yield from ("", title, *(f"  {line}" for line in lines))

    def markdown(self) -> Iterator[str]:
        """Yield the lines of the page in Markdown."""
        yield from (
            f"# {self._display_name}",
            "",
            f"{self._subtitle[0].upper()}{self._subtitle[1:]}.",
        )
        if self.card_help.text:
            yield from ("", self.card_help.text)
        for title, lines in self._sections():
            yield from ("", f"## {title}", "", "```text", *lines, "```")

    @property
    def _display_name(self) -> str:
        """The card's name for players, with its name in the rules if that differs."""
        help_ = self.card_help
        if help_.shown == help_.name:
            return help_.shown
        return f"{help_.shown} ({say('{name} in the rules', name=help_.name)})"

    @property
    def _subtitle(self) -> str:
        """A phrase with the card's kind, the edition, the number of players and the options."""
        players, words = self.world.players, inside(self.rules).words
        kind = words.names.get(self.card_help.kind, self.card_help.kind)
        place = say(
            "{kind} in {id}, {players} players", kind=kind, id=self.rules.id, players=players
        )
        return ", ".join([place, *self.options])

    def _sections(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the titles and lines of all sections that are not empty."""
        for title, lines in self._all_sections():
            if section := list(lines):
                yield title, section

    def _all_sections(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield the titles and lines of all sections."""
        subjects = dict.fromkeys(map(subject_of_rule, self._own_rules))
        yield say("Printed on it"), self._field_lines()
        yield say("Its rules, {place}", place=self.card.at), self.card_help.lines[1:]
        yield say("Values that they use"), self._setting_lines()
        yield say("They refer to"), map(self._key_in_words, subjects)
        yield say("Rules that react to them"), self._reaction_lines()
        yield say("Where it comes from"), self.sources()
        yield say("Scenarios that show it"), self._scenario_lines()

    # ------------------------------------------------------------------ the rules

    @property
    def _own_rules(self) -> list[Rule]:
        """The rules on the card, including delayed rules that one of them begins."""
        of = self.card.name
        return [
            rule for rule in inside(self.rules).program.rules if of in (rule.card, rule.begun_on)
        ]

    def _field_lines(self) -> Iterator[str]:
        """Yield the fields printed on the card, and the lines that set them."""
        for field, value in self.card_help.fields.items():
            yield from self._value_lines(("fields", self.card.name, field), field, value)

    # ------------------------------------------------------------------ values

    def _setting_lines(self) -> Iterator[str]:
        """Yield the settings that the card's rules read, with values and lines, and the places of tables."""
        program, world = inside(self.rules).program, self.world
        for name in self.settings():
            value = world.settings.get(name, program.settings[name].default)
            yield from self._value_lines(("settings", name), name, value)
        tables = (node.table for node in self._nodes() if isinstance(node, typed.TableOf))
        for name in dict.fromkeys(tables):
            yield f"table {name}: {program.tables[name].at}"

    def settings(self) -> list[str]:
        """Return the names of the settings that the card's rules read."""
        names = (node.setting for node in self._nodes() if isinstance(node, typed.SettingOf))
        return list(dict.fromkeys(names))

    def _nodes(self) -> Iterator[object]:
        """Yield every node of the card's rules, and of the values and facts in its file that they use."""
        pending: list[object] = list(self._own_rules)
        seen = set[int]()
        while pending:
            thing = pending.pop(0)
            for node in self.graph.nodes_inside(thing):
                yield node
                key = read_by(node)
                more = self._declared(key) if key else None
                beside = more is not None and more.at.source is self.card.at.source
                if more is not None and beside and id(more) not in seen:
                    seen.add(id(more))
                    pending.append(more)

    def _value_lines(self, path: tuple[str, ...], name: str, value: object) -> Iterator[str]:
        """Yield a value, and the lines that set it if there are several."""
        yield f"{name}: {yaml_value(value)}"
        sources = [each for each in self.value_sources if each.path == path]
        if len(sources) > 1:
            yield from (
                f"    {m.at}: {m.value}" + (f" ({m.when})" if m.when else "") for m in sources
            )

    # ------------------------------------------------------------------ who hears whom

    def _reaction_lines(self) -> Iterator[str]:
        """Yield the lines about other rules that refer to what the card's rules do."""
        for what, others in self.reacting_rules():
            yield what
            for rule in others:
                card = rule.card or rule.begun_on
                called = inside(self.rules).card_name(card) if card else say("the frame")
                yield f"    {called}: {rule_head(rule.at)}"

    def reacting_rules(self) -> Iterator[tuple[str, list[Rule]]]:
        """Yield each event or value that the card's rules cause or compute, with the other rules about it."""
        graph, own = self.graph, self._own_rules
        keys: dict[Key, None] = {}
        for rule in own:
            for node in graph.nodes_inside(rule):
                used_key = read_by(node)
                keys.update(dict.fromkeys([*triggered_by(node), *([used_key] if used_key else [])]))
        for key in keys:
            if others := [rule for rule in graph.rules_about.get(key, ()) if rule not in own]:
                yield self._key_in_words(key), others

    def _key_in_words(self, key: Key) -> str:
        """Return a key of the dependency graph as text, with its declaration if it has one."""
        declared = self._declared(key)
        return (
            f"{key[0]} {key[1]}" if declared is None else f"{key[0]} `{declaration_text(declared)}`"
        )

    def _declared(self, key: Key) -> Declared | None:
        """Return the event, phase, moment, value or fact of a key; None for other keys."""
        sort, name = key
        program = inside(self.rules).program
        known: dict[str, Mapping[str, Declared]] = {
            "event": program.events, "phase": program.phases, "moment": program.moments,
            "value": program.values, "fact": program.facts,
        }  # fmt: skip
        return known[sort].get(name) if sort in known else None

    # ------------------------------------------------------------------ where from, and shown by what

    def sources(self) -> Iterator[str]:
        """Yield the passages of rulebooks that the card cites, and how they were interpreted."""
        notes = [self.card.notes, *(rule.notes for rule in self._own_rules)]
        yield from dict.fromkeys(f"{source}: {place}" for n in notes for source, place in n.cites)
        yield from dict.fromkeys(f"reading: {reading}" for n in notes for reading in n.readings)

    def _scenario_lines(self) -> Iterator[str]:
        """Yield the scenarios in the card's file and in its scenario files."""
        titles = list(_titles_about(self.card))
        yield from titles[:MOST_SCENARIOS]
        if len(titles) > MOST_SCENARIOS:
            yield say("and {count} more", count=len(titles) - MOST_SCENARIOS)


def _titles_about(card: Card) -> Iterator[str]:
    """Yield the place and title of every scenario in the card's files."""
    own = Path(card.at.source.name)
    stem = own.name.removesuffix(".rules")
    for file in [own, *sorted(own.parent.glob(f"{stem}*.scenarios.rules"))]:
        if not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        for node in parse_rules(Source(str(file), text), Complaints()):
            if isinstance(node, Scenario):
                yield f"{file}:{node.at.line}: {node.title.text}"
