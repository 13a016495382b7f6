"""An edition as its files: it travels to whoever plays games of it, and is the same there."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from rulewright.base.library import find_library
from rulewright.base.plain_files import real_path
from rulewright.base.records import Record
from rulewright.language.text import RulesError
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import load_rulebook


class OtherRules(RuntimeError):
    """Who was sent an edition made other rules of it: another version of the program plays there."""


class Bundle(Record):
    """An edition: the name of its file, and what files say that are not shipped, by their paths below one folder.

    `source` is where it lies with who sent it: where the same lies there, that is read, and what was made of it
    once is kept.
    """

    main: str
    files: tuple[tuple[str, bytes], ...]
    digest: str
    source: str
    cast: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: Rules) -> Bundle:
        """The edition of these rules. Raises RulesError."""
        library, book = find_library(), load_rulebook(inside(rules).source)
        book = book.with_cards(inside(rules).cast) if inside(rules).cast else book
        paths = [*book.edition.files, *book.files, *book.unread.files]
        own = [path for path in dict.fromkeys(map(real_path, paths)) if not library.holds(path)]
        own = [path for path in own if path.is_file()]
        main = real_path(book.edition.files[0])
        if main not in own or len({path.drive for path in own}) > 1:  # nothing holds two drives
            return cls(rules.id, (), inside(rules).digest, inside(rules).source, inside(rules).cast)
        top = Path(os.path.commonpath([path.parent for path in own]))
        files = tuple((path.relative_to(top).as_posix(), path.read_bytes()) for path in own)
        return cls(
            main.relative_to(top).as_posix(),
            files,
            inside(rules).digest,
            str(main),
            inside(rules).cast,
        )

    def rules(self) -> Rules:
        """The rules that it is of. Raises OtherRules."""
        return _unpacked(self)

    def unpack(self, folder: Path) -> None:
        """Write its files into a folder."""
        for name, says in self.files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(says)

    def _loaded(self, name: str) -> Rules | None:
        """The rules as they lie somewhere, if they are these."""
        with suppress(RulesError):
            rules = Rules.load(name)
            rules = rules.with_cast(self.cast) if self.cast else rules
            return rules if inside(rules).digest == self.digest else None
        return None


@lru_cache(maxsize=32)
def _unpacked(bundle: Bundle) -> Rules:
    rules = bundle._loaded(bundle.source)
    if rules is None and bundle.files:
        folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        bundle.unpack(folder)
        rules = bundle._loaded(str(folder / bundle.main))
    elif rules is None:
        rules = bundle._loaded(bundle.main)
    if rules is None:
        raise OtherRules(
            f"{bundle.main} makes other rules here: install the same version everywhere"
        )
    return rules
