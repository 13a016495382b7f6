"""Copies of shipped games in which one declaration is spoilt, and a judgement of the complaints about them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

from checks.kit import check, write
from rulewright.base.library import find_library
from rulewright.language.text import Complaint

GAMES: Final = (
    "kuhn", "leduc", "goofspiel", "tiny-hanabi", "liars-hand", "hearts", "caravan", "crazy-eights",
    "fog-signals", "masked-ball", "expeditions", "oh-hell", "orchard",
)  # fmt: skip
MOST_COMPLAINTS: Final = 2

_NAME: Final = r"([a-z][a-z0-9-]*)"
_CARD: Final = r"([A-Z][\w']*(?: [A-Z][\w']*)*)"
_NAMED: Final = {
    "game": rf"^game {_NAME}$",
    "labels": rf"^labels {_NAME}",
    "label": rf"^labels [\w-]+(?:, plural [\w-]+)?:.*?[:,] {_NAME}(?:$|,)",
    "kind": rf"^kind {_NAME}",
    "zone": rf"^(?:each [\w-]+ has|there is) an? {_NAME} of ",
    "variable": rf"^(?:each [\w-]+ has|there is)(?: an?)? {_NAME}(?: for each [\w-]+)?, (?!in order)",
    "mark": rf"^an? [\w-]+ may be {_NAME}",
    "setting": rf"^setting {_NAME}:",
    "table": rf"^table {_NAME} by",
    "value": rf"^value (?:the|an? [\w-]+'s) {_NAME}",
    "fact": rf"^fact an? [\w-]+ is {_NAME}",
    "relation": rf"^fact an? [\w-]+ {_NAME} (?!{_NAME}?$)(?:an?|for|to) ",
    "event": rf"^event an? [\w-]+(?: called [\w-]+)? {_NAME}",
    "phase": rf"^phase {_NAME}",
    "moment": rf"^moment {_NAME}",
    "outcome": rf"^outcome by {_NAME}",
    "option": rf"^ +option {_NAME}",
    "power": rf"^ +power {_NAME}",
    "card": rf"^(?!scenario)[a-z-]+ {_CARD}$",
    "field": rf"^    {_NAME}: ",
    "column": r"^    name +(?:[\w-]+ +)*?([a-z][a-z0-9-]*)(?: |$)",
    "row": rf"^    {_CARD} {{2,}}",
}
"""The declared name in a line of each sort of declaration."""

_TYPES: Final = {
    "labels of": r"^kind [\w-]+, in order of ([a-z-]+)",
    "place": r"^    starts in the ([a-z-]+)",
    "field": r"^    [a-z-]+: ([a-z-]+)",
    "setting": r"^setting [a-z-]+: ([a-z-]+)",
    "default": r"^setting [a-z-]+: [a-z-]+ = (\w+)",
    "zone": r"^(?:each [\w-]+ has|there is) an? [a-z-]+ of ([a-z-]+)",
    "owner": r"^each ([a-z-]+) has",
    "variable": r"^(?:each [\w-]+ has|there is)(?: an?)? [a-z-]+(?: for each [\w-]+)?, an? ([a-z-]+)",
    "starting": r" starting at ([\w-]+)",
    "lasting": r", for the ([a-z-]+)",
    "mark": r"^an? ([a-z-]+) may be",
    "value": r"^value an? ([a-z-]+)'s",
    "fact": r"^fact an? ([a-z-]+) ",
    "event": r"^event an? ([a-z-]+)",
    "list": r"^list of ([a-z-]+)",
    "phase": r"^phase [a-z-]+ for an? ([a-z-]+)",
    "card": r"^([a-z-]+) [A-Z][\w ]*$",
    "sight": r"(its owner|everyone|nobody)$",
}
"""A kind, type or place that a declaration names."""

_HEAD: Final = re.compile(
    r"^(?:game|labels|kind|there is|each|an?|setting|table|value|fact|event|phase|moment|outcome|list"
    r"|flow| +option| +power|    [a-z-]+:|    starts)\b.*",
    re.MULTILINE,
)
_KEY: Final = re.compile(r"(?<![\w\"'{}:])([A-Za-z][\w-]*(?: [A-Z]\w*)*)(:)(?= |$)", re.MULTILINE)
_ITEM: Final = re.compile(r"(?<=[\[,:] )([A-Za-z][\w-]*(?: [A-Z]\w*)*)(?=[\],}]|$)", re.MULTILINE)


@frozen
class Spoilt:
    """A file of a game with one declaration spoilt, in which way and at which place."""

    game: str
    sort: str
    way: str
    file: str
    text: str
    line: int
    was: str

    @property
    def name(self) -> str:
        """An identifier for lists of tests."""
        return f"{self.game}:{self.file}:{self.line} {self.sort} {self.way} ({self.was})"


@frozen
class Judged:
    """The complaints about a spoilt game."""

    spoilt: Spoilt
    complaints: tuple[Complaint, ...]

    @property
    def first_on_line(self) -> bool:
        """Whether the first complaint is at the spoilt declaration."""
        if not self.complaints:
            return True
        at = self.complaints[0].span
        return (
            at is not None
            and Path(at.source.name).name == self.spoilt.file
            and at.line == self.spoilt.line
        )

    @property
    def is_right(self) -> bool:
        """Whether there are few complaints, the first at the spoilt declaration."""
        return len(self.complaints) <= MOST_COMPLAINTS and self.first_on_line


@cache
def game_files(game: str) -> dict[str, str]:
    """The texts of a game by file name, as an author's own copy; its scenarios are beside its rules."""
    root = find_library().root
    files = {}
    for path in sorted((root / "rules" / game).glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        files[path.name] = re.sub(rf"(?m)^    in {game},", f'    in "{game}.yaml",', text)
    own = ", ".join(name for name in files if ".scenarios." not in name)
    edition = (root / "editions" / f"{game}.yaml").read_text(encoding="utf-8")
    files[f"{game}.yaml"] = re.sub(r"(?m)^rules: .*$", f"rules: [{own}]", edition)
    return files


def spoilt_declarations(game: str) -> Iterator[Spoilt]:
    """Yield each way to spoil each declaration of a game."""
    for file, text in game_files(game).items():
        if ".scenarios." in file:
            continue
        made = _spoilt_yaml(text) if file.endswith(".yaml") else _spoilt_rules(text)
        for sort, way, start, end, instead in made:
            new = text[:start] + instead + text[end:]
            if new != text:
                line = text.count("\n", 0, start) + 1
                yield Spoilt(game, sort, way, file, new, line, text[start:end])


_Edit = tuple[str, str, int, int, str]


def _spoilt_rules(text: str) -> Iterator[_Edit]:
    for sort, pattern in _NAMED.items():
        for at in _groups(pattern, text):
            yield from _misnamed(sort, *at.span(1), at[1])
    for sort, pattern in _TYPES.items():
        for at in _groups(pattern, text):
            yield f"type of {sort}", "misspelt", *at.span(1), misspell(at[1])
            yield f"type of {sort}", "other type", *at.span(1), _other_type(at[1])
    for head in _HEAD.finditer(text):
        yield from _malformed(head)


def _groups(pattern: str, text: str) -> Iterator[re.Match[str]]:
    for at in re.finditer(pattern, text, re.MULTILINE):
        yield at
        if ".*?" in pattern:  # further labels of the line
            end = text.find("\n", at.end())
            yield from re.compile(rf"(?<=, ){_NAME}(?=$|,|\n)").finditer(text, at.end(1), end)


def _misnamed(sort: str, start: int, end: int, name: str) -> Iterator[_Edit]:
    yield sort, "misspelt", start, end, misspell(name)
    if "-" in name:
        yield sort, "two words", start, end, name.replace("-", " ")
    yield sort, "another word", start, end, f"{name} thing" if name[0].islower() else f"{name} X"
    yield sort, "capital" if name[0].islower() else "small", start, end, name.swapcase()
    yield sort, "reserved", start, end, "move"
    yield sort, "underscore", start, end, f"{name}_1"


def misspell(name: str) -> str:
    """Return a name with two letters inside exchanged, or one doubled."""
    for at in range(1, len(name) - 1):
        if name[at] != name[at + 1] and name[at : at + 2].isalpha():
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name + name[-1]


def _other_type(name: str) -> str:
    others = {"number": "player", "player": "number", "yes": "3", "everyone": "its owner"}
    return others.get(name, "yes" if name.isdigit() else "number")


def _malformed(head: re.Match[str]) -> Iterator[_Edit]:
    text, start = head[0], head.start()
    first = re.search(r"[a-z-]+", text)
    assert first is not None
    has_head = not text.startswith("    ") or first[0] in ("option", "power")
    sort = f"form of {first[0] if has_head else 'field'}"
    begin, end = start + first.start(), start + first.end()
    if has_head:
        yield sort, "head misspelt", begin, end, misspell(first[0])
        yield sort, "head doubled", begin, end, f"{first[0]} {first[0]}"
    for sign in re.finditer(r"[:,]", text):
        if '"' not in text[: sign.start()]:
            yield sort, f"no {sign[0]}", start + sign.start(), start + sign.end(), ""
    for word in re.finditer(
        r" (an?|the|of|by|for|has|is|may be|in order|starting at|to|each|number|=)(?= )", text
    ):
        if '"' not in text[: word.start()]:
            yield sort, f"no {word[1]}", start + word.start(), start + word.end(), ""
    if "," in text:
        comma = text.rfind(",")
        yield sort, "end left out", start + comma, start + len(text), ""
    yield sort, "colon at end", start + len(text), start + len(text), ":"


def _spoilt_yaml(text: str) -> Iterator[_Edit]:
    for line in re.finditer(r"(?m)^(?! *(?:en|fr|about|name|#)\b).*$", text):
        top = re.findall(r"(?m)^([a-z]+):", text[: line.end()])
        part = top[-1] if top else ""
        if part in ("guide", "about", "name"):
            continue
        for sort, pattern in (("key", _KEY), ("item", _ITEM)):
            for at in pattern.finditer(text, line.start(), line.end()):
                if at[1] in ("en", "fr"):
                    continue
                yield f"{part} {sort}", "misspelt", *at.span(1), misspell(at[1])
                if "-" in at[1]:
                    yield f"{part} {sort}", "two words", *at.span(1), at[1].replace("-", " ")
                if sort == "key":
                    yield f"{part} {sort}", "no colon", at.start(2), at.end(2), ""


def judge(spoilt: Spoilt, folder: Path) -> Judged:
    """Check a spoilt game in a folder."""
    for name, text in game_files(spoilt.game).items():
        write(folder / name, spoilt.text if name == spoilt.file else text)
    return Judged(spoilt, check(folder / f"{spoilt.game}.yaml"))


def main() -> None:
    """Print how many complaints each sort and way draws, and with `--show` the misjudged ones."""
    import random

    asked = [each for each in sys.argv[1:] if not each.startswith("-")]
    every = int(next((each[2:] for each in sys.argv if each.startswith("-n")), 1))
    word = next((each[2:] for each in sys.argv if each.startswith("-k")), "")
    table: dict[str, Counter[str]] = {}
    cases = [
        each for game in asked or GAMES for each in spoilt_declarations(game) if word in each.name
    ]
    cases = random.Random(1).sample(cases, len(cases) // every)
    with TemporaryDirectory() as folder:
        for spoilt in cases:
            try:
                judged = judge(spoilt, Path(folder))
            except Exception as error:
                print("TRACEBACK", spoilt.name, repr(error)[:200])
                continue
            count = len(judged.complaints)
            for key in (spoilt.sort, f"~ {spoilt.way}", "~~ all"):
                row = table.setdefault(key, Counter())
                row["cases"] += 1
                row[f"{min(count, 3)}"] += 1
                row["first elsewhere"] += not judged.first_on_line
                row["right"] += judged.is_right
                row["sum"] += count
            if "--all" in sys.argv or ("--show" in sys.argv and not judged.is_right):
                print(f"\n== {spoilt.name} => {spoilt.text.splitlines()[spoilt.line - 1].strip()}")
                for each in judged.complaints[:6]:
                    at = each.span
                    where = (
                        at and f"{Path(at.source.name).name}:{at.line}:{at.column} {at.text[:40]!r}"
                    )
                    print(f"   {each.code} {where} {each.message} | {(each.help or '')[:70]}")
                if count > 6:
                    print(f"   … {count}")
    heads = ("cases", "0", "1", "2", "3", "sum", "first elsewhere", "right")
    print(f"{'':34}" + "".join(f"{each:>7}" for each in heads[:6]) + "  elsewhere  right")
    for key, row in sorted(table.items()):
        print(
            f"{key:34}"
            + "".join(f"{row[each]:7}" for each in heads[:6])
            + f"{row['first elsewhere']:11}{row['right']:7}"
        )


if __name__ == "__main__":
    main()
