"""Who does what in plain English: subjects, what may be done, and one deed after the other."""

from __future__ import annotations

import re
from typing import Final

from rulewright.program.advising.search.plain.amounts import Lines, Match
from rulewright.program.advising.search.plain.holding import Holding
from rulewright.program.advising.search.plain.players import Who
from rulewright.program.english import base_form
from rulewright.syntax.lexer import STEP

_DEEPER: Final = " " * STEP
_MOST_WORDS: Final = 14
"""Of so many words somebody is spoken of at most."""
_IDLE: Final = re.compile(
    r"\b(?:immediately|simply|also|then|now|at once|instantly|must|has to|have to|shall|will|should)\b ?|^each ",
    re.I,
)
_ASKED: Final = (
    "choose ",
    "repeatedly ",
    "for ",
    "if ",
    "move ",
    "set ",
    "show ",
    "let ",
    "exchange ",
)
"""Deeds that are not asked for with `may`."""
_THEN: Final = re.compile(
    r"(?: (?:in order )?to (?=(?:gain|get|draw|take|receive|destroy|look|steal) )"
    r"|, and then |, then |; then |; | and then | then |\. then |\. |, and |, | and )",
    re.I,
)
_OTHERWISE: Final = re.compile(r"(?:[;,.] )?(?:\botherwise,? |\bor else,? |, if not,? )", re.I)
_MAY: Final = re.compile(r"(?:I|the player|my \w+|the \w+) may ")


