"""The index of the language: every keyword and sign, with the forms in which it stands and an example of each.

The examples are lines of the pages in docs/language, which tests run. Run as a program it writes the index.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from docs.forms import Found, forms, found_in
from docs.kit import LANGUAGE, ROOT, Block, anchor_of, blocks_of, whole
from front.textmate import known_signs
from rulewright.language.syntax import language_keywords

PAGE = LANGUAGE / "README.md"
TITLE = "## Index\n"
AROUND = [
    re.compile(pattern)
    for pattern in (r"(.*)", r"if (.*)", r"gain \((.*)\) gold", r"for each one-\d+ in (.*)")
]
"""Where a line of an example may stand, see docs.kit.whole."""
FEW = 6
"""A word of so many forms at most is a good one to look up those that begin with it."""
MOST = 3
"""So many examples has a word by which no form is called."""
HOMES = {
    "what there is": ("kinds-and-places", "values-and-cards"),
    "what happens": ("events-and-phases", "words", "values-and-cards", "payment"),
    "rules": ("rules", "payment"),
    "statements": ("decisions", "deeds", "events-and-phases"),
    "scenarios": ("scenarios",),
    "conditions": ("expressions",),
    "sums": ("expressions", "values-and-cards"),
    "sets and names": ("expressions", "events-and-phases"),
}
"""On which pages the forms of each part of the grammar are at home."""
WORDLESS = {
    "card": "(a card)",
    "change": "(a change of a value)",
    "each_of_all": "(an amount for each)",
    "field_value": "(a field of a card)",
    "grant": "(a fact that is so)",
    "heading": "(the head of a table)",
    "holds": "(a check)",
    "labelled": "(a part of an event)",
    "list_row": "(a card in a list)",
    "menu": "(a menu)",
    "number": "(a number)",
    "pattern": "(the event of a rule)",
    "proper": "(a card by its name)",
    "range_cell": "(a range)",
    "related": "(a fact about two things)",
    "relation": "(the word of a fact)",
    "row": "(a row of a table)",
    "sentence": "(an event that rules declare)",
    "to": "(a value that is set)",
    "type": "(a type)",
    "unit": "(an amount)",
    "wins": "(the winner)",
    "backwards": "(in reverse order)",
}
"""What the forms without a word of their own are called."""


@frozen
class Example:
    """A line of a page, and what it shows."""

    text: str
    form: str
    words: frozenset[str]
    page: str
    heading: str
    far: int
    """How far from home the form is there."""

    def link(self) -> str:
        """The line, with where more is said."""
        anchor = anchor_of(self.heading)
        target = self.page if _is_first(self) else f"{self.page}#{anchor}"
        return f"`{self.text}` [{self.heading}]({target})"


def _is_first(example: Example) -> bool:
    return (LANGUAGE / example.page).read_text("utf-8").startswith(f"# {example.heading}\n")


def index() -> str:
    """The table of all words."""
    chosen = by_word()
    lines = ["| word | examples, with links |", "|---|---|"]
    for word in sorted(chosen, key=_order):
        told = word if word in WORDLESS.values() else f"`{word}`"
        lines.append(f"| {told} | {'<br>'.join(each.link() for each in chosen[word])} |")
    return "\n".join(lines) + "\n"


def _order(word: str) -> tuple[bool, bool, str]:
    return word in WORDLESS.values(), not word[0].isalpha(), word.lower()


def by_word() -> dict[str, list[Example]]:
    """For each word its examples: of each form that is called by it, else of forms in which it stands."""
    best = _best(examples())
    chosen: dict[str, list[Example]] = {}
    for form in sorted(forms()):
        words = {word for said, word in best if said == form}
        if words:
            word = min(words, key=lambda word: _how_common(word, best))
            _add(chosen.setdefault(word, []), best[form, word])
            head = best[form, word].text.split()[0]
            if head in words and _how_common(head, best)[1] <= FEW:
                _add(chosen.setdefault(head, []), best[form, head])
    for word in {*language_keywords(), *known_signs()} - chosen.keys():
        others = sorted((each for (_, said), each in best.items() if said == word), key=_rank)
        for each in others[:MOST]:
            _add(chosen.setdefault(word, []), each)
    return chosen


def _add(chosen: list[Example], example: Example) -> None:
    if all(each.text != example.text for each in chosen):
        chosen.append(example)


def _how_common(word: str, best: Iterable[tuple[str, str]]) -> tuple[bool, int, str]:
    """In how many forms a word stands; signs stand in all sorts."""
    sign = not word[0].isalpha() and word not in WORDLESS.values()
    return sign, sum(said == word for _, said in best), word


def _best(found: Iterable[Example]) -> dict[tuple[str, str], Example]:
    """Of each form with each of its words the shortest example."""
    best: dict[tuple[str, str], Example] = {}
    for example in found:
        nameless = WORDLESS.get(example.form)
        for word in example.words or filter(None, [nameless]):
            key = example.form, word
            if key not in best or _rank(example) < _rank(best[key]):
                best[key] = example
    return best


def _rank(example: Example) -> tuple[int, bool, int, str]:
    """The first is the best: at home, whole, and short."""
    return example.far, example.text.endswith(","), len(example.text), example.text


def examples() -> Iterator[Example]:
    """All lines of right examples, with the forms that begin in them."""
    for page in sorted(LANGUAGE.glob("*.md")):
        for block in blocks_of(page):
            if block.language == "rules" and block.wrong is None:
                yield from _of_block(block, _heading_above(page, block.line))


def _heading_above(page: Path, line: int) -> str:
    above = "\n".join(page.read_text("utf-8").splitlines()[: line - 1])
    without = re.sub(r"(?ms)^```.*?^```$", "", above)
    titles: list[str] = re.findall(r"(?m)^#+ (.*)$", without)
    return titles[-1]


def _of_block(block: Block, heading: str) -> Iterator[Example]:
    text, seen = whole(block), forms()
    lines = {_plain(line) for line in block.text.splitlines()}
    for found in found_in(text):
        line = _line_with(text, found, lines)
        form = found.rule.name
        if line is not None and form in seen:
            words = found.words & set(re.findall(r"'s|[\w-]+|\S", line))
            yield Example(line, form, words, block.page.name, heading, _far(found, block))


def _plain(line: str) -> str:
    return re.sub(r"\s+#.*", "", line).strip()


def _far(found: Found, block: Block) -> int:
    homes = HOMES[sections()[found.rule.origin]]
    page = block.page.stem
    strange = block.tags[1] == "scenario" and page != "scenarios"
    return (homes.index(page) if page in homes else 10) + 5 * strange


@cache
def sections() -> dict[str, str]:
    """In which part of the grammar each rule stands."""
    found: dict[str, str] = {}
    title = ""
    for line in (ROOT / "grammar" / "rules.lark").read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"// -+ (.*)", line):
            title = heading[1]
        elif rule := re.match(r"[?!]*([a-z_]+):", line):
            found[rule[1]] = title
    return found


def _line_with(text: str, found: Found, lines: Collection[str]) -> str | None:
    """The line of the example in which a form begins; None if it begins in what stands around it."""
    start = text.rfind("\n", 0, found.start) + 1
    shown = text[start : text.find("\n", found.start)]
    for around in AROUND:
        inner = around.fullmatch(_plain(shown))
        if inner and inner[1] in lines and found.start - start >= shown.find(inner[1]):
            return inner[1]
    return None


def written(page: str) -> str:
    """The page with a fresh index."""
    return page.partition(TITLE)[0] + TITLE + "\n" + INTRODUCTION + "\n" + index()


INTRODUCTION = """\
The index lists every word and sign of the language, with examples and links. Forms without a word of their own come
last. Other words in the examples are names that rules declare. [Words and lines](words.md) explains names, numbers,
texts and comments.
"""

if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
