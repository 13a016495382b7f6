"""Whole sentences of plain English: when something is done, on what condition, and for how long it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.program.advising.search.one_form import stem
from rulewright.program.advising.search.plain.values import Values
from rulewright.program.english import base_form, plural
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

_DEEPER: Final = " " * STEP
_POWER: Final = "favour"
"""The name of a power that has none."""
_AT_THE_END: Final = re.compile(r"^at the end of the game,? |,? at the end of the game$", re.I)

Made = tuple[list[str], str] | None
"""Lines, and where they stand."""


class Said(Record):
    """What a sentence says: lines, where they stand, and what has to be declared for them."""

    lines: tuple[str, ...]
    context: str
    extra: tuple[str, ...] = ()


class Reader(Values):
    """Reads sentences in the nouns of a game: whole, or not at all."""

    def read(self, sentence: str) -> Said | None:
        """What a sentence says, if every phrase of it is known."""
        text = re.sub(r"\s+", " ", sentence.strip().rstrip(".!;")).replace("’", "'")
        for ask in (self._lasting, self._used, self._ruled, self._happens):
            self._forget()
            if (said := ask(text)) is not None:
                return Said(tuple(said[0]), said[1], self.declared)
        return None

    def part(self, text: str, role: str) -> Said | None:
        """What a part of a sentence says, for what it is."""
        self._forget()
        match role:
            case "hook":
                head = self.hook(text)
                made = None if head is None else [", if ".join(filter(None, head))]
            case "condition":
                asked = self.condition(text)
                made = None if asked is None else [asked]
            case "rule":
                made = self.rule(text)
            case "deed":
                made = self.block(text)
            case _:
                made = None
        return None if made is None else Said(tuple(made), role, self.declared)

    def _forget(self) -> None:
        """Nobody was spoken of."""
        self.they = self.it = ""
        self.declared = ()

    # ------------------------------------------------------------------ what holds or may be done

    def _used(self, text: str) -> Made:
        """What may be done once in a turn or a game: a power."""
        found = self.patterns.whole("once-first", text) or self.patterns.whole("once-last", text)
        moment = next(iter(self.program.moments), None)
        lines = self.block(found["what"]) if found is not None and moment is not None else None
        if found is None or lines is None:
            return None
        often = ", once per game" if found["often"].lower() == "game" else ""
        return [f"power {_POWER} at {moment}{often}", *(_DEEPER + line for line in lines)], "rule"

    def _lasting(self, text: str) -> Made:
        """A rule that holds for a while."""
        found = self.patterns.whole("for-a-while", text) or self.patterns.whole(
            "rule-for-a-while", text
        )
        ruled = self._ruled(found["rest"]) if found is not None else None
        if found is None or ruled is None:
            return None
        until = f"until the {(found['a'] or found['b']).lower()} ends"
        return [until, *(_DEEPER + line for line in ruled[0])], "deed"

    def _ruled(self, text: str) -> Made:
        """A rule that holds, perhaps on a condition."""
        for rest, asked, denied in self._conditions(_AT_THE_END.sub("", text)):
            self._forget()
            ruled = self.rule(rest)
            whether = self.condition(asked) if asked and ruled is not None else ""
            if ruled is None or whether is None:
                continue
            said = (
                f"not ({whether})" if denied else f"({whether})" if " or " in whether else whether
            )
            if said:
                ruled = [line + (" and " if ", if " in line else ", if ") + said for line in ruled]
            return ruled, "rule"
        return None

    def _conditions(self, text: str) -> Iterator[tuple[str, str, bool]]:
        """A sentence without a condition, the condition, and whether it must not hold."""
        yield text, "", False
        joint = self.patterns.pattern("if").pattern
        if found := re.match(rf"^(?:{joint}) (.+?),(?: then)? (.+)$", text, re.I):
            yield found[2], found[1], False
        for found in re.finditer(rf",? (?:{joint}) ", text, re.I):
            yield text[: found.start()], text[found.end() :], False
        for found in re.finditer(r",? unless ", text, re.I):
            yield text[: found.start()], text[found.end() :], True

    # ------------------------------------------------------------------ what happens

    def _happens(self, text: str) -> Made:
        """What is done, perhaps when something happens."""
        for head, rest in self._heads(text):
            self._forget()
            hook = self.hook(head) if head else ("", "")
            if hook is None:
                continue
            they, it = self.they, self.it
            for body, asked, denied in self._conditions(rest):
                self.they, self.it = they, it
                whether = self.condition(asked) if asked else ""
                lines = self.block(body) if whether is not None else None
                if lines is None or whether is None or _feeds_itself(hook[0], lines):
                    continue
                said = f"not ({whether})" if denied else whether
                return _joined(hook[0], [each for each in (hook[1], said) if each], lines)
        return None

    def _heads(self, text: str) -> Iterator[tuple[str, str]]:
        """Ways to cut off what has to happen first."""
        moment, when = (self.patterns.pattern(name).pattern for name in ("moment", "when"))
        if found := re.match(rf"^(if .+?) ({moment}), (.+)$", text, re.I):
            yield found[2], f"{found[1]}, {found[3]}"
        if found := re.match(rf"^({moment}),? (.+)$", text, re.I):
            yield found[1], found[2]
        if found := re.match(rf"^(.+?),? ({moment})$", text, re.I):
            yield found[2], found[1]
        if re.match(rf"^(?:{when}) ", text, re.I):
            for found in re.finditer(r",(?: then)? ", text):
                yield text[: found.start()], text[found.end() :]
        for found in re.finditer(rf",? (?=(?:{when}) )", text, re.I):
            yield text[found.end() :], text[: found.start()]
        yield "", text

    def hook(self, said: str) -> tuple[str, str] | None:
        """The head of a rule for what happens, and a condition that belongs to it."""
        if found := self.patterns.whole("a-moment", said):
            when = "end" if found["when"].lower() == "end" else "start"
            mine, phase = found["whose"].lower() in ("your", "my"), found["phase"].lower()
            if phase == "turn" and not mine:
                self.they = "the turn's player"
            return (
                f"at the {when} of {'my' if mine else 'a' if phase == 'turn' else 'the'} {phase}",
                "",
            )
        found = re.match(rf"^({self.patterns.pattern('when').pattern}) (.+)$", said, re.I)
        if found is None:
            return None
        if self.patterns.whole("my-turn", found[2]):
            return "at the start of my turn", ""
        joint = "before" if found[1].lower() == "before" else "after"
        return self._passive(joint, found[2]) or self._active(joint, found[2])

    def _passive(self, joint: str, said: str) -> tuple[str, str] | None:
        """What happens to this; what is undone speaks no more when it is over."""
        found = self.patterns.whole("done-to-this", said)
        verb = self.nouns.events.get(stem(found["done"].lower())) if found is not None else None
        who = self._doer(found["by"] or "somebody") if found is not None else None
        if verb is None or who is None:
            return None
        joint = joint if verb in self.nouns.laying else "before"
        return f"{joint} {who} {_third(who, verb)} this", ""

    def _doer(self, said: str) -> str | None:
        doer = None
        if self.patterns.whole("me", said):
            doer = "I"
        elif self.patterns.whole("somebody-else", said):
            doer = "another player"
        elif self.patterns.whole("anybody", said):
            doer = "a player"
        self.they = "the player" if doer and doer != "I" else ""
        return doer

    def _active(self, joint: str, said: str) -> tuple[str, str] | None:
        """What somebody does."""
        found = self.patterns.whole("active", said)
        doer = self._doer(found["who"]) if found is not None else None
        if found is None or doer is None:
            return None
        done, what = stem(found["done"].lower()), found["what"]
        lead = self.nouns.named(re.sub("^the ", "", what.lower()), self.nouns.leads)
        event = self.event_of_lead(lead) if lead and self.patterns.whole("taking", done) else None
        if event is not None:
            return f"{joint} {doer} {_third(doer, base_form(event.verb))} the {lead}", ""
        plain = re.sub("^(?:some|any) ", "", what.lower())
        if amount := self.nouns.named(plain, self.nouns.amounts):
            verb = self.counted_verb(base_form(found["done"].lower()), amount)
            return (
                None if verb is None else (f"{joint} {doer} {_third(doer, verb)} some {amount}", "")
            )
        verb = self.nouns.events.get(done)
        if verb is not None and self.patterns.whole("this-card", what):
            return f"{joint} {doer} {_third(doer, verb)} this", ""
        return None if verb is None else self._with_a_card(joint, doer, verb, what)

    def _with_a_card(self, joint: str, doer: str, verb: str, what: str) -> tuple[str, str] | None:
        """What somebody does with a card of some sort."""
        one = self.patterns.whole("a-card", what)
        found = self.spoken_cards(one["card"]) if one is not None else None
        if found is None or found["place"]:
            return None
        kind = self.kind_of(found)
        self.it = f"the {kind}"
        asked = self.asked(found, f"the {kind}'s")
        mine = found["of"] in ("yours", "mine") or re.match("one of (?:your|my)", what, re.I)
        if mine:
            asked.append(f"the {kind}'s owner is me")
            joint = joint if verb in self.nouns.laying else "before"
        return f"{joint} {doer} {_third(doer, verb)} a {kind}", " and ".join(asked)


def _third(doer: str, verb: str) -> str:
    return verb if doer == "I" else plural(verb)


def _feeds_itself(hook: str, lines: list[str]) -> bool:
    """Whether what is done happens again because it was done."""
    found = re.match(r"(?:after|before) (?:I|a player) (\w+)", hook)
    verb = base_form(found[1]) if found is not None else ""
    return any(verb in map(base_form, line.split()[:3]) for line in lines)


def _joined(hook: str, conditions: list[str], lines: list[str]) -> Made:
    """A rule, or deeds on a condition."""
    several = len(conditions) > 1
    asked = " and ".join(f"({each})" if several and " or " in each else each for each in conditions)
    if not hook and not asked:
        return lines, "deed"
    head = f"if {asked}" if not hook else f"{hook}, if {asked}" if asked else hook
    return [head, *(_DEEPER + line for line in lines)], "rule" if hook else "deed"
