"""Projects of an author's own with one mistake each, and the complaints that each way of working shows."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen
from click.testing import CliRunner

from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.cli.naming.workbench import Workbench
from rulewright.editor import wire
from rulewright.editor.features.diagnostics import diagnostic
from rulewright.editor.playground import PlaygroundFolder
from rulewright.editor.positions import PositionConverter
from tools.corpus import measuring  # noqa: F401  its modules add the sorts of mistakes
from tools.corpus.material import Material
from tools.corpus.mutants import SORTS

GAMES: Final = ("caravan", "expeditions", "fog-signals", "liars-hand", "oh-hell", "orchard")
HOUSE: Final = "docs/examples/house-rules"
EDITION: Final = "our-table.yaml"
HEAD: Final = re.compile(r"error\[(\w+)\]: (.*)\n *--> (.*?):(\d+):(\d+)\n")
HELP: Final = re.compile(r"(?m)^help: (.*)$")

_READ: Final = ("--collect-only", "--rootdir=.", "-c/dev/null", ".")
_WITHOUT: Final = ("cacheprovider", "terminal", "xdist", "capture", "logging")

Error = tuple[str, str, int, int, str, str | None]
Shown = frozenset[Error]
"""The errors: code, file, line, column, message and help of each."""


def in_files_of(shown: Shown, whole: Shown) -> Shown:
    """Return the errors of `whole` in the files in which `shown` has some."""
    files = {file for _, file, *_ in shown}
    return frozenset(each for each in whole if each[1] in files)


@frozen
class Mistake:
    """A project with a mistake in one of its files."""

    sort: str
    project: dict[str, str]
    """Texts by the names of files."""
    file: str
    text: str
    """The file with the mistake."""

    def write(self, folder: Path) -> None:
        """Write the project into an empty folder."""
        folder.mkdir(parents=True)
        for name, text in {**self.project, self.file: self.text}.items():
            (folder / name).write_text(text, encoding="utf-8")


def projects() -> Iterator[dict[str, str]]:
    """Yield the example of house rules, and games of ours as if an author had written them."""
    root = find_library().root
    house = sorted((root / HOUSE).glob("*.rules"))
    yield {path.name: path.read_text(encoding="utf-8") for path in [*house, root / HOUSE / EDITION]}
    for game in GAMES:
        files = sorted((root / "rules" / game).glob("*.rules"))
        texts = {path.name: path.read_text(encoding="utf-8") for path in files}
        edition = (root / "editions" / f"{game}.yaml").read_text(encoding="utf-8")
        texts[EDITION] = re.sub(rf"(?m)^edition: {game}$", "edition: our-table", edition).replace(
            f"rules: [{game}]", "rules: [.]"
        )
        yield {
            name: re.sub(rf"(?m)^    in {game}\b", f'    in "{EDITION}"', text)
            for name, text in texts.items()
        }


def mistakes(count: int, seed: int) -> list[Mistake]:
    """Return `count` mistakes of all sorts that have a place, in turn, at places drawn with `seed`."""
    made: list[Mistake] = []
    sorts = [each for each in SORTS if each.group in ("form", "further", "last")]
    generator = random.Random(seed)
    while len(made) < count:
        for sort in sorted(sorts, key=lambda each: each.name):
            made += (
                []
                if (one := _mistake(sort.name, sort.yaml, sort.make, generator)) is None
                else [one]
            )
    return made[:count]


def _mistake(
    name: str, yaml: bool, make: Callable[..., Iterator[Any]], generator: random.Random
) -> Mistake | None:
    """Return a mistake of a sort in a file drawn at random; None if no file has a place for it."""
    files = [(p, f) for p in projects() for f in sorted(p) if f.endswith(".yaml") == yaml]
    generator.shuffle(files)
    for project, file in files:
        one = Material(Path(file), Path(EDITION), project[file])
        if edits := list(make(one, generator)):
            edit = generator.choice(edits)
            text = one.text[: edit.start] + edit.text + one.text[edit.end :]
            return Mistake(name, project, file, text)
    return None


# ------------------------------------------------------------------ the ways of working


def of_check(folder: Path) -> Shown:
    """Return the errors that `check` shows."""
    return _of_command("check", folder)


def of_test(folder: Path) -> Shown:
    """Return the errors that `test` shows in place of running the scenarios."""
    return _of_command("test", folder)


def _of_command(command: str, folder: Path) -> Shown:
    with _inside(folder):
        shown = Shell(CliRunner()).run(command, ".", "--json", exit_code=None).stdout
    data = json.loads(shown.splitlines()[-1])
    return frozenset(
        (
            each["code"],
            _name(each["file"]),
            each["line"],
            each["column"],
            each["message"],
            each["help"],
        )
        for each in data.get("complaints", ())
        if each["severity"] == "error"
    )


def of_editor(folder: Path, opened: str) -> Shown:
    """Return the errors that an editor shows with one file open."""
    with _inside(folder):
        bench = Workbench()
        path = folder / opened
        bench.put(path, path.read_text(encoding="utf-8"))
        bench.check(path, soon=True)
        while bench.goes_on():
            pass
        by_file = bench.check(path)
        return _of_diagnostics(
            (file.name, wire.as_json(diagnostic(each, PositionConverter("utf-32"))))
            for file, complaints in by_file.items()
            for each in complaints
        )


def of_playground(folder: Path, opened: str) -> Shown:
    """Return the errors that the playground shows while one file is edited."""
    with _inside(folder):
        desk = PlaygroundFolder.at(str(folder))
        desk.complaints(opened, soon=True)
        while desk.goes_on():
            pass
        by_file = json.loads(desk.complaints(opened))
    return _of_diagnostics((name, each) for name, shown in by_file.items() for each in shown)


def _of_diagnostics(diagnostics: Iterator[tuple[str, Any]]) -> Shown:
    return frozenset(
        _error_of(name, each)
        for name, each in diagnostics
        if each["severity"] == wire.DiagnosticSeverity.Error
    )


def _error_of(file: str, diagnostic: Any) -> Error:
    message, _, help = diagnostic["message"].partition("\nfor example:")[0].partition("\nhelp: ")
    start = diagnostic["range"]["start"]
    place = start["line"] + 1, start["character"] + 1
    return diagnostic["code"], file, *place, message, help or None


class _Collected:
    """A pytest plugin that keeps the reports of files that cannot be collected."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the report of a file with errors."""
        if report.failed:
            self.texts.append(str(report.longrepr))


def of_pytest(folder: Path) -> Shown:
    """Return the errors that pytest shows for the files of scenarios."""
    collected = _Collected()
    with _inside(folder):
        pytest.main([*(f"-pno:{name}" for name in _WITHOUT), *_READ], plugins=[collected])
    return frozenset(shown for text in collected.texts for shown in _printed(text))


def _printed(text: str) -> Iterator[Error]:
    """Yield the errors in what is printed for people."""
    _, *parts = HEAD.split(text)
    for code, message, file, line, column, below in zip(
        *(parts[n::6] for n in range(6)), strict=True
    ):
        help = HELP.search(below)
        yield code, _name(file), int(line), int(column), message, help[1] if help else None


def _name(path: str | None) -> str:
    return Path(path or "").name


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
