"""Complaints that hold wherever the files lie: how each file is named, so that it is shown as seen from here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from rulewright.library import find_library
from rulewright.plain_files import way_to
from rulewright.records import Record, evolve
from rulewright.text import Complaint, Source, Span, in_its_folder, real_path, shown

OURS: Final = (".rules", ".yaml", ".yml")
"""How files end that we read."""

Symbol = tuple[str, bool, str]
"""How a file is named (as given, by its real path, as it is shown), whether it is shipped, and where it lies."""


class Places(Record):
    """Where what is asked about lies: from there its files are named."""

    base: Path
    given: Path
    """The same as somebody wrote it."""
    chain: tuple[Path, ...]
    """The edition's file, and those that it extends."""

    @classmethod
    def of_edition(cls, path: Path, files: tuple[Path, ...]) -> Places:
        """The folder of an edition, named by this path."""
        return cls(real_path(path.parent), path.parent, files)

    @classmethod
    def of_rules(cls, paths: Iterable[Path]) -> Places:
        """The folder that holds all these files and folders."""
        named = [path if os.path.isdir(path) else path.parent for path in map(in_its_folder, paths)]
        with suppress(ValueError):  # nothing holds folders of two drives
            named = [Path(os.path.commonpath(named))]
        return cls(named[0], named[0], ())

    def within(self, path: Path) -> tuple[bool, str]:
        """Whether a file is shipped, and where it lies: in the library, or as seen from here."""
        library = find_library()
        is_shipped = library.holds(path)
        return is_shipped, way_to(path, library.root if is_shipped else self.base)

    def symbol(self, name: str) -> Symbol | None:
        """What a source is called wherever its file lies; None where that is not sure."""
        real = real_path(Path(name))
        shipped = find_library().holds(real)
        if real in self.chain:
            # What an edition of one's own extends by its id is named by where the library lies.
            style = "real" if shipped and not find_library().holds(self.chain[0]) else "given"
        else:
            style = "shown" if _is_shown(real) else "real"
        symbol = (style, *self.within(real))
        return symbol if self.name(symbol) == name else None

    def name(self, symbol: Symbol) -> str:
        """What the source is called here."""
        style, is_shipped, where = symbol
        path = (find_library().root if is_shipped else self.base) / where
        if style == "given":
            return str(self.given / way_to(path, self.base))
        return shown(path) if style == "shown" else os.path.normpath(path)


def names_in(found: Iterable[Complaint]) -> set[str]:
    """What the sources are called that complaints point to."""
    return {span.source.name for span in _spans(found)}


def _is_shown(path: Path) -> bool:
    """Whether a file is named as seen from the working folder: rules and words are, editions are not."""
    return path.suffix == ".rules" or path.stem.count(".") > 0


def _spans(found: Iterable[Complaint]) -> Iterator[Span]:
    for each in found:
        yield from ([each.span] if each.span is not None else [])
        yield from (note.span for note in each.notes)
        yield from (fix.span for fix in each.fixes)


def speaks_of_a_file(complaint: Complaint) -> bool:
    """Whether it names a file, or a folder, in its words, which would be called otherwise elsewhere."""
    words = [complaint.message, complaint.help, complaint.hint]
    words += [note.message for note in complaint.notes]
    words += [text for fix in complaint.fixes for text in (fix.text, fix.help)]
    said = " ".join(filter(None, words))
    return any(ending in said for ending in OURS) or os.getcwd() in said


def renamed(found: Iterable[Complaint], names: Mapping[str, str]) -> tuple[Complaint, ...]:
    """The same complaints about files of these names."""
    if all(old == new for old, new in names.items()):
        return tuple(found)
    sources: dict[str, Source] = {}

    def moved(span: Span) -> Span:
        old = span.source
        source = sources.setdefault(old.name, Source(names[old.name], old.text))
        return Span(source, span.start, span.end)

    return tuple(
        evolve(
            each,
            span=moved(each.span) if each.span is not None else None,
            notes=tuple(evolve(note, span=moved(note.span)) for note in each.notes),
            fixes=tuple(evolve(fix, span=moved(fix.span)) for fix in each.fixes),
        )
        for each in found
    )
