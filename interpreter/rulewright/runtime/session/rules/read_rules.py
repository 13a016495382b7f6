"""Reading an edition's rule files, with all complaints about them and about the edition's use of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from rulewright.assist import advise
from rulewright.base.cache import Digest, digest_of, hash_file, load_cached, store_cached
from rulewright.base.plain_files import recording_reads
from rulewright.base.records import Record
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link import link_complaints as say
from rulewright.language.link.rule_files import (
    CardFileReader,
    UnreadCards,
    all_files_of_edition,
    card_file_name,
    files_of_edition,
    find_rule_files,
    is_unchanging,
    read_sources,
    undeclared_names,
)
from rulewright.language.program.checking.cycles import find_cycles
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.possible_cycles import (
    may_have_cycle,
    may_world_have_cycle,
)
from rulewright.language.program.checking.whole_program import check_program
from rulewright.language.program.from_syntax import Trees, compile
from rulewright.language.program.program import Program
from rulewright.language.syntax import parse_all, tree
from rulewright.language.text import Complaints, Span, display_path, has_open_texts

ENDLESS: Final = ("E0607", "E0608", "E0622")
"""Errors found only by lowering: endless chains, and trials that ask questions."""


class ReadRules(Record):
    """The program read from an edition's rule files, and the files that were examined for it.

    `digest` hashes the files as they were when they were read.
    """

    program: Program
    files: tuple[Path, ...]
    digest: Digest
    unread: UnreadCards


def read_rules(edition: Edition, extra: Iterable[str] = ()) -> ReadRules:
    """Read the rules of an edition, with the files of the cards `extra` in addition to those it names.

    Raises RulesError with all errors in the rules and in the edition's use of them.
    """
    files = files_of_edition(edition, tuple(extra))
    complaints = Complaints()
    beside = CardFileReader(edition)
    with recording_reads() as recorded:
        trees = _trees(files, complaints)
        program = compile(trees, complaints, elsewhere=beside.source, check=False, adviser=advise)
        graph = DependencyGraph(program)
        if not complaints.has_errors:
            check_program(graph, complaints)
        if not complaints.has_errors:
            check_places(edition, files, program, complaints)
            check_use(edition, _widen_program(edition, files, program, beside), complaints)
    complaints.raise_if_errors()
    things, cards = undeclared_names(edition, program)
    # Sorted, since the digest is saved and the order of sets differs between processes.
    unread = UnreadCards(tuple(sorted(beside.opened)), frozenset(things | cards))
    digest = digest_of([*edition.files, *files, *unread.files], recorded)
    if may_have_cycle(graph):
        _check_lowered_once(edition, graph, unread, digest, complaints)
    return ReadRules(program, files, digest, unread)


def _trees(files: tuple[Path, ...], complaints: Complaints) -> Trees:
    """Return the syntax trees of rule files, in the order of the files.

    Those of shipped files are cached if an author's own files are among them. Nothing after parsing can be cached
    that way: the program depends on the order of all files.
    """
    shipped = [file for file in files if is_unchanging(file)]
    known = _cached_trees(shipped, complaints) if len(shipped) < len(files) else {}
    return tuple(
        node
        for file in files
        for node in (known[file] if file in known else _read([file], complaints))
    )


def _cached_trees(files: list[Path], complaints: Complaints) -> dict[Path, Trees]:
    """Return the syntax trees of shipped files from the cache; if missing, parse and cache them.

    The hashes of the files are recorded either way.
    """
    hashes = {file: hash_file(file) for file in files}
    key = f"trees {digest_of(files, hashes).located}"
    found: dict[Path, Trees] | None = load_cached(key)
    if found is not None:
        return found
    says = Complaints()
    with recording_reads() as read:
        found = {file: _read([file], says) for file in files}
    if not list(says) and f"trees {digest_of(files, read).located}" == key:
        store_cached(key, found)
    complaints.extend(says)
    return found


def _read(files: Iterable[Path], complaints: Complaints) -> Trees:
    """Return the syntax trees of rule files, without scenarios."""
    trees = parse_all(read_sources(files, complaints), complaints)
    return tuple(node for node in trees if not isinstance(node, tree.Scenario))


def _widen_program(
    edition: Edition, files: tuple[Path, ...], program: Program, beside: CardFileReader
) -> Program:
    """Return the program with all cards that the edition's settings refer to, even if their files were not read."""
    things, cards = undeclared_names(edition, program)
    paths = [path for card in cards if (path := beside.path(card)) is not None]
    paths += beside.files_with_words(things, files)
    if not things and not cards:
        return program
    # Errors in the additional files are reported when they are read for a game.
    wide = _resolve_leniently([*files, *sorted(set(paths))])
    if any(undeclared_names(edition, wide)):
        # A misspelt name: the nearest correct one may be in any file.
        wide = _resolve_leniently(all_files_of_edition(edition))
    return wide


