"""Rewriting of old forms in rules, editions and scenarios, by the table `rules/migrations.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft, Record, field

TABLE: Final = "migrations.toml"
MOST_ROUNDS: Final = 60
"""The largest number of trials; each tries one rewrite on every refused line."""

_ANSWER: Final = re.compile(
    r"(?P<head>\s+\w+ +(?:chooses|may +choose|may +not +choose) +)(?P<items>[^#\n]*[^#\s])(?P<tail>\s*(?:#.*)?)"
)
_QUOTED: Final = re.compile(r"`([^`]+)`")
UNASKED: Final = "chosen without being asked"
"""Begins the line of a refusal's details that lists the answers nobody was asked for."""
_ALREADY: Final = re.compile(rf"{UNASKED}: (.*)")
_OVER: Final = "it ended automatically"
_ABSENT: Final = re.compile(
    r"^.* is not in this game; end the line `in …` with `(, with [^`]+)`", re.MULTILINE
)
_OTHERWISE: Final = (
    "the game plays otherwise here; write what is found, or add the option that plays as before"
)
_PLACE: Final = re.compile(r"\s+in [^#\n]*[^#\s]")


class Rewrite(Record):
    """An old form, and the form that replaces it; `where` names the part of a line."""

    where: str
    old: str
    new: str


class MigrationRow(Record):
    """A change that old files must follow: the release, the changelog's words, and its rewrites, if any.

    `version` is the version of the language that the change raised; 1 for changes before versions, and for those
    of shipped games.
    """

    since: str
    what: str
    instead: str
    about: str = ""
    version: int = 1
    rewrites: tuple[Rewrite, ...] = ()


class RefusedLine(Record):
    """A line that today's checker or scenario runner refuses; `scenario` is its scenario's first line, else 0."""

    path: Path
    line: int
    message: str
    details: str = ""
    help: str = ""
    scenario: int = 0


class LineChange(Record):
    """A rewritten line; `after` is None if it was removed. `line` is its number in the old text.

    `fails` is the line at which its scenario still fails, or 0: then nothing has shown that the new form is right.
    """

    path: Path
    line: int
    before: str
    after: str | None
    fails: int = 0


class Migration(Record):
    """The new texts of the changed files, the changes, and the refused lines that no row rewrites."""

    texts: Mapping[Path, str]
    changes: tuple[LineChange, ...]
    remaining: tuple[RefusedLine, ...]


@cache
def migration_rows() -> tuple[MigrationRow, ...]:
    """Return the rows of the table, in its order."""
    text = (find_library().folder("rules") / TABLE).read_text(encoding="utf-8")
    return tuple(
        MigrationRow(
            **{key: value for key, value in row.items() if key != "rewrites"},
            rewrites=tuple(Rewrite(**each) for each in row.get("rewrites", ())),
        )
        for row in tomllib.loads(text)["change"]
    )


def advice_for(line: str, refusal: RefusedLine) -> str:
    """Return what to write in place of a refused line: the table's words, else the complaint's help."""
    text = "\n".join((line, refusal.message, refusal.details))
    for row in migration_rows():
        if row.about and re.search(row.about, text, re.MULTILINE):
            return f"{row.what}: write instead: {row.instead}"
    return refusal.help or (_OTHERWISE if refusal.scenario else "")


def rewritten_lines(line: str, message: str) -> list[str | None]:
    """Return the forms of today that a refused line may stand for, the likeliest first; None removes the line.

    `message` is the complaint or the failure, which limits the rows that apply. Nothing is checked.
    """
    rewrites = (each for row in migration_rows() for each in row.rewrites)
    found = (new for each in rewrites for new in _apply(each, line, message))
    return [new for new in dict.fromkeys(found) if new != line]


def _apply(rewrite: Rewrite, line: str, message: str) -> Iterator[str | None]:
    """Yield the lines that one rewrite makes of `line`."""
    old, new = re.escape(rewrite.old), rewrite.new
    match rewrite.where:
        case "answer":
            yield from _replace_answers(line, rewrite)
        case "asked":
            yield from _drop_answers(line, message)
        case "unneeded" if f"`{rewrite.old}`" in message or _OVER in message:
            yield from _without_answers(line, {rewrite.old})
        case "decision":
            yield re.sub(rf"^(\s+\w+ decides ){old}(?=\s*(?:#|$))", rf"\g<1>{new}", line)
        case "option" if new:
            yield re.sub(rf"(, option ){old}(?![\w-])", rf"\g<1>{new}", line)
        case "option":
            yield re.sub(rf", option {old}(?![\w-])", "", line)
        case "told":
            yield re.sub(rf'( told "){old}(?=")', rf"\g<1>{new}", line)
        case "name" if f"`{rewrite.old}`" in message:
            yield re.sub(rf"(?<![\w-]){old}(?![\w-])", new, line)
        case "edition" if "[Y03" in message:
            yield re.sub(r"^(\s+in )([a-z][\w-]*)(?=[,\s]|$)", r'\g<1>"\g<2>.yaml"', line)


