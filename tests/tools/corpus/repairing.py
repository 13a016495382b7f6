"""What `check --fix` makes of a mutant: what stood there before, a rule like it in another layout, or another."""

from __future__ import annotations

import re
from typing import Final, Literal

from attrs import frozen

from checks.kit import check_open
from rulewright.cli.checking.fixing import apply_fixes
from rulewright.language.edition.yaml.yaml_formatting import format_yaml
from rulewright.language.syntax import parse_rules
from rulewright.language.text import Complaint, Complaints, Source, open_in_editor, real_path
from rulewright.language.text.words.english import sentence_forms
from tools.corpus.mutants import Mutant

Became = Literal["untouched", "as it was", "another layout", "still complained of", "another rule"]
BECAME: Final[tuple[Became, ...]] = (
    "untouched", "as it was", "another layout", "still complained of", "another rule",
)  # fmt: skip
_WORD: Final = re.compile(r"[\w-]+|\S")


@frozen
class Repaired:
    """A mutant after help was put in."""

    mutant: Mutant
    text: str
    left: int
    """So many complaints are left."""

    @property
    def became(self) -> Became:
        """What it is now."""
        right = self.mutant.material
        if self.text == self.mutant.text:
            return "untouched"
        if self.text == right.text:
            return "as it was"
        if _meant(self.text, right.is_yaml) == _meant(right.text, right.is_yaml) or self._renamed:
            return "another layout"
        return "still complained of" if self.left else "another rule"

    @property
    def _renamed(self) -> bool:
        """Whether only a name is another one, wherever it stands: it was misspelt where it is given."""
        edit = self.mutant.edit
        before, after = (_WORD.findall(text) for text in (self.mutant.material.text, self.text))
        if edit.right is None or len(before) != len(after):
            return False
        pairs = {(one, other) for one, other in zip(before, after, strict=True) if one != other}
        own, given = sentence_forms(edit.right), sentence_forms(edit.text)
        return all(one in own and other in given for one, other in pairs)


def repaired(mutant: Mutant, said: tuple[Complaint, ...] | None = None) -> Repaired:
    """A mutant as `check --fix` leaves it; `said` is what the checker says of it, where that is known."""
    one = mutant.material
    path = real_path(one.path)

    def check() -> tuple[Complaint, ...]:
        return check_open(one.edition, {})

    with open_in_editor({path: mutant.text}):
        left, fixed = apply_fixes([path], check() if said is None else said, check)
    return Repaired(mutant, fixed[path].after if fixed else mutant.text, len(left))


def _meant(text: str, is_yaml: bool) -> object:
    """What a file says, whatever its layout."""
    source, complaints = Source("text", text), Complaints()
    return format_yaml(source, complaints) if is_yaml else parse_rules(source, complaints)
