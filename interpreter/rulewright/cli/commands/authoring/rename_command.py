"""`rulewright rename`: renames a declaration in every file that refers to it."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from rulewright.base.library import find_library
from rulewright.base.plain_files import is_regular_file
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.named_files import YAML, is_edition, read_text, refuse_root, write_data
from rulewright.cli.naming.renaming import (
    NotRenamed,
    Renaming,
    rename_everywhere,
    translation_files,
)
from rulewright.cli.naming.workbench import EditionView, Workbench, path_of
from rulewright.language.link.rule_files import RULES
from rulewright.language.program.references import LOCAL, PICK, Reference, SourcePlace
from rulewright.language.text import (
    RulesError,
    allow_folder,
    did_you_mean,
    display_path,
    find_files,
    read_leniently,
    real_path,
)
from rulewright.language.text.complaints.printing import escape_text
from rulewright.language.text.words.english import base_form, plural

_PLACE = re.compile(r"(?P<file>.+\.(?:rules|ya?ml)):(?P<line>\d+)(?::\d+)?")

DeclarationsByPlace = dict[SourcePlace, list[tuple[EditionView, Reference]]]
"""Declarations of one name by place, each with the editions that use it."""


@click.command()
@click.argument("old")
@click.argument("new")
@click.argument("path", default=".")
@click.option("--dry-run", is_flag=True, help="Only print the changes.")
def rename(old: str, new: str, path: str, dry_run: bool) -> None:
    """Rename something of your own in every file that uses it.

    OLD is the name of a card, event, value, number, mark, place, phase, moment, setting, table, label, power or
    menu option, as declared. If several things have this name, give the file and line of one instead:
    bard.rules:3. PATH is a file or folder; by default the current folder.

    A card's file is renamed too, and its name in translation files. Other mentions, as in comments and texts, are
    listed but not changed. Nothing is written if an edition would have more errors than before.
    """
    files = list(files_below(path))
    bench = Workbench()
    for file in files:
        _open_in_workbench(bench, file)
    declarations = _single_declaration(old, _find_declarations(bench, old, files))
    try:
        renaming = rename_everywhere(bench, declarations, new)
    except NotRenamed as error:
        raise NotPossible(str(error)) from None
    mentions = list(
        _remaining_mentions(
            renaming, [*files, *translation_files(declarations)], declarations[0][1].to.text
        )
    )
    if not dry_run:
        _write(renaming)
    add_to_json_line({**_data(renaming, new), "left": mentions})
    click.echo(escape_text("\n".join([*_edit_lines(renaming), *_mention_lines(mentions)])))


def _open_in_workbench(bench: Workbench, file: Path) -> None:
    """Open a file as an editor does: cached references of closed files have no positions."""
    with contextlib.suppress(RulesError):
        bench.put(file, bench.source(file).text)


# ------------------------------------------------------------------ what is meant


def files_below(name: str) -> Iterator[Path]:
    """Yield the edition files and rule files that `name` denotes."""
    path = Path(name)
    if os.path.isdir(path):
        refuse_root(path)
        allow_folder(path)
        for file in sorted(find_files(path, (RULES, *YAML))):
            if file.suffix == RULES or is_edition(file):
                yield real_path(file)
    elif not is_regular_file(path):
        raise NotPossible(f"there is no file {name}")
    elif path.suffix not in (RULES, *YAML):
        raise NotPossible(f"{name} is neither a rule file (.rules) nor an edition file (.yaml)")
    else:
        allow_folder(path.parent)
        yield real_path(path)


def _find_declarations(bench: Workbench, old: str, files: list[Path]) -> DeclarationsByPlace:
    """Return the declarations called `old` in these files. Raises NotPossible if there is none."""
    place = _PLACE.fullmatch(old)
    declarations: DeclarationsByPlace = {}
    known = set[str]()
    seen = set[Path]()
    for file in files:
        if file.suffix == RULES and not place and old not in read_leniently(file):
            continue
        view = bench.view(file)
        if view is None or view.edition.files[0] in seen:
            continue
        seen.add(view.edition.files[0])
        for each in _own_declarations(view):
            known.add(each.at.text)
            if _is_at(each, place) if place else each.at.text == old:
                declarations.setdefault(each.target, []).append((view, each))
    if not declarations:
        help = did_you_mean(old, sorted(known))
        raise NotPossible(f"nothing called {old} is declared here" + (f"; {help}" if help else ""))
    return declarations


def _own_declarations(view: EditionView) -> Iterator[Reference]:
    """Yield the declarations in rules that are not shipped, without local names."""
    library = find_library()
    shipped = library.holds(view.edition.files[0])
    for each in view.witness.references.values():
        is_name = each.at == each.to and each.sort != LOCAL and not each.sort.startswith(PICK)
        if is_name and (shipped or not library.holds(path_of(each.at))):
            yield each


def _is_at(reference: Reference, place: re.Match[str]) -> bool:
    """Return whether a reference is at the file and line that `place` names."""
    at = reference.at
    return path_of(at) == real_path(Path(place["file"])) and at.line == int(place["line"])


def _single_declaration(
    old: str, declarations: DeclarationsByPlace
) -> list[tuple[EditionView, Reference]]:
    """Return the single declaration of this name. Raises NotPossible if there are several."""
    if len(declarations) > 1:
        places = [
            f"{each.to.text}, {each.sort}: {each.at}" for ((_, each), *_) in declarations.values()
        ]
        listed = "\n       ".join(sorted(places))
        raise NotPossible(
            f"several things are called {old}; name one by its place:\n       {listed}"
        )
    return next(iter(declarations.values()))


# ------------------------------------------------------------------ what is written


def _write(renaming: Renaming) -> None:
    """Write and rename all files; undo everything if one of them fails."""
    for new in renaming.files.values():
        if os.path.lexists(new):
            raise NotPossible(f"{display_path(new)} exists already")
    before = {path: read_text(path) for path in renaming.edits}
    after = {path: before[path].as_bytes(text) for path, text in renaming.texts().items()}
    moved: list[tuple[Path, Path]] = []
    try:
        for path, data in after.items():
            write_data(path, data)
        for old, new in renaming.files.items():
            try:
                os.rename(old, new)
            except OSError as error:
                raise NotPossible(f"cannot rename {display_path(old)}: {error.strerror}") from None
            moved.append((old, new))
    except BaseException:
        for old, new in reversed(moved):
            os.rename(new, old)
        _restore_files({path: text.data for path, text in before.items()})
        raise


def _restore_files(files: dict[Path, bytes]) -> None:
    """Write the original bytes back to all files whose contents differ from them."""
    for path, data in files.items():
        if path.read_bytes() != data:
            write_data(path, data)


def _edit_lines(renaming: Renaming) -> Iterator[str]:
    """Yield a line for each edit and each renamed file."""
    for path, edits in sorted(renaming.edits.items()):
        for at, text in sorted(edits, key=lambda edit: edit[0].start):
            line, column = at.source.position(at.start)
            yield f"{display_path(path)}:{line}:{column}: {_short(at.text)} -> {_short(text)}"
    yield from (
        f"{display_path(old)} -> {display_path(new)}" for old, new in sorted(renaming.files.items())
    )


def _remaining_mentions(renaming: Renaming, files: Iterable[Path], old: str) -> Iterator[str]:
    """Yield the lines where the old name remains: in comments, in texts, or with another meaning."""
    forms = "|".join(sorted(map(re.escape, {old, plural(old), base_form(old)}), reverse=True))
    word, after = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])"), renaming.texts()
    for path in sorted({*files, *after}):
        text = after[path] if path in after else read_text(path).source.text
        for number, line in enumerate(text.splitlines(), 1):
            if mention := word.search(line):
                place = display_path(renaming.files.get(path, path))
                yield f"{place}:{number}:{mention.start() + 1}: {line.strip()}"


def _mention_lines(mentions: list[str]) -> list[str]:
    """Return the lines about mentions that are not changed."""
    return ["", "not changed:", *mentions] if mentions else []


def _short(text: str) -> str:
    """Return the first line of a text, for display."""
    return text.strip().partition("\n")[0] or "(nothing)"


def _data(renaming: Renaming, new: str) -> dict[str, object]:
    """Return the JSON data about a renaming."""
    return {
        "name": new,
        "places": {
            display_path(path): len(edits) for path, edits in sorted(renaming.edits.items())
        },
        "files": {
            display_path(old): display_path(to) for old, to in sorted(renaming.files.items())
        },
    }
