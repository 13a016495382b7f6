"""Help on a card or a power: its names, fields, rule lines and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.base.records import KeywordRecord
from rulewright.language.edition.translations.vocabulary import series_card_name
from rulewright.runtime.session.edition_facts import EditionFacts

if TYPE_CHECKING:
    from rulewright.language.edition.translations.vocabulary import Words
    from rulewright.language.program.program import DeclarationNotes
    from rulewright.language.text import Span


class RulePassage(KeywordRecord):
    """A passage of the rules: its lines, place and sources."""

    name: str
    lines: tuple[str, ...]
    place: str
    cites: tuple[str, ...]


class CardHelp(RulePassage):
    """The explanation of a card, with its printed fields and its printed `text`."""

    shown: str
    kind: str
    fields: dict[str, object]
    text: str


class PowerHelp(RulePassage):
    """The explanation of a power, with the card that has it ("" for none)."""

    card: str


class Explainer(EditionFacts):
    """The part of a rulebook that explains cards and powers in the words of its language."""

    @property
    def words(self) -> Words:
        """The translation of names and texts to the rulebook's language; empty for the rules' own."""
        from rulewright.language.edition.translations.vocabulary import Words

        return self._book.translation or Words()

    @property
    def game(self) -> str:
        """The name of the game that the rules belong to."""
        return self._book.program.game

    @property
    def one_per(self) -> dict[str, str]:
        """The unique field by kind of card: an added card replaces the edition's card with an equal value."""
        return {kind: one.field.value for kind, one in self._book.edition.one_per.items()}

    @property
    def label_colours(self) -> dict[str, str]:
        """The colours that the edition gives to labels: label -> colour."""
        return {name: look.colour.value for name, look in self._book.edition.looks.items()}

    @property
    def never_reset(self) -> frozenset[str]:
        """The numbers that no rule resets; others are bookkeeping that players care less about."""
        return frozenset(
            track.name
            for track in self._book.program.variables.values()
            if track.type.name == "number" and not (track.until_phase or track.while_in)
        )

    @property
    def zone_kinds(self) -> dict[str, str]:
        """The kind of the cards in each zone, by its name."""
        return {name: zone.kind for name, zone in self._book.program.zones.items()}

    @property
    def playout_options(self) -> tuple[str, ...]:
        """The default options of random playouts."""
        playouts = self._book.edition.playouts
        return tuple(option.value for option in playouts.options) if playouts else ()

    @property
    def playout_note(self) -> str:
        """The edition's reason for the default options of random playouts."""
        playouts = self._book.edition.playouts
        return playouts.note.value if playouts and playouts.note else ""

    def card(self, name: str) -> CardHelp:
        """Return the explanation of a card. Raises KeyError if there is none of this name."""
        card = self._book.program.cards[name]
        return CardHelp(
            **_passage(name, card.at, card.notes),
            shown=self.card_name(name),
            kind=card.kind,
            fields={**card.values, **self._own_fields(name)},
            text=self.words.texts.get(card.notes.text, card.notes.text),
        )

    def powers(self, name: str) -> tuple[PowerHelp, ...]:
        """Return the explanations of all powers with this name; several cards may have one each."""
        from rulewright.language.program.rules import Power

        return tuple(
            PowerHelp(**_passage(name, rule.at, rule.notes), card=rule.card or "")
            for rule in self._book.program.rules
            if isinstance(rule, Power) and rule.word == name
        )

    def card_name(self, name: str) -> str:
        """Return a card's display name: the edition's, else the translation, else the rules' name."""
        own = self._own_names(name)
        return own.get(self.language) or self.words.card(name) or own.get("en") or name

    def card_called(self, shown: str) -> str:
        """Return the rule name of the card displayed as `shown`; `shown` itself if there is none."""
        own = self._book.edition.cards_by_display_name
        if shown in own:
            return own[shown]
        return next((card for card, word in self.words.cards.items() if word == shown), shown)

    def _own_fields(self, name: str) -> dict[str, object]:
        """Return the edition's changes to a card's fields that apply to all players and options."""
        given = self._book.edition.base.fields.items()
        return {field: set_.value.value for (card, field), set_ in given if card == name}

    def _own_names(self, name: str) -> dict[str, str]:
        """Return the edition's own names of a card, by language; a card of a series is named after the series."""
        names = self._book.edition.base.names
        if name in names:
            return {code: text.value.replace("{}", "…") for code, text in names[name].text.items()}
        for series in self._book.program.series.values():
            if name in series.cards and series.name in names:
                number = name.removeprefix(f"{series.name}-")
                texts = names[series.name].text.items()
                return {code: series_card_name(text.value, number) for code, text in texts}
        return {}


def _passage(name: str, at: Span, notes: DeclarationNotes) -> dict[str, Any]:
    """Return the fields of a `RulePassage` for a declaration, as keyword arguments."""
    from rulewright.runtime.lower.lowering_context import citations_of

    return {"name": name, "lines": lines_of(at), "place": str(at), "cites": citations_of(notes)}


def lines_of(at: Span) -> tuple[str, ...]:
    """Return the line of a declaration and the indented lines below it."""
    lines = [at.source.line(at.line)]
    depth = _depth(lines[0])
    for number in range(at.line + 1, at.source.line_count + 1):
        line = at.source.line(number)
        if line.strip() and _depth(line) <= depth:
            break
        lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(line[depth:] for line in lines)


def _depth(line: str) -> int:
    """Return the indentation of a line, in characters."""
    return len(line) - len(line.lstrip())
