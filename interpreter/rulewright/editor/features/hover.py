"""Hover texts and inlay hints.

A name is shown with its declaration, its value in the edition and its sources; a pronoun with its referent; a
keyword with examples and links to the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.cli.naming.meanings import declared_at
from rulewright.cli.naming.workbench import EditionView
from rulewright.cli.pages.edition_values import yaml_value
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter
from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.program.program import (
    Card,
    DeclarationNotes,
    Declared,
    Event,
    Field,
    Moment,
    Series,
    Setting,
    Table,
)
from rulewright.language.program.references import (
    CHOICE,
    LABEL,
    LOCAL,
    PronounReference,
    Reference,
    span_of_name,
)
from rulewright.language.text import Span, display_path, real_path
from rulewright.runtime.session.explain.card_help import lines_of

MOST_LINES = 24
"""Lines of a declaration to show."""


def hover_text(reference: Reference, view: EditionView) -> str:
    """Return a description of a reference, in Markdown."""
    if reference.sort == LOCAL:
        line = reference.to.source.line(reference.to.line).strip()
        return f"```rules\n{line}\n```\na name that is introduced in line {reference.to.line}"
    if reference.sort == CHOICE:
        lines = "\n".join(lines_of(reference.to)[:MOST_LINES])
        return f"```rules\n{lines}\n```\n\n{_place(reference.to)}"
    declared = declared_at(view.program, reference.to)
    if declared is None:
        return _place(reference.to)
    if reference.sort == LABEL:
        return f"`{reference.at.text}` is one of\n\n{about_name(declared, view)}"
    return about_name(declared, view, reference.at)


def about_name(declared: Declared, view: EditionView, at: Span | None = None) -> str:
    """Return a declaration with its values in the edition, in Markdown; `at` is where the name is used."""
    lines = lines_of(span_of_name(declared))
    if len(lines) > MOST_LINES:
        lines = (*lines[:MOST_LINES], "…")
    parts = ["```rules\n" + "\n".join(lines) + "\n```"]
    if (text := declared.notes.text) and text not in parts[0]:
        parts.append(text)
    parts += _edition_lines(declared, view, at)
    parts += _sources(declared.notes, view.edition)
    parts.append(_place(declared.at))
    return "\n\n".join(parts)


def _place(at: Span) -> str:
    """Return a file and line in Markdown; the path of a shipped file is that in the library."""
    path, library = real_path(Path(at.source.name)), find_library()
    shown = path.relative_to(library.root).as_posix() if library.holds(path) else display_path(path)
    return f"*{path.name if Path(shown).is_absolute() else shown}, line {at.line}*"


# ------------------------------------------------------------------ in this edition


def _edition_lines(declared: Declared, view: EditionView, at: Span | None) -> Iterator[str]:
    """Yield what the edition sets: a setting's value, a table's cells, a card's copies and fields."""
    edition, name = view.edition, declared.name
    match declared:
        case Setting():
            override = edition.base.settings.get(name)
            value = yaml_value(declared.default if override is None else override.value.value)
            yield f"In **{edition.id.value}** it is `{value}`" + _exceptions(
                edition, lambda changes: name in changes.settings
            )
        case Table():
            cells = [
                f"{row if column is None else f'{row} across {column}'}: {yaml_value(cell.value.value)}"
                for (table, row, column), cell in edition.base.tables.items()
                if table == name
            ]
            if cells:
                yield f"**{edition.id.value}** sets {', '.join(cells)}"
        case Card() | Series():
            yield from _card_in_edition(name, edition)
        case Field() if at is not None:
            yield f"a field: {declared.type}"
        case Event() if declared.notes.text:
            yield declared.notes.text
        case Moment() if declared.shown:
            yield f"shown as “{declared.shown}”"


def _exceptions(
    edition: Edition, sets: Callable[[EditionChanges], bool], but: str = "; different for"
) -> str:
    """Return a phrase that lists the numbers of players and options whose changes satisfy `sets`; "" for none."""
    whens = [f"{n} players" for n, changes in edition.by_players.items() if sets(changes)]
    for name, option in edition.options.items():
        if any(sets(changes) for changes in option.all_changes()):
            whens.append(f"the option `{name}`")
    return f"{but} {', '.join(whens)}" if whens else ""