def _replace_answers(line: str, rewrite: Rewrite) -> Iterator[str]:
    """Yield `line` with one of its answers replaced."""
    if found := _ANSWER.fullmatch(line):
        items = re.split(r", *", found["items"])
        for place, item in enumerate(items):
            if item == rewrite.old:
                new = ", ".join([*items[:place], rewrite.new, *items[place + 1 :]])
                yield f"{found['head']}{new}{found['tail']}"


def _drop_answers(line: str, message: str) -> Iterator[str | None]:
    """Yield `line` without the answers that, as `message` says, were chosen without being asked."""
    if (already := _ALREADY.search(message)) is not None:
        yield from _without_answers(line, set(_QUOTED.findall(already[1])))


def _without_answers(line: str, chosen: Container[str]) -> Iterator[str | None]:
    """Yield `line` without the answers in `chosen`, None if no other remains; nothing if it has none of them."""
    found = _ANSWER.fullmatch(line)
    if found is None or "chooses" not in found["head"].split():
        return
    items = found["items"].split(", ")
    remaining = [item for item in items if item not in chosen]
    if len(remaining) == len(items):
        return
    yield f"{found['head']}{', '.join(remaining)}{found['tail']}" if remaining else None


# ------------------------------------------------------------------ trials

FindRefusals = Callable[[Mapping[Path, str]], Sequence[RefusedLine]]
"""Returns the refused lines of the files with these texts; files that are not given count as on disk."""


class _File(Draft):
    """The lines of a file under migration; a removed line is None, so that line numbers stay."""

    before: list[str]
    lines: list[str | None]
    tried: set[tuple[int, str | None]] = field(factory=set)

    @property
    def text(self) -> str:
        """The text as it stands."""
        return "\n".join(line for line in self.lines if line is not None)

    def original(self, number: int) -> int:
        """Return the index in the old text of the line with this number in the new one."""
        kept = [index for index, line in enumerate(self.lines) if line is not None]
        return kept[min(max(number, 1), len(kept)) - 1] if kept else 0

    def head(self, index: int) -> int:
        """Return the index of the unindented line that the line at `index` belongs to."""
        while index > 0 and not (self.before[index] and self.before[index][0] not in " \t#"):
            index -= 1
        return index


class _Trial(Record):
    """A rewrite on trial: the refusal, the index of the rewritten line, and that line before."""

    refusal: RefusedLine
    index: int
    line: str


def migrate_texts(texts: Mapping[Path, str], find: FindRefusals) -> Migration:
    """Return `texts` with refused lines rewritten by the table, where that mends them.

    Every rewrite is tried: it stays only if the line is no longer refused, and no other line of its rule or
    scenario is refused before it. Lines that are not refused never change.
    """
    files = {path: _File(text.split("\n"), [*text.split("\n")]) for path, text in texts.items()}
    refusals = _located(files, find(texts))
    is_whole = True
    for _ in range(MOST_ROUNDS):
        trials = _start_trials(files, refusals)
        if not trials and is_whole:
            break
        if not trials:  # a mended file may have hidden refusals of others
            refusals = _located(files, find({path: file.text for path, file in files.items()}))
            is_whole = True
            continue
        is_whole = False
        changed = {path: files[path].text for path in {each.refusal.path for each in trials}}
        after = _located(files, find(changed))
        if _settle(files, trials, refusals, after):
            changed = {path: files[path].text for path in changed}
            after = _located(files, find(changed))
        refusals = [each for each in refusals if each.path not in changed] + after
    return Migration(
        {path: file.text for path, file in files.items() if file.text != texts[path]},
        tuple(_changes(files, refusals)),
        tuple(sorted(refusals, key=lambda each: (each.path, each.line))),
    )


def _located(files: Mapping[Path, _File], refusals: Sequence[RefusedLine]) -> list[RefusedLine]:
    """Return refusals in these files, with line numbers of the old texts."""
    return [
        RefusedLine(
            each.path,
            files[each.path].original(each.line) + 1,
            each.message,
            each.details,
            each.help,
            each.scenario and files[each.path].original(each.scenario) + 1,
        )
        for each in refusals
        if each.path in files
    ]


