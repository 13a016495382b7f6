"""Packs whole old rule files, editions and scenarios of ten commits: `python tests/front/old_forms/pack.py`.

Of each commit: a whole game, whose scenarios are made to name the edition beside them and not the shipped one; the
house rules of the documentation, if it had them; and scenario files of shipped games, as people keep them.
"""

from __future__ import annotations

import lzma
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PACKED: Final = HERE / "old_files.txt.xz"
HOUSE: Final = "docs/examples/house-rules/"
FILES: Final = {
    "1e6c2464": ("expeditions", "french/characters modern/queen modern/seer"),
    "8cbeb50d": ("expeditions", "characters/diplomat.french"),
    "1b423b95": ("caravan", "characters/emperor.french characters/warlord.french"),
    "62d443a9": ("liars-hand", "characters/emperor.french characters/merchant.french"),
    "174695ba": ("oh-hell", "characters/architect.french characters/navigator.french"),
    "b2044d43": ("masked-ball", "districts/bell-tower"),
    "31eb8203": ("fog-signals", "districts/bell-tower"),
    "844ebf04": ("orchard", "districts/bell-tower"),
    "d66bc628": ("caravan", "districts/bell-tower"),
    "30fb34a5": ("oh-hell-partners", "districts/bell-tower"),
}
"""By commit: a game, and scenario files of Citadels."""


def main() -> None:
    """Write the packed file from the history of the repository."""
    texts = (f"=== {commit}/{path}\n{text}" for commit in FILES for path, text in old_files(commit))
    PACKED.write_bytes(lzma.compress("".join(texts).encode(), preset=9))


def old_files(commit: str) -> Iterator[tuple[str, str]]:
    """Yield the path in a project, and the text, of each file of a commit."""
    game, names = FILES[commit]
    shipped = {f"rules/citadels/{name}.scenarios.rules" for name in names.split()}
    for name in _git("ls-tree", "-r", "--name-only", commit).splitlines():
        in_game = name.startswith(f"rules/{game}/") or name == f"editions/{game}.yaml"
        if not name.endswith((".rules", ".yaml")) or "/." in name:
            continue
        if in_game:
            text = _git("show", f"{commit}:{name}")
            own = re.sub(rf"(?m)^(    in ){game}(?=[, \n])", rf'\1"../{game}.yaml"', text)
            yield f"game/{name.split('/', 1)[1]}", own
        elif name.startswith(HOUSE) or name in shipped:
            path = name.replace(HOUSE, "house/").replace("rules/citadels/", "shipped/")
            yield path, _git("show", f"{commit}:{name}")


def _git(*arguments: str) -> str:
    """Return the output of a command of git."""
    command = ["git", "-C", str(HERE.parents[2]), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
