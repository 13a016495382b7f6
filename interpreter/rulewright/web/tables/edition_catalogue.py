"""The editions that can be played on this server, loaded by language."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

import rulewright
from rulewright.base.library import find_library
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.find import find_edition, list_editions
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.looks import Looks, load_looks
from rulewright.language.edition.translations.program_text import say
from rulewright.language.edition.yaml.spanned import text_in
from rulewright.language.text import RulesError
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.web.limits.request_budget import PATIENCE, limit_uploaded
from rulewright.web.pages.rendering import RenderedDeck
from rulewright.web.refusals import Refused, TableBusy

if TYPE_CHECKING:
    from rulewright import Game, Rules

Key = TypeVar("Key")
Item = TypeVar("Item")

LANGUAGES: Final = ("en", "fr")
UPLOADED_STEPS: Final = 2_000_000
"""Most engine steps of a decision with uploaded rules, because others wait for it."""
MOST_ARCHIVES: Final = 64
"""Number of rules whose files are in memory, about 100 KB each."""
LOOK: Final = 30.0
"""Seconds between two looks at the files of an edition whose tables run."""
MOST_DECKS: Final = 64
"""Number of decks in the cache; running games keep theirs."""


class EditionCatalogue:
    """A cache of the rules that can be played. `editions` are ids and paths; if empty, all shipped ones.

    The folder `uploads` contains editions that players uploaded, each in a folder of its own; None allows no
    uploads.
    """

    def __init__(self, editions: Sequence[str] = (), uploads: Path | None = None) -> None:
        self.uploads = uploads
        self._lock, self._loading = Lock(), Lock()
        self._uploaded: dict[str, bool] = {}
        self._looked: dict[str, float] = {}
        self._broken: dict[str, float] = {}
        self._rules: dict[tuple[str, str], Rules] = {}
        self._editions: dict[str, Edition] = {}
        self._looks: dict[str, Looks] = {}
        self._archives: dict[tuple[str, tuple[str, ...]], RuleArchive] = {}
        self._kept: dict[tuple[str, str, str], Rules] = {}
        self._decks: dict[tuple[Any, ...], RenderedDeck] = {}
        shipped = [path.stem for path in list_editions(find_library().root)]
        self.editions = tuple(editions) or tuple(shipped)

    def offered_rules(self, source: str, language: str) -> Rules:
        """Return the rules of an offered edition in a language.

        Raises Refused if the edition is not offered, and RulesError.
        """
        if source not in self.editions and not (
            self.is_uploaded(source) and Path(source).is_file()
        ):
            raise Refused(say("There is no such edition here."), 404)
        return self.load(source, language)

    def is_uploaded(self, source: str) -> bool:
        """Return whether an edition was uploaded, by its path."""
        if self.uploads is None:
            return False
        if source not in self._uploaded:
            if len(self._uploaded) > MOST_DECKS:
                self._uploaded.clear()
            path = Path(source)
            self._uploaded[source] = self.uploads in path.parents and ".." not in path.parts
        return self._uploaded[source]

    def load(self, source: str, language: str) -> Rules:
        """Return the rules of an edition that a stored table uses.

        Raises RulesError, and TableBusy if other rules are being loaded for more than PATIENCE seconds.
        """
        key = source, language if language in LANGUAGES else LANGUAGES[0]
        if (rules_loaded := self._rules.get(key)) is not None:
            return rules_loaded
        if not self._loading.acquire(timeout=PATIENCE):
            raise TableBusy
        try:
            if key not in self._rules:
                rules = rulewright.load(*key)
                if self.is_uploaded(source):
                    limit_uploaded(rules, UPLOADED_STEPS)
                self._rules[key] = rules
            return self._rules[key]
        finally:
            self._loading.release()

    def refresh(self, source: str) -> None:
        """Forget the rules of an edition if a file of it has changed, so that new tables play the new ones."""
        for key in [key for key in self._rules if key[0] == source]:
            if not inside(self._rules[key]).is_current:
                del self._rules[key]
                self._editions.pop(source, None)

    def rules_of_now(self, source: str, language: str) -> Rules | None:
        """Return the rules of an edition as its files are now; None if they have errors.

        Files are looked at every LOOK seconds. Raises TableBusy.
        """
        now = time.monotonic()
        if now - self._looked.get(source, -LOOK) >= LOOK:
            self._looked[source] = now
            self.refresh(source)
        if (rules := self._rules.get((source, language))) is not None:
            return rules
        if self._broken.get(source) != self._looked[source]:
            with suppress(RulesError):
                return self.load(source, language)
            self._broken[source] = self._looked[source]  # not loaded again before the next look
        return None

    def archive_of(self, rules: Rules) -> RuleArchive:
        """Return the files of rules, to be kept with their tables. Raises RulesError."""
        book = inside(rules)
        about = book.digest, book.cast
        if (archive := self._archives.get(about)) is None:
            archive = book.kept().archive
            assert archive is not None
            archive = self._stored(self._archives, about, archive, MOST_ARCHIVES)
        return archive

    def kept_rules(self, archive: RuleArchive, source: str, language: str) -> Rules:
        """Return the rules that a table began with, if its edition has changed. Raises RulesError."""
        about = archive.main, archive.key, language
        if (rules := self._kept.get(about)) is None:
            rules = rulewright.Rules(Rulebook.from_archive(archive, source, language))
            if self.is_uploaded(source):
                limit_uploaded(rules, UPLOADED_STEPS)
            rules = self._stored(self._kept, about, rules, MOST_ARCHIVES)
        return rules

    def deck(self, game: Game) -> RenderedDeck:
        """Return the cards of a game, shared by all games with this setup."""
        rules = game.rules
        sort = inside(rules).digest, rules.language, inside(rules).cast, game.players, game.options
        deck = self._decks.get(sort)
        if deck is None:
            deck = RenderedDeck(inside(rules).layout(game.players, game.options), rules.language)
            deck = self._stored(self._decks, sort, deck, MOST_DECKS)
        return deck

    def _stored(self, cache: dict[Key, Item], key: Key, item: Item, most: int) -> Item:
        """Store an item in a cache of `most` items, in place of the oldest; return the one of its key."""
        with self._lock:
            while len(cache) >= most:
                del cache[next(iter(cache))]
            return cache.setdefault(key, item)

    def name_of(self, source: str, language: str) -> str:
        """Return the name of an edition in a language; `source` if the edition is unknown or has no name."""
        edition = self.edition(source)
        return (text_in(edition.name, language) if edition else "") or source

    def games(self, language: str) -> list[dict[str, Any]]:
        """Return the offered editions by game, for the lobby: the first of each game, and all of them."""
        by_game: dict[str, list[dict[str, Any]]] = {}
        for source in self.editions:
            if (edition := self.edition(source)) is not None:
                seats = edition.players.value
                entry = {
                    "source": source,
                    "name": self.name_of(source, language),
                    "about": text_in(edition.about, language),
                    "players": (seats.low, seats.high),
                    "cover": self.looks(source).get("cover", {}),
                }
                ways = by_game.setdefault(edition.files[-1].stem, [])
                ways.insert(0 if len(edition.files) == 1 else len(ways), entry)
        return sorted(
            ({"first": ways[0], "ways": ways} for ways in by_game.values()),
            key=lambda game: -len(game["ways"]),
        )

    def edition(self, source: str) -> Edition | None:
        """Return an edition, cached; None if it has errors."""
        if source not in self._editions:
            root = find_library().root
            with suppress(RulesError):
                self._editions[source] = load_edition(find_edition(source, root), root)
        return self._editions.get(source)

    def looks(self, source: str) -> dict[str, Any]:
        """Return the looks of an edition for the table component, with URLs of its pictures."""
        name = self._load_looks(source)
        looks = self._looks[name]
        pictures = {card: f"/looks/{name}/{at}" for at, card in enumerate(looks.pictures)}
        return {**looks.data, "pictures": pictures} if pictures else dict(looks.data)

    def _load_looks(self, source: str) -> str:
        """Load the looks of an edition, and return their name in URLs."""
        name = hashlib.sha256(source.encode()).hexdigest()[:16]
        if name not in self._looks:
            edition = self.edition(source)
            self._looks[name] = load_looks(edition.files if edition is not None else ())
        return name

    def pictures_named(self, name: str) -> list[Path]:
        """Return the pictures of the looks whose name in URLs is `name`, even if another process issued the URL.

        An unknown name has none.
        """
        for source in () if name in self._looks else self.editions:
            self._load_looks(source)
        return list(self._looks.get(name, Looks()).pictures.values())


def absolute_edition(source: str) -> str:
    """Return an edition argument with its path made absolute, so that tables find it from any folder."""
    path = Path(source)
    return str(path.resolve()) if path.suffix in (".yaml", ".yml") or path.exists() else source
