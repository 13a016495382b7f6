"""Which cards are spoken of in plain English, and how many of something there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rulewright.program.advising.search.plain.players import Players, whose
from rulewright.program.english import plural

_HOW: Final = {
    "fewer than": "less than",
    "over": "more than",
    "under": "less than",
    "up to": "at most",
    "exactly": "",
}
_MINE: Final = ("your", "my", "yours", "mine")
_THEIRS: Final = ("his", "her", "their", "its", "theirs", "hers")
_PRICES: Final = ("cost", "price")


class Cards(Players):
    """Reads lists of cards and numbers of things."""

    def compared(self, said: str) -> str:
        """`3 or more` as `at least 3`."""
        found = self.patterns.whole("comparison", said)
        if found is None:
            return said
        many, how = self.nouns.number(found["many"]), (found["how"] or "").lower()
        if found["or"]:
            how = "at least" if found["or"].lower() in ("more", "higher", "above") else "at most"
        elif "+" in said:
            how = "at least"
        return f"{_HOW.get(how, how)} {many}".strip()

    def cards(self, said: str, owner: str) -> str | None:
        """Which cards are meant: a list."""
        found = self.spoken_cards(said)
        if found is None:
            return None
        kind = self.kind_of(found)
        where, place = self.asked(found, "its"), self._place(found, kind, owner)
        if place is None:
            return None
        return f"{plural(kind)} in {place}" + (f" where {' and '.join(where)}" if where else "")

    def spoken_cards(self, said: str) -> re.Match[str] | None:
        """Cards that are spoken of; what they cost stands behind where they lie."""
        turned = self.patterns.pattern("cost-first").sub(
            lambda found: found["place"] + found["cost"], said.strip()
        )
        return self.patterns.whole("some-cards", turned)

    def kind_of(self, found: re.Match[str]) -> str:
        """The kind of cards that are spoken of."""
        return self.nouns.named(found["card"].lower(), self.nouns.cards) or self.nouns.kind

    def asked(self, found: re.Match[str], of: str) -> list[str]:
        """What is asked of cards that are spoken of: of what is `its`, or a card's."""
        return [each.replace("its ", f"{of} ") for each in self._asked(found)]

    def _asked(self, found: re.Match[str]) -> Iterator[str]:
        labels = [label.lower() for label in (found["label"], found["label2"]) if label]
        if labels:
            said = " or ".join(f"its {self.nouns.labels[label]} is {label}" for label in labels)
            yield f"({said})" if len(labels) > 1 else said
        if found["cost"]:
            yield f"its {self.price} is {self.compared(found['cost'])}"

    @cached_property
    def price(self) -> str:
        """The number on cards that is their price."""
        names = list(self.nouns.numbers.values())
        return next((name for name in names if name in _PRICES), _PRICES[0])

    def _place(self, found: re.Match[str], kind: str, owner: str) -> str | None:
        named = (found["place"] or "").lower()
        if pile := self.nouns.named(named, self.nouns.piles):
            return f"the {pile}"
        place = self.nouns.named(named, self.nouns.places)
        if place is None:
            is_held = found["card"].lower().startswith("card") and not found["label"]
            place = "hand" if is_held else self.nouns.rows.get(kind, "hand")
        whom = self._owner((found["whose"] or found["of"] or "").lower(), owner)
        return None if whom is None else f"{whom} {place}"

    def _owner(self, said: str, owner: str) -> str | None:
        """Whose a place is."""
        if said in _MINE:
            return "my"
        if said in _THEIRS:
            theirs = owner if owner != "me" else self.they
            return whose(theirs) if theirs else None
        if said == "other players'":
            return "any other"
        if said.endswith("'s"):
            who = self.who(said[:-2])
            if who is None or not who.above:
                return None if who is None else whose(who.name)
            return "any other" if "other" in who.above and not who.deeper else None
        return "any" if said == "any" else whose(owner) if said in ("", "the") else None

    def measure(self, said: str, owner: str) -> str | None:
        """How many somebody has of something."""
        said = re.sub(r"^(?:of )?(?:the |their |your |his )", "", said.strip())
        if found := self.patterns.whole("an-amount", said):
            return f"{whose(owner)} {self.nouns.named(found['unit'].lower(), self.nouns.amounts)}"
        if self.patterns.whole("points-said", said):
            return f"{whose(owner)} points"
        if found := self.patterns.whole("different", said):
            name = self.nouns.named(found["field"].lower(), self.nouns.numbers)
            of = found["of"] or f"your {self.nouns.rows.get(self.nouns.kind, 'hand')}"
            cards = self.cards(of, owner) or self.cards(f"{plural(self.nouns.kind)} in {of}", owner)
            return (
                None if cards is None else f"the number of different {plural(str(name))} of {cards}"
            )
        cards = self.cards(said, owner)
        return None if cards is None else f"the number of {cards}"


def closed(measure: str) -> str:
    """A number that can be compared and counted with."""
    return f"({measure})" if measure.startswith("the number") else measure