class Doing(Holding):
    """Reads deeds."""

    doer = Who("me")
    """Who did the last deed."""

    def deed(self, text: str) -> Lines:
        """The lines of one deed."""
        text = text.strip()
        if found := re.match(r"^for (?:each|every) (.+?), (.+)$", text, re.I):
            text = f"{found[2]} for each {found[1]}"
        they, it = self.they, self.it
        may = self.patterns.whole("may", text)
        if may is not None and (made := self._may(may["what"], may["then"])) is not None:
            return made
        self.they, self.it = they, it
        for who, rest in self.subjects(text):
            self.they = self.they if who.name == "me" else who.name
            self.doer = who
            lines = self._of(who, _IDLE.sub("", rest).strip())
            if lines is not None:
                return lines
            self.they, self.it = they, it
        return None

    def subjects(self, text: str) -> list[tuple[Who, str]]:
        """Who may do it, and the rest; I if nobody is named."""
        made: list[tuple[Who, str]] = []
        for cut in [found.start() for found in re.finditer(" ", text)][:_MOST_WORDS]:
            who = self.who(text[:cut])
            if who is not None and re.match(r"(?:an?|any) player\b", text, re.I):
                who = _anybody(who)
            if who is not None:
                made.append((who, text[cut + 1 :]))
        made.reverse()
        return made or [(Who("me"), text)]

    def _may(self, what: str, then: str | None) -> Lines:
        """What I may do, and what I do if I have."""
        first = self.deed(what)
        if first is None or first[0].startswith(_ASKED[1:]) or self.doer.name != "me":
            return None
        lines = [f"I may {first[0]}", *(_DEEPER + line for line in first[1:])]
        after = self.block(then) if then is not None else []
        return None if after is None else [*lines, *(_DEEPER + line for line in after)]

    def _of(self, who: Who, text: str) -> Lines:
        """What somebody does; below `for each` if they are several."""
        may = re.match(r"(?:may|can) (.+)", text, re.I)
        lines = self._one(who.name, may[1] if may is not None else text)
        if lines is None:
            return None
        if may is not None:
            if who.name == "me" or not lines[0].startswith(f"{who.name} "):
                return None
            verb = re.match(rf"{re.escape(who.name)} (\S+)", lines[0])
            asked = (
                lines[0]
                if verb is None
                else f"{who.name} may {base_form(verb[1])}{lines[0][verb.end() :]}"
            )
            lines = [asked, *(_DEEPER + line for line in lines[1:])]
        return (
            [who.above, *((_DEEPER * who.deeper) + line for line in lines)] if who.above else lines
        )

    def _one(self, name: str, text: str) -> Lines:
        for sort, pattern in self.patterns.deeds:
            if (found := pattern.fullmatch(text)) is not None:
                lines: Lines = getattr(self, sort.replace("-", "_"))(name, found)
                if lines is not None:
                    return lines
        return None

    def chooses(self, name: str, found: Match) -> Lines:
        """`choose another player`."""
        who = self.who(found["who"])
        if who is None or not who.above or who.deeper or name != "me":
            return None
        self.they = who.name
        return [who.above]

    def wins(self, name: str, found: Match) -> Lines:
        """`win the game`."""
        if name == "the player":
            return None  # who has the most of something wins at the end
        return [f"{'I win' if name == 'me' else f'{name} wins'} the game"]

    def goes(self, name: str, found: Match) -> Lines:
        """The one player that there is becomes another: `the lead goes to the richest player`."""
        who, lead = self.who(found["to"]), name.removeprefix("the ")
        if who is None or lead not in self.nouns.leads.values():
            return None
        return self.below(who, self._leading(who.name, lead))

    def leads_now(self, name: str, found: Match) -> Lines:
        """`take the lead`."""
        return self._leading(name, self.nouns.named(found["lead"].lower(), self.nouns.leads))

    def _leading(self, name: str, lead: str | None) -> list[str]:
        event = self.event_of_lead(lead)
        if event is None:
            return [f"set the {lead} to {name}"]
        return [f"{self.does(name, base_form(event.verb))} the {lead}"]

    # ------------------------------------------------------------------ several deeds

    def block(self, text: str) -> Lines:
        """One deed after the other, each on a condition or not, and what is done otherwise."""
        they, it = self.they, self.it
        for read in (self._or_else, self._on_condition, self.deed, self._row):
            self.they, self.it = they, it
            if (lines := read(text)) is not None:
                return lines
        return None

    def _or_else(self, text: str) -> Lines:
        for found in _OTHERWISE.finditer(text):
            first = self.block(text[: found.start()])
            other = self.block(text[found.end() :]) if first else None
            if (
                first
                and other
                and any(line.startswith("if ") or _MAY.match(line) for line in first)
            ):
                return [*first, "otherwise", *(_DEEPER + line for line in other)]
        return None

    def _on_condition(self, text: str) -> Lines:
        found = re.match(r"^if (.+?), (.+)$", text, re.I)
        asked = self.condition(found[1]) if found is not None else None
        lines = self.block(found[2]) if found is not None and asked is not None else None
        return None if lines is None else [f"if {asked}", *(_DEEPER + line for line in lines)]

    def _row(self, text: str) -> Lines:
        """A deed, and what is done next."""
        they, it = self.they, self.it
        for cut in _THEN.finditer(text):
            first = self.deed(text[: cut.start()])
            who = self.doer
            more = self._next(text[cut.end() :], who) if first is not None else None
            if first is not None and more is not None:
                lines, same = more
                inside = (same and who.deeper) or _MAY.match(first[0]) is not None
                return [*first, *(_DEEPER * inside + line for line in lines)]
            self.they, self.it = they, it
        return None

    def _next(self, text: str, who: Who) -> tuple[list[str], bool] | None:
        """What is done next, and whether by the same ones: those are not named again."""
        named = not (
            self.subjects(text)[0][0].name == "me" and not re.match(r"(?:you|I)\b", text, re.I)
        )
        if named or who.name == "me" or text.startswith("if "):
            lines = self.block(text)
            return None if lines is None else (lines, False)
        lines = self._of(Who(who.name), _IDLE.sub("", text).strip())
        if lines is not None:
            return lines, True
        for cut in _THEN.finditer(text):
            first = self._of(Who(who.name), text[: cut.start()])
            more = self._next(text[cut.end() :], who) if first is not None else None
            if first is not None and more is not None and more[1]:
                return [*first, *more[0]], True
        return None


def _anybody(who: Who) -> Who | None:
    """Whoever it is: `a player with 8 cards` does it, where somebody has so many."""
    _, where, asked = who.above.partition(" where ")
    return (
        Who(who.name, f"for each player in players where {asked}", deeper=True) if where else None
    )
