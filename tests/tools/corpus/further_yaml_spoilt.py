"""Kinds of mistakes in editions that came later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort


@sort("YAML: a path of rules misspelt", "further", yaml=True)
def yaml_path(one: Material, lot: Random) -> Iterator[Edit]:
    """`rules: [citadel]`."""
    for found in re.finditer(r"(?m)^rules: \[([\w./-]+)", one.text):
        right = found[1]
        stem = right.removesuffix(".rules")
        yield Edit(found.start(1), found.end(1), stem[:-1] + right[len(stem) :], right)
        at = len(stem) // 2
        yield Edit(
            found.start(1), found.end(1), stem[:at] + stem[at + 1 :] + right[len(stem) :], right
        )


@sort("YAML: no blank behind a colon", "further", yaml=True)
def yaml_colon(one: Material, lot: Random) -> Iterator[Edit]:
    """`name:Classic`."""
    for found in re.finditer(r"(?m)^ *([a-z-]+: )[\w\[{]", one.text):
        text = one.text[found.start(1) : found.end(1)]
        yield Edit(found.start(1), found.end(1), text.strip())


@sort("YAML: a comma left out", "further", yaml=True)
def yaml_comma(one: Material, lot: Random) -> Iterator[Edit]:
    """`[Assassin Thief]`, `[Assassin; Thief]`."""
    for found in re.finditer(r"\[[^\]\n]*?[A-Z]\w+(, )[A-Z]", one.text):
        yield Edit(found.start(1), found.end(1), lot.choice([" ", "; ", ". "]))


@sort("YAML: a row lost", "further", yaml=True)
def yaml_row(one: Material, lot: Random) -> Iterator[Edit]:
    """A line that has others under it is gone."""
    for found in re.finditer(r"(?m)^( *)([a-z-]+):\n(?=(\1 +.*)\n)", one.text):
        start, end = found.start(), found.end() + len(found[3])
        yield Edit(start, end, found[3])


@sort("YAML: a typographic sign", "further", yaml=True)
def yaml_quotes(one: Material, lot: Random) -> Iterator[Edit]:
    """“…” for "…", and a quote that does not end."""
    for found in re.finditer(r'(?m): "([^"\n]*)"$', one.text):
        start, end = found.start() + 2, found.end()
        yield Edit(start, end, f'"{found[1]}')
        yield Edit(start, end, f'“{found[1]}"')
