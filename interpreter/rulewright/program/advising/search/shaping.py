"""Lines shaped by who does something, to whom, and with what sort of cards: as a sentence says it besides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.program.advising.search.naming import Link, Names
from rulewright.program.advising.search.question import Question
from rulewright.program.advising.search.whom import ANY, HE, VICTIM, Person, as_me, persons
from rulewright.program.english import base_form, plural
from rulewright.program.types import NUMBER
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
_I: Final = re.compile(r"\bI\b")
_I_AM: Final = re.compile(r"\bI am\b")
_CHOSEN: Final = re.compile(r"(?:repeatedly )?choose an? [\w-]+ from (?:other )?players")
_WHOSE: Final = r"(?:any|(?:my|the|its)(?: [\w-]+'s)*|the [\w-]+'s)"
_OWN: Final = re.compile(r"\b(?:of my|my own) ")
_OF_MINE: Final = r"\b(?:my|mine)\b"


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
        if who.said == VICTIM or who.said == "other players":
            return "another player"
        return who.said if who.said.startswith("my ") else ANY

    def of_whom(
        self, lines: tuple[str, ...], asked: Question, phrases: Sequence[str]
    ) -> tuple[str, ...]:
        """What is said of me as one says it of whom a sentence speaks."""
        who = asked.subject
        mine = any(_MINE.search(each) or _I.search(each) for each in phrases[:1])
        if who is None or who.many or not mine or _speaks_of_victim(lines):
            return lines
        said = DOER if who.said == HE else VICTIM if who.said == ANY else who.said
        return tuple(_I_AM.sub(f"{said} is", _MINE.sub(f"{said}'s", line)) for line in lines)

    def done_by(
        self, lines: tuple[str, ...], asked: Question, phrases: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Deeds that people ask for so, as those of whom a sentence speaks; None if nothing says whom it means."""
        who, other = asked.subject, asked.object
        if who is not None and not _speaks_of_victim(lines):
            theirs = (each for phrase in phrases for each in persons(as_me(phrase)))
            alike = (VICTIM, ANY) if who.said in (VICTIM, ANY) else (who.said,)
            if any(each.is_subject and each.said in alike for each in theirs):
                return self._to(lines, other)
        if who is not None and any(_CHOSEN.match(line) for line in lines):
            return None
        if who is None:
            first = next((link for link in asked.links if link.start == 0), None)
            if first is not None and first.sort == "pointer" and first.given:
                if f"the {first.name}" in " ".join(lines):
                    return self._to(lines, other)
                return self._by(lines, f"the {first.name}")
            return self._to(lines, other)
        if who.many:
            listed = self._list(who)
            if listed is None:
                return None
            if any(line.startswith("for each ") for line in lines):
                return tuple(_LOOP.sub(rf"\1{listed}", line) for line in lines)
            some = "player"
            deeds = self._by(lines, f"the {some}")
            return (f"for each {some} in {listed}", *(_DEEPER + line for line in deeds))
        if who.said in (VICTIM, ANY):
            return lines if _speaks_of_victim(lines) else self._by(lines, VICTIM)
        return self._by(lines, DOER if who.said == HE else who.said)

    def _to(self, lines: tuple[str, ...], other: Person | None) -> tuple[str, ...] | None:
        if other is None or not _speaks_of_victim(lines):
            return lines
        if other.many:
            listed = self._list(other)
            if listed is None:
                return None
            deeds = tuple(line.replace(VICTIM, "the player") for line in lines)
            return (f"for each player in {listed}", *(_DEEPER + line for line in deeds))
        if other.said in (VICTIM, ANY):
            return lines
        who = DOER if other.said == HE else other.said
        return tuple(line.replace(VICTIM, who) for line in lines)

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
        return VICTIM if who.said == ANY else DOER if who.said == HE else who.said

    def as_of(self, lines: Iterable[str], who: str) -> tuple[str, ...]:
        """What holds of me as one says it of somebody."""
        return tuple(_I_AM.sub(f"{who} is", _MINE.sub(f"{who}'s", line)) for line in lines)

    def as_done_by(self, lines: Iterable[str], who: str) -> tuple[str, ...]:
        """Deeds of mine as those of somebody."""
        return tuple(self._line_by(line, who) for line in lines)

    def _by(self, lines: Iterable[str], who: str) -> tuple[str, ...]:
        """Deeds of mine, or of a victim, as those of somebody."""
        lines = tuple(lines)
        if _speaks_of_victim(lines):
            return tuple(line.replace(VICTIM, who) for line in lines)
        return tuple(self._line_by(line, who) for line in lines)

    def _line_by(self, line: str, who: str) -> str:
        said = line.lstrip()
        deep = line[: len(line) - len(said)]
        for begin, bent in _BENT:
            if said.startswith(begin):
                said = f"{who} {bent}{said[len(begin) :]}"
                break
        else:
            verb, blank, rest = said.partition(" ")
            if verb in self._verbs and not said.startswith("the "):
                said = f"{who} {self._verbs[verb]}{blank}{rest}"
        return deep + _ME.sub(f"to {who}", _MINE.sub(f"{who}'s", said))

    # ------------------------------------------------------------------ what

    def only(self, lines: tuple[str, ...], asked: Question, is_head: bool) -> tuple[str, ...]:
        """Lines that speak only of cards of the sort that is asked for."""
        for kind in self.program.kinds if _OWN.search(asked.text) and not is_head else ():
            lines = tuple(
                re.sub(rf"\b{plural(kind)} in any\b", f"{plural(kind)} in my", line)
                for line in lines
            )
        for field, said, word in self._qualities(asked):
            if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", " ".join(lines)):
                continue
            lines = self._where(lines, field, said, is_head)
        return lines

    def _qualities(self, asked: Question) -> Iterable[tuple[str, str, str]]:
        """Of what the cards are asked for: the field (none for the card itself), what it is, and a word of that."""
        for link in asked.links:
            if link.sort == "label" and link.given:
                field = self._field_of(link)
                if field:
                    yield field, f"is {link.name}", link.name
            elif link.sort == "card" and link.given:
                yield "", f"is {link.name}", link.name
        fields = [link for link in asked.links if link.sort == "field" and self._is_number(link)]
        for bound in asked.bounds if fields else ():
            yield fields[0].name, bound.said, bound.said

    def _field_of(self, label: Link) -> str:
        for kind in self.program.kinds.values():
            for each in kind.fields.values():
                labels = self.program.labels.get(each.type.name)
                if labels is not None and label.name in labels.items:
                    return each.name
        return ""

    def _is_number(self, link: Link) -> bool:
        kinds = self.program.kinds.values()
        return any(
            each.name == link.name and each.type.name == NUMBER.name
            for kind in kinds
            for each in kind.fields.values()
        )

    def _where(
        self, lines: tuple[str, ...], field: str, said: str, is_head: bool
    ) -> tuple[str, ...]:
        """Lines with what is asked of the cards behind the first list of them, or behind a head about one."""
        its = f"its {field} {said}" if field else f"it {said}"
        for kind in self.program.kinds:
            listed = rf"\b{plural(kind)} in {_WHOSE} [\w-]+(?: for [\w-]+)?"
            for at, line in enumerate(lines):
                found = re.search(rf"({listed})( where )?", line)
                found = found or re.search(rf"(\bfor each {kind} in [\w' ]+?)( where |$)", line)
                if found is not None and not is_head:
                    join = f"{found[1]} where {its}" + (" and " if found[2] else "")
                    made = line[: found.start()] + join + line[found.end() :]
                    return (*lines[:at], made, *lines[at + 1 :])
            about = re.search(rf"\ba {kind}\b", lines[0])
            if about is not None and (is_head or "'s" in lines[0]):
                thing = f"the {kind}'s {field} {said}" if field else f"the {kind} {said}"
                joint = " and " if ", if " in lines[0] else ", if "
                return (lines[0] + joint + thing, *lines[1:])
        return lines

    def mine(self, lines: tuple[str, ...], asked: Question) -> tuple[str, ...]:
        """A head about a card of mine: what is done with it takes it away, so it is heard before."""
        if asked.is_mine or not re.search(_OF_MINE, asked.text):
            return lines
        for kind in self.program.kinds:
            if re.search(rf"\ba {kind}\b", lines[0]):
                joint = " and " if ", if " in lines[0] else ", if "
                head = re.sub(r"^after ", "before ", lines[0])
                return (f"{head}{joint}the {kind}'s owner is me", *lines[1:])
        return lines


_AMOUNT: Final = "chips"
_BENT: Final = (
    ("choose ", "chooses "),
    ("repeatedly choose ", "repeatedly chooses "),
    *(
        (f"{verb} ", f"{verb}s ")
        for verb in ("gain", "pay", "give", "draw", "discard", "lay", "take")
    ),
    ("I become ", "becomes "),
    ("I stop ", "stops "),
    ("I may ", "may "),
)


def _speaks_of_victim(lines: Iterable[str]) -> bool:
    return any(VICTIM in line for line in lines)
