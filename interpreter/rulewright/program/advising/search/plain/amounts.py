"""Deeds with amounts in plain English: what is gained, paid, given and taken."""

from __future__ import annotations

import re

from rulewright.program.advising.search.plain.cards import closed
from rulewright.program.advising.search.plain.conditions import Conditions
from rulewright.program.advising.search.plain.players import Who, whose
from rulewright.program.english import base_form, plural
from rulewright.program.types import PLAYER
from rulewright.syntax.lexer import STEP

Match = re.Match[str]
Lines = list[str] | None


class Amounts(Conditions):
    """Makes lines of deeds with amounts; each method is named as its patterns are."""

    def below(self, who: Who, lines: list[str]) -> list[str]:
        """Lines about somebody, below what says who it is."""
        if not who.above:
            return lines
        self.they = who.name
        return [who.above, *(" " * STEP * who.deeper + line for line in lines)]

    def _unit(self, found: Match) -> str:
        """What is counted; the first number that players have where nothing is said."""
        named = (
            self.nouns.named(found["unit"].lower(), self.nouns.amounts) if found["unit"] else None
        )
        return named or next(iter(self.nouns.amounts.values()), "points")

    def many(self, name: str, found: Match) -> str | None:
        """How many: a number, `all`, or what is worked out."""
        said, groups = found["many"].lower(), found.groupdict()
        if said.startswith("all"):
            return "all"
        if said.startswith("half"):
            return f"(half {whose(name)} {self._unit(found)})" if "unit" in groups else None
        number = self.nouns.number(said)
        if groups.get("each"):
            return self._for_each(number, groups["each"], groups.get("every"), name)
        if groups.get("equal"):
            count = self.measure(re.sub(r"^the (?:number|amount) of ", "", groups["equal"]), name)
            return None if count is None else f"({count})"
        return number

    def _for_each(self, number: str, each: str, every: str | None, name: str) -> str | None:
        count = self.counted(each, name)
        if count is None:
            return None
        many = closed(count)
        if every:
            count = f"{many} divided by {self.nouns.number(every)}, rounded down"
            many = f"({count})"
        return f"({count})" if number == "1" else f"({number} * {many})"

    def counted(self, said: str, name: str) -> str | None:
        """The number of things that are counted one by one."""
        if re.fullmatch(r"other player|opponent|player", said, re.I):
            return f"the number of {'players' if said == 'player' else 'other players'}"
        return self.measure(re.sub(r"^(?:of )?your ", "", said), name)

    def _changed(self, name: str, verb: str, sign: str, many: str, unit: str) -> list[str]:
        known = self.counted_verb(verb, unit)
        if known is not None:
            return [f"{self.does(name, known)} {self.units(many, unit)}"]
        return [f"set {whose(name)} {unit} to {whose(name)} {unit} {sign} {many}"]

    def units(self, many: str, unit: str) -> str:
        """So much of what is counted."""
        one = base_form(unit)
        return f"1 {one}" if many == "1" and plural(one) == unit else f"{many} {unit}"

    def gains(self, name: str, found: Match) -> Lines:
        """`gain 2 chips for each …`."""
        many = self.many(name, found)
        return (
            None
            if many in (None, "all")
            else self._changed(name, "gain", "+", str(many), self._unit(found))
        )

    def pays(self, name: str, found: Match) -> Lines:
        """`pay 2 chips`, `lose all your chips`."""
        many, unit = self.many(name, found), self._unit(found)
        if many == "all":
            return [f"set {whose(name)} {unit} to 0"]
        return None if many is None else self._changed(name, "pay", "-", many, unit)

    def _given(self, giver: str, many: str, unit: str, taker: str) -> Lines:
        for event in self.program.events.values():
            rest = event.parameters[1:]
            if [each.unit for each in rest] == [unit, None] and rest[1].type == PLAYER:
                verb = self.does(giver, base_form(event.verb))
                return [f"{verb} {self.units(many, unit)} {rest[1].preposition} {taker}"]
        if many == "all":
            return None
        changes = ((giver, "-"), (taker, "+"))
        return [
            f"set {whose(who)} {unit} to {whose(who)} {unit} {sign} {many}" for who, sign in changes
        ]

    def gives(self, name: str, found: Match) -> Lines:
        """`give another player 1 chip`."""
        who, many = self.who(found["to"]), self.many(name, found)
        if who is None or many is None or who.name == name:
            return None
        given = self._given(name, many, self._unit(found), who.name)
        return None if given is None else self.below(who, given)

    def steals(self, name: str, found: Match) -> Lines:
        """`take 2 chips from the richest player`."""
        who = self.who(re.sub(r"'s \w+$", "", found["of"]))
        many = self.many(who.name, found) if who is not None else None
        if who is None or many is None or who.name == name:
            return None
        given = self._given(who.name, many, self._unit(found), name)
        return None if given is None else self.below(who, given)

    def refunds(self, name: str, found: Match) -> Lines:
        """`gain its cost`."""
        unit = next(iter(self.nouns.amounts.values()), "")
        verb = self.counted_verb("gain", unit)
        return (
            [f"{self.does(name, verb)} ({self.it}'s {self.price}) {unit}"]
            if self.it and verb
            else None
        )
