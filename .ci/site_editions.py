"""The pages of editions: what each is, its options and cards, and what rules of one's own can hook into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright import load
from rulewright.base.library import find_library
from rulewright.cli.pages.edition_values import ValueSource, all_value_sources, yaml_value
from rulewright.cli.pages.moments_page import moments_page
from rulewright.language.edition.loading.find import find_edition, read_chain
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.text import Complaints
from rulewright.runtime.session.rules.internals import inside

ROOT = Path(__file__).resolve().parents[1]
EDITIONS = "editions"
"""The folder of their pages."""
NOTHING = "–"

Row = Mapping[str, str]
"""The cells of a line of a table, by the heads of columns."""


class Edition:
    """An edition with all cards that it can be played with."""

    def __init__(self, name: str) -> None:
        self.name, self.rules = name, load(name)
        self.with_all = self.rules.with_cast(self.rules.castable)
        self.whole = inside(self.with_all)
        self.game, self.label_colours = self.whole.game, self.whole.label_colours
        self.players = sum(self.rules.players) // 2
        self.world = inside(self.rules).world(self.players)
        library = find_library().root
        chain = read_chain(find_edition(name, library), library, Complaints())
        self.rank = len(chain or ()), name

    @property
    def link(self) -> str:
        """What leads to its page from that of a card."""
        return f"[{self.rules.name}](../../{EDITIONS}/{self.name}.md)"

    @cached_property
    def graph(self) -> DependencyGraph:
        """Who speaks of whom."""
        return DependencyGraph(self.whole.program)

    @cached_property
    def made(self) -> list[ValueSource]:
        """Every value, with what made it so."""
        return all_value_sources(self.whole.program, self.name)

    def row(self, card: str, settings: Iterable[str]) -> Row:
        """What a card is here."""
        told = self.whole.card(card)
        program, world = self.whole.program, self.world
        copies = len(world.of_card(card)) if card in world.cards else 0
        values = {name: program.settings[name].default for name in settings} | world.settings
        return {
            "called": told.shown,
            **{name: cell(value) for name, value in told.fields.items()},
            "copies": str(copies or "by `--cast`"),
            **{f"`{name}`": cell(values[name]) for name in settings},
        }

    def by_options(self, card: str, settings: Iterable[str]) -> Iterator[str]:
        """What its options and numbers of players make otherwise."""
        read = set(settings)
        for each in self.made:
            about, name, *_ = each.path
            own = (about == "fields" and name == card) or (about == "settings" and name in read)
            if each.when and own:
                yield f"{self.link}, {each.when}: `{each.path[-1]}` is {each.value}"


def edition_pages(
    editions: Iterable[Edition], places: Mapping[tuple[str, str], str]
) -> dict[str, str]:
    """A page for each edition, by the name of its file, and README.md; `places` are the pages of cards, by game."""
    shown = list(editions)
    rows = [
        {"edition": f"[{each.rules.name}]({each.name}.md)", "played by": f"`{each.name}`",
         "players": _players(each.rules), "about": each.rules.about}
        for each in shown
    ]  # fmt: skip
    listed = "\n".join(table(rows, list(rows[0])))
    head = f"# Editions\n\nTo play an edition, run `rulewright play ID`.\n\n{listed}\n"
    return {"README.md": head, **{f"{each.name}.md": edition_page(each, places) for each in shown}}


def edition_page(edition: Edition, places: Mapping[tuple[str, str], str]) -> str:
    """What an edition is, its cards, and what rules of one's own can hook into, in Markdown."""
    rules = edition.rules
    moments = moments_page(rules, ROOT, "../../").replace("](language/", "](../language/")
    _, found, hooks = moments.partition("\n## ")
    parts = [
        f"# {rules.name}\n\n{rules.about}",
        f"`rulewright play {rules.id}`, {_players(rules)} players.{_conformance(rules.id)}",
        *_options(rules.options),
        *_cards(edition, places),
        "Your rules can react to everything below. "
        "[The language](../language/README.md) explains how.",
    ]
    return "\n\n".join(parts) + f"\n{found}{hooks}"


def _players(rules: Any) -> str:
    low, high = rules.players
    return f"{low}" if low == high else f"{low} to {high}"


def _conformance(name: str) -> str:
    if not (ROOT / "docs" / "conformance" / f"{name}.md").is_file():
        return ""
    return f" How well it follows its rulebook: [conformance](../conformance/{name}.md)."


def _options(options: dict[str, str]) -> Iterator[str]:
    if options:
        yield "## Options"
        yield "\n".join(f"- `{name}`: {about}" for name, about in options.items())


def _cards(edition: Edition, places: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """The cards that it is played with, a table for each kind."""
    world = edition.world
    for kind, declared in world.program.kinds.items():
        cards = list(dict.fromkeys(piece.card for piece in world.of_kind(kind)))
        rows = [_row(edition, card, list(declared.fields), places) for card in cards]
        if rows:
            yield f"## Cards: {kind}\n\nWith {edition.players} players, without options."
            yield "\n".join(table(rows, list(rows[0])))
    if others := [card for card in edition.whole.cards if card not in world.cards]:
        links = (_link(edition, card, places) for card in others)
        yield f"`--cast` adds for a game: {', '.join(links)}."


def _row(
    edition: Edition, card: str, fields: Iterable[str], places: Mapping[tuple[str, str], str]
) -> Row:
    world = edition.world
    return {
        "card": _link(edition, card, places),
        **{name: cell(world.field_of(card, name)) for name in fields},
        "copies": str(len(world.of_card(card))),
        "what it does": edition.rules.card(card).text,
    }


def _link(edition: Edition, card: str, places: Mapping[tuple[str, str], str]) -> str:
    return f"[{edition.whole.card_name(card)}](../cards/{places[edition.game, card]})"


def table(rows: Iterable[Row], heads: list[str]) -> Iterator[str]:
    """The lines of a table."""
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield f"| {' | '.join(row.get(each) or NOTHING for each in heads)} |"


def cell(value: object) -> str:
    """A value as tables show it."""
    return NOTHING if value is None else str(yaml_value(value))
