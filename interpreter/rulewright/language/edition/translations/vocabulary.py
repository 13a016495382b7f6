"""What things are called in another language, gathered for one edition from the files that say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rulewright.base.cache import digest_of, keep, kept
from rulewright.base.plain_files import noting_reads
from rulewright.base.records import Record, field
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.translations import word_complaints as say
from rulewright.language.edition.yaml.spanned import Text
from rulewright.language.text import Complaints, RulesError

ENGLISH: Final = "en"
MESSAGES: Final = Path(__file__).resolve().parent / "messages"
"""Where the interpreter's own messages lie, a file for each language."""


class Words(Record):
    """What things are called in one language. What is missing is said as the rules say it.

    `labels` are by list. `choices` are the words of powers and options, `names` those of places, numbers,
    kinds, fields and phases, and of powers as things; `texts` are whole sentences, as the rules write them.
    `reasons` are lines of the rules that tell why something cannot be chosen.
    `messages` are the interpreter's own.
    """

    language: str = ENGLISH
    cards: Mapping[str, str] = field(factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(factory=dict)
    names: Mapping[str, str] = field(factory=dict)
    choices: Mapping[str, str] = field(factory=dict)
    texts: Mapping[str, str] = field(factory=dict)
    reasons: Mapping[str, str] = field(factory=dict)
    messages: Mapping[str, str] = field(factory=dict)

    @property
    def is_said(self) -> bool:
        """Whether anything is called otherwise than by the rules."""
        return any((self.cards, self.labels, self.names, self.choices, self.texts))

    def card(self, name: str) -> str | None:
        """What a card is called; one of a series is called after it."""
        if name in self.cards:
            return self.cards[name].replace("{}", "…")
        series, _, number = name.rpartition("-")
        return numbered(self.cards[series], number) if series in self.cards else None

    def name(self, word: str) -> str:
        """What a place, number, kind, field or phase is called."""
        return self.names.get(word, word)

    def label(self, word: str) -> str:
        """What a label is called, whatever list it stands in."""
        return next((words[word] for words in self.labels.values() if word in words), word)


def numbered(series: str, number: str) -> str:
    """What a card of a series is called: with its number in the place of `{}`, else behind the series' name."""
    return series.replace("{}", number) if "{}" in series else f"{series} {number}".rstrip()


def load_words(edition: Edition, language: str) -> Words:
    """Return the words for an edition in a language.

    Raises RulesError when a file of words is wrong, or when nobody has a word in the language.
    """
    from rulewright.language.edition.translations.catalogue import catalogue_files

    files = [path for rules in edition.places for path in catalogue_files(rules, language)]
    if not files and language == ENGLISH:
        return Words()
    if not files and language not in languages_of(edition):
        raise RulesError([say.no_language(language, languages_of(edition))])
    return _words_of(language, files)


def messages_in(language: str) -> Mapping[str, str]:
    """The interpreter's own messages in a language; empty if it has none."""
    return _words_of(language, []).messages if language != ENGLISH else {}


def languages_of(edition: Edition) -> tuple[str, ...]:
    """The languages in which something of an edition is told, English first."""
    from rulewright.language.edition.translations.catalogue import all_catalogues

    found = {edition.language, *message_languages(), *_written_in(edition)}
    for rules in edition.places:
        found.update(all_catalogues(rules))
    return (ENGLISH, *sorted(found - {ENGLISH}))


def message_languages() -> tuple[str, ...]:
    """The languages that the interpreter itself speaks besides English."""
    return tuple(sorted(path.stem for path in MESSAGES.glob("*.yaml")))


def _written_in(edition: Edition) -> Iterable[str]:
    """The languages of the texts in the edition's own files."""
    texts: list[Text] = [edition.name, edition.about]
    texts += [option.about for option in edition.options.values()]
    texts += [*edition.guide.parts.values()]
    texts += [name.text for name in edition.base.names.values()]
    return [language for text in texts for language in text]


def _words_of(language: str, files: list[Path]) -> Words:
    """The words of these files, later ones last, with the interpreter's own; kept from run to run."""
    messages = MESSAGES / f"{language}.yaml"
    own = [messages] if messages.is_file() else []
    key = f"words {language} {digest_of([*own, *files]).content}"
    found = kept(key)
    if isinstance(found, Words):
        return found
    with noting_reads() as noted:
        words = _read_words(language, own, files)
    keep(f"words {language} {digest_of([*own, *files], noted).content}", words)
    return words


def _read_words(language: str, own: list[Path], files: list[Path]) -> Words:
    from rulewright.language.edition.translations.catalogue import read_catalogue, read_messages

    says = Complaints()
    said: dict[str, dict[str, str]] = {}
    labels: dict[str, dict[str, str]] = {}
    for path in files:
        for (section, of, word), entry in read_catalogue(path, says).entries.items():
            of_words = (
                labels.setdefault(of, {}) if section == "labels" else said.setdefault(section, {})
            )
            of_words[word] = entry.said
    messages = {
        text: entry.said for path in own for text, entry in read_messages(path, says).items()
    }
    says.raise_if_errors()
    return Words(language, labels=labels, messages=messages, **said)
