"""Loading of an edition: merges its file with all files that it extends, and checks their consistency."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rulewright.base.records import declared_fields, evolve
from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import (
    CastChange,
    Contents,
    Edition,
    EditionChanges,
    EditionFile,
    PlayoutOptions,
)
from rulewright.language.edition.loading.find import (
    find_cards,
    find_edition,
    find_rules,
    read_chain,
)
from rulewright.language.edition.loading.merge import (
    default_cast_without,
    merge_by_players,
    merge_changes,
    merge_options,
    whole_cast,
)
from rulewright.language.text import Complaints, real_path


def load_edition(name_or_path: str | Path, library: Path) -> Edition:
    """Return the edition with this id or in this file, merged with all editions that it extends.

    `library` is the folder that contains `editions/` and `rules/`. Raises RulesError with all complaints if there
    is an error in the files; warnings alone are ignored.
    """
    complaints = Complaints()
    edition = read_edition(name_or_path, library, complaints)
    complaints.raise_if_errors()
    assert edition is not None  # whatever cannot be merged was reported
    return edition


def read_edition(name_or_path: str | Path, library: Path, complaints: Complaints) -> Edition | None:
    """Return an edition even if it has errors, and add all complaints about it to `complaints`.

    Return None if its rules cannot be determined: without its id, its players or all of its rule files. Raises
    RulesError only if there is no such edition.
    """
    files = read_chain(find_edition(name_or_path, library), library, complaints)
    return None if files is None else _merge_chain(files, library, complaints)


def _merge_chain(
    files: Sequence[EditionFile], library: Path, complaints: Complaints
) -> Edition | None:
    """Return the edition merged from `files`, the nearest first; None if a part that it needs is missing."""
    check_required_keys(files, complaints)
    within = files[0].path.parent
    rule_paths: list[Path] = []
    card_paths: list[Path] = []
    merged: EditionFile | None = None
    lacking = False
    for file in reversed(files):
        check_id(file, library, complaints)
        found_rules = find_rules(file, within, library, complaints)
        found_cards = find_cards(file, within, library, complaints)
        lacking = (
            lacking or len(found_rules) < len(file.rules) or len(found_cards) < len(file.cards)
        )
        rule_paths += found_rules
        card_paths += found_cards
        below, merged = merged, _merge_files(merged, file)
        check_against_base(below, file, merged, complaints)
    return None if merged is None or lacking else _edition_of(merged, rule_paths, card_paths, files)


def _merge_files(below: EditionFile | None, above: EditionFile) -> EditionFile:
    """Return the file `above` merged with `below`, what it extends; `above` wins."""
    base = whole_cast(above.base if below is None else merge_changes(below.base, above.base))
    if below is None:
        return evolve(above, base=base)
    inherited = {name: o for name, o in below.options.items() if name not in above.dropped_options}
    options = merge_options(inherited, above.options)
    return evolve(
        above,
        name=above.name or below.name,
        # A sentence about the other cast would be wrong.
        about=above.about or ({} if above.base.cast else below.about),
        language=above.language or below.language,
        documents={**below.documents, **above.documents},
        players=above.players or below.players,
        one_per={**below.one_per, **above.one_per},
        looks={**below.looks, **above.looks},
        guide=above.guide.over(below.guide),
        layout=above.layout.over(below.layout),
        base=base,
        default_cast=_default_cast(below, above),
        by_players=merge_by_players(below.by_players, above.by_players),
        options=options,
        playouts=above.playouts or _without_options(below.playouts, above.dropped_options),
        readings={**below.readings, **above.readings},
    )


def _default_cast(below: EditionFile, above: EditionFile) -> dict[str, CastChange]:
    """Return the merged default cast; `below` contributes no kinds whose cast `above` changes."""
    changed_kinds = {change.kind for change in above.base.cast.values()}
    return {**default_cast_without(below.default_cast, changed_kinds), **above.default_cast}


def _without_options(
    playouts: PlayoutOptions | None, dropped: Container[str]
) -> PlayoutOptions | None:
    """Return `playouts` without the options in `dropped`."""
    if playouts is None:
        return None
    return evolve(playouts, options=tuple(o for o in playouts.options if o.value not in dropped))


def _edition_of(
    merged: EditionFile,
    rule_paths: list[Path],
    card_paths: list[Path],
    files: Sequence[EditionFile],
) -> Edition | None:
    """Return the finished edition of a merged file; None without its id or its number of players."""
    if merged.id is None or merged.players is None:
        return None
    contents = {name: getattr(merged, name) for name in declared_fields(Contents)}
    return Edition(
        **{**contents, "name": merged.name or {"en": merged.id}},
        id=merged.id,
        language=merged.language.value if merged.language else "en",
        players=merged.players,
        playouts=merged.playouts or PlayoutOptions((), None),
        rule_paths=tuple(dict.fromkeys(rule_paths)),
        card_paths=tuple(dict.fromkeys(card_paths)),
        files=tuple(real_path(file.path) for file in files),
    )


_NEEDED: Final = {"players": "players: 2-7", "rules": "rules: [my-game]"}


def check_required_keys(files: Sequence[EditionFile], complaints: Complaints) -> None:
    """Report the keys `players` and `rules` if no file of the chain has them."""
    written = frozenset[str]().union(*(file.keys for file in files))
    missing = [key for key in _NEEDED if key not in written]
    if len(missing) == len(_NEEDED) and "extends" not in files[0].keys:
        example = "rules: [my-game]` and `players: 2-7`, or `extends: classic"
        complaints.add(say.missing_key(files[0].start, "rules", "the edition", example))
        return
    for key in missing:
        complaints.add(say.missing_key(files[0].start, key, "the edition", _NEEDED[key]))


def check_id(file: EditionFile, library: Path, complaints: Complaints) -> None:
    """Report an edition file that is not named after its id: an error in the library, else a warning."""
    if file.id is not None and file.id.value != file.path.stem:
        shipped = real_path(file.path).parent == real_path(library / "editions")
        complaint = say.misnamed_edition_file(file.id.span, file.id.value, file.path.name)
        complaints.add(complaint if shipped else evolve(complaint, severity="warning"))


def check_against_base(
    below: EditionFile | None, own: EditionFile, merged: EditionFile, complaints: Complaints
) -> None:
    """Check the file `own` against what it extends (`below`) and against the merged result.

    Only the file's own contents are checked, so no complaint blames a base for its extension.
    """
    before = {} if below is None else _cards_by_list([below.base])
    _check_changed_cards(own.base, before, complaints)
    # A card removed for a number of players may have been added for that number by a base.
    known = _cards_by_list([*(() if below is None else below.changes()), *merged.changes()])
    for changes in own.changes():
        if changes is not own.base:
            _check_changed_cards(changes, known, complaints)
    _check_counts(own, merged, complaints)
    _check_playouts(own, merged, complaints)
    for name in own.dropped_options.values():
        if below is None or name.value not in below.options:
            options = () if below is None else tuple(below.options)
            complaints.add(say.unknown_option(name.span, name.value, options))


def _check_changed_cards(
    changes: EditionChanges, known: Mapping[str, list[str]], complaints: Complaints
) -> None:
    """Report cards to remove or to copy further that are not in the list with the same key in `known`."""
    for key, change in changes.cast.items():
        cards = known.get(key, [])
        further = [card.name for card in change.cards.values() if card.further]
        for name in (*change.remove.values(), *further):
            if name.value not in cards:
                lists = [other for other in known if name.value in known[other]]
                copies = change.cards[name.value].copies.value if name in further else None
                complaints.add(say.not_in_cast(name.span, name.value, key, cards, lists, copies))


def _check_counts(own: EditionFile, merged: EditionFile, complaints: Complaints) -> None:
    """Report changes for numbers of players that the edition does not allow."""
    if merged.players is None:
        return
    players = merged.players.value
    for written in own.player_counts:
        outside = [count for count in written.value if count not in players]
        if outside:
            complaints.add(say.player_count_outside_range(written.span, outside[0], str(players)))


def _check_playouts(own: EditionFile, merged: EditionFile, complaints: Complaints) -> None:
    """Report options under `playouts` that the edition does not have."""
    for name in own.playouts.options if own.playouts else ():
        if name.value not in merged.options:
            complaints.add(say.unknown_option(name.span, name.value, tuple(merged.options)))


def _cards_by_list(changes: Iterable[EditionChanges]) -> dict[str, list[str]]:
    """Return all cards that these changes put into a cast, by the key of their list (`tower/old`)."""
    cards: dict[str, dict[str, None]] = {}
    for change in changes:
        for key, cast in change.cast.items():
            cards.setdefault(key, {}).update(dict.fromkeys(cast.cards))
    return {key: list(names) for key, names in cards.items()}
