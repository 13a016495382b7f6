"""What editors are given: colours that agree with the parser, and an extension that can be packaged."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen
from pygments import lex
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Error, Keyword, Name, String
from rich.console import Console
from rich.syntax import Syntax

from front.textmate import EXTENSION, KEPT, textmate_grammar, textmate_text
from rulewright import __version__
from rulewright.editor.features.outline import RUN
from rulewright.language.syntax.parsing.grammar import expand_letters
from rulewright.language.syntax.recovery.continuations import classify_tokens
from rulewright.language.text import Source
from tiers import sample

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = "build/extension.js"
EDITOR = """\
const get = (_, name) => (name === "then" ? undefined : any);
const any = new Proxy(function () {}, { get, apply: () => any, construct: () => any });
module.exports = any;
"""
"""As much of Visual Studio Code as reading the extension needs."""
FILES = sample(sorted((ROOT / "rules").rglob("*.rules")), every=8)
SORTS = {
    "comment": "remark", "string": "string", "keyword.control": "keyword", "keyword.other": "keyword",
    "entity.name.function": "name", "entity": "proper", "storage": "name",
    "constant": "number", "variable": "name", "keyword.operator": "sign",
}  # fmt: skip

LETTERS = {
    r"[\p{Lu}\p{Lt}]": expand_letters(r"\p{capital}"),
    r"[\p{Ll}\p{Lo}\p{Lm}]": expand_letters(r"\p{small}"),
    r"[\p{L}\p{M}\p{N}]": r"[^\W_]",
    r"[\p{L}\p{N}]": r"[^\W_]",
}
"""Letters of any language by their classes, as editors know them, and as `re` does."""


# ------------------------------------------------------------------ TextMate


@frozen
class Rule:
    match: re.Pattern[str]
    sort: str


def rules() -> list[Rule]:
    """The patterns, each with the sort that its scope is for."""
    found = []
    for pattern in textmate_grammar()["patterns"]:
        scope = next(scope for scope in SORTS if pattern["name"].startswith(scope))
        match = pattern["match"]
        for classes, letters in LETTERS.items():
            match = match.replace(classes, letters)
        found.append(Rule(re.compile(match), SORTS[scope]))
    return found


def coloured(text: str, grammar: list[Rule]) -> Iterator[tuple[int, str, str]]:
    """Where each match stands, line by line: of all patterns the earliest, and of those the first."""
    start = 0
    for line in text.split("\n"):
        at = 0
        while at < len(line):
            matches = [(found.start(), n, found) for n, rule in enumerate(grammar) if (found := rule.match.search(line, at))]  # fmt: skip # noqa: E501
            if not matches:
                break
            _, number, found = min(matches)
            yield start + found.start(), found.group(), grammar[number].sort
            at = max(found.end(), at + 1)
        start += len(line) + 1


def test_the_kept_grammar_is_that_of_the_language() -> None:
    """Else: `python tests/front/textmate.py`."""
    assert KEPT.read_text(encoding="utf-8") == textmate_text()


def test_its_colours_are_what_the_parser_takes_words_for() -> None:
    grammar = rules()
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        words = [(w.span.start, w.span.text, w.sort) for w in classify_tokens(Source("", text))]

        assert list(coloured(text, grammar)) == words, path.name


# ------------------------------------------------------------------ Pygments


def test_pygments_finds_it_by_name_and_by_file() -> None:
    assert get_lexer_by_name("rulewright").name == "Rulewright"
    assert get_lexer_for_filename("bard.rules").name == "Rulewright"


def test_pygments_shows_every_character_and_no_mistake_in_what_is_right() -> None:
    lexer = get_lexer_by_name("rulewright", stripnl=False, ensurenl=False)
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        tokens = list(lex(text, lexer))

        assert "".join(said for _, said in tokens) == text
        assert [said for kind, said in tokens if kind is Error] == []


def test_pygments_tells_words_apart() -> None:
    text = 'character Bard\n    power sing at main  # a "song"\n        tell "la"\n\n  §\n'
    tokens = {said: kind for kind, said in lex(text, get_lexer_by_name("rulewright"))}

    assert tokens["Bard"] is Name.Class
    assert tokens["power"] is Keyword
    assert tokens['"la"'] is String
    assert tokens["§"] is Error
    assert '# a "song"' in tokens


def test_names_have_the_colour_of_what_they_are_by_where_they_stand() -> None:
    text = (
        "each player has a shed of fields, seen by everyone\n"
        "farmer Ann\n    wage 3\n    after a player buys a field\n        I earn 2 chips\n"
        "        pay the chips chips\n        move the plot to the shed\n        show cards in my hand\n"
        'scenario "x"\n    when\n        A answers Ann\n'
    )
    tokens = [(said, kind) for kind, said in lex(text, get_lexer_by_name("rulewright"))]

    assert [said for said, kind in tokens if kind is Keyword.Type] == ["farmer"]
    assert [said for said, kind in tokens if kind is Name.Function] == [
        "wage", "buys", "earn", "pay", "answers",
    ]  # fmt: skip
    assert [said for said, kind in tokens if kind is Name.Constant] == ["shed", "shed", "hand"]


def test_rich_shows_rules_in_colour() -> None:
    console = Console(force_terminal=True, color_system="truecolor", width=60)
    with console.capture() as shown:
        console.print(Syntax("power sing at main", "rulewright"))

    assert "\x1b[" in shown.get()


# ------------------------------------------------------------------ the extension


def package() -> dict[str, object]:
    found: dict[str, object] = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    return found


def test_the_extension_is_of_the_version_that_it_comes_with() -> None:
    assert package()["version"] == __version__


def test_all_files_that_the_extension_names_are_there() -> None:
    named = re.findall(r'"\./([^"]+)"', (EXTENSION / "package.json").read_text("utf-8"))

    assert named == [BUNDLE, "language-configuration.json", "rules.tmLanguage.json"]
    for name in (*named[1:], "README.md", "LICENSE", "package-lock.json"):
        assert (EXTENSION / name).is_file()
        if name.endswith(".json"):
            json.loads((EXTENSION / name).read_text("utf-8"))


def test_the_commands_of_the_extension_are_those_that_it_carries_out() -> None:
    code = (EXTENSION / "extension.js").read_text("utf-8")
    done = set(re.findall(r'registerCommand\("([^"]+)"', code))
    told = set(re.findall(r'"command": "([^"]+)"', (EXTENSION / "package.json").read_text("utf-8")))

    assert told == done
    assert RUN not in told  # the client takes it from the server


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("npm") is None, reason="there is no Node.js (nodejs, npm) here to package it with"
)
def test_the_extension_is_packaged_as_one_file_that_begins(tmp_path: Path) -> None:
    folder = tmp_path / "extension"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "build"))
    for command in (["npm", "ci", "--no-fund", "--no-audit"], ["npm", "run", "package"]):
        subprocess.run(command, cwd=folder, check=True, timeout=200, input=b"")

    archive = zipfile.ZipFile(folder / "build" / "rulewright.vsix")
    inside = {name.removeprefix("extension/") for name in archive.namelist()}
    notices = archive.read("extension/build/NOTICES.txt").decode()

    assert inside == {
        "[Content_Types].xml", "extension.vsixmanifest", "package.json", "readme.md", "LICENSE.txt",
        "language-configuration.json", "rules.tmLanguage.json", BUNDLE, "build/NOTICES.txt",
    }  # fmt: skip
    assert "vscode-languageclient\n" in notices
    (tmp_path / "node_modules").mkdir()
    for name, text in (("node_modules/vscode.js", EDITOR), ("extension.js", "")):
        (tmp_path / name).write_text(text or archive.read(f"extension/{BUNDLE}").decode(), "utf-8")
    begin = "console.log(Object.keys(require('./extension.js')).join())"
    done = subprocess.run(
        ["node", "-e", begin], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("activate,deactivate\n", "")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here to read it with")
def test_the_code_of_the_extension_can_be_read() -> None:
    subprocess.run(["node", "--check", EXTENSION / "extension.js"], check=True, timeout=60)


def test_the_examples_for_other_editors_start_the_server() -> None:
    page = (EXTENSION.parent / "README.md").read_text("utf-8")
    blocks = dict(re.findall(r"(?ms)^```\w+ (\w+)\n(.*?)^```", page))

    helix = tomllib.loads(blocks["helix"])
    assert helix["language-server"]["rulewright"] == {"command": "rulewright", "args": ["lsp"]}
    assert 'cmd = { "rulewright", "lsp" }' in blocks["neovim"]
    assert "$schema=edition.schema.json" in blocks["schema"]
