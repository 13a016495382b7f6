"""Sentences for the parts of what somebody wrote, put together to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.search.pieces import Piece
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

_DEEPER: Final = " " * STEP
SURE: Final = 0.5
"""A part is put together with others if what says it fits it so well."""


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
    phrases: tuple[str, ...] = ()
    """What people say who mean it."""
    near: bool = False
    """Whether it is only like what was asked."""
    part: str = ""
    """The words of a sentence for which it stands, where it is not meant for all of them."""
    missing: tuple[str, ...] = ()
    """What of the sentence it does not say."""
    besides: tuple[str, ...] = ()
    """What it says that was not asked for."""

    @property
    def is_whole(self) -> bool:
        """Whether it says all that was asked, and nothing else."""
        return not self.missing and not self.besides


def together(parts: Sequence[Piece], near: Sequence[list[Found]]) -> Found | None:
    """One sentence of the nearest for each part, if they go together."""
    fits: list[float] = []
    heads: list[str] = []
    conditions: list[str] = []
    deeds: list[tuple[str, ...]] = []
    rules: list[str] = []
    asked: list[str] = []
    extra: dict[str, None] = {}
    heard = any(part.role == "hook" for part in parts)
    for part, found in zip(parts, near, strict=True):
        first = next((each for each in found if _fits(part, each, heard)), None)
        if first is None:
            return None
        fits.append(first.fit)
        asked.append(first.asked)
        extra |= dict.fromkeys(first.extra)
        if part.role in ("hook", "until"):
            heads.append(first.lines[0])
        elif part.role == "condition":
            said = first.lines[0]
            conditions.append(f"not ({said})" if part.denied else said)
        elif first.context == "rule":
            if len(first.lines) > 1:
                return None
            rules.append(first.lines[0])
        elif part.maybe and len(first.lines) == 1:
            deeds.append((f"I may {first.lines[0]}",))
        else:
            deeds.append(first.lines)
    if any(" would " in head for head in heads):
        return (
            None  # what would happen does not, unless it is carried on: deeds alone do not say it
        )
    lasting = [part.role for part in parts].count("until")
    lines = _joined(heads, conditions, deeds, rules, lasting)
    if not lines:
        return None
    context = "rule" if (heads or rules) and not lasting else "deed"
    page = next(found[0].page for found in near if found)
    fit = min(fits)
    said, heard_as = "; ".join(asked), "; ".join(part.text for part in parts)
    return Found(
        lines, said, page, context, extra=tuple(extra), share=fit, fit=fit, phrases=(heard_as,)
    )


def _fits(part: Piece, found: Found, heard: bool) -> bool:
    """Whether what was found can stand for a part, perhaps of a sentence about what happens."""
    if found.is_card:
        return False
    if part.role == "condition":
        return found.context == "condition"
    return part.role != "deed" or found.context == "deed" or (found.context == "rule" and not heard)


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
