"""Checking files of words: what they have that the rules do not say, and what they lack."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from rulewright.checks.sayings import Saying, sayings
from rulewright.edition import word_complaints as say
from rulewright.edition.catalogue import SECTIONS, Catalogue, Key, all_catalogues, read_catalogue
from rulewright.edition.edition import Edition
from rulewright.library import find_library
from rulewright.program.program import Program
from rulewright.text import Complaint, Complaints, Span, real_path

_WHAT = dict(zip(SECTIONS, ("card", "label", "name", "choice", "text"), strict=True))


def check_words(
    edition: Edition, program: Program, odd: Collection[Span | None] = ()
) -> tuple[Complaint, ...]:
    """Every complaint about the files of words beside an edition's rules.

    What a folder or file of rules says is looked for in the words beside it; nobody has to have words. What
    words are for may stand in any rules of the edition, as words may better those of other rules. Of the
    shipped rules this is said to those who check shipped editions only. Words are not missed where
    only what stands at `odd` lacks them: something else is wrong there.
    """
    library = find_library()
    shipped = library.holds(edition.files[0])
    places = {rules: found for rules in edition.places if (found := all_catalogues(rules))}
    if not shipped and all(map(library.holds, places)):
        return ()
    says = Complaints()
    said = list(sayings(program))
    known = {saying.key for saying in said}
    read = {
        rules: [read_catalogue(path, says) for files in found.values() for path in files]
        for rules, found in places.items()
    }
    for rules, catalogues in read.items():
        if library.holds(rules) and not shipped:
            continue
        for catalogue in catalogues:
            says.extend(_stale(catalogue, known))
        inside = [saying for saying in said if _is_in(saying.at, rules)]
        for first in {c.language: c for c in reversed(catalogues)}.values():
            words = [c for others in read.values() for c in others if c.language == first.language]
            says.extend(_missing(first, words, inside, odd))
    return says.in_order()


def _stale(catalogue: Catalogue, known: set[Key]) -> Iterator[Complaint]:
    for key, entry in catalogue.entries.items():
        if key not in known:
            section, of, word = key
            alike = sorted(
                other for where, list_, other in known if (where, list_) == (section, of)
            )
            what = f"{of} among their labels" if of else _WHAT[section]
            yield say.stale_words(entry.key, what, word, alike)


def _missing(
    first: Catalogue,
    catalogues: list[Catalogue],
    said: list[Saying],
    odd: Collection[Span | None],
) -> Iterator[Complaint]:
    """One complaint for all that is missing, at the first file of words beside the rules."""
    if first.start is None:
        return  # it was complained about
    found: set[Key] = set().union(*(catalogue.entries for catalogue in catalogues))
    missing: Mapping[Key, Span] = {
        saying.key: saying.at for saying in reversed(said) if saying.key not in found
    }
    if not set(missing.values()) <= set(odd):
        places = sorted(missing.items(), key=lambda item: (str(item[1].source.name), item[1].start))
        told = [(_key_in_words(key), at) for key, at in places]
        yield say.missing_words(first.start, first.language, told)


def _key_in_words(key: Key) -> str:
    section, of, word = key
    return (
        f"{of} {word}" if of else f"“{word}”" if section == "texts" else f"{_WHAT[section]} {word}"
    )


def _is_in(at: Span, rules: Path) -> bool:
    file = real_path(Path(at.source.name))
    return file.is_relative_to(rules) if rules.is_dir() else file == rules
