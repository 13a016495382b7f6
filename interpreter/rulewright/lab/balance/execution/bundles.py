"""A bundle: an edition with its files, sent to workers on other machines."""

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


class RulesMismatch(RuntimeError):
    """Raised if a bundle gives different rules on a worker, which has another version of the program."""


class Bundle(Record):
    """An edition as data: the name of its file, and the contents of all files that are not shipped.

    Paths are relative to one folder. `source` is the sender's path: if the same rules are found there, they are
    loaded from it, so that caches are shared.
    """

    main: str
    files: tuple[tuple[str, bytes], ...]
    digest: str
    source: str
    cast: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: Rules) -> Bundle:
        """Return an edition's rules as a bundle with all files that are not shipped. Raises RulesError.

        The bundle has no files if the edition itself is shipped, or if its files have no common folder.
        """
        library, book = find_library(), load_rulebook(inside(rules).source)
        book = book.with_cards(inside(rules).cast) if inside(rules).cast else book
        paths = [*book.edition.files, *book.files, *book.unread.files]
        own = [path for path in dict.fromkeys(map(real_path, paths)) if not library.holds(path)]
        own = [path for path in own if path.is_file()]
        main = real_path(book.edition.files[0])
        if main not in own or len({path.drive for path in own}) > 1:  # no common folder
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
        """Return the rules that this bundle gives on this machine. Raises RulesMismatch."""
        return _unpacked(self)

    def unpack(self, folder: Path) -> None:
        """Write the bundle's files into a folder."""
        for name, says in self.files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(says)

    def _loaded(self, name: str) -> Rules | None:
        """Load the rules called `name`; return None if they differ from the bundle's."""
        with suppress(RulesError):
            rules = Rules.load(name)
            rules = rules.with_cast(self.cast) if self.cast else rules
            return rules if inside(rules).digest == self.digest else None
        return None


@lru_cache(maxsize=32)
def _unpacked(bundle: Bundle) -> Rules:
    """Return the rules of a bundle: from the sender's path if equal there, else from its files, or shipped.

    Raises RulesMismatch.
    """
    rules = bundle._loaded(bundle.source)
    if rules is None and bundle.files:
        folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        bundle.unpack(folder)
        rules = bundle._loaded(str(folder / bundle.main))
    elif rules is None:
        rules = bundle._loaded(bundle.main)
    if rules is None:
        raise RulesMismatch(
            f"{bundle.main} gives different rules on this computer: install the same version everywhere"
        )
    return rules
