"""Several mistakes in one file, and whether each help that is told leads to fewer, followed to the letter."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from attrs import frozen

from checks.kit import check_open
from rulewright.cli.checking.fixing import fix_of
from rulewright.language.text import Complaint, Fix, real_path
from tools.corpus.material import Material
from tools.corpus.mutants import Mutant


@frozen
class Spoilt:
    """A file with mistakes of several mutants."""

    material: Material
    text: str


def spoilt(mutants: Sequence[Mutant], each: int, seed: int) -> Iterator[Spoilt]:
    """Files with so many mistakes each, in lines apart; every mutant is used once at most."""
    by_file: dict[Path, list[Mutant]] = {}
    for one in mutants:
        by_file.setdefault(one.material.path, []).append(one)
    lot = random.Random(f"{seed} {each}")
    for pool in by_file.values():
        lot.shuffle(pool)
        while len(pool) >= each:
            taken = [pool.pop() for _ in range(each)]
            edits = sorted((one.edit for one in taken), key=lambda edit: edit.start)
            text = taken[0].material.text
            if any("\n" not in text[one.end : other.start] for one, other in pairwise(edits)):
                continue
            for edit in reversed(edits):
                text = text[: edit.start] + edit.text + text[edit.end :]
            yield Spoilt(taken[0].material, text)


def followed(one: Spoilt) -> Iterator[tuple[Complaint, Fix, bool]]:
    """Each change that is told of a file, and whether less is wrong with it after that."""
    path, edition = one.material.path, one.material.edition
    found = check_open(edition, {path: one.text})
    for complaint in found:
        fix = fix_of(complaint) or _told(complaint)
        if fix is None or real_path(Path(fix.span.source.name)) != real_path(path):
            continue
        text = one.text[: fix.span.start] + fix.text + one.text[fix.span.end :]
        yield complaint, fix, _mistakes(check_open(edition, {path: text})) < _mistakes(found)


def _told(complaint: Complaint) -> Fix | None:
    """The change that help tells, though nobody tried it."""
    first = complaint.fixes[0] if complaint.fixes else None
    return first if first is not None and first.help == complaint.help else None


_STAGES: Final = (("E00", "Y01"), ("E01", "Y02"), ("E02", "E03", "E04", "E05", "Y"), ("",))
"""How the codes of complaints begin that hide others, which come to light when these are mended."""


def _mistakes(found: Sequence[Complaint]) -> list[int]:
    """How many mistakes there are of each stage."""
    stages = [
        next(n for n, codes in enumerate(_STAGES) if each.code.startswith(codes)) for each in found
    ]
    return [stages.count(number) for number in range(len(_STAGES))]
