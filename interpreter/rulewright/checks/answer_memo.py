"""A memo of what checks answered: an answer is kept under the digest of all that it hangs on.

It hangs on the library, on what lies where an edition and its rules lie, and on every other file that the check
read. Files are named from where the checked one lies, and complaints are shown from where somebody is, so an answer
holds for a copy elsewhere and from any folder. Whatever is not sure to be the same is checked anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

from rulewright.cache import hash_now, keep, kept
from rulewright.checks.owners import Owner, about
from rulewright.checks.relocation import OURS, Places, Symbol, names_in, renamed, speaks_of_a_file
from rulewright.edition.edition import Edition
from rulewright.edition.load import read_edition
from rulewright.library import Library, find_library
from rulewright.link.rule_files import SCENARIOS
from rulewright.plain_files import UNREADABLE, noting_reads, way_to
from rulewright.records import Record, evolve
from rulewright.text import (
    Complaint,
    Complaints,
    RulesError,
    ask_beyond,
    asked_beyond,
    files_below,
    folders_in_reach,
    in_its_folder,
    leads_away,
    patiently,
)

Answer = tuple[Complaint, ...]
Check = Callable[[], Answer]


class Question(Record):
    """What is checked: an edition, with its scenarios or without, rules as their owner has them, or scenarios."""

    sort: Literal["edition", "rules of an edition", "rules", "scenarios"]
    paths: tuple[Path, ...]
    """As they were named."""
    owner: Owner | None = None
    """Of rules that no edition reads."""
    only: Path | None = None
    """Of what is found, only what is about these rules is wanted."""

    def check(self, once: Callable[[Check], Answer] | None = None) -> Answer:
        """Answer it without the memo, but for what `once` knows of an edition's rules."""
        from rulewright.checks.edition_checks import check_edition, check_scenarios, itself

        if self.owner is not None:
            from rulewright.checks.rule_checks import check_owned

            return check_owned(self.paths[0], self.owner)
        if self.sort == "edition":
            return check_edition(self.paths[0], once or itself)
        return check_scenarios(self.paths)


def about_rules(path: Path, owner: Owner) -> Question:
    """The question about rules: that about the edition which reads them, if one does."""
    if owner.edition is not None and owner.reads:
        return Question("edition", (owner.edition.files[0],), only=path)
    return Question("rules", (in_its_folder(path),), owner)


def known_answer(question: Question) -> Answer | None:
    """The answer as it was kept; None if it is not known."""
    found = _answer(question, anew=False)
    return None if found is None else _wanted(question, found)


def answer(question: Question) -> Answer:
    """The answer as it was kept, or else as a check finds it now."""
    return _wanted(question, _answer(question, anew=True) or ())


def _wanted(question: Question, found: Answer) -> Answer:
    return found if question.only is None else about(found, question.only)


def _answer(question: Question, anew: bool) -> Answer | None:
    beyond = asked_beyond()
    try:
        edition = _edition(question)
    except RulesError as error:
        return error.complaints
    if edition is None and question.sort == "edition":
        if not anew:
            return None  # nobody knows yet what it hangs on
        with patiently():
            return question.check()
    places, files = _places(question, edition), tuple(_files(question, edition))
    memo = _Memo(question, places, files)
    found = memo.known()
    if found is not None or not anew:
        return found
    # Who changes a test waits for the tests only.
    rules = tuple(file for file in files if not file.name.endswith(SCENARIOS))
    part = _Memo(evolve(question, sort="rules of an edition"), places, rules)
    before = memo.digest({})
    with patiently(), noting_reads() as noted:
        found = question.check(lambda look: part.answer(look, noted, beyond))
    memo.keep(before, found, noted, beyond)
    return found


def _edition(question: Question) -> Edition | None:
    """The edition that is asked about, or that owns the rules. Raises RulesError if there is none."""
    if question.owner is not None:
        return question.owner.edition
    if question.sort == "edition":
        return read_edition(question.paths[0], find_library().root, Complaints())
    return None


def _files(question: Question, edition: Edition | None) -> Iterator[Path]:
    """All files of ours that lie where the answer comes from, without what is shipped."""
    library = find_library()
    places = {in_its_folder(path) for path in question.paths}
    folders = {path.parent for path in places} if question.sort == "rules" else set()
    if edition is not None:
        places |= {*edition.files, *edition.places}
    if question.owner is not None and question.owner.folder is not None:
        places.add(question.owner.folder)
    found = set()
    for place in places:
        if library.holds(place):
            continue
        if os.path.isdir(place):
            found |= {*files_below(place, OURS)}
        else:  # scenarios and words of it lie beside it
            found.add(place)
            folders.add(place.parent)
    for folder in folders:
        if not library.holds(folder):
            found |= {file for each in OURS for file in folder.glob(f"*{each}")}
    yield from sorted(found)


