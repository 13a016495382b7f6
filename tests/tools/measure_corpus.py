"""Measures the checker with mistakes of authors, made by lot in all that is shipped.

    python tests/tools/measure_corpus.py [--each N] [--seed N] [--sort WORD] [--show]

`--show` prints what was said of those that it did not judge right; `--page` makes docs/complaints-measured.md;
`--check` fails where the figures fall short of their targets.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.corpus import measuring


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sort", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    found = measuring.measured(asked.each, asked.seed, asked.sort)
    if asked.show:
        for one in found:
            print(measuring.shown(one), end="")
    page = measuring.page(found, asked.each, asked.seed) if asked.page else measuring.table(found)
    print(page, end="")
    if asked.check and (short := measuring.missed(found)):
        sys.exit("\n".join(["", *short]))


if __name__ == "__main__":
    main()
