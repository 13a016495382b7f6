"""Checks texts in which something stands very often, and measures what that takes.

`PYTHONPATH=tests python -m hostile.fuzzing [COUNT] [SEED]`: a line, a declaration or some words of a small game or
its edition are repeated until the file has up to a megabyte.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from hostile.kit import Files
from hostile.limits import Ran, run_limited

LARGEST: Final = 1_000_000
TINY: Final = Path(__file__).resolve().parents[1] / "tiny_game"
NAMES: Final = ("lanterns.rules", "lanterns.scenarios.rules", "lanterns.yaml")
JOINTS: Final = ("", " ", "\n", " and ", " or ", ", ", "\n    ", "\n\n", " + ", "(", " of the ")


def repeated(seed: int) -> Files:
    """The tiny game with something in one of its files said very often, each time perhaps a bit differently."""
    chance = random.Random(seed)
    files = {name: (TINY / name).read_text(encoding="utf-8") for name in NAMES}
    name = chance.choice(NAMES)
    text = files[name]
    piece, at = _piece(chance, text)
    joint = chance.choice(JOINTS)
    size = chance.choice((2_000, 20_000, 200_000, LARGEST))
    count = max((size - len(text)) // (len(piece) + len(joint) + 3), 1)
    words = sorted(set(re.findall(r"[A-Za-z-]{3,}", piece)))
    word = chance.choice(words) if words and chance.random() < 0.5 else None
    each = (piece.replace(word, f"{word}{n}") if word else piece for n in range(count))
    files[name] = (text[:at] + joint.join(each) + text[at:])[:LARGEST]
    return files


def _piece(chance: random.Random, text: str) -> tuple[str, int]:
    """Something that stands in a text, and where it ends."""
    how = chance.choice(
        (r"(?m)^\S.*\n(?:[ \n].*\n?)*", r".*\n", r"\S+(?: \S+){0,5}", r"\S", r"[\"({:,\[]")
    )
    found = chance.choice(list(re.finditer(how, text)))
    return found.group(), found.end()


def checked(files: Files, folder: Path) -> Ran:
    """What a check of them takes."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return run_limited(["check", "."], folder)


def main(count: int, seed: int) -> None:
    """Check so many, and print what took the most."""
    most = [(0.0, 0), (0.0, 0)]
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place, "work")
            folder.mkdir()
            try:
                ran = checked(repeated(number), folder)
            except AssertionError as error:
                print(f"seed {number}: {str(error)[:300]}", flush=True)
                continue
        most = [max(most[0], (ran.seconds, number)), max(most[1], (ran.megabytes, number))]
    (seconds, slow), (megabytes, large) = most
    print(
        f"{count} texts: at most {seconds:.1f} s (seed {slow}) and {megabytes:.0f} MB (seed {large})"
    )


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], "100", "1"][:2]))
