"""`rulewright explain`: all that is to be known about one card, as an edition plays it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.front.common.loading import Asked, number_of_players, refuse_unknown, takes
from rulewright.front.pages.edition_values import Made, all_made, as_written
from rulewright.records import Record
from rulewright.text.show import clean

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.link.world import World
    from rulewright.program.checking.graph import Graph, Key
    from rulewright.program.program import Card, Declared, Rule
    from rulewright.session.explaining import CardHelp

MOST_SCENARIOS = 12
CODE = re.compile(r"[EY][0-9]{4}")
"""Of a complaint; no card is called so."""


@click.command()
@click.argument("card")
@takes("edition", "players")
def explain(card: str, asked: Asked) -> None:
    """Print what CARD does in EDITION: its rules, values, what they hook into, scenarios.

    With the values stand the lines that made them, and with what its rules do the rules of others
    that speak of that. In place of a card also the code of a complaint,
    such as E0201: what draws it, with an example.
    """
    if CODE.fullmatch(card):
        click.echo(_code(card))
        return
    from rulewright.program.checking.graph import Graph

    rules = asked.rules()
    name = rules.card_called(card)
    if name not in rules.castable:
        refuse_unknown("card", card, map(rules.card_name, rules.castable), f" for {rules.id}")
    number = number_of_players(rules, asked.players)
    world = rules.with_cast([name]).world(number)
    rules = rules.with_cast(rules.castable)  # whoever may hear of it
    made = all_made(rules.program, asked.chosen.name)
    declared, told = rules.program.cards[name], rules.explainer.card(name)
    page = _Page(rules, declared, told, world, made, Graph(rules.program))
    click.echo(clean("\n".join(page.lines())))


def _code(code: str) -> str:
    """What there is to say about the code of a complaint. Raises NotPossible for one that there is not."""
    from rulewright.checks.complaint_book import all_codes
    from rulewright.checks.docs_pages import explained

    told = explained(code)
    if told is None:
        refuse_unknown("complaint", code, all_codes())
    return told or ""


class _Page(Record):
    rules: Rules
    card: Card
    told: CardHelp
    world: World
    made: list[Made]
    """What the rules and the edition say of values, in the order in which it counts."""
    graph: Graph

    def lines(self) -> Iterator[str]:
        """The whole page."""
        told = self.told
        also = "" if told.shown == told.name else f" ({told.name} in the rules)"
        yield f"{told.shown}{also}: {told.kind} in {self.rules.id}, {self.world.players} players"
        if told.text:
            yield f"  {told.text}"
        for title, lines in self._parts():
            found = list(lines)
            if found:
                yield from ("", title, *(f"  {line}" for line in found))

    def _parts(self) -> Iterator[tuple[str, Iterable[str]]]:
        from rulewright.program.checking.graph import subject

        yield "Printed on it", self._printed()
        yield f"Its rules, {self.card.at}", self.told.lines[1:]
        yield "Values that they use", self._values()
        yield "They speak of", map(self._key_in_words, dict.fromkeys(map(subject, self._own_rules)))
        yield "Other rules speak of what they do", self._spoken_of()
        yield "Where it comes from", self._sources()
        yield "Scenarios that show it", self._scenarios()

    # ------------------------------------------------------------------ the rules

    @property
    def _own_rules(self) -> list[Rule]:
        """The rules on the card, with those that begin on it and wait."""
        of = self.card.name
        return [rule for rule in self.rules.program.rules if of in (rule.card, rule.begun_on)]

    def _printed(self) -> Iterator[str]:
        for field, value in self.told.fields.items():
            yield from self._made(("fields", self.card.name, field), field, value)

    # ------------------------------------------------------------------ values

    def _values(self) -> Iterator[str]:
        """Settings and tables that its rules read, as they are in this game, and what made them so."""
        from rulewright.program import typed

        program, world = self.rules.program, self.world
        settings, tables = dict[str, None](), dict[str, None]()
        for node in self._nodes():
            if isinstance(node, typed.SettingOf):
                settings[node.setting] = None
            elif isinstance(node, typed.TableOf):
                tables[node.table] = None
        for name in settings:
            value = world.settings.get(name, program.settings[name].default)
            yield from self._made(("settings", name), name, value)
        for name in tables:
            yield f"table {name}: {program.tables[name].at}"

    def _nodes(self) -> Iterator[object]:
        """Every expression and statement of its rules, and of the values and facts that these ask for."""
        from rulewright.program.checking.graph import asks

        left: list[object] = list(self._own_rules)
        seen = set[int]()
        while left:
            thing = left.pop(0)
            for node in self.graph.within(thing):
                yield node
                key = asks(node)
                more = self._declared(key) if key else None
                beside = more is not None and more.at.source is self.card.at.source
                if more is not None and beside and id(more) not in seen:
                    seen.add(id(more))
                    left.append(more)

    def _made(self, path: tuple[str, ...], name: str, value: object) -> Iterator[str]:
        """A value, and the lines that had a say, if an edition has one."""
        yield f"{name}: {as_written(value)}"
        made = [each for each in self.made if each.path == path]
        if len(made) > 1:
            yield from (f"    {m.at}: {m.value}" + (f" ({m.when})" if m.when else "") for m in made)

    # ------------------------------------------------------------------ who hears whom

    def _spoken_of(self) -> Iterator[str]:
        """What its rules do or work out, and which rules of other cards and the frame speak of that."""
        from rulewright.front.pages.moments_page import head_of
        from rulewright.program.checking.graph import asks, leads_to

        graph, own = self.graph, self._own_rules
        keys: dict[Key, None] = {}
        for rule in own:
            for node in graph.within(rule):
                asked = asks(node)
                keys.update(dict.fromkeys([*leads_to(node), *([asked] if asked else [])]))
        for key in keys:
            others = [r for r in graph.rules_about.get(key, ()) if r not in own]
            if others:
                yield self._key_in_words(key)
                for rule in others:
                    card = rule.card or rule.begun_on
                    called = self.rules.card_name(card) if card else "the frame"
                    yield f"    {called}: {head_of(rule.at)}"

    def _key_in_words(self, key: Key) -> str:
        from rulewright.front.pages.moments_page import sentence_of

        declared = self._declared(key)
        return f"{key[0]} {key[1]}" if declared is None else f"{key[0]} `{sentence_of(declared)}`"

    def _declared(self, key: Key) -> Declared | None:
        """The event, phase, moment, value or fact of a key; None for other keys."""
        sort, name = key
        program = self.rules.program
        known: dict[str, Mapping[str, Declared]] = {
            "event": program.events, "phase": program.phases, "moment": program.moments,
            "value": program.values, "fact": program.facts,
        }  # fmt: skip
        return known[sort].get(name) if sort in known else None

    # ------------------------------------------------------------------ where from, and shown by what

    def _sources(self) -> Iterator[str]:
        notes = [self.card.notes, *(rule.notes for rule in self._own_rules)]
        yield from dict.fromkeys(f"{source}: {place}" for n in notes for source, place in n.cites)
        yield from dict.fromkeys(f"reading: {reading}" for n in notes for reading in n.readings)

    def _scenarios(self) -> Iterator[str]:
        """Those in the files of its rules, and in files of scenarios that are called after these."""
        found = list(_titles_about(self.card))
        yield from found[:MOST_SCENARIOS]
        if len(found) > MOST_SCENARIOS:
            yield f"and {len(found) - MOST_SCENARIOS} more"


def _titles_about(card: Card) -> Iterator[str]:
    from rulewright.syntax import parse_rules
    from rulewright.syntax.tree import Scenario
    from rulewright.text import Complaints, Source

    own = Path(card.at.source.name)
    stem = own.name.removesuffix(".rules")
    for file in [own, *sorted(own.parent.glob(f"{stem}*.scenarios.rules"))]:
        if not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        for node in parse_rules(Source(str(file), text), Complaints()):
            if isinstance(node, Scenario):
                yield f"{file}:{node.at.line}: {node.title.text}"
