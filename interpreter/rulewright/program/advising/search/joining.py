"""Sentences for the parts of what somebody wrote, put together to one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.search.clauses import Piece
from rulewright.program.advising.search.scaffold import body_depth
from rulewright.program.advising.search.shaping import DOER
from rulewright.program.english import base_form
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

_IT_IS: Final = re.compile(r"^at the (?:start|end) of a turn\b|, if (the latest) is not nobody$")
"""Heads that say who it is of whom they tell."""
_OWNER: Final = re.compile(r"\bthe [\w-]+'s owner\b")
_DEEPER: Final = " " * STEP
_CHOSEN: Final = re.compile(
    r"^(?:.* to )?(my left|my right)\b|^(?:I may )?choose an? ([\w-]+) from (?:other )?players"
)
_DOES: Final = re.compile(rf"{DOER} ([a-z-]+)")
_MY_DEED: Final = re.compile(r"(?!the |my |for |let |set |if |I )")
_HE: Final = re.compile(r"(?:he|she|they) ")
_HEARD: Final = re.compile(r"(?:after|before) (?:I|a player(?: called [\w-]+)?) ([\w-]+) ")
_TAKES: Final = re.compile(r"(?:I )?(?:take|keep|steal|get) an? ")
_SHOWN: Final = re.compile(r"show .* to me$")
_WAYS: Final = ("one-way", "other-way", "third-way")


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
    heads: list[tuple[str, ...]] = []
    conditions: list[str] = []
    deeds: list[tuple[str, ...]] = []
    rules: list[str] = []
    for part, found in zip(parts, near, strict=True):
        match part.role:
            case "hook" | "until":
                heads.append(found.lines)
            case "condition" | "rounds":
                said = found.lines[0]
                conditions.append(f"not ({said})" if part.denied else said)
            case _ if found.context == "rule":
                rules.append(found.lines[0] if len(found.lines) == 1 else "")
            case _:
                if _TAKES.match(part.text) and any(_SHOWN.match(deed[-1]) for deed in deeds):
                    return None  # it is taken from what was shown
                lines = _once(found.lines, deeds)
                is_free = part.maybe and not (heads and heads[0][0].startswith("power "))
                is_his = _HE.match(part.text) is not None
                deeds.append(_maybe(lines, bool(heads), is_his) if is_free else lines)
    if any(" would " in line for head in heads for line in head) or "" in rules:
        return (
            None  # what would happen does not, unless it is carried on: deeds alone do not say it
        )
    if deeds and not heads and any(part.role == "rounds" for part in parts):
        heads.append(("at the start of the round",))
    lasting = [part.role for part in parts].count("until")
    done = " ".join(line for deed in deeds for line in deed)
    if any(_again(head, deed) for head in heads for deed in deeds):
        return None  # what follows would be heard again, without end
    if heads and _OWNER.search(done):  # whose it is is asked before it is gone
        heads = [(each[0].replace("after a", "before a", 1), *each[1:]) for each in heads]
    if len(deeds) > 1 and len(deeds[0]) == 1 and "from players" in deeds[0][0] and DOER not in done:
        deeds = deeds[_CHOSEN.match(deeds[1][0]) is not None :]  # who is chosen is said there
    if any(part.either for part in parts):
        if any(deed[0].startswith(("for each ", "the ")) for deed in deeds):
            return None  # each of them has the choice
        deeds = (
            [_one_of(deeds)] if all(part.either == (part.role == "deed") for part in parts) else []
        )
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


def _again(head: tuple[str, ...], deed: tuple[str, ...]) -> bool:
    """Whether a deed is what its own head hears of."""
    found = _HEARD.match(head[0])
    return found is not None and any(
        re.match(rf" *(?:I may )?{base_form(found[1])} ", line) for line in deed
    )


def _once(lines: tuple[str, ...], before: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Deeds in which nobody is chosen who has been chosen before, and who was chosen is he."""
    known = [line for each in before for line in each]
    lines = tuple(line for line in lines if not (line in known and line.startswith("choose a ")))
    chosen = [found[1] or f"the {found[2]}" for line in known if (found := _CHOSEN.search(line))]
    return tuple(line.replace(DOER, chosen[-1]) for line in lines) if chosen else lines


def _one_of(deeds: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Deeds of which one is chosen."""
    made = ["choose"]
    for name, deed in zip(_WAYS, deeds, strict=False):
        made += [f"{_DEEPER}option {name}", *(_DEEPER * 2 + line for line in deed)]
    return tuple(made) if len(deeds) <= len(_WAYS) else ()


def _maybe(lines: tuple[str, ...], is_heard: bool, is_his: bool) -> tuple[str, ...]:
    """Deeds that may be left; below a power all may, below what is heard one has the choice."""
    if lines[0].startswith("I may "):
        return lines
    if is_his and (found := _DOES.match(lines[0])):
        return (f"{DOER} may {base_form(found[1])}{lines[0][found.end() :]}", *lines[1:])
    if lines[0].startswith("choose ") or (len(lines) == 1 and _MY_DEED.match(lines[0])):
        deeper = (_DEEPER + line for line in lines[1:])
        return (f"I may {lines[0]}", *deeper)
    return _one_of([lines, ("do nothing",)]) if is_heard else lines


def _with_doer(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines in which the one who does what is heard has a name, if he is spoken of."""
    if f"called {DOER.split()[1]}" in lines[0] or not any(DOER in line for line in lines):
        return lines
    if found := _IT_IS.search(lines[0]):
        return tuple(line.replace(DOER, found[1] or "the turn's player") for line in lines)
    first = re.sub(
        r"\b(an?(?:other)? player)\b", rf"\1 called {DOER.split()[1]}", lines[0], count=1
    )
    return (first, *lines[1:])


def _joined(
    heads: Sequence[tuple[str, ...]],
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
        above = [line for head in heads for line in head]
        return (*above, _DEEPER * len(above) + said)
    if not deeds or len(heads) > 1 or lasting:
        return ()
    made = list(heads[0]) if heads else []
    asked = " and ".join(conditions)
    if asked and made and body_depth(made) > 0:
        made[-1] += (" and " if ", if " in made[-1] else ", if ") + asked
    elif asked:
        made.append(f"{' ' * body_depth(made)}if {asked}" if made else f"if {asked}")
    depth = " " * (body_depth(made) if made else 0)
    for deed in deeds:
        made += [depth + line for line in deed]
        if deed and deed[0].startswith("I may "):
            depth += _DEEPER
    return tuple(made)
