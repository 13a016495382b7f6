"""Checks translation files: entries that the rules do not use, and texts without a translation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.base.library import find_library
from rulewright.base.records import Record
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.translations import word_complaints as say
from rulewright.language.edition.translations.catalogue import (
    SECTIONS,
    Catalogue,
    Key,
    all_catalogues,
    read_catalogue,
)
from rulewright.language.edition.translations.vocabulary import ENGLISH
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.lints.text_amounts import wrong_amounts
from rulewright.language.program.checking.traversal import decision_names, root_nodes, walk
from rulewright.language.text import Complaint, Complaints, Span, nearest, real_path

_NOUNS = ("card", "label", "name", "choice", "text", "condition", "decision", "rule", "setting")
_WHAT = dict(zip(SECTIONS, _NOUNS, strict=True))


def check_words(
    edition: Edition, program: p.Program, odd: Collection[Span | None] = ()
) -> tuple[Complaint, ...]:
    """Return every complaint about the translation files of an edition's rules.

    Texts of a rule folder or file must be translated in the files beside it, if there are any. An entry may
    translate texts of any rules of the edition. Shipped rules are checked for shipped editions only. Missing
    translations are not reported if all their places are in `odd`, where another complaint was reported.
    """
    library = find_library()
    shipped = library.holds(edition.files[0])
    places = {
        rules: catalogues_by_language
        for rules in edition.places
        if (catalogues_by_language := all_catalogues(rules))
    }
    if not shipped and all(map(library.holds, places)):
        return ()
    complaints = Complaints()
    texts = list(translatable_texts(program))
    known = (
        {saying.key for saying in texts}
        | set(_noun_keys(program))
        | set(_sentence_keys(program))
        | set(_setting_keys(program))
    )
    read = _read_translations(places, complaints)
    if any(key[0] == "reasons" for each in read.values() for one in each for key in one.entries):
        known.update(_condition_keys(program))
    for rules, catalogues in read.items():
        if library.holds(rules) and not shipped:
            continue
        for catalogue in catalogues:
            complaints.extend(_stale_complaints(catalogue, known))
            complaints.extend(_wrong_amounts(catalogue, program))
    stale = {
        key
        for catalogues_by_language in read.values()
        for each in catalogues_by_language
        for key in each.entries
    } - known
    for rules, first, missing in _untranslated(read, texts):
        remaining = _without_renamed(missing, stale)
        if (shipped or not library.holds(rules)) and not set(remaining.values()) <= set(odd):
            complaints.add(_missing_complaint(first, remaining))
    return complaints.in_order()


def _without_renamed(missing: Mapping[Key, Span], stale: Collection[Key]) -> Mapping[Key, Span]:
    """Return `missing` without the nearest text to each stale entry, because the stale entry is reported itself."""
    changed = {
        (section, of, nearest(word, [other for *where, other in missing if where == [section, of]]))
        for section, of, word in stale
    }
    return {key: at for key, at in missing.items() if key not in changed}


def untranslated_texts(edition: Edition, program: p.Program, path: Path) -> tuple[Key, ...]:
    """Return the texts without a translation that are reported at the file `path`."""
    places = {
        rules: catalogues for rules in edition.places if (catalogues := all_catalogues(rules))
    }
    lacking = _untranslated(
        _read_translations(places, Complaints()), list(translatable_texts(program))
    )
    return tuple(key for _, first, missing in lacking if first.path == path for key in missing)


_Read = Mapping[Path, list[Catalogue]]


def _read_translations(
    places: Mapping[Path, Mapping[str, list[Path]]], complaints: Complaints
) -> _Read:
    """Return the parsed translation files by the rule file or folder that they translate."""
    return {
        rules: [read_catalogue(path, complaints) for files in catalogues.values() for path in files]
        for rules, catalogues in places.items()
    }


def _untranslated(
    read: _Read, texts: list[TranslatableText]
) -> Iterator[tuple[Path, Catalogue, Mapping[Key, Span]]]:
    """Yield rules with texts that a language lacks: the rules, their first file in the language, and the texts."""
    for rules, catalogues in read.items():
        inside = [saying for saying in texts if _is_in(saying.at, rules)]
        for first in {c.language: c for c in reversed(catalogues)}.values():
            if first.start is None or first.language == ENGLISH:
                continue  # faulty files were reported, and English is the language of the rules
            words = [c for others in read.values() for c in others if c.language == first.language]
            translated: set[Key] = set().union(*(catalogue.entries for catalogue in words))
            missing = {each.key: each.at for each in reversed(inside) if each.key not in translated}
            if missing:
                yield rules, first, missing


def _wrong_amounts(catalogue: Catalogue, program: p.Program) -> Iterator[Complaint]:
    """Yield complaints about amounts in translated texts of cards that the cards' rules do not have."""
    for card in program.cards.values():
        entry = catalogue.entries.get(("texts", "", card.notes.text))
        if entry is not None:
            source = entry.key.source
            start = source.text.find(entry.said, entry.key.end)
            if start >= 0:
                at = Span(source, start, start + len(entry.said))
                yield from wrong_amounts(program, card, at, catalogue.language)


