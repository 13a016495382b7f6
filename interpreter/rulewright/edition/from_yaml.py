"""Reads one edition file, from its YAML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulewright.edition import edition_complaints as say
from rulewright.edition import parts_from_yaml as parts
from rulewright.edition import shapes
from rulewright.edition import yaml_values as values
from rulewright.edition.cast_from_yaml import cast_of
from rulewright.edition.changes_from_yaml import CHANGES, MOST_PLAYERS, by_players_of, changes_of
from rulewright.edition.edition import Numbers, Spanned
from rulewright.edition.edition_file import EditionFile
from rulewright.edition.parse_yaml import tree_of
from rulewright.edition.yaml_nodes import Items, Node
from rulewright.text import Complaints, Source, Span

KEYS: Final = (
    "edition",
    "extends",
    "name",
    "about",
    "language",
    "documents",
    "rules",
    "cards",
    "players",
    "one-per",
    "looks",
    *CHANGES,
    "default-cast",
    "by-players",
    "options",
    "playouts",
    "readings",
)
"""All keys of an edition file."""


def edition_file_of(source: Source, path: Path, says: Complaints) -> EditionFile | None:
    """Read the file at `path`; None, after a complaint, when it is no YAML with keys."""
    tree = tree_of(source, says)
    if tree is None:
        return None
    found = shapes.known_entries(tree, "an edition", KEYS, "edition: its-id", says)
    # A file of keys that were all refused still needs a place for what is missing.
    start = tree.entries[0][0].span if tree.entries else tree.span
    if "edition" not in found:
        says.add(say.missing_key(start, "edition", "the file", f"edition: {path.stem}"))
    return _file_of(found, path, start, says)


def _file_of(found: Mapping[str, Node], path: Path, start: Span, says: Complaints) -> EditionFile:
    get = found.get
    options = parts.options(get("options"), says)
    by_players, player_counts = by_players_of(get("by-players"), "`by-players`", says)
    return EditionFile(
        path=path,
        start=start,
        keys=frozenset(found),
        id=values.an_id(get("edition"), "`edition`", says),
        extends=values.text(get("extends"), "`extends`", says),
        name=values.words(get("name"), "`name`", says),
        about=values.words(get("about"), "`about`", says),
        language=values.language(get("language"), "`language`", says),
        documents=parts.documents(get("documents"), says),
        rules=_paths(get("rules"), "rules", says),
        cards=_paths(get("cards"), "cards", says),
        players=_players(get("players"), says),
        one_per=parts.one_per(get("one-per"), says),
        looks=parts.looks(get("looks"), says),
        base=changes_of(found, says),
        default_cast=cast_of(get("default-cast"), says),
        by_players=by_players,
        player_counts=(*player_counts, *options.player_counts),
        options=options.given,
        dropped_options=options.dropped,
        playouts=parts.playouts(get("playouts"), says),
        readings=parts.readings(get("readings"), says),
    )


def _paths(node: Node | None, key: str, says: Complaints) -> tuple[Spanned[str], ...]:
    if isinstance(node, Items) and not node.items:
        says.add(say.nothing(node.span, f"`{key}`"))
    return tuple(shapes.texts(node, f"`{key}`", f"{key}: [my-game]", says))


def _players(node: Node | None, says: Complaints) -> Spanned[Numbers] | None:
    players = values.numbers(node, "`players`", MOST_PLAYERS, says)
    if players is not None and players.value.low < 1:
        says.add(say.out_of_range(players.span, "`players`", 1, MOST_PLAYERS))
        return None
    return players
