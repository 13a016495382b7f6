"""What the rules of an edition say about a card or a power: names, fields, lines of the rule, sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.session.rulebook import Rulebook

if TYPE_CHECKING:
    from rulewright.edition.vocabulary import Words
    from rulewright.program.program import Notes
    from rulewright.text import Span


@frozen
class CardHelp:
    """A card explained: its fields, the lines of its rule, where they stand and where they come from."""

    name: str
    shown: str
    kind: str
    fields: dict[str, object]
    lines: tuple[str, ...]
    place: str
    cites: tuple[str, ...]
    text: str = ""


@frozen
class PowerHelp:
    """A power explained: the card that it is on ("" for none), its lines, and where they come from."""

    name: str
    card: str
    lines: tuple[str, ...]
    place: str
    cites: tuple[str, ...]


@frozen
class Explainer:
    """Explains what the rules of a book know, in the words of a language."""

    book: Rulebook
    words: Words
    language: str

    def card(self, name: str) -> CardHelp:
        """A card explained. Raises KeyError for a name that is none."""
        card = self.book.program.cards[name]
        text = self.words.texts.get(card.notes.text, card.notes.text)
        shown, fields = self.card_name(name), {**card.values, **self._own_fields(name)}
        lines, cites = _lines(card.at), _cites(card.notes)
        return CardHelp(name, shown, card.kind, fields, lines, str(card.at), cites, text)

    def powers(self, name: str) -> tuple[PowerHelp, ...]:
        """All powers of this name explained; several cards may have one each."""
        from rulewright.program.rules import Power

        return tuple(
            PowerHelp(name, rule.card or "", _lines(rule.at), str(rule.at), _cites(rule.notes))
            for rule in self.book.program.rules
            if isinstance(rule, Power) and rule.name.rpartition(".")[2] == name
        )

    def card_name(self, name: str) -> str:
        """What a card is called: by the edition, else in the language, else by the rules."""
        own = self._own_names(name)
        return own.get(self.language) or self.words.card(name) or own.get("en") or name

    def card_called(self, shown: str) -> str:
        """The name that the rules have for a card that is called so here; the same name if no card is."""
        for card, name in self.book.edition.base.names.items():
            if shown in (text.value for text in name.text.values()):
                return card
        return next((card for card, word in self.words.cards.items() if word == shown), shown)

    def _own_fields(self, name: str) -> dict[str, object]:
        """What the edition prints on a card otherwise than the rules, whatever the players and options."""
        given = self.book.edition.base.fields.items()
        return {field: set_.value.value for (card, field), set_ in given if card == name}

    def _own_names(self, name: str) -> dict[str, str]:
        """What the edition calls a card, by language; one of a series is called after it."""
        names = self.book.edition.base.names
        if name in names:
            return {code: text.value for code, text in names[name].text.items()}
        for series in self.book.program.series.values():
            if name in series.cards and series.name in names:
                number = name.removeprefix(f"{series.name}-")
                texts = names[series.name].text.items()
                return {code: f"{text.value} {number}" for code, text in texts}
        return {}


def _cites(notes: Notes) -> tuple[str, ...]:
    from rulewright.lower.lowering import cites_of

    return cites_of(notes)


def _lines(at: Span) -> tuple[str, ...]:
    """The line of a declaration and the deeper ones under it."""
    lines = at.source.text.split("\n")
    found = [lines[at.line - 1]]
    depth = _depth(found[0])
    for line in lines[at.line :]:
        if line.strip() and _depth(line) <= depth:
            break
        found.append(line)
    while found and not found[-1].strip():
        found.pop()
    return tuple(line[depth:] for line in found)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