def _stale_complaints(catalogue: Catalogue, known: set[Key]) -> Iterator[Complaint]:
    """Yield complaints about translations of texts that the rules do not have."""
    for key, entry in catalogue.entries.items():
        if key not in known:
            section, of, word = key
            candidates = sorted(
                other for where, list_, other in known if (where, list_) == (section, of)
            )
            what = f"{of} among their labels" if of else _WHAT[section]
            yield say.stale_words(entry.key, what, word, candidates)


def _missing_complaint(first: Catalogue, missing: Mapping[Key, Span]) -> Complaint:
    """Return one complaint for all missing texts, at the first translation file."""
    assert first.start is not None
    places = sorted(missing.items(), key=lambda item: (str(item[1].source.name), item[1].start))
    texts = [(_key_in_words(key), at) for key, at in places]
    return say.missing_words(first.start, first.language, texts)


def _key_in_words(key: Key) -> str:
    """Return a translation key in words for a complaint."""
    section, of, word = key
    return (
        f"{of} {word}" if of else f"“{word}”" if section == "texts" else f"{_WHAT[section]} {word}"
    )


def _is_in(at: Span, rules: Path) -> bool:
    """Return whether a span is in the rule file or folder `rules`."""
    file = real_path(Path(at.source.name))
    return file.is_relative_to(rules) if rules.is_dir() else file == rules


# ------------------------------------------------------------------ what rules say


class TranslatableText(Record):
    """A text that players read: its key in translation files, and its place in the rules."""

    key: Key
    at: Span


def translatable_texts(program: p.Program) -> Iterator[TranslatableText]:
    """Yield every translatable text of a program, some of them several times."""
    yield from _texts_of_cards_and_labels(program)
    yield from _names_on_the_table(program)
    yield from _texts_of_rules(program)
    for part in walk(root_nodes(program)):
        yield from _texts_of_node(part, program)
    for refusal in program.refusals:
        yield _text_entry(refusal.name, refusal.at)


def _noun_keys(program: p.Program) -> Iterator[Key]:
    """Yield the optional keys for the nouns of powers and phases, which the story uses."""
    powers = (rule.word for rule in program.rules if isinstance(rule, p.Power))
    compared = program.outcome.values if program.outcome is not None else ()
    return (("names", "", word) for word in (*powers, *program.phases, *compared))


def _setting_keys(program: p.Program) -> Iterator[Key]:
    """Yield the optional keys for settings, for the words that they choose from, and for tables."""
    choices = (word for setting in program.settings.values() for word in setting.words)
    return (("settings", "", name) for name in (*program.settings, *choices, *program.tables))


def _sentence_keys(program: p.Program) -> Iterator[Key]:
    """Yield the optional keys for sentences about decisions and about rules that cause events."""
    asked = decision_names(program, walk(root_nodes(program)))
    causes: list[p.Rule | p.Declared] = [
        *program.rules, *program.events.values(), *program.phases.values()
    ]  # fmt: skip
    yield from (("doing", "", name) for name in (*asked, *program.moments))
    yield from (("why", "", name) for name in ("flow", *(cause.name for cause in causes)))


