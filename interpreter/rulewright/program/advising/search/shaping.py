"""Lines shaped by who does something, and to whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.program.advising.search.naming import Names
from rulewright.program.advising.search.question import Question
from rulewright.program.advising.search.whom import (
    ANY,
    HE,
    HOLDER,
    OWNER,
    VICTIM,
    Person,
    as_me,
    persons,
)
from rulewright.program.english import base_form, plural
from rulewright.syntax.lexer import STEP

DOER: Final = "the doer"
"""Who has done what a rule hears of."""
_COUNT: Final = re.compile(r"\b([a-z]+)-in-([a-z]+)\b")
"""How many cards a player has somewhere, where that is asked of all."""
_CARDS: Final = "card"
"""By this name cards are spoken of in a hand; by one of their own where they lie."""
_DEEPER: Final = " " * STEP
_LOOP: Final = re.compile(r"^(for each [\w-]+ in )(?:other )?players(?: where .*| with .*)?$")
_MINE: Final = re.compile(r"\bmy\b(?! (?:left|right)\b)")
_ME: Final = re.compile(r"\bto me$")
_I_AM: Final = re.compile(r"\bI am\b")
_CHOSEN: Final = re.compile(r"(?:repeatedly )?choose an? [\w-]+ from (?:other )?players")


class Shaper:
    """Shapes lines in the names of a game."""

    def __init__(self, names: Names) -> None:
        self.names, self.program = names, names.program
        self._verbs = {base_form(each.verb): each.verb for each in self.program.events.values()}

    # ------------------------------------------------------------------ who

    def about(self, lines: tuple[str, ...], asked: Question) -> tuple[str, ...]:
        """A sentence about what any player does as one about whom is spoken of."""
        who = self._doer(asked)
        first, *rest = lines
        if who == "I":
            first = re.sub(r"\ba player (would |cannot )?([\w-]+)", self._as_mine, first, count=1)
        elif who != ANY:
            first = first.replace(ANY, who, 1)
        return (first, *rest)

    def _as_mine(self, said: re.Match[str]) -> str:
        return f"I {said[1] or ''}{base_form(said[2])}"

    def _doer(self, asked: Question) -> str:
        if asked.is_mine:
            return "I"
        who = asked.subject
        if who is None:
            first = next((link for link in asked.links if link.start == 0), None)
            return f"the {first.name}" if first is not None and first.sort == "pointer" else ANY
        return self.doer(who)

    def doer(self, who: Person) -> str:
        """Somebody, where a rule hears of what he does."""
        if who.said in (VICTIM, "other players"):
            return "another player"
        if who.said == HOLDER:
            return f"the {who.about}"
        return who.said if who.said.startswith("my ") else ANY

    def done_by(
        self, lines: tuple[str, ...], asked: Question, phrases: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Deeds that people ask for so, as those of whom a sentence speaks; None if nothing says whom it means."""
        who, other = asked.subject, asked.object
        if who is None:
            return self._to(lines, other)
        alike = (VICTIM, ANY) if who.said in (VICTIM, ANY) else (who.said,)
        theirs = (each for phrase in phrases for each in persons(as_me(phrase)))
        is_so = any(each.is_subject and each.said in alike for each in theirs)
        if is_so and not _speaks_of_victim(lines):
            return lines
        if any(_CHOSEN.match(line) for line in lines):
            return None
        if who.many:
            listed = self._list(who)
            if listed is None:
                return None
            if any(line.startswith("for each ") for line in lines):
                return tuple(_LOOP.sub(rf"\1{listed}", line) for line in lines)
            some = "player"
            deeds = self.by(lines, f"the {some}")
            return (f"for each {some} in {listed}", *(_DEEPER + line for line in deeds))
        if who.said in (VICTIM, ANY) and _speaks_of_victim(lines):
            return lines
        return self.by(lines, self.said_of(who) or VICTIM)

    def held_of(
        self, lines: tuple[str, ...], who: Person, phrases: Sequence[str]
    ) -> tuple[str, ...]:
        """What people say of themselves who ask for it, as what holds of somebody."""
        theirs = (each for phrase in phrases for each in persons(as_me(phrase)))
        if any(each.is_subject for each in theirs):
            return lines
        return self.as_of(lines, self.said_of(who) or VICTIM)

    def _to(self, lines: tuple[str, ...], other: Person | None) -> tuple[str, ...]:
        if other is None or other.many:
            return lines
        return tuple(line.replace(VICTIM, self.said_of(other) or VICTIM) for line in lines)

    def _list(self, who: Person) -> str | None:
        """The list of those of whom is spoken; None if what they are asked for cannot be counted so."""
        if "{amount}" not in who.said:
            return who.said
        amount = self._counted(who.about)
        return who.said.replace("{amount}", amount) if amount else None

    def _counted(self, about: str) -> str | None:
        """What is counted of players: a number of theirs, or one that is declared for cards of theirs."""
        links = self.names.links(about) if about else []
        for link in links:
            if link.sort in ("amount", "score"):
                return link.name
            if link.sort == "kind":
                frame = "hand" if about.startswith(_CARDS) else "row"
                place = self.names.usual_zone(frame, link.name)
                return f"{plural(link.name)}-in-{place}" if place else None
        return None if links else self.names.usual.get(_AMOUNT)

    def declared(self, lines: Iterable[str]) -> tuple[str, ...]:
        """What has to be declared for the number of cards that each player has somewhere."""
        found = (_COUNT.search(line) for line in lines)
        made = dict.fromkeys((each[1], each[2]) for each in found if each)
        return tuple(
            f"value a player's {cards}-in-{place} is the number of {cards} in the player's {place}"
            for cards, place in made
            if place in self.program.zones
        )

    def said_of(self, who: Person) -> str | None:
        """How lines speak of somebody, or the list of those who are spoken of."""
        if who.many:
            return self._list(who)
        if who.said == HOLDER:
            return f"the {who.about}"
        if who.said == OWNER:
            return f"the {self.names.usual_kind}'s owner"
        return VICTIM if who.said == ANY else DOER if who.said == HE else who.said

    def as_of(self, lines: Iterable[str], who: str) -> tuple[str, ...]:
        """What holds of me as one says it of somebody."""
        return tuple(_I_AM.sub(f"{who} is", _MINE.sub(f"{who}'s", line)) for line in lines)

    def by(self, lines: Iterable[str], who: str) -> tuple[str, ...]:
        """Deeds of mine, or of a victim, as those of somebody."""
        lines = tuple(lines)
        if _speaks_of_victim(lines):
            return tuple(line.replace(VICTIM, who) for line in lines)
        return tuple(self._line_by(line, who) for line in lines)

    def _line_by(self, line: str, who: str) -> str:
        said = line.lstrip()
        deep = line[: len(line) - len(said)]
        if found := _BENT.match(said):
            bent = found[0].removeprefix("I ")
            said = f"{who} {bent}{'s' * (bent != 'may')}{said[found.end() :]}"
        else:
            verb, blank, rest = said.partition(" ")
            if verb in self._verbs and not said.startswith("the "):
                said = f"{who} {self._verbs[verb]}{blank}{rest}"
        return deep + _ME.sub(f"to {who}", _MINE.sub(f"{who}'s", said))


_AMOUNT: Final = "chips"
_BENT: Final = re.compile(
    r"(?:repeatedly )?(?:choose|gain|pay|give|draw|discard|lay|take)(?= )|I (?:become|stop|may)(?= )"
)


def _speaks_of_victim(lines: Iterable[str]) -> bool:
    return any(VICTIM in line for line in lines)