def _card_in_edition(name: str, edition: Edition) -> Iterator[str]:
    """Yield a card's copies, display names and fields in an edition."""
    casts = [change.cards for change in edition.base.cast.values()]
    copies = [cards[name].copies.value for cards in casts if name in cards]
    where = f"In the cast of **{edition.id.value}**"
    if copies:
        yield f"{where}: {sum(copies)} {'copy' if sum(copies) == 1 else 'copies'}"
    else:
        yield f"Not in the cast of **{edition.id.value}**" + _exceptions(
            edition,
            lambda changes: any(name in change.cards for change in changes.cast.values()),
            ", but for",
        )
    called = edition.base.names.get(name)
    if called is not None:
        yield "called " + ", ".join(f"“{text.value}”" for text in called.text.values())
    for (card, field), override in edition.base.fields.items():
        if card == name:
            yield f"{field} `{yaml_value(override.value.value)}` in this edition"


# ------------------------------------------------------------------ sources


def _sources(notes: DeclarationNotes, edition: Edition) -> Iterator[str]:
    """Yield the sources in the notes, with the titles of documents that the edition lists."""
    for source, place in notes.cites:
        document = edition.documents.get(source)
        title = document.title.value if document is not None else source
        yield f"Source: {title}: {place}"
    for source, place in notes.borrowed:
        yield f"Borrowed from {source}: {place}"
    for text in notes.readings:
        yield f"Reading: {text}"
    for text in notes.printed:
        yield f"Printed: {text}"


_PLAIN = ("I", "me", "my")
"""Pronouns without a hint: they always mean the player for whom the rule speaks."""


def pronouns_in(pronouns: Iterable[PronounReference], path: Path) -> Iterator[PronounReference]:
    """Return the pronouns that occur in the file `path`."""
    return (each for each in pronouns if real_path(Path(each.at.source.name)) == path)


def about_pronoun(pronoun: PronounReference) -> str:
    """Return a sentence about the referent of a pronoun."""
    word = pronoun.at.text
    if word in _PLAIN:
        return f"`{word}`: the player for whom the rule speaks"
    if word == "this":
        return f"`this`: the card that the rule is on, {pronoun.sort}"
    of = f": each of `{' '.join(pronoun.of.text.split())}` in turn" if pronoun.of else ""
    return f"`{word}`: a {pronoun.sort}{of}"


def hints(
    pronouns: Iterable[PronounReference], positions: PositionConverter
) -> Iterator[wire.InlayHint]:
    """Yield an inlay hint with the type of each pronoun, except for those in `_PLAIN`."""
    for each in pronouns:
        if each.at.text not in _PLAIN and each.sort:
            end = positions.range(each.at).end
            yield wire.InlayHint(
                position=end,
                label=f": {each.sort}",
                tooltip=about_pronoun(each),
                kind=wire.InlayHintKind.Type,
            )


_ROW: Final = re.compile(r"(?m)^\| `([^`]+)` \| (.+) \|$")
_EXAMPLE: Final = re.compile(r"`([^`]+)` \[([^\]]+)\]\(([^)]+)\)")


def about_word(word: str, pages: str = "") -> str | None:
    """Return help on a keyword in Markdown, or None; `pages` is the address of the language pages, or ""."""
    if (row := _keyword_index().get(word)) is None:
        return None
    examples = _EXAMPLE.findall(row)
    lines = "\n".join(dict.fromkeys(example for example, _, _ in examples))
    more = dict.fromkeys(_link(title, to, pages) for _, title, to in examples)
    return f"```rules\n{lines}\n```\n`{word}` in the language: {', '.join(more)}"


def _link(title: str, to: str, pages: str) -> str:
    """Return a Markdown link to a documentation page; the quoted title if `pages` is ""."""
    return f"[{title}]({pages}{to.replace('.md', '.html')})" if pages else f"“{title}”"


@cache
def _keyword_index() -> dict[str, str]:
    """Return the texts of the documentation's keyword index by keyword; empty if the page is not installed."""
    try:
        text = find_library().index.read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(_ROW.findall(text.replace(r"\|", "/")))
