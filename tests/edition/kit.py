"""A small library on disk, and short ways to load editions from it."""

from pathlib import Path

import pytest

from rulewright.language.edition.edition import CastChange, Edition, EditionChanges
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.text import Complaint, RulesError

BASE = """\
edition: base
name: {en: Towers, fr: Tours}
about: A game of towers.
documents:
  rulebook: {title: The rules, year: 2004}
rules: [towers]
players: 2-7
one-per: {person: rank}
cast:
  person: [Mason, Guard, Baker]
  tower: {Keep: 5, Gate: 2}
settings: {goal: 8, gather-first: no, extras-time: after-gathering}
tables:
  gifts: {4: {8: 2, 9: 3}, 5-6: {8: 1}}
  shares: {2-3: 4}
fields: {Keep: {cost: 4}}
names: {Guard: {en: Watch, fr: Garde}}
by-players:
  3: {cast: {person: {remove: [Mason]}}, settings: {goal: 10}}
options:
  short: {about: The game ends early., settings: {goal: 7}}
  rich: {settings: {gold: 9}}
  old: {cast: {tower/old: {Ruin: 2}}}
playouts: {options: [rich], note: Faster.}
readings: {gate: A gate counts as a tower.}
"""

LEAST = "edition: x\nrules: [towers]\nplayers: 2\n"
"""The shortest file without a mistake; three lines, so an addition begins on line 4."""


def make_library(root: Path, **editions: str) -> Path:
    """Make a library at `root` that holds `base`, the rules `towers`, and more editions."""
    (root / "editions").mkdir(parents=True)
    (root / "rules" / "towers").mkdir(parents=True)
    (root / "rules" / "extra.rules").write_text("")
    for name, text in {"base": BASE, **editions}.items():
        (root / "editions" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return root


def load_text(text: str | bytes, library: Path, name: str = "x") -> Edition:
    """Load `text` as the edition file `name` in a player's own folder beside the library."""
    own = library / "own"
    own.mkdir(exist_ok=True)
    path = own / f"{name}.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_edition(path, library)


def complaints_of(text: str, library: Path) -> tuple[Complaint, ...]:
    """Load `text`, which must have mistakes, and return what is said about it."""
    with pytest.raises(RulesError) as caught:
        load_text(text, library)
    return caught.value.complaints


def mistakes(text: str, library: Path) -> list[str]:
    """Return each complaint as code, place, and the words of the file at that place."""
    return [short(complaint) for complaint in complaints_of(text, library)]


def short(complaint: Complaint) -> str:
    span = complaint.span
    assert span is not None
    return f"{complaint.code} {span.line}:{span.column} {span.text}".rstrip()


def cast(changes: EditionChanges, kind: str) -> dict[str, int]:
    """Return the cards of one kind with their copies."""
    change: CastChange = changes.cast[kind]
    return {name: card.copies.value for name, card in change.cards.items()}


def settings(changes: EditionChanges) -> dict[str, object]:
    return {name: setting.value.value for name, setting in changes.settings.items()}