def _resolve_leniently(files: Iterable[Path]) -> Program:
    """Return the program of rule files as far as it can be resolved, without complaints."""
    sources = read_sources(files, Complaints())
    return compile(sources, Complaints(), scenarios="without", check=False)


def _check_lowered_once(
    edition: Edition,
    graph: DependencyGraph,
    unread: UnreadCards,
    digest: Digest,
    complaints: Complaints,
) -> None:
    """Check the lowered worlds unless equal texts, wherever they were, have passed. Raises RulesError."""
    key = f"ends {digest.content}"
    is_on_disk = not has_open_texts()
    if is_on_disk and load_cached(key):
        return
    _check_lowered(edition, graph, unread, complaints)
    complaints.raise_if_errors()
    if is_on_disk:
        store_cached(key, True)


def _check_lowered(
    edition: Edition, graph: DependencyGraph, unread: UnreadCards, complaints: Complaints
) -> None:
    """Lower the worlds that may have an endless chain or a trial that asks, until one draws such a complaint."""
    from rulewright.language.link.from_program import make_world
    from rulewright.runtime.lower.from_world import lower_world
    from rulewright.runtime.lower.setup_validation import SetupValidator

    program, judge = graph.program, SetupValidator()
    for players, options in setups_of(edition):
        changes = unread.without_unread(changes_for(edition, players, options))
        world = make_world(program, edition, changes, players, Complaints())
        if may_world_have_cycle(graph, world.copies):
            found = Complaints()
            lower_world(world, found, judge)
            if endless := [each for each in found if each.code in ENDLESS]:
                # Prefer complaints that name the cycle; without any, report that it never ends.
                complaints.extend([*find_cycles(graph, world.copies)] or endless)
                return


def setups_of(edition: Edition) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the setups of an edition: each number of players without options, and with each single option."""
    for players in edition.players.value:
        for options in ((), *((option,) for option in edition.options)):
            yield players, options


def check_use(edition: Edition, program: Program, complaints: Complaints) -> None:
    """Check the edition's settings against the rules, by building a world for each setup."""
    from rulewright.language.link.casting import (
        check_one_per,  # imported late: `check` only needs the places
    )
    from rulewright.language.link.from_program import make_world

    check_one_per(program, edition, complaints)
    for players, options in setups_of(edition):
        changes = changes_for(edition, players, options)
        make_world(program, edition, changes, players, complaints)


def check_places(
    edition: Edition, files: Iterable[Path], program: Program, complaints: Complaints
) -> None:
    """Check that each file in a folder of cards declares the card of its name and no other."""
    if complaints.has_errors:
        return
    declared: dict[str, list[Span]] = {}
    for card in program.cards.values():
        declared.setdefault(card.at.source.name, []).append(card.at)
    always = set(find_rule_files(edition.rule_paths, without=edition.card_paths))
    cards = set(find_rule_files(edition.card_paths)) - always
    folders: dict[Path, Path] = {}
    for file in (file for file in files if file in cards):
        here = declared.get(display_path(file, folders), [])
        is_in_card_folder = file.parent in edition.card_paths
        for at in here:
            if not is_in_card_folder or card_file_name(at.text) != file.name:
                complaints.add(say.wrong_card_file(at, at.text, file.name, card_file_name(at.text)))
        for source in read_sources([file] if not here else [], Complaints()):
            complaints.add(say.card_file_without_card(Span(source, 0, 0), file.name))
