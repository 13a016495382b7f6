"""Checks what no single key can tell: whether the parts of an edition fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rulewright.edition import edition_complaints as say
from rulewright.edition.edition import Changes
from rulewright.edition.edition_file import EditionFile
from rulewright.records import evolve
from rulewright.text import Complaints, real_path

_NEEDED: Final = {"players": "players: 2-7", "rules": "rules: [my-game]"}


def check_given(files: Sequence[EditionFile], says: Complaints) -> None:
    """Complain about what neither the file, the first of `files`, nor any it extends says."""
    written = frozenset[str]().union(*(file.keys for file in files))
    missing = [key for key in _NEEDED if key not in written]
    if len(missing) == len(_NEEDED) and "extends" not in files[0].keys:
        example = "rules: [my-game]` and `players: 2-7`, or `extends: classic"
        says.add(say.missing_key(files[0].start, "rules", "the edition", example))
        return
    for key in missing:
        says.add(say.missing_key(files[0].start, key, "the edition", _NEEDED[key]))


def check_id(file: EditionFile, library: Path, says: Complaints) -> None:
    """Complain when the file is called otherwise than the edition in it."""
    if file.id is not None and file.id.value != file.path.stem:
        shipped = real_path(file.path).parent == real_path(library / "editions")
        complaint = say.other_name(file.id.span, file.id.value, file.path.name)
        says.add(complaint if shipped else evolve(complaint, severity="warning"))


def check_level(
    below: EditionFile | None, own: EditionFile, merged: EditionFile, says: Complaints
) -> None:
    """Check what one file says against what it extends (`below`) and what comes of both.

    Only what the file itself says is looked at, so that no complaint blames a base for what its
    extension does.
    """
    before = {} if below is None else _cards([below.base])
    _check_removals(own.base, before, says)
    # What is removed for a number of players may have been added for it just below.
    known = _cards([*(() if below is None else below.changes()), *merged.changes()])
    for changes in own.changes():
        if changes is not own.base:
            _check_removals(changes, known, says)
    _check_counts(own, merged, says)
    _check_playouts(own, merged, says)
    for name in own.dropped_options.values():
        if below is None or name.value not in below.options:
            options = () if below is None else tuple(below.options)
            says.add(say.unknown_option(name.span, name.value, options))


def _check_removals(changes: Changes, known: Mapping[str, list[str]], says: Complaints) -> None:
    for key, change in changes.cast.items():
        cards = known.get(key, [])
        for name in change.remove.values():
            if name.value not in cards:
                lists = [other for other in known if name.value in known[other]]
                says.add(say.not_in_cast(name.span, name.value, key, cards, lists))


def _check_counts(own: EditionFile, merged: EditionFile, says: Complaints) -> None:
    if merged.players is None:
        return
    players = merged.players.value
    for written in own.player_counts:
        outside = [count for count in written.value if count not in players]
        if outside:
            says.add(say.players_outside(written.span, outside[0], str(players)))


def _check_playouts(own: EditionFile, merged: EditionFile, says: Complaints) -> None:
    for name in own.playouts.options if own.playouts else ():
        if name.value not in merged.options:
            says.add(say.unknown_option(name.span, name.value, tuple(merged.options)))


def _cards(changes: Iterable[Changes]) -> dict[str, list[str]]:
    """All cards that are in some cast, by the key of their list."""
    cards: dict[str, dict[str, None]] = {}
    for change in changes:
        for key, cast in change.cast.items():
            cards.setdefault(key, {}).update(dict.fromkeys(cast.cards))
    return {key: list(names) for key, names in cards.items()}
