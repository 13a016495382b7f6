"""The default edition, language and severity levels, from environment variables and configuration files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.base.records import Record, field
from rulewright.cli.common.exits import NotPossible
from rulewright.language.edition.translations.program_text import say

if TYPE_CHECKING:
    from rulewright.language.edition.yaml.spanned import Spanned
    from rulewright.language.text import Complaints

VARIABLES: Final = {"edition": "RULEWRIGHT_EDITION", "lang": "RULEWRIGHT_LANG"}
PROJECT_FILE: Final = "pyproject.toml"
OWN_FILE: Final = "rulewright.yaml"
FALLBACK: Final = "classic"

KEYS: Final = tuple(VARIABLES)
SEVERITY: Final = "severity"
"""The key for severity levels of complaints: `E0926: error`."""


class Configuration(Record):
    """The settings in one file: the values of `KEYS`, and severity levels by complaint code."""

    named: Mapping[str, str] = field(factory=dict)
    levels: Mapping[str, str] = field(factory=dict)


class ChosenEdition(Record):
    """An edition's id or path, and where it was named: "in pyproject.toml", or "" for the command line."""

    name: str
    named: str = ""


def choose_edition(argument: str | None, option: str | None = None) -> ChosenEdition:
    """Return the edition named on the command line, by default the configured one.

    Raises NotPossible if two different ones are named, or if the configuration is wrong.
    """
    if argument is not None and option is not None and argument != option:
        raise NotPossible(f"two editions are named: {argument} and, with --edition, {option}")
    name = argument if argument is not None else option
    if name == "":
        raise NotPossible("the name of the edition is empty")
    return ChosenEdition(name) if name else configured_edition(Path.cwd(), os.environ)


def choose_language(option: str | None) -> str | None:
    """Return the language named on the command line or configured; None for the edition's own.

    Raises NotPossible if the configuration is wrong.
    """
    return option or _configured_value("lang", Path.cwd(), os.environ)[0]


def configured_edition(folder: Path, environment: Mapping[str, str]) -> ChosenEdition:
    """Return the edition in the environment or the nearest configuration file, by default `FALLBACK`."""
    name, where, file = _configured_value("edition", folder, environment)
    if name is None:
        return ChosenEdition(FALLBACK, say("by default"))
    return ChosenEdition(name if file is None else _from_its_folder(file, name), where)


def configured_severities(folder: Path) -> tuple[Mapping[str, str], str]:
    """Return the levels by complaint code from the nearest file that sets any, and the name of that file.

    Raises NotPossible if a configuration is wrong.
    """
    configured = ((each.levels, str(file)) for file, each in _configurations(folder) if each.levels)
    return next(configured, ({}, ""))


def _configured_value(
    key: str, folder: Path, environment: Mapping[str, str]
) -> tuple[str | None, str, Path | None]:
    """Return the value of a key, a phrase that says where it is set, and the file if it is set in one."""
    variable = VARIABLES[key]
    if environment.get(variable):
        where = say("by the environment variable {variable}", variable=variable)
        return environment[variable], where, None
    for file, configuration in _configurations(folder):
        if key in configuration.named:
            return configuration.named[key], say("in {file}", file=file), file
    return None, "", None


def _configurations(folder: Path) -> Iterator[tuple[Path, Configuration]]:
    """Yield the configuration files for a folder, the nearest first; pyproject.toml precedes rulewright.yaml.

    The search ends at a parent folder that other users may write to.
    """
    from rulewright.language.text import safe_folders

    for above in safe_folders(folder):
        for name, read in ((PROJECT_FILE, _read_project_file), (OWN_FILE, _read_own_file)):
            if os.path.isfile(above / name):
                yield above / name, read(above / name)


def _from_its_folder(file: Path, name: str) -> str:
    """Return an edition named in a file; a relative path is resolved against the file's folder."""
    from rulewright.language.edition.loading.find import is_path
    from rulewright.language.text import is_in_reach

    if not is_path(name):
        return name
    if not is_in_reach(file.parent / name, file.parent):
        raise NotPossible(f"the edition that {file} names is outside of its folder: {name}")
    return str(file.parent / name)


