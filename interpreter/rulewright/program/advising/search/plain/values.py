"""Rules about values in plain English: points, prices, limits, and what cannot be done."""

from __future__ import annotations

import re

from rulewright.program.advising.game_words import words_alike
from rulewright.program.advising.search.one_form import stem
from rulewright.program.advising.search.plain.amounts import Lines, Match
from rulewright.program.advising.search.plain.cards import closed
from rulewright.program.advising.search.plain.doing import Doing
from rulewright.program.program import Value
from rulewright.program.types import NUMBER, PLAYER


class Values(Doing):
    """Reads rules that hold."""

    def rule(self, text: str) -> Lines:
        """The lines of a rule that holds."""
        for ask in (self._scored, self._priced, self._unharmed, self._forbidden, self._limited):
            if (made := ask(text)) is not None:
                return made
        return None

    def _scored(self, text: str) -> Lines:
        """Points, for what there is of something."""
        for name in ("scored", "scored-first", "scored-what"):
            found = self.patterns.whole(name, text)
            if found is None:
                continue
            said = found.groupdict()
            each = said.get("each") or re.sub(
                r"^(?:each|every|all)(?: of)?(?: your)? |^your ",
                "",
                said.get("what") or "",
                flags=re.I,
            )
            count = self.counted(each, "me") if each else None
            if count is not None or not each:
                return self._points(found, count, said.get("every"))
        return None

    def _points(self, found: Match, count: str | None, every: str | None) -> Lines:
        how = "less" if found["get"].lower().startswith("lose") else "more"
        many = closed(count) if count else ""
        if found["many"].lower().startswith("half"):
            return [f"my points is (half {many}) {how}"] if many else None
        number = self.nouns.number(found["many"])
        if not many:
            return [f"my points is {number} {how}"]
        if every:
            many = f"({many} divided by {self.nouns.number(every)}, rounded down)"
        return [f"my points is {many if number == '1' else f'({number} * {many})'} {how}"]

    def _priced(self, text: str) -> Lines:
        """What cards cost."""
        found, price = self.patterns.whole("priced", text), self._price()
        if found is None or price is None:
            return None
        what = re.sub(
            r"^(?:all|every|each)(?: of)?(?: your)? |^your |^the ", "", found["what"], flags=re.I
        )
        said = self.spoken_cards(what)
        who = self._buyer((found["who"] or "you").strip().lower())
        if said is None or said["place"] or who is None:
            return None
        kind = price.parameters[0].type.name
        asked = self.asked(said, f"the {kind}'s")
        where = f", if {' and '.join(asked)}" if asked else ""
        head = f"a {kind}'s {price.name} for {who} is"
        if found["half"] or found["free"]:
            return [
                f"{head} {f'half the {kind}{chr(39)}s {self.price}' if found['half'] else '0'}{where}"
            ]
        how = "more" if found["how"].lower() == "more" else "less"
        lines = [f"{head} {self.nouns.number(found['many'])} {how}{where}"]
        return (
            [*lines, f"{head} at least {self.nouns.number(found['least'])}{where}"]
            if found["least"]
            else lines
        )

    def _price(self) -> Value | None:
        """What somebody pays for a card."""
        same = {word for group in words_alike() if "cost" in group for word in group}
        for value in self.program.values.values():
            sorts = [each.type.name for each in value.parameters]
            if (
                sorts == [self.nouns.kind, PLAYER.name]
                and value.type == NUMBER
                and value.name in same
            ):
                return value
        return None

    def _buyer(self, said: str) -> str | None:
        if said in ("you", "me"):
            return "me"
        if self.patterns.whole("others", said):
            return "another player"
        return "a player" if self.patterns.whole("every", said) else None

    def _denied(self, who: str, done: str, what: str) -> Lines:
        """What somebody cannot do with cards."""
        verb = self.nouns.events.get(stem(done.lower()))
        if verb is None:
            return None
        if self.patterns.whole("this-card", what):
            return [f"{who} cannot {verb} this"]
        plain = re.sub(r"^(?:any|an?|the|more|all) ", "", what, flags=re.I)
        mine = re.match(r"(?:your|my) (?:other )?", plain, re.I)
        said = self.spoken_cards(plain[mine.end() :] if mine else plain)
        if said is None or (
            said["place"] and said["place"].lower() != self.nouns.rows.get(self.nouns.kind)
        ):
            return None
        kind = self.kind_of(said)
        asked = self.asked(said, f"the {kind}'s")
        owned = (said["whose"] or said["of"] or "").lower()
        if mine or owned in ("your", "my", "yours", "mine"):
            asked.append(f"the {kind}'s owner is me")
        elif owned:
            return None
        return [f"{who} cannot {verb} a {kind}" + (f", if {' and '.join(asked)}" if asked else "")]

    def _forbidden(self, text: str) -> Lines:
        """What somebody cannot do."""
        found = self.patterns.whole("forbidden", text)
        if found is None:
            return None
        if found["nobody"]:
            who: str | None = (
                "another player" if "opponent" in found["nobody"].lower() else "a player"
            )
        else:
            who = self._whoever(found["who"])
        return None if who is None else self._denied(who, found["done"], found["what"])

    def _whoever(self, said: str) -> str | None:
        if self.patterns.whole("me", said):
            return "I"
        if self.patterns.whole("other-people", said):
            return "another player"
        return "a player" if self.patterns.whole("all-people", said) else None

    def _unharmed(self, text: str) -> Lines:
        """What cannot be done with cards."""
        found = self.patterns.whole("unharmed", text)
        who = self._whoever(found["by"] or "anyone") if found is not None else None
        return (
            None
            if found is None or who is None
            else self._denied(who, found["done"], found["what"])
        )

    def _limited(self, text: str) -> Lines:
        """A limit that is a value of each player."""
        found = self.patterns.whole("limited", text)
        if found is None:
            return None
        name = self.nouns.named(found["name"].lower(), self.nouns.limits)
        if found["to"]:
            return [f"my {name} is {self.nouns.number(found['to'])}"]
        how = "more" if found["how"].lower() in ("more", "higher") else "less"
        return [f"my {name} is {self.nouns.number(found['by'])} {how}"]
