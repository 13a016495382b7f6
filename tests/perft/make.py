"""Writes down the digests of all games that must stay as they are; says which ways have changed.

    python tests/perft/make.py

Run it before a change that must not change any game, or after one that is meant to: then the commit says what
changed, and why.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perft.games import FILE, line, ways, written


def main() -> None:
    """Play all ways, and write the file."""
    before = written() if FILE.exists() else {}
    found = list(ways())
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(line, *zip(*found, strict=True)))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for text in lines:
        name, *digests = text.split()
        if before.get(name) != digests:
            print("changed:", name)
    games = sum(seeds for _, seeds in found)
    print(f"{games} games in {len(found)} ways")


if __name__ == "__main__":
    main()
