"""Whether something holds, in plain English."""

from __future__ import annotations

import re
from typing import Final

from rulewright.program.advising.search.one_form import stem
from rulewright.program.advising.search.plain.cards import Cards, closed
from rulewright.program.advising.search.plain.players import BEST, whose
from rulewright.program.english import plural

_NTH: Final = {"first": "1", "second": "2", "third": "3"}
_NONE: Final = ("no", "any")


class Conditions(Cards):
    """Reads conditions."""

    def condition(self, said: str, it: str = "") -> str | None:
        """Whether something holds; `it` is who `it` speaks of, where that is no card."""
        said = said.strip().removesuffix(" then")
        ways = (
            self._has,
            self._is_lead,
            self._empty,
            self._there_is,
            self._card_is,
            self._did,
            self._round,
        )
        for ask in ways:
            if (made := ask(said, it)) is not None:
                return made
        for joint in ("or", "and"):
            for cut in re.finditer(rf" {joint} ", said):
                one, other = said[: cut.start()], said[cut.end() :]
                first = self.condition(one, it)
                second = self.condition(other, it) if first else None
                second = second or (
                    self.condition(f"{one.split(' ')[0]} {other}", it) if first else None
                )
                if first and second:
                    return f"{first} {joint} {second}"
        return None

    def _subject(self, said: str, it: str) -> str | None:
        if it and said == "it":
            return it
        who = self.who(said)
        return None if who is None or who.above else who.name

    def _has(self, said: str, it: str) -> str | None:
        found = self.patterns.whole("has", said)
        if found is None or (name := self._subject(found["who"], it)) is None:
            return None
        denied, what = bool(found["not"]), found["what"]
        if lead := self.patterns.whole("the-lead", what):
            return self._leads(name, lead["lead"], denied)
        if more := self.patterns.whole("more-than", what):
            return (
                None
                if denied
                else self._than(name, more["how"].lower(), more["what"], more["whom"])
            )
        if best := self.patterns.whole("the-best", what):
            how = "more" if BEST[best["best"].lower()] == "most" else "fewer"
            return None if denied else self._than(name, how, best["what"], "anyone else")
        if empty := self.patterns.whole("an-empty", what):
            what = f"no cards in their {empty['place']}"
        many = self.patterns.whole("so-many", what)
        measure = self.measure(many["what"], name) if many is not None else None
        return (
            None
            if many is None or measure is None
            else self._so_many(closed(measure), many["many"], denied)
        )

    def _so_many(self, measure: str, said: str, denied: bool) -> str:
        if said in _NONE:
            return f"{measure} is {'at least 1' if said == 'any' and not denied else '0'}"
        said = re.sub(r"^all (?:the )?(?=\w)", "", said)
        many = self.compared(said)
        least = "at least " if self.patterns.whole("n", said) else ""
        return f"{'not ' if denied else ''}{measure} is {least}{many}"

    def _than(self, name: str, how: str, what: str, other: str) -> str | None:
        """More or less of something than others have."""
        mine, theirs = self.measure(what, name), self.measure(what, "it")
        other = re.sub(r" (?:does|do|has|have|is|are)$", "", other.strip())
        if mine is None or theirs is None:
            return None
        rivals = "other players" if name == "me" else f"players where it is not {name}"
        where = " and" if " where " in rivals else " where"
        if self.patterns.whole("than-all", other):
            least = "at least" if how == "more" else "at most"
            return (
                f"there is no player in {rivals}{where} {closed(theirs)} is {least} {closed(mine)}"
            )
        if self.patterns.whole("than-some", other):
            least = "less than" if how == "more" else "more than"
            return (
                f"there is a player in {rivals}{where} {closed(theirs)} is {least} {closed(mine)}"
            )
        who = self._subject(other, "")
        theirs = self.measure(what, who) if who is not None else None
        self.they = who if who not in (None, "me", "it") else self.they
        joint = "more than" if how == "more" else "less than"
        return None if theirs is None else f"{closed(mine)} is {joint} {closed(theirs)}"

    def _leads(self, name: str, lead: str, denied: bool) -> str:
        said = f"the {self.nouns.named(lead.lower(), self.nouns.leads)}"
        return f"{'I am' if name == 'me' else f'{name} is'}{' not' if denied else ''} {said}"

    def _is_lead(self, said: str, it: str) -> str | None:
        found = self.patterns.whole("is-lead", said)
        if found is None or (name := self._subject(found["who"], it)) is None:
            return None
        if (best := found["lead"].lower()) in BEST:
            amount = next(iter(self.nouns.amounts.values()), "")
            how = "more" if BEST[best] == "most" else "fewer"
            return self._than(name, how, amount, "anyone else") if not found["not"] else None
        return self._leads(name, best, bool(found["not"]))

    def _empty(self, said: str, it: str) -> str | None:
        found = self.patterns.whole("is-empty", said)
        if found is None:
            return None
        cards = self.cards(f"{self.nouns.kind} in {found['whose']} {found['place']}", "me")
        return None if cards is None else f"there are no {cards}"

    def _there_is(self, said: str, it: str) -> str | None:
        found = self.patterns.whole("there-is", said)
        if found is None or (cards := self.cards(found["what"], "me")) is None:
            return None
        many = found["many"].lower()
        if many in ("no", "a", "an", "any"):
            return f"there are {'no ' if many == 'no' or found['not'] else ''}{cards}"
        return None if found["not"] else f"(the number of {cards}) is {self.compared(many)}"

    def _card_is(self, said: str, it: str) -> str | None:
        if it or not self.it:
            return None
        if found := self.patterns.whole("card-is", said):
            labels = [label.lower() for label in found.group("label", "label2") if label]
            no = "not " if found["not"] else ""
            joint = " and " if no else " or "
            return joint.join(
                f"{self.it}'s {self.nouns.labels[each]} is {no}{each}" for each in labels
            )
        found = self.patterns.whole("card-costs", said)
        return (
            None if found is None else f"{self.it}'s {self.price} is {self.compared(found['cost'])}"
        )

    def _did(self, said: str, it: str) -> str | None:
        """What somebody has done in this turn, where that is counted."""
        found = self.patterns.whole("did", said)
        if found is None or (name := self._subject(found["who"], it)) is None:
            return None
        verb = self.nouns.events.get(stem(found["verb"].lower()), "")
        count = next(
            (
                count
                for word, count in self.nouns.turns.items()
                if verb and word == stem(plural(verb))
            ),
            None,
        )
        if count is None:
            return None
        none = found["what"] == "nothing" or (found["not"] or "").strip().endswith(("n't", "not"))
        many = re.match(r"(?:at least )?(\w+)", found["what"])
        number = self.nouns.number(many[1]) if many else "1"
        least = number if number.isdigit() else "1"
        return f"{whose(name)} {count} is {'0' if none else f'at least {least}'}"

    def _round(self, said: str, it: str) -> str | None:
        found = self.patterns.whole("nth-round", said)
        if found is None:
            return None
        number = found["number"] or _NTH[found["nth"].lower()]
        return f"the {(found['phase'] or found['phase2']).lower()}'s number is {number}"
