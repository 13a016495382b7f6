"""The style of cards and labels: a colour and an abbreviation for each label."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import cycle, pairwise, takewhile
from typing import Any, Final

from attrs import Factory
from rich.text import Text

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.cli.terminal.screen import words
from rulewright.language.edition.translations.program_text import say
from rulewright.language.edition.translations.vocabulary import Words
from rulewright.language.text import split_braces
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.seat.presentation import DisplayRules

PALETTE: Final = (
    "yellow", "bright_blue", "green", "red", "magenta", "cyan", "bright_black",
    "bright_yellow", "blue", "bright_green", "bright_red", "bright_magenta", "bright_cyan",
)  # fmt: skip

STEM: Final = 4
"""Words that share a prefix of at least this length count as the same word."""


class CardStyles(Record):
    """The colour and abbreviation of every label on cards, and the display names of things."""

    styles: Mapping[str, str]
    letters: Mapping[str, str]
    cards: Mapping[str, re.Pattern[str]] = Factory(dict)
    words: Words = Factory(Words)
    lasting: frozenset[str] = frozenset()
    showing: DisplayRules = Factory(DisplayRules)

    def coloured(self, text: Text) -> Text:
        """Colour the names of cards in `text`, and return it."""
        for style, names in self.cards.items():
            text.highlight_regex(names, style)
        return text

    def card(self, card: Mapping[str, Any], own: Collection[str] = ()) -> Text:
        """Return a card in short: name, label and numbers, its marks, and the cards on it.

        Marks and zones in `own` are labelled as known to the reader alone.
        """
        label, name = (
            _colouring_label(card["fields"].values()),
            str(card.get("shown") or card["name"]),
        )
        style = self.styles.get(label or "", "")
        text = words(self.card_text(card.get("kind", ""), card["fields"], name), style)
        for mark, value in card.get("marks", {}).items():
            # The edition may hide marks, such as mere bookkeeping; the help on the card shows them.
            if not self.showing.shows(mark, value):
                continue
            if value is True:
                text.append(self._in_brackets(mark, "", mark in own), "bold")
            elif value and mark in self.lasting:
                text.append(self._in_brackets(mark, f" {value}", mark in own), "bold")
        for place, zone in card.get("zones", {}).items():
            known = [str(each.get("shown") or each["name"]) for each in zone["cards"] if each]
            content = f" {zone['count']}: {', '.join(known)}" if known else f" {zone['count']}"
            text.append(self._in_brackets(place, content, place in own), "bold")
        return text

    def _in_brackets(self, name: str, value: str, is_private: bool) -> str:
        """Return a mark or zone on a card, with a note if only this seat knows it."""
        only = f", {say('only you')}" if is_private else ""
        return f" [{self.name(name)}{value}{only}]"

    def card_text(
        self, kind: str, fields: Mapping[str, object], name: str, form: str = "short"
    ) -> str:
        """Return a card in the form that the edition defines; in short form by default its name and sign."""
        template = self.showing.cards.get(kind, {}).get(form, "")
        if not template:
            return f"{name} {self.sign(fields, name)}".rstrip() if form == "short" else ""
        values = {"name": name}
        for field, value in fields.items():
            is_label = isinstance(value, str)
            shown = self._label_in(form, str(value)) if is_label else str(value or "")
            values[field] = shown
        parts = (_fill_in(part, values) for part in template.split(", "))
        return ", ".join(part for part in parts if part)

    def labels_on(self, card: Mapping[str, Any]) -> set[object]:
        """Return the labels that the short form of a card abbreviates."""
        fields, template = (
            card["fields"],
            self.showing.cards.get(card.get("kind", ""), {}).get("short"),
        )
        if not template:
            label = _colouring_label(fields.values())
            return (
                {label}
                if self._letters_on(label, str(card.get("shown") or card["name"]))
                else set()
            )
        shown = [piece for piece, braced in split_braces(template) if braced]
        return {value for field, value in fields.items() if field in shown}

    def _label_in(self, form: str, label: str) -> str:
        """Return a label in a form of a card: abbreviated in the short one."""
        return self.letters.get(label, label) if form == "short" else self.words.label(label)

    def sign(self, fields: Mapping[str, object], name: str) -> str:
        """Return the abbreviated label and the numbers of a card.

        Parts that the name contains are left out: both of a `Red 7`.
        """
        name_words = name.lower().replace("-", " ").split()
        printed = [value for value in fields.values() if type(value) is int]
        numbers = [str(value) for value in printed if any(printed)]
        letters = self._letters_on(_colouring_label(fields.values()), name)
        return letters + "/".join(number for number in numbers if number not in name_words)

    def _letters_on(self, label: str | None, name: str) -> str:
        """Return the abbreviation of a card's label; "" if its name contains the label or a similar word."""
        label_word, name_words = (
            self.words.label(label or "").lower(),
            name.lower().replace("-", " ").split(),
        )
        is_said = label_word in name_words or any(
            label_word.startswith(word) for word in name_words if len(word) >= STEM
        )
        return "" if is_said else self.letters.get(label or "", "")

    def label(self, label: str) -> Text:
        """Return a label in its colour."""
        return words(self.words.label(label), self.styles.get(label, ""))

    def name(self, name: str) -> str:
        """Return the display name of a zone, number, kind, field or phase, with its label if it has one."""
        label, _, rest = name.rpartition(" ")
        display_name = self.words.names.get(rest, rest.replace("-", " "))
        return (
            say("{label} {name}", label=self.words.label(label), name=display_name)
            if label
            else display_name
        )


