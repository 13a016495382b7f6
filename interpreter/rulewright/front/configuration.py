"""Which edition is meant when nobody names one."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from rulewright.front.ending import NotPossible

VARIABLE: Final = "RULEWRIGHT_EDITION"
PROJECT_FILE: Final = "pyproject.toml"
OWN_FILE: Final = "rulewright.yaml"
FALLBACK: Final = "classic"

KEYS: Final = ("edition",)

Command = TypeVar("Command", bound=Callable[..., Any])


class Chosen:
    """An edition's id or path, and who named it ("" for the user himself, just now)."""

    def __init__(self, name: str, named: str = "") -> None:
        """Take the name, and words such as "in pyproject.toml"."""
        self.name = name
        self.named = named


def takes_edition(command: Command) -> Command:
    """Let `command` take an edition, as an argument or as `--edition`."""
    with_option = click.option(
        "--edition", "edition_option", metavar="EDITION", help="The same as EDITION."
    )(command)
    return click.argument("edition", required=False)(with_option)


def takes_cast(command: Command) -> Command:
    """Let `command` take cards that are in the game besides those of the edition."""
    help_ = "Cards besides those of the edition, with commas between them; repeatable."
    return click.option("--cast", "cast", metavar="CARDS", multiple=True, help=help_)(command)


def choose_edition(argument: str | None, option: str | None = None) -> Chosen:
    """Return the edition that was named; by default the one that the configuration names.

    Raises NotPossible when two are named, or when the configuration cannot be understood.
    """
    if argument is not None and option is not None and argument != option:
        raise NotPossible(f"two editions are named: {argument} and, with --edition, {option}")
    named = argument if argument is not None else option
    if named == "":
        raise NotPossible("the name of the edition is empty")
    return Chosen(named) if named else configured_edition(Path.cwd(), os.environ)


def configured_edition(folder: Path, environment: Mapping[str, str]) -> Chosen:
    """Return what the environment or the nearest configuration file names, else the fallback.

    In one folder pyproject.toml goes before rulewright.yaml; a file that names no edition is
    passed over, and the folder above is asked.
    """
    if environment.get(VARIABLE):
        return Chosen(environment[VARIABLE], f"by the environment variable {VARIABLE}")
    for above in (folder, *folder.parents):
        for file, named in _named_in(above):
            return Chosen(_from(file, named), f"in {file}")
    return Chosen(FALLBACK, "by default")


def _named_in(folder: Path) -> Iterator[tuple[Path, str]]:
    for name, read in ((PROJECT_FILE, _of_project), (OWN_FILE, _of_own_file)):
        file = folder / name
        if os.path.isfile(file):
            edition = read(file)
            if edition is not None:
                yield file, edition


def _from(file: Path, named: str) -> str:
    """What `named` means outside of its file: a path is told from where the file lies."""
    from rulewright.edition.find import is_path

    return str(file.parent / named) if is_path(named) else named


def _of_project(file: Path) -> str | None:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:  # wrong TOML and wrong UTF-8 are ValueErrors
        raise NotPossible(f"cannot read {file} for the edition to use: {error}") from None
    tool = data.get("tool")
    table = tool.get("rulewright") if isinstance(tool, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise NotPossible(f'in {file}, [tool.rulewright] is to be a table: edition = "{FALLBACK}"')
    _refuse_unknown(file, table)
    edition = table.get("edition")
    if edition is None or (isinstance(edition, str) and edition.strip()):
        return edition
    raise NotPossible(
        f"in {file}, the edition of [tool.rulewright] is to be the name of one, not {edition!r}"
    )


def _refuse_unknown(file: Path, table: Mapping[str, object]) -> None:
    unknown = [key for key in table if key not in KEYS]
    if unknown:
        raise NotPossible(
            f"in {file}, [tool.rulewright] has no key `{unknown[0]}`; it knows `{KEYS[0]}`"
        )


def _of_own_file(file: Path) -> str | None:
    from rulewright.edition.parse import tree_of
    from rulewright.edition.shapes import known_entries
    from rulewright.edition.values import text
    from rulewright.text import Complaints, RulesError, read_source

    says = Complaints()
    example = f"edition: {FALLBACK}"
    try:
        source = read_source(file)
        if not any(line.split("#")[0].strip() for line in source.text.split("\n")):
            return None  # an empty file names nothing
        found = known_entries(tree_of(source, says), "the configuration", KEYS, example, says)
        edition = text(found.get("edition"), "`edition`", says)
        says.raise_if_errors()
    except RulesError as error:
        raise NotPossible(f"cannot use {file}:\n{error}") from None
    return edition.value if edition else None