def _places(question: Question, edition: Edition | None) -> Places:
    if question.sort == "edition" and edition is not None:
        return Places.of_edition(question.paths[0], edition.files)
    return Places.of_rules(question.paths)


class _Memo(Record):
    """The place of one answer."""

    question: Question
    places: Places
    files: tuple[Path, ...]
    """What the answer hangs on, whatever else is read for it."""

    def known(self) -> Answer | None:
        """The answer that was kept for a place like this, or for this place only."""
        digest = self.digest({})
        for key in (digest, self._here(digest)):
            found: tuple[Hashes, dict[str, Symbol], Answer] | None = kept(f"checked {key}")
            if found is not None and self._say(found[0]):
                if key != digest:
                    ask_beyond()  # so does what this is a part of
                return renamed(found[2], {old: self.places.name(s) for old, s in found[1].items()})
        return None

    def answer(self, look: Check, noted: Mapping[Path, bytes], beyond: int) -> Answer:
        """The answer that was kept, or else what a look finds, which is kept then."""
        found = self.known()
        if found is None:
            before = self.digest({})
            found = look()
            self.keep(before, found, noted, beyond)
        return found

    def keep(self, digest: str, found: Answer, noted: Mapping[Path, bytes], beyond: int) -> None:
        """Keep an answer with the hashes of all else that was read for it.

        It is for this place only if it hangs on the working folder, which was asked for more often than it was
        before (`beyond`), or names a file in its words.
        """
        if self.digest(noted) != digest:
            return  # Of a file that was saved meanwhile, what was read is nothing that was hashed before.
        library, known = find_library(), set(self.files)
        read = ((Path(os.path.abspath(path)), hashed) for path, hashed in noted.items())
        others = {
            (way_to(path, self.places.base), hashed)
            for path, hashed in read
            if path not in known and not library.holds(path)
        }
        names = {name: self.places.symbol(name) for name in names_in(found)}
        symbols = {name: symbol for name, symbol in names.items() if symbol is not None}
        is_movable = asked_beyond() == beyond and len(symbols) == len(names)
        if not is_movable or any(map(speaks_of_a_file, found)):
            digest, symbols = self._here(digest), {}
        keep(f"checked {digest}", (tuple(sorted(others)), symbols, found))

    def digest(self, read: Mapping[Path, bytes]) -> str:
        """Of what is asked and all that it surely hangs on; `read` has the hashes of what was read before."""
        question, library = self.question, find_library()
        asked = [*map(in_its_folder, question.paths), *self.places.chain]
        if question.owner is not None:
            edition, folder = question.owner.edition, question.owner.folder
            asked += [*(edition.files if edition else ()), *([folder] if folder else ())]
        whole = sha256(question.sort.encode())
        for path in asked:
            whole.update(repr(self.places.within(path)).encode(errors="surrogateescape"))
        whole.update(_digest_of_shipped(library, read) if read else _digest_of_unread(library))
        for file in self.files:
            where = way_to(file, self.places.base)
            whole.update(f"{where}\0".encode(errors="surrogateescape") + _hash(file, read))
        return whole.hexdigest()

    def _here(self, digest: str) -> str:
        """The digest of the same as it was named, from this working folder, with these in reach."""
        return f"{digest} {folders_in_reach()} {self.question.paths}"

    def _say(self, hashes: Hashes) -> bool:
        """Whether these files say what they said."""
        return all(_hash(self.places.base / where, {}) == hashed for where, hashed in hashes)


Hashes = tuple[tuple[str, bytes], ...]
"""Files, as seen from where the question lies, with what they said."""


@cache
def _shipped(library: Library) -> dict[Path, bytes]:
    """The hashes of all that is shipped, which is looked at once while a command runs."""
    folders = (library.folder(name) for name in ("rules", "editions"))
    files = sorted((file for folder in folders for file in files_below(folder, OURS)), key=str)
    return {file: hash_now(file) for file in files}


@cache
def _digest_of_unread(library: Library) -> bytes:
    return _digest_of_shipped(library, {})


def _digest_of_shipped(library: Library, read: Mapping[Path, bytes]) -> bytes:
    whole = sha256()
    for file, hashed in _shipped(library).items():
        whole.update(f"{file}\0".encode(errors="surrogateescape") + read.get(file, hashed))
    return whole.digest()


def _hash(path: Path, read: Mapping[Path, bytes]) -> bytes:
    """The hash of what a file says; a link is another thing than the file, as it may lead out of reach."""
    if leads_away(path):
        return UNREADABLE
    hashed = read[path] if path in read else hash_now(path)
    return b"link" + hashed if os.path.islink(path) else hashed
