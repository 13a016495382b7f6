"""The pages of cards: each card of the shipped editions, with what every edition that has it makes of it."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from site_editions import NOTHING, Edition, table

from rulewright.assist.examples.declared_samples import read_samples
from rulewright.assist.vocabulary import WORDS
from rulewright.base.library import find_library
from rulewright.cli.pages.card_page import CardPage
from rulewright.cli.pages.edition_values import yaml_value

CARDS = "cards"
"""The folder of their pages."""
SHOWN = 2
"""So many scenarios are shown whole; of the others there is the title."""
LONG = 40
"""Longer ones come last."""

SCENARIO = re.compile(r'(?ms)^scenario "(.*?)"\n.*?(?=^\S|\Z)')


class Shown:
    """A card, or a series of them, with the editions that have it; one that extends few tells of its rules."""

    def __init__(self, cards: list[str], editions: list[Edition]) -> None:
        editions = sorted(editions, key=lambda each: each.rank)
        cast = [each for each in editions if set(cards) & set(each.world.cards)]
        self.first = (cast or editions)[0]
        self.cards, self.editions = cards, editions
        series = self.first.whole.program.series.values()
        found = [each.name for each in series if cards[0] in each.cards]
        self.name = found[0] if found else cards[0]
        self.title = self.first.whole.card_name(self.name)

    @property
    def path(self) -> str:
        """The file of the page, below the folder of cards."""
        return f"{_slug(self.first.game)}/{_slug(self.name)}.md"

    @cached_property
    def page(self) -> CardPage:
        """What the interpreter tells of it."""
        first, card = self.first, self.cards[0]
        declared, told = first.whole.program.cards[card], first.whole.card(card)
        return CardPage(first.with_all, declared, told, first.world, first.made, first.graph)

    def text(self, paths: Mapping[str, str]) -> str:
        """The page; `paths` lead to the pages of the other cards of its game."""
        parts = [
            f"# {self.title}",
            self._face(),
            *self._in_editions(),
            *self._rule(),
            *_listed("Where it comes from", self.page.sources()),
            *_listed("Rules that react to it", self._speaking(paths)),
            *self._scenarios(),
        ]
        return "\n\n".join(parts) + "\n"

    def _face(self) -> str:
        """The card as it looks on a table: its name, the values printed on it, and its text."""
        told, looks = self.page.card_help, self.first.label_colours
        values = {
            name: value
            for name, value in told.fields.items()
            if not (value is None or value is False)
        }
        colours = [looks[str(value)] for value in values.values() if str(value) in looks]
        lines = "".join(
            f" <span>{name} <b>{html.escape(str(yaml_value(value)))}</b></span>"
            for name, value in values.items()
        )
        sort = f' data-colour="{colours[0]}"' if colours else ""
        head, kind = html.escape(self.title), html.escape(told.kind)
        text = f" <em>{kind}</em>{lines} <p>{html.escape(told.text)}</p>"
        return f'<div class="rules-card"{sort}><strong>{head}</strong>{text}</div>'

    def _in_editions(self) -> Iterator[str]:
        """What is so in all editions in a line, and in a table what differs."""
        if len(self.cards) > 1:
            rows = [self.first.row(card, ()) for card in self.cards]
            yield "\n".join(table(rows, list(rows[0])))
        settings = self.page.settings()
        rows = [each.row(self.cards[0], settings) for each in self.editions]
        heads = dict.fromkeys(head for row in rows for head in row)
        differing = [head for head in heads if len({row.get(head) for row in rows}) > 1]
        if len(self.cards) == 1:
            left_out = {
                *differing,
                *self.page.card_help.fields,
                "called",
            }  # what is printed is on the picture
            alike = [f"{each} {rows[0][each]}" for each in heads if each not in left_out]
            said = ", ".join(each for each in alike if not each.endswith(NOTHING))
            yield f"In all editions: {said}." if said else ""
        yield "## In editions"
        groups: dict[tuple[str | None, ...], list[str]] = defaultdict(list)
        for edition, row in zip(self.editions, rows, strict=True):
            groups[tuple(map(row.get, differing))].append(edition.link)
        shown = [
            {"edition": ", ".join(links), **dict(zip(differing, values, strict=True))}
            for values, links in groups.items()
        ]
        yield "\n".join(table(shown, ["edition", *differing]))
        options = [
            line for each in self.editions for line in each.by_options(self.cards[0], settings)
        ]
        yield "\n".join(f"- {line}" for line in dict.fromkeys(options))

    def _rule(self) -> Iterator[str]:
        lines, at = self.page.card_help.lines, self.page.card.at
        place = self.first.whole.displayed_place(str(at)).rpartition(":")[0]
        yield "## Its rule"
        if lines[0].split()[0] == self.page.card_help.kind:
            yield "```rules\n" + "\n".join(lines) + "\n```"
        else:
            yield "The card is in a list and has no rules of its own."
        more = f'rulewright explain "{self.title}" {self.first.name}'
        yield f"From `{place}`. For more, run `{more}`."

    def _speaking(self, paths: Mapping[str, str]) -> Iterator[str]:
        for what, rules in self.page.reacting_rules():
            cards = dict.fromkeys(rule.card or rule.begun_on for rule in rules)
            called = [
                f"[{self.first.whole.card_name(card)}](../{paths[card]})" if card else "the frame"
                for card in cards
            ]
            yield f"{what}: {', '.join(called)}"

    def _scenarios(self) -> Iterator[str]:
        """Those that stand beside it and name it; first those in the edition that tells of it."""
        own = Path(self.page.card.at.source.name)
        stem = own.name.removesuffix(".rules")
        files = [own, *sorted(own.parent.glob(f"{stem}*.scenarios.rules"))]
        found = [each for file in files for each in SCENARIO.finditer(file.read_text("utf-8"))]
        named = re.compile(rf"\b{re.escape(self.name)}\b")
        found = [each for each in found if named.search(each[0])]
        found.sort(
            key=lambda each: (each[0].count("\n") > LONG, f" in {self.first.name}," not in each[0])
        )
        if found:
            yield "## Scenarios that show it"
        for each in found[:SHOWN]:
            yield f"```rules\n{each[0].rstrip()}\n```"
        yield "\n".join(f"- {each[1]}" for each in found[SHOWN:])


def card_pages(
    editions: Iterable[Edition],
) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """A page for each card, by its path, with README.md; and the path for each card of each game."""
    cards: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    having: dict[tuple[str, str], dict[Edition, None]] = defaultdict(dict)
    for each in editions:
        for name, card in each.whole.program.cards.items():
            key = each.game, str(card.at)  # of a series all stand in one place
            cards[key][name] = None
            having[key][each] = None
    shown = {key: Shown(list(cards[key]), list(having[key])) for key in cards}
    paths = {(game, card): each.path for (game, _), each in shown.items() for card in each.cards}
    pages = {"README.md": _index(shown.values())}
    for (game, _), each in shown.items():
        beside = {card: path for (of, card), path in paths.items() if of == game}
        pages[each.path] = each.text(beside)
    return pages, paths


def _index(shown: Iterable[Shown]) -> str:
    """All cards, by game and kind."""
    groups: dict[tuple[str, str], list[Shown]] = defaultdict(list)
    for each in shown:
        groups[each.first.game, each.page.card_help.kind].append(each)
    parts = [
        "# Cards",
        "Each card has a page with its rule, its values in each edition, and its scenarios.",
    ]
    for (game, kind), cards in groups.items():
        links = (
            f"[{each.title}]({each.path})" for each in sorted(cards, key=lambda card: card.title)
        )
        parts.append(f"## {game.capitalize()}: {kind}\n\n{' · '.join(links)}")
    return "\n\n".join(parts) + "\n"


def _listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    if found := list(lines):
        yield f"## {title}"
        yield "\n".join(f"- {line}" for line in found)


@cache
def players_words() -> dict[str, list[str]]:
    """Return by the path of a card's page what players say of it, which a search then finds: "steal gold"."""
    words: dict[str, list[str]] = {}
    for file in sorted(find_library().folder("rules").glob(f"*/{WORDS}")):
        for sample in read_samples(file):
            for head in sample.heads:
                name = head.partition(" ")[2]
                words.setdefault(f"{file.parent.name}/{_slug(name)}.md", []).extend(sample.phrases)
    return words


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
