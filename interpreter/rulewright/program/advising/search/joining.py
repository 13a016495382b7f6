"""Sentences for the parts of what somebody wrote, put together to one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.search.clauses import Piece
from rulewright.program.advising.search.shaping import DOER
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

_DEEPER: Final = " " * STEP


class Found(Record):
    """Lines that may say what is meant."""

    lines: tuple[str, ...]
    asked: str
    """What they say in the words of people."""
    page: str
    context: str
    card: str = ""
    remark: str = ""
    extra: tuple[str, ...] = ()
    """What has to be declared for them."""
    share: float = 1.0
    """How much of what was asked it answers."""
    fit: float = 1.0
    """The same, and how much of what it says was asked."""
    is_card: bool = False
    """Whether it stands so on a card."""
    near: bool = False
    """Whether it is only like what was asked."""
    part: str = ""
    """The words of a sentence for which it stands, where it is not meant for all of them."""
    missing: tuple[str, ...] = ()
    """What of the sentence it does not say."""
    besides: tuple[str, ...] = ()
    """What it says that was not asked for."""
    stand_ins: tuple[str, ...] = ()
    """Names in it that nobody has asked for: any other may stand there."""

    @property
    def is_whole(self) -> bool:
        """Whether it says all that was asked, and nothing else."""
        return not self.missing and not self.besides


def together(parts: Sequence[Piece], near: Sequence[Found]) -> Found | None:
    """One sentence of what says each part, if they go together."""
    heads: list[str] = []
    conditions: list[str] = []
    deeds: list[tuple[str, ...]] = []
    rules: list[str] = []
    for part, found in zip(parts, near, strict=True):
        match part.role:
            case "hook" | "until":
                heads.append(found.lines[0])
            case "condition":
                said = found.lines[0]
                conditions.append(f"not ({said})" if part.denied else said)
            case _ if found.context == "rule":
                rules.append(found.lines[0] if len(found.lines) == 1 else "")
            case _:
                deeds.append(found.lines)
                if part.maybe:
                    deeds[-1] = _maybe(found.lines)
    if any(" would " in head for head in heads) or "" in rules:
        return (
            None  # what would happen does not, unless it is carried on: deeds alone do not say it
        )
    lasting = [part.role for part in parts].count("until")
    lines = _joined(heads, conditions, deeds, rules, lasting)
    if not lines:
        return None
    return Found(
        _with_doer(lines),
        "; ".join(each.asked for each in near),
        near[0].page,
        "rule" if (heads or rules) and not lasting else "deed",
        extra=tuple(dict.fromkeys(line for each in near for line in each.extra)),
        stand_ins=tuple(dict.fromkeys(name for each in near for name in each.stand_ins)),
    )


def _maybe(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Deeds that may be left."""
    if lines[0].startswith(("I ", "for each ", "let ")):
        return lines
    if lines[0].startswith("choose ") or len(lines) == 1:
        deeper = (_DEEPER + line for line in lines[1:])
        return (f"I may {lines[0]}", *deeper)
    return lines


def _with_doer(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines in which the one who does what is heard has a name, if he is spoken of."""
    if not any(DOER in line for line in lines):
        return lines
    first = re.sub(
        r"\b(an?(?:other)? player)\b", rf"\1 called {DOER.split()[1]}", lines[0], count=1
    )
    return (first, *lines[1:])


def _joined(
    heads: Sequence[str],
    conditions: Sequence[str],
    deeds: Sequence[tuple[str, ...]],
    rules: Sequence[str],
    lasting: int,
) -> tuple[str, ...]:
    """The lines that parts make together, none if they do not go together; so many heads say how long."""
    if rules:
        if len(heads) > lasting or deeds or len(rules) > 1:
            return ()
        joint = ", if " if ", if " not in rules[0] else " and "
        said = rules[0] + (joint + " and ".join(conditions) if conditions else "")
        return (*heads, _DEEPER * len(heads) + said)
    if not deeds or len(heads) > 1 or lasting:
        return ()
    asked = " and ".join(conditions)
    first = (
        [f"{heads[0]}, if {asked}" if asked else heads[0]]
        if heads
        else [f"if {asked}"]
        if asked
        else []
    )
    depth = _DEEPER * len(first)
    made = [*first]
    for deed in deeds:
        made += [depth + line for line in deed]
        if deed[-1].startswith("I may "):
            depth += _DEEPER
    return tuple(made)
