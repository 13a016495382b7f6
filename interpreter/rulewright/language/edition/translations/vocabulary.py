"""All translations for one edition into one language, gathered from its translation files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rulewright.base.cache import digest_of, load_cached, store_cached
from rulewright.base.plain_files import recording_reads
from rulewright.base.records import Record, field
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.translations import word_complaints as say
from rulewright.language.edition.yaml.spanned import Text
from rulewright.language.text import Complaints, RulesError

ENGLISH: Final = "en"
MESSAGES: Final = Path(__file__).resolve().parent / "messages"
"""The folder with the interpreter's own messages, one file per language."""


class Words(Record):
    """All translations into one language; a missing one is replaced by the word in the rules.

    `labels` are by list. `choices` are the names of powers and options. `names` are those of zones, numbers,
    kinds, fields and phases, and of powers as things. `texts` are whole sentences, keyed by the rules' wording.
    `reasons` explain why something cannot be chosen. `doing` tells, by the name of a decision, what others read
    meanwhile; `why` tells, by the name of a rule, why it happens; `settings` tells what a setting or table decides,
    and what a choice of a setting means. `messages` are the interpreter's own.
    """

    language: str = ENGLISH
    cards: Mapping[str, str] = field(factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(factory=dict)
    names: Mapping[str, str] = field(factory=dict)
    choices: Mapping[str, str] = field(factory=dict)
    texts: Mapping[str, str] = field(factory=dict)
    reasons: Mapping[str, str] = field(factory=dict)
    doing: Mapping[str, str] = field(factory=dict)
    why: Mapping[str, str] = field(factory=dict)
    settings: Mapping[str, str] = field(factory=dict)
    messages: Mapping[str, str] = field(factory=dict)

    @property
    def is_translated(self) -> bool:
        """Whether any word or text of the rules is translated."""
        words = (
            self.cards,
            self.labels,
            self.names,
            self.choices,
            self.texts,
            self.doing,
            self.why,
        )
        return any(words)

    def card(self, name: str) -> str | None:
        """Return the translated name of a card, perhaps by its series; None if there is none.

        A card `Knight-3` without a translation of its own uses that of the series `Knight`.
        """
        if name in self.cards:
            return self.cards[name].replace("{}", "…")
        series, _, number = name.rpartition("-")
        return series_card_name(self.cards[series], number) if series in self.cards else None

    def name(self, word: str) -> str:
        """Return the translated name of a zone, number, kind, field or phase; `word` itself if there is none."""
        return self.names.get(word, word)

    def label(self, word: str) -> str:
        """Return the translation of a label from any list of labels; `word` itself if there is none."""
        return next((words[word] for words in self.labels.values() if word in words), word)


def series_card_name(series: str, number: str) -> str:
    """Return the name of card `number` of a series: the number replaces `{}` or is put at the end."""
    return series.replace("{}", number) if "{}" in series else f"{series} {number}".rstrip()


def load_words(edition: Edition, language: str) -> Words:
    """Return the translations for an edition into a language.

    Raises RulesError if a translation file has errors, or if nothing is translated into the language.
    """
    from rulewright.language.edition.translations.catalogue import catalogue_files

    files = [path for rules in edition.places for path in catalogue_files(rules, language)]
    if not files and language == ENGLISH:
        return Words()
    if not files and language not in languages_of(edition):
        raise RulesError([say.no_language(language, languages_of(edition))])
    return _words_of(language, files)


def messages_in(language: str) -> Mapping[str, str]:
    """Return the translations of the interpreter's own messages into a language; empty if there are none."""
    return _words_of(language, []).messages if language != ENGLISH else {}


def languages_of(edition: Edition) -> tuple[str, ...]:
    """Return the languages that an edition has any text or translation in, English first."""
    from rulewright.language.edition.translations.catalogue import all_catalogues

    languages = {edition.language, *message_languages(), *_text_languages(edition)}
    for rules in edition.places:
        languages.update(all_catalogues(rules))
    return (ENGLISH, *sorted(languages - {ENGLISH}))


def message_languages() -> tuple[str, ...]:
    """Return the languages, without English, that the interpreter's own messages are translated into."""
    return tuple(sorted(path.stem for path in MESSAGES.glob("*.yaml")))


def _text_languages(edition: Edition) -> Iterable[str]:
    """Return the languages of the texts in an edition's own files, with duplicates."""
    texts: list[Text] = [edition.name, edition.about]
    texts += [option.about for option in edition.options.values()]
    texts += [*edition.guide.parts.values()]
    texts += [name.text for name in edition.base.names.values()]
    return [language for text in texts for language in text]


def _words_of(language: str, files: list[Path]) -> Words:
    """Return the translations in `files`, where later ones win, and the interpreter's messages; cached on disk."""
    messages = MESSAGES / f"{language}.yaml"
    own = [messages] if messages.is_file() else []
    key = f"words {language} {digest_of([*own, *files]).content}"
    cached = load_cached(key)
    if isinstance(cached, Words):
        return cached
    with recording_reads() as noted:
        words = _read_words(language, own, files)
    store_cached(f"words {language} {digest_of([*own, *files], noted).content}", words)
    return words


def _read_words(language: str, own: list[Path], files: list[Path]) -> Words:
    """Return the translations in `files` and the messages in `own`. Raises RulesError if a file has errors."""
    from rulewright.language.edition.translations.catalogue import read_catalogue, read_messages

    complaints = Complaints()
    translations: dict[str, dict[str, str]] = {}
    labels: dict[str, dict[str, str]] = {}
    for path in files:
        for (section, of, word), entry in read_catalogue(path, complaints).entries.items():
            of_words = (
                labels.setdefault(of, {})
                if section == "labels"
                else translations.setdefault(section, {})
            )
            of_words[word] = entry.said
    messages = {
        text: entry.said for path in own for text, entry in read_messages(path, complaints).items()
    }
    complaints.raise_if_errors()
    return Words(language, labels=labels, messages=messages, **translations)
