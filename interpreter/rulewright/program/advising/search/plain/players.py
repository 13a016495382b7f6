"""Who is spoken of in plain English."""

from __future__ import annotations

import re
from typing import Final

from rulewright.program.advising.search.plain.nouns import nouns_of
from rulewright.program.advising.search.plain.phrase_patterns import Patterns
from rulewright.program.english import base_form, plural
from rulewright.program.program import Event, Program
from rulewright.program.types import PLAYER
from rulewright.records import Record

BEST: Final = {
    **dict.fromkeys(("most", "highest", "largest", "biggest", "greatest", "richest"), "most"),
    **dict.fromkeys(("fewest", "least", "lowest", "smallest", "poorest"), "least"),
}
"""Of each word for the most or the least which of them it is."""
_HIGH: Final = re.compile("highest|lowest", re.I)
"""Cards are not counted so."""
_TALLY: Final = "tally"
"""The name of what is worked out of each player, which has to be declared."""
_CARRIED: Final = {"without": "it has no ", "with": "it has ", "who": "it ", "that": "it "}


class Who(Record):
    """A player or several; what stands above deeds of theirs, which stand deeper if they are for each."""

    name: str
    above: str = ""
    deeper: bool = False


def whose(name: str) -> str:
    """What is a player's."""
    return {"me": "my", "it": "its"}.get(name, f"{name}'s")


class Players:
    """Reads who is meant. `they` is who was spoken of last, `it` the card."""

    def __init__(self, program: Program, kind: str | None) -> None:
        self.program = program
        self.nouns = nouns_of(program, kind)
        self.patterns = Patterns(self.nouns.holes())
        self.they = self.it = ""
        self.declared: tuple[str, ...] = ()
        """What has to be declared for what was read."""

    def who(self, said: str) -> Who | None:
        """Who is meant."""
        fits, said = self.patterns.whole, said.strip()
        if fits("me", said):
            return Who("me")
        if fits("side", said):
            return self._beside(said)
        if said.lower() in ("its owner", "the owner"):
            return Who("this's owner")
        if fits("they", said):
            return Who(self.they) if self.they else None
        if found := fits("lead", said):
            return Who(f"the {self.nouns.named(found['lead'].lower(), self.nouns.leads)}")
        return self._among(said) or self._best(said)

    def _beside(self, said: str) -> Who | None:
        side = "right" if "right" in said.lower() else "left"
        of = self.they if re.search(r"\b(?:their|his|her)\b", said) else "me"
        return Who(f"{whose(of)} {side}") if of else None

    def _among(self, said: str) -> Who | None:
        """Some or each of the players."""
        for pattern, group in (
            ("many-players", "players"),
            ("many-others", "other players"),
            ("one-other", ""),
        ):
            found = self.patterns.whole(pattern, said)
            if found is None or (not found["rest"] and said.lower() == "players"):
                continue
            where = ""
            if found["rest"]:
                asked = self.condition(_CARRIED[found["joint"].lower()] + found["rest"], "it")
                if asked is None:
                    continue
                where = f" where {asked}"
            if group:
                return Who("the player", f"for each player in {group}{where}", deeper=True)
            return Who("the player", f"choose a player from other players{where}")
        return None

    def _best(self, said: str) -> Who | None:
        """Whoever has the most or the least of something."""
        if found := self.patterns.whole("best-player", said):
            name = next(iter(self.nouns.amounts.values()), "")
        elif found := self.patterns.whole("best-with", said):
            measure = self.measure(found["what"], "it")
            if measure is None or (_HIGH.fullmatch(found["best"]) and "number of" in measure):
                return None
            name = measure.removeprefix("its ")
            if not re.fullmatch(r"[\w-]+", name):
                theirs = measure.replace("its ", "the player's ")
                self.declared, name = (f"value a player's {_TALLY} is {theirs}",), _TALLY
        if found is None or not name:
            return None
        best = BEST[found["best"].lower()]
        return Who("the player", f"for each player in players with the {best} {name}", deeper=True)

    def does(self, name: str, verb: str) -> str:
        """What somebody does."""
        return verb if name == "me" else f"{name} {plural(verb)}"

    def counted_verb(self, said: str, unit: str) -> str | None:
        """The event by which somebody does so with an amount."""
        for event in self.program.events.values():
            if [each.unit for each in event.parameters[1:]] == [unit] and event.parameters[
                0
            ].type == PLAYER:
                verb = base_form(event.verb)
                if verb == said or any(
                    self.patterns.whole(sort, said) and self.patterns.whole(sort, verb)
                    for sort in ("gain", "pay")
                ):
                    return verb
        return None

    def event_of_lead(self, lead: str | None) -> Event | None:
        """The event by which somebody becomes the one player that there is."""
        return next(
            (
                each
                for each in self.program.events.values()
                if each.fixed == lead and [one.type for one in each.parameters] == [PLAYER]
            ),
            None,
        )

    def measure(self, said: str, owner: str) -> str | None:
        """How many somebody has of something."""
        raise NotImplementedError

    def condition(self, said: str, it: str = "") -> str | None:
        """Whether something holds."""
        raise NotImplementedError
