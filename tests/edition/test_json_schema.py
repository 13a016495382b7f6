"""The schema of edition files: valid itself, made of the code as it is, and as strict as a schema can be."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from front.conftest import shell  # noqa: F401 - a fixture
from front.kit import Shell
from rulewright.language.edition.json_schema import ABOUT, edition_schema
from rulewright.language.edition.loading.changes_from_yaml import CHANGES
from rulewright.language.edition.loading.from_yaml import KEYS, OPTION
from tools.corpus import yaml_spoilt
from tools.corpus.material import Material
from tools.corpus.mutants import SORTS, Sort

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "editor" / "edition.schema.json"
VALIDATOR = Draft202012Validator(edition_schema())
EDITIONS = sorted((ROOT / "editions").glob("*.yaml"))
SEEN = {
    "YAML: an unknown key": 1.0,
    "YAML: a wrong type": 1.0,
    "YAML: a key misspelt": 0.3,
    "YAML: a number out of range": 0.5,
}
"""Sorts of mistakes that a schema sees, and the least part of them. The rest are names, ranges that end before they
begin, and keys under options: those only the rules, or a look at two numbers, can tell."""


def read(text: str) -> Any:
    """A YAML file as editors understand it, in which every key is a text."""
    return as_json(YAML(typ="safe", pure=True).load(text))


def as_json(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): as_json(value) for key, value in data.items()}
    return [as_json(each) for each in data] if isinstance(data, list) else data


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(edition_schema())


def test_the_kept_one_is_that_of_the_code(shell: Shell) -> None:  # noqa: F811
    """Else: `rulewright editions --schema > docs/editor/edition.schema.json`."""
    printed = shell.run("editions", "--schema").stdout

    assert KEPT.read_text(encoding="utf-8") == printed
    assert json.loads(printed) == edition_schema()


def test_every_key_is_in_it_and_explained() -> None:
    schema = edition_schema()
    option = schema["properties"]["options"]["additionalProperties"]["anyOf"][1]["properties"]
    by_players = schema["properties"]["by-players"]["additionalProperties"]["properties"]

    assert tuple(schema["properties"]) == KEYS
    assert tuple(option) == OPTION
    assert tuple(by_players) == CHANGES
    assert set(ABOUT) == {*KEYS, *OPTION}


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_shipped_editions_are_valid(path: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(read(path.read_text("utf-8")))] == []


def valid(text: str) -> bool:
    return VALIDATOR.is_valid(read(text))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [s for s in SORTS if s.name in SEEN], ids=lambda s: s.name)
@pytest.mark.rotating
def test_mistakes_that_a_schema_can_see_are_not_valid(kind: Sort) -> None:
    seen = tried = 0
    for path in EDITIONS:
        one = Material(path, path, path.read_text(encoding="utf-8"))
        edits = list(kind.make(one, random.Random(3)))
        for edit in random.Random(4).sample(edits, min(2, len(edits))):
            try:
                seen += not valid(one.text[: edit.start] + edit.text + one.text[edit.end :])
            except YAMLError:
                continue
            tried += 1

    assert tried >= 5
    assert seen / tried >= SEEN[kind.name]


@pytest.mark.parametrize(
    "line",
    [
        "players: 13", "players: 0", "players: many", "cast: [Keep]", "cast: {tower: {Keep: 0}}",
        "cast: {tower: {add: [Keep], extra: 1}}", "looks: {red: black}", "rules: []", "settings: {goal: true}",
        "settings: {goal: 99999999999}", "tables: {gifts: {many: 3}}", "options: {Short: {}}", "name: {EN: Ours}",
        "documents: {book: {year: 2004}}", "by-players: {3: {player: 3}}", "fields: {Keep: 3}", "playouts: [short]",
    ],
)  # fmt: skip
def test_what_cannot_be_is_not_valid(line: str) -> None:
    assert not valid(f"edition: mine\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "players: 2 - 4", "cast: {tower/old: {Keep: 2}}", "cast: {tower: {add: {Keep: 2}, remove: [Gate]}}",
        "settings: {goal: -3, mode: quick, shared: yes}", "tables: {gifts: {2-3: 1, 4: {8: 2}}}",
        "options: {short: none}",
        "name: 2004", "one-per: {tower: height}", "playouts: {options: [short], note: so}",
    ],
)  # fmt: skip
def test_what_can_be_is_valid(line: str) -> None:
    assert valid(f"edition: mine\n{line}\n")


def test_the_sorts_of_mistakes_are_there() -> None:
    assert yaml_spoilt.__name__
    assert {kind.name for kind in SORTS if kind.yaml} >= SEEN.keys()
