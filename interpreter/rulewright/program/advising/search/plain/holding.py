"""Deeds with cards in plain English: what is drawn, discarded, handed on, shown, destroyed and put somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.program.advising.search.plain.amounts import Amounts, Lines, Match
from rulewright.program.advising.search.plain.players import Who, whose
from rulewright.program.english import base_form, plural
from rulewright.syntax.lexer import STEP

_DEEPER: Final = " " * STEP
_DISCARD: Final = "discard"
_THEIRS: Final = {
    "his": "he",
    "her": "she",
    "their": "they",
    "it": "they",
    "there": "they",
    "that hand": "they",
}
_PEEKING: Final = ("look at", "see", "peek at")
_SIDES: Final = (" left", " right")


class Holding(Amounts):
    """Makes lines of deeds with cards; each method is named as its patterns are."""

    def draws(self, name: str, found: Match) -> Lines:
        """`draw 2 cards`."""
        many = self.many(name, found)
        self.it = ""
        return None if many in (None, "all") else [f"{self.does(name, 'draw')} {_cards(str(many))}"]

    def deals(self, name: str, found: Match) -> Lines:
        """`deal 5 cards to each player`."""
        who, many = self.who(found["to"]), self.nouns.number(found["many"])
        return (
            None
            if who is None
            else self.below(who, [f"{self.does(who.name, 'draw')} {_cards(many)}"])
        )

    def _held(
        self, by: str, many: str, of: str, lot: bool, deed: Callable[[str], list[str]]
    ) -> list[str]:
        """Something done with so many cards of a place, which somebody or chance chooses."""
        kind, self.it = self.nouns.kind, f"the {self.nouns.kind}"
        who = "chance chooses" if lot else self.does(by, "choose")
        choice = f"{who} a {kind} from {plural(kind)} in {of}"
        if many == "1":
            return [choice, *deed(self.it)]
        lines = [_DEEPER + line for line in deed(self.it)]
        if lot:
            return [f"for each time in 1 to {many}", _DEEPER + choice, *lines]
        again = "repeatedly choose" if by == "me" else f"{by} repeatedly chooses"
        return [f"{again} a {kind} from {plural(kind)} in {of}, exactly {many} times", *lines]

    def _discarded(self, name: str, card: str) -> list[str]:
        if _DISCARD in self.nouns.events.values():
            return [f"{self.does(name, _DISCARD)} {card}"]
        pile = self.nouns.named("heap", self.nouns.piles)
        return [f"move {card} to the {pile or 'heap'}"]

    def discards(self, name: str, found: Match) -> Lines:
        """`discard 2 cards at random`."""
        lot, many = bool(found["lot"] or found["lot2"]), self.nouns.number(found["many"])
        return self._held(
            name, many, f"{whose(name)} hand", lot, lambda card: self._discarded(name, card)
        )

    def discards_all(self, name: str, found: Match) -> Lines:
        """`discard your hand`."""
        kind = self.nouns.kind
        deed = self._discarded(name, f"the {kind}")
        return [
            f"for each {kind} in {plural(kind)} in {whose(name)} hand",
            *(_DEEPER + line for line in deed),
        ]

    def down(self, name: str, found: Match) -> Lines:
        """`discard down to 5 cards`."""
        hand = f"{whose(name)} hand"
        many = f"(the number of {plural(self.nouns.kind)} in {hand} - {self.nouns.number(found['many'])})"
        return self._held(name, many, hand, False, lambda card: self._discarded(name, card))

    def up(self, name: str, found: Match) -> Lines:
        """`draw until you have 5 cards`."""
        held = f"the number of {plural(self.nouns.kind)} in {whose(name)} hand"
        return [f"{self.does(name, 'draw')} ({self.nouns.number(found['many'])} - {held}) cards"]

    def hands(self, name: str, found: Match) -> Lines:
        """`give the player on your left a card`; what all hand on at once would be handed on twice."""
        who = self.who(found["to"])
        if (
            who is None
            or who.name == name
            or who.deeper
            or (name == "the player" and who.name.endswith(_SIDES))
        ):
            return None
        by = "me" if "of your choice" in found[0] else name
        many, to = self.nouns.number(found["many"]), f"{whose(who.name)} hand"
        lines = self._held(
            by,
            many,
            f"{whose(name)} hand",
            bool(found["lot"]),
            lambda card: [f"move {card} to {to}"],
        )
        return self.below(who, lines)

    def snatches(self, name: str, found: Match) -> Lines:
        """`take a random card from another player's hand`."""
        who = self.who(_THEIRS.get(found["of"].lower(), found["of"]))
        place = self.nouns.named(found["place"].lower() or "hand", self.nouns.places)
        if who is None or who.name == name or place is None:
            return None
        lot, many, to = (
            bool(found["lot"] or found["lot2"]),
            self.nouns.number(found["many"]),
            f"{whose(name)} hand",
        )
        lines = self._held(
            name, many, f"{whose(who.name)} {place}", lot, lambda card: [f"move {card} to {to}"]
        )
        return self.below(who, lines)

    def looks(self, name: str, found: Match) -> Lines:
        """`look at his hand`."""
        who = self.who(_THEIRS.get(found["of"].lower(), found["of"]))
        if who is None or name != "me" or who.name == "me":
            return None
        return self.below(
            who, [f"show all {plural(self.nouns.kind)} in {whose(who.name)} hand to me"]
        )

    def shows(self, name: str, found: Match) -> Lines:
        """`reveal your hand to the player on your left`."""
        to = (found["to"] or found["to2"] or "everyone").lower()
        who = (
            Who("everyone")
            if re.fullmatch(r"everyone|everybody|all(?: other)? players", to)
            else self.who(to)
        )
        if who is None or who.deeper:
            return None
        return self.below(
            who, [f"show all {plural(self.nouns.kind)} in {whose(name)} hand to {who.name}"]
        )

    def swaps(self, name: str, found: Match) -> Lines:
        """`swap hands with another player`."""
        who = self.who(found["to"])
        if who is None or who.name == name:
            return None
        one = Who(who.name, who.above.replace("for each player in", "choose a player from"))
        return self.below(one, [f"exchange {whose(name)} hand with {whose(who.name)} hand"])

    def undoes(self, name: str, found: Match) -> Lines:
        """`destroy one of your cards`, in a game that has such a verb."""
        one = self.patterns.whole("whole-deck", found["what"])
        what = one["what"] if one is not None else ""
        mine = re.match(r"(?:your|my) (?:own )?", what, re.I)
        theirs = re.search(r" of another player| of an opponent$", what)
        text = what[mine.end() :] if mine else what[: theirs.start()] if theirs else what
        if re.match("another", found["what"], re.I):
            return None  # other than which
        spoken = self.spoken_cards(text)
        cards = self.cards(text, "me")
        if spoken is None or cards is None or name != "me":
            return None
        row = self.nouns.rows.get(self.nouns.kind, "hand")
        if not mine and not spoken["place"] and not spoken["of"]:
            cards = cards.replace(f"in my {row}", f"in any {'other ' if theirs else ''}{row}")
        self.it = f"the {self.nouns.kind}"
        return [
            f"choose a {self.nouns.kind} from {cards}",
            f"{base_form(found['verb'].lower())} {self.it}",
        ]

    def top(self, name: str, found: Match) -> Lines:
        """`turn over the top card of the deck`."""
        pile = self.nouns.named("deck", self.nouns.piles)
        if name != "me" or pile is None:
            return None
        self.it = "the upcard"
        whom = "me" if found["how"].lower() in _PEEKING else "everyone"
        return [f"let the upcard be the top of the {pile}", f"show the upcard to {whom}"]

    def puts(self, name: str, found: Match) -> Lines:
        """`put it on the bottom of the deck`."""
        card = "this" if found["what"].lower().startswith("this") else self.it
        to = re.sub(r"^(?:the |of )+", "", found["to"]).strip() or ("deck" if found["end"] else "")
        if mine := re.fullmatch(r"(?:your|my) (.+)", to, re.I):
            place = self.nouns.named(mine[1].lower(), self.nouns.places)
            return [f"move {card} to my {place}"] if place and card else None
        pile = self.nouns.named(to.lower(), self.nouns.piles)
        if not card or pile is None:
            return None
        end = found["end"] or ("bottom" if re.search(r"\b(?:under|beneath)\b", found[0]) else "")
        return [f"move {card} to {f'the {end} of ' if end else ''}the {pile}"]

    def keeps(self, name: str, found: Match) -> Lines:
        """`keep it`."""
        return [f"move {self.it} to {whose(name)} hand"] if self.it else None


def _cards(many: str) -> str:
    return f"{many} card" if many == "1" else f"{many} cards"