def _condition_keys(program: p.Program) -> Iterator[Key]:
    """Yield the optional keys for conditions that explain why something cannot be chosen."""
    sentences = {rule.at.first_line() for rule in program.rules}
    parts = walk(root_nodes(program))
    sentences.update(part.at.on_one_line() for part in parts if isinstance(part, typed.Expr))
    return (("reasons", "", sentence) for sentence in sentences)


def _text_entry(text: str, at: Span) -> TranslatableText:
    """Return the entry for a sentence, translated in the section `texts`."""
    return TranslatableText(("texts", "", text), at)


def _choice_entry(word: str, at: Span) -> TranslatableText:
    """Return the entry for the word of a power or option, translated in the section `choices`."""
    return TranslatableText(("choices", "", word), at)


def _texts_of_cards_and_labels(program: p.Program) -> Iterator[TranslatableText]:
    """Yield the names and texts of cards, the names of card series, and the labels."""
    numbered = {card for series in program.series.values() for card in series.cards}
    for series in program.series.values():
        yield TranslatableText(("cards", "", series.name), series.at)
    for card in program.cards.values():
        if card.name not in numbered:
            yield TranslatableText(("cards", "", card.name), card.at)
        if card.notes.text:
            yield _text_entry(card.notes.text, card.at)
    for labels in program.labels.values():
        yield from (
            TranslatableText(("labels", labels.name, item), labels.at) for item in labels.items
        )


def _names_on_the_table(program: p.Program) -> Iterator[TranslatableText]:
    """Yield the names shown on the table: zones, numbers, kinds of cards, and phases of a player."""
    declarations: list[p.Declared] = [
        *program.zones.values(),
        *program.variables.values(),
        *program.kinds.values(),
        *(field for kind in program.kinds.values() for field in kind.fields.values()),
        *(phase for phase in program.phases.values() if phase.parameters),
    ]
    for thing in declarations:
        yield TranslatableText(("names", "", thing.name), thing.at)


def _texts_of_rules(program: p.Program) -> Iterator[TranslatableText]:
    """Yield the texts shown for the score, for powers and other means, for changes, and for moments."""
    from rulewright.runtime.lower.expressions.labels import (
        prompt_of,  # late: few rules have words beside them
    )

    score = program.outcome.values[0] if program.outcome is not None else ""
    if score:
        value = program.values[score]
        description = value.notes.text
        yield (
            _text_entry(description, value.at)
            if description
            else TranslatableText(("names", "", score), value.at)
        )
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means) and rule.shown is None:
            yield _choice_entry(rule.word, rule.at)
        if isinstance(rule, p.Means):
            plain = program.events[rule.about]
            yield _text_entry(prompt_of(program, f"{plain.name}.{p.MEANS}", "menu"), rule.at)
            description = plain.notes.text
            yield (
                _text_entry(description, plain.at)
                if description
                else _choice_entry(plain.verb, rule.at)
            )
        if isinstance(rule, p.Change) and rule.shown:
            yield _text_entry(rule.shown, rule.at)
    for moment in program.moments.values():
        yield _text_entry(prompt_of(program, moment.name, "powers"), moment.at)


def _texts_of_node(part: object, program: p.Program) -> Iterable[TranslatableText]:
    """Yield the texts of one node of the typed tree."""
    from rulewright.runtime.lower.expressions.labels import consent_question, prompt_of

    match part:
        case typed.Template():
            yield _text_entry(part.text, part.at)
        case typed.Choose(decider=None):
            pass
        case typed.Choose() | typed.ChooseSome() | typed.MayChoose():
            exact = isinstance(part, typed.ChooseSome) and part.exact
            prompt = prompt_of(program, part.name, "choose-exactly" if exact else "choose")
            yield _text_entry(prompt, part.at)
        case typed.May() if (question := consent_question(part)).removesuffix("?") != (
            part.shown and part.shown.text
        ):
            yield _text_entry(question, part.at)
        case typed.MenuOption(shown=None):
            yield _choice_entry(part.name, part.at)