def _fill_in(part: str, values: Mapping[str, str]) -> str:
    """Return one part of a form with its fields filled in; "" if all its fields are empty."""
    pieces = list(split_braces(part))
    field_values = [values.get(piece, "") for piece, braced in pieces if braced]
    if field_values and not any(field_values):
        return ""
    filled = (values.get(piece, "") if braced else piece for piece, braced in pieces)
    return " ".join("".join(filled).split())


def cards_seen(view: Mapping[str, Any]) -> Iterator[tuple[int | None, str, Mapping[str, Any]]]:
    """Yield every card that a view shows, with its seat and the name of its zone."""
    for place in (view["table"], *view["seats"]):
        for name, zone in place["zones"].items():
            yield from ((place.get("seat"), name, card) for card in zone["cards"] if card)


def card_styles_of(rules: Rules, showing: DisplayRules | None = None) -> CardStyles:
    """Return the styles for the cards of `rules`; the edition's own colours take precedence."""
    printed = [value for name in rules.cards for value in rules.card(name).fields.values()]
    labels = list(dict.fromkeys(value for value in printed if isinstance(value, str)))
    own = {label: style_of(colour) for label, colour in inside(rules).label_colours.items()}
    rest = cycle([colour for colour in PALETTE if colour not in own.values()] or PALETTE)
    styles = {label: own[label] if label in own else next(rest) for label in labels}
    display_names = {label: inside(rules).words.label(label) for label in labels}
    forms = short_forms(display_names.values())
    letters = {label: forms[word] for label, word in display_names.items()}
    names = _names_by_style(rules, styles)
    return CardStyles(
        styles,
        letters,
        names,
        inside(rules).words,
        inside(rules).never_reset,
        showing or DisplayRules(),
    )


def short_forms(labels: Iterable[str]) -> dict[str, str]:
    """Return the shortest unambiguous prefix of each label."""
    names = list(labels)
    # The longest common prefix is with a neighbour in sorted order.
    among = sorted(set(names))
    prefix_lengths = [_common_prefix_length(*pair) for pair in pairwise(["", *among, ""])]
    forms = {}
    for name in names:
        number = bisect_left(among, name)
        length = max(prefix_lengths[number], prefix_lengths[number + 1]) + 1
        forms[name] = name[:length].capitalize()
    return forms


def _common_prefix_length(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _colouring_label(fields: Iterable[object]) -> str | None:
    """Return the label that colours a card, the first one in its fields."""
    return next((value for value in fields if isinstance(value, str)), None)


def _names_by_style(rules: Rules, styles: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    """Return for each colour a pattern that matches the names of its cards."""
    names: dict[str, list[str]] = {}
    for name in rules.cards:
        card = rules.card(name)
        label = _colouring_label(card.fields.values())
        if label is not None:
            names.setdefault(styles[label], []).append(re.escape(card.shown))
    return {
        style: re.compile(rf"\b(?:{'|'.join(patterns)})\b") for style, patterns in names.items()
    }


def style_of(colour: str) -> str:
    """Return the terminal's name for a colour of an edition."""
    return "bright_black" if colour == "grey" else colour.replace("-", "_")
