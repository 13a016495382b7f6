"""Long runs of every sign of Unicode and of every token of the language, in each place of rules and editions."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hostile.kit import ACTS, EDITION, GAME, Files
from rulewright.language.syntax.parsing.lexer import LAYOUT, Excerpt
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source
from tiers import SEED

SMALL_CATEGORY: Final = 100
"""Categories of at most this many signs are tried whole."""
DRAWN: Final = 12
"""Signs that are drawn from each larger category."""

RULES: Final = f"{GAME}\n{ACTS}\n"
SEPARATORS: Final = ("", " ", "\n", "\n    ")

SAMPLES: Final = (
    "thing", "Ace of Cups", "7", '"text"', "1..3", "-1", ", rounded down", "in reverse order", "only one of",
    "median rank of", "second most", "rotate x by 1", "what it does", "# remark", "\t", " \n    and",
)  # fmt: skip
"""One of each token that is not spelled by the grammar, and of what is passed over."""


def signs() -> list[str]:
    """Return all signs of small categories, and some of each of the others."""
    random = Random(SEED)
    found: list[str] = []
    for members in categories().values():
        found += members if len(members) <= SMALL_CATEGORY else random.sample(members, DRAWN)
    return found


@cache
def categories() -> dict[str, list[str]]:
    """Return the signs of each general category; surrogates too, which no UTF-8 has."""
    found: dict[str, list[str]] = {}
    for sign in map(chr, range(sys.maxunicode + 1)):
        found.setdefault(unicodedata.category(sign), []).append(sign)
    return found


def tokens() -> list[str]:
    """Return a text of each token of the grammar."""
    return sorted({*grammar().spelling.values(), *SAMPLES})


def kinds_in(texts: list[str]) -> set[str]:
    """Return the types of the tokens in these texts."""
    lexer = grammar().lexer
    read = (Excerpt(Source("a.rules", text), text) for text in texts)
    return {token.type for excerpt in read for token in lexer.tokens(excerpt)} - LAYOUT


def _rules(text: str) -> Files:
    return {"hostile.rules": f"{RULES}{text}\n", "hostile.yaml": EDITION}


def _edition(text: str) -> Files:
    return {"hostile.rules": RULES, "hostile.yaml": text}


PLACES: Final[dict[str, Callable[[str], Files]]] = {
    "declaration": _rules,
    "name": lambda run: _rules(f"value the {run} is 1"),
    "statement": lambda run: _rules(f"event a player goes\n    {run}"),
    "operand": lambda run: _rules(f"event a player goes\n    set my points to {run}"),
    "operator": lambda run: _rules(f"event a player goes\n    set my points to my points {run}"),
    "citation": lambda run: _rules(f'card Joker\n    rank 0\n    reading "{run}"'),
    "story": lambda run: _rules(f'event a player goes\n    tell "{run}"'),
    "remark": lambda run: _rules(f"# {run}"),
    "row": lambda run: _rules(f'list of card\n    reading "made up"\n    name  rank\n    {run}'),
    "scenario": lambda run: _rules(f'scenario "x"\n    in hostile, 2 players\n    {run}'),
    "YAML": lambda run: _edition(f"{EDITION}{run}\n"),
    "key": lambda run: _edition(f"{EDITION}{run}: 1\n"),
    "quoted value": lambda run: _edition(EDITION.replace("Hostile", f'"{run}"')),
    "plain value": lambda run: _edition(EDITION.replace("Hostile", run)),
    "YAML remark": lambda run: _edition(f"{EDITION}# {run}\n"),
    "card of a cast": lambda run: _edition(EDITION.replace("Ace: 2", f"{run}: 2")),
    "name of a file": lambda run: _edition(EDITION.replace("hostile.rules]", f'"{run}.rules"]')),
}


def run_of(text: str, separator: str, size: int) -> str:
    """Return as many repetitions of `text` as are some `size` bytes of UTF-8."""
    one = len(f"{text}{separator}".encode("utf-8", errors="surrogatepass"))
    return separator.join([text] * max(size // one, 1))


def write(folder: Path, files: Files) -> None:
    """Write the files; surrogates as no UTF-8 has them."""
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", errors="surrogatepass"))