def _read_project_file(file: Path) -> Configuration:
    """Return the table [tool.rulewright] of a pyproject.toml. Raises NotPossible if it is wrong."""
    import tomllib  # imported late: usually there is no such file

    from rulewright.language.text import Unreadable, read_source

    try:
        data = tomllib.loads(read_source(file).text)
    except Unreadable as error:
        raise NotPossible(f"cannot use {file}:\n{error}") from None
    except ValueError as error:
        raise NotPossible(f"cannot read {file} for the edition to use: {error}") from None
    except RecursionError:
        reason = f"cannot read {file} for the edition to use: its lists are nested too deeply"
        raise NotPossible(reason) from None
    tool = data.get("tool")
    table = tool.get("rulewright") if isinstance(tool, dict) else None
    if table is None:
        return Configuration()
    if not isinstance(table, dict):
        raise NotPossible(f'in {file}, [tool.rulewright] must be a table: edition = "{FALLBACK}"')
    levels = table.pop(SEVERITY, {})
    values = levels.values() if isinstance(levels, dict) else (None,)
    if not all(isinstance(level, str) and level.strip() for level in values):
        reason = f"in {file}, `{SEVERITY}` of [tool.rulewright] must be a table"
        raise NotPossible(f'{reason}: {SEVERITY} = {{E0926 = "error"}}')
    for key, value in table.items():
        if key not in KEYS:
            known = " and ".join(f"`{known}`" for known in (*KEYS, SEVERITY))
            raise NotPossible(
                f"in {file}, [tool.rulewright] has no key `{key}`; its keys are {known}"
            )
        if not (isinstance(value, str) and value.strip()):
            raise NotPossible(
                f"in {file}, the {key} of [tool.rulewright] must be a name, not {value!r}"
            )
    return Configuration(table, levels)


def nearest_own_file(folder: Path) -> Path | None:
    """Return the nearest rulewright.yaml for a folder; None without one."""
    from rulewright.language.text import safe_folders

    files = (above / OWN_FILE for above in safe_folders(folder))
    return next((file for file in files if os.path.isfile(file)), None)


def _read_own_file(file: Path) -> Configuration:
    """Return the contents of a rulewright.yaml.

    Raises NotPossible if it is wrong, and RulesError if it needs a newer version of the language.
    """
    from rulewright.language.edition.edition_complaints import NEWER
    from rulewright.language.text import Complaints, RulesError

    says = Complaints()
    try:
        named, levels = read_own_file(file, says)
        says.raise_if_errors()
    except RulesError as error:
        if any(each.code == NEWER for each in error.complaints):
            raise
        raise NotPossible(f"cannot use {file}:\n{error}") from None
    texts = [{key: value.value for key, value in each.items()} for each in (named, levels)]
    return Configuration(*texts)


def read_own_file(
    file: Path, complaints: Complaints
) -> tuple[dict[str, Spanned[str]], dict[str, Spanned[str]]]:
    """Return the values of `KEYS` and the severity levels in a rulewright.yaml, with their places.

    What is wrong with the file is added to `complaints`. Raises RulesError if it cannot be read at all.
    """
    from rulewright.language.edition.loading.from_yaml import read_version
    from rulewright.language.edition.loading.versions import VERSION_KEY, tree_of_version
    from rulewright.language.edition.yaml.structure import entries, known_entries
    from rulewright.language.edition.yaml.yaml_values import read_text
    from rulewright.language.text import read_source

    source = read_source(file)
    if not any(line.split("#")[0].strip() for line in source.text.split("\n")):
        return {}, {}  # an empty file configures nothing
    keys, example = (*KEYS, VERSION_KEY, SEVERITY), f"edition: {FALLBACK}"
    tree = tree_of_version(source, complaints)
    nodes = dict(known_entries(tree, "the configuration", keys, example, complaints))
    read_version(nodes.pop(VERSION_KEY, None), complaints)
    levels = entries(
        nodes.pop(SEVERITY, None), f"`{SEVERITY}`", "severity: {E0926: error}", complaints
    )
    named = {key: read_text(node, f"`{key}`", complaints) for key, node in nodes.items()}
    severities = {
        code.text: read_text(node, f"the severity of {code.text}", complaints)
        for code, node in levels
    }
    return _without_missing(named), _without_missing(severities)


def _without_missing(texts: Mapping[str, Spanned[str] | None]) -> dict[str, Spanned[str]]:
    """Return the texts that could be read."""
    return {key: text for key, text in texts.items() if text is not None}