def _start_trials(files: Mapping[Path, _File], refusals: Sequence[RefusedLine]) -> list[_Trial]:
    """Rewrite each refused line in the first way that was not tried, at most one of each rule or scenario."""
    trials: list[_Trial] = []
    busy = set[tuple[Path, int]]()
    for refusal in refusals:
        file, index = files[refusal.path], refusal.line - 1
        line, block = file.lines[index], (refusal.path, file.head(index))
        if line is None or block in busy:
            continue
        for place, new in _rewrites(file, refusal):
            if (place, new) not in file.tried:
                file.tried.add((place, new))
                trials.append(_Trial(refusal, place, file.lines[place] or ""))
                file.lines[place] = new
                busy.add(block)
                break
    return trials


def _rewrites(file: _File, refusal: RefusedLine) -> Iterator[tuple[int, str | None]]:
    """Yield the lines, by index, that a rewrite makes of a refused line or of its scenario's `in`."""
    index, message = refusal.line - 1, f"{refusal.message}\n{refusal.details}"
    yield from ((index, new) for new in rewritten_lines(file.lines[index] or "", message))
    if not refusal.scenario:
        return
    above = [line or "" for line in file.lines[refusal.scenario - 1 : index + 1]]
    for number, line in enumerate(above, refusal.scenario - 1):
        if found := _PLACE.match(line):
            for clause in _clauses(refusal.message, "\n".join(above)):
                yield number, f"{found[0]}{clause}{line[found.end() :]}"
            return


def _clauses(message: str, scenario: str) -> Iterator[str]:
    """Yield the clauses that a scenario with these lines may need behind its `in`."""
    for rewrite in (each for row in migration_rows() for each in row.rewrites):
        absent = _ABSENT.search(message)
        if rewrite.where == "cast" and absent is not None:
            yield absent[1]
        elif rewrite.where == "place" and rewrite.old in scenario and rewrite.new not in scenario:
            yield rewrite.new


def _settle(
    files: Mapping[Path, _File],
    trials: Sequence[_Trial],
    before: Sequence[RefusedLine],
    after: Sequence[RefusedLine],
) -> bool:
    """Take back the rewrites that mend nothing; return whether there was one."""
    known = {(each.path, each.line, each.message) for each in before}
    new = [each for each in after if (each.path, each.line, each.message) not in known]
    refused = False
    for trial in trials:
        if not _mends(files[trial.refusal.path], trial, after, new):
            files[trial.refusal.path].lines[trial.index] = trial.line
            refused = True
    return refused


def _mends(
    file: _File, trial: _Trial, after: Sequence[RefusedLine], new: Sequence[RefusedLine]
) -> bool:
    """Return whether a rewrite mended its line and broke nothing before it in its rule or scenario."""
    here, head = trial.refusal, file.head(trial.index)
    same = (each for each in after if each.path == here.path and each.message == here.message)
    if any(each.line == here.line and each.details == here.details for each in same):
        return False
    if (
        trial.index != here.line - 1
    ):  # the rewritten line is another one, so the refused one must pass
        return not any(
            each.path == here.path and file.head(each.line - 1) == head and each.line <= here.line
            for each in after
        )
    mine = [each for each in new if each.path == here.path and file.head(each.line - 1) == head]
    if not here.scenario:
        return not any(not each.scenario and each.line <= here.line for each in mine)
    written = file.lines[trial.index] or ""
    return all(
        each.scenario
        and (
            each.line > here.line
            or (each.line == here.line and not _is_about(each.message, written, trial.line))
        )
        for each in mine
    )


def _is_about(message: str, written: str, before: str) -> bool:
    """Return whether a message is about a word that a rewrite brought into a line."""
    return any(word in written and word not in before for word in _QUOTED.findall(message))


def _changes(files: Mapping[Path, _File], refusals: Sequence[RefusedLine]) -> Iterator[LineChange]:
    """Yield the changed lines of all files; `refusals` are the remaining ones."""
    for path, file in files.items():
        mine = (each for each in refusals if each.path == path and each.scenario)
        fails = {file.head(each.line - 1): each.line for each in mine}
        for number, (before, after) in enumerate(zip(file.before, file.lines, strict=True), 1):
            if before != after:
                head = file.head(number - 1)
                yield LineChange(path, number, before, after, fails.get(head, 0))
