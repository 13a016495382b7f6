"""Help during play: the keys, and the rules of a card or option."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Record
from rulewright.cli.common.verdict_sentences import verdict_sentence
from rulewright.cli.terminal.prompt import command_words
from rulewright.cli.terminal.screen import words
from rulewright.cli.terminal.story.teaching import whole_guide
from rulewright.cli.terminal.table_view.card_styles import CardStyles, cards_seen
from rulewright.lab.balance.statistics.card_results import stored_verdicts
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import nearest
from rulewright.runtime.observation.decision import Decision, Option
from rulewright.runtime.session.explain.card_help import CardHelp, PowerHelp
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.explanations import rule_line

RULES: Final = ("rules", "règles", "regles")
"""Words that ask for the rules."""
_OPTION: Final = re.compile(rf"(?P<number>[0-9]{{1,9}})( +(?P<rules>{'|'.join(RULES)}))?")


def keys() -> Iterator[tuple[str, str]]:
    """Yield each key or command with its effect."""
    word = command_words()
    yield "1, 2, 3 …", say("choose the option with this number")
    yield f"?, {word['?']}", say("this help")
    yield say("? rules"), say("the aim of the game, and the course of a round")
    yield say("? NAME"), say("what the rules say about a card")
    yield "? 3", say("what the rules say about option 3")
    yield f"t, {word['t']}", say("show the table and the options again")
    yield f"w, {word['w']}", say("the last events, and why they happened")
    yield say("w rules"), say("the last events, and the rules behind them as they are written")
    yield say("why not X"), say("why X cannot be chosen now")
    yield (
        f"h, {word['h']}",
        say("what a bot would choose; a percentage shows how much it prefers each option"),
    )
    yield f"u, {word['u']}", say("take your last choice back, unless something was revealed since")
    yield say("s FILE"), say("save the game in a file, now and after every choice")
    yield (
        say("x NAME"),
        say(
            "for rule writers: write your last choice as a scenario; x NAME 3: the last three choices"
        ),
    )
    yield f"q, {word['q']}", say("leave the table; the game is saved and can be resumed")


class PlayHelp(Record):
    """Help from the rules of a game, limited to what one seat may know."""

    game: Game
    seat: int | None
    card_styles: CardStyles

    def lines(
        self, topic: str, decision: Decision, options: Mapping[int, Option]
    ) -> Iterator[Text]:
        """Yield help on `topic`: "" for the keys, the number of an option, or a card's name."""
        if not topic:
            yield from self._key_lines()
        elif topic.lower() in RULES:
            guide = inside(self.game.rules).guide(self.game.players, self.game.options)
            yield from whole_guide(guide)
        elif (option := _OPTION.fullmatch(topic.lower())) is not None:
            whole = option["rules"] in RULES
            yield from self._option_lines(int(option["number"]), decision, options, whole)
        else:
            yield from self._card_by_name(topic)

    def _key_lines(self) -> Iterator[Text]:
        """Yield the keys, and the names of all cards in the game."""
        widest = max(len(key) for key, _ in keys())
        for key, about in keys():
            yield words(f"  {key:<{widest}}", "cyan").append_text(words(f"  {about}"))
        for kind, cards in self.game.view()["cast"].items():
            head = self.card_styles.name(kind)
            label = say("{words}:", words=head[:1].upper() + head[1:])
            yield words(f"{label} {', '.join(card['shown'] for card in cards)}.", "dim")

    def _option_lines(
        self, number: int, decision: Decision, options: Mapping[int, Option], whole: bool
    ) -> Iterator[Text]:
        """Yield what an option does: its words, then the texts or `whole` rules of its powers and cards."""
        if number not in options:
            yield words(say("There is no option {number}.", number=str(number)))
            return
        option = options[number]
        known = self.game.rules.cards
        # Powers of this name that are on no card, or on a card in this game.
        dealt = {card["card"] for cards in self.game.view()["cast"].values() for card in cards}
        powers_of_name = inside(self.game.rules).powers(str(option.data.get("power", "")))
        powers = [power for power in powers_of_name if not power.card or power.card in dealt]
        names = [
            *texts_in(option.data),
            *decision.kind.split("."),
            *(power.card for power in powers),
        ]
        cards = [name for name in dict.fromkeys(names) if name in known]
        yield words(option.spoken[:1].upper() + option.spoken[1:], "bold")
        sentences: dict[str, list[Text]] = {}  # powers of one name have one sentence
        for power in powers:
            if not power.card and not sentences.get(power.name):
                sentences[power.name] = self._sentence(power.name, number, whole)
                yield from sentences[power.name] or _rule(self.game, power)
        if not powers:
            yield from self._about_question(option, decision, whole)
        for name in cards:
            yield from self._card_lines(name, whole)

    def _about_question(self, option: Option, decision: Decision, whole: bool) -> Iterator[Text]:
        """Yield what it means to answer the question with `option`, and the `whole` place of its rule."""
        guide = inside(self.game.rules).guide(self.game.players, self.game.options)
        if option.data.get("kind") == "done":
            yield words(f"  {say('You choose nothing more here.')}")
        elif note := guide.first.get(decision.kind):
            yield words(f"  {note}")
        else:
            yield from self._sentence(decision.rule.name, 0, whole)
        if whole:
            yield words(f"  {rule_line(decision.rule)}", "dim")

    def _sentence(self, rule: str, number: int, whole: bool) -> list[Text]:
        """Return what a rule is for, in the words of the game, and how to read its `whole` text.

        Return nothing if the game has no words for it, or if the whole text is wanted. A `number` is the option's.
        """
        sentence = inside(self.game.rules).words.why.get(rule)
        if sentence is None or whole:
            return []
        more = [words(f"  {say('type “? {card} rules” for the exact rule', card=number)}", "dim")]
        return [words(f"  {sentence}"), *(more if number else ())]

    def _card_by_name(self, topic: str) -> Iterator[Text]:
        """Yield a card's text; with its rules if `topic` ends in "rules" or the card has no text or fields."""
        rules = self.game.rules
        card, _, last = topic.rpartition(" ")
        whole = bool(card) and last.lower() in RULES
        topic = card if whole else topic
        # Both the edition's names and the rules' names are accepted.
        names = {name: name for name in rules.cards}
        names |= {rules.card(name).shown: name for name in rules.cards}
        near = nearest(topic, names)
        if near is None:
            yield words(say("No card is called {asked}; ? lists all names.", asked=topic))
            return
        if near.casefold() != topic.casefold():
            message = say(
                "No card is called {asked}; the nearest is {near}.", asked=topic, near=near
            )
            yield words(message)
        yield from self._card_lines(names[near], whole)

    def _card_lines(self, name: str, whole: bool = False) -> Iterator[Text]:
        """Yield everything about a card: fields, text, measured strength, places, and its rules if `whole`."""
        card = self.game.rules.card(name)
        head = words(card.shown).append(f", {self.card_styles.name(card.kind)}")
        if card.shown != card.name:
            head.append(f", {say('{name} in the rules', name=card.name)}")
        head.stylize("bold")
        yield head
        if missing := self._absence_note(card):
            yield words(f"  {missing}", "yellow")
        fields = [_field(*entry, self.card_styles) for entry in card.fields.items()]
        printed = [field for field in fields if field is not None]
        if long := self.card_styles.card_text(card.kind, card.fields, card.shown, "long"):
            yield words(f"  {long}")
        elif printed:
            yield Text("  ").append_text(Text(", ").join(printed))
        if card.text:
            yield words(f"  {card.text}")
        if proof := stored_verdicts(inside(self.game.rules).digest).get(name):
            yield words(
                f"  {say('measured in games between bots: {what}', what=verdict_sentence(proof))}",
                "dim",
            )
        if whole or not (card.text or long or printed):
            yield from _rule(self.game, card)
        else:
            yield words(
                f"  {say('type “? {card} rules” for the exact rule', card=card.shown)}", "dim"
            )
        for place, copies in Counter(self._known_places(name)).items():
            yield words(f"  {place}" + (f" ×{copies}" if copies > 1 else ""))

    def _absence_note(self, card: CardHelp) -> str:
        """Return a note that a card is not in this game, and which card replaces it; "" if it is."""
        dealt = {
            each["card"]: each["shown"] for each in self.game.view()["cast"].get(card.kind, ())
        }
        if card.name in dealt:
            return ""
        rules = self.game.rules
        field = inside(rules).one_per.get(card.kind)
        others = (
            other
            for other in dealt
            if field and rules.card(other).fields[field] == card.fields[field]
        )
        taker = next(others, None)
        if field is None or taker is None:
            return say("the {name} is not in this game", name=card.shown)
        return say(
            "the {name} is not in this game; {other} is there instead ({field} {value})",
            name=card.shown, other=dealt[taker], field=self.card_styles.name(field), value=str(card.fields[field]),
        )  # fmt: skip

    def _known_places(self, name: str) -> Iterator[str]:
        """Yield the known places of the card's copies, with the marks on them."""
        for seat, zone, card in cards_seen(self.game.view(self.seat)):
            if card["name"] == name:
                place = self.card_styles.name(zone)
                phrases = [
                    say("now in the {place}", place=place)
                    if seat is None
                    else say("now in {owner}'s {place}", owner=self.game.names[seat], place=place)
                ]
                for mark, value in card.get("marks", {}).items():
                    mark_name = self.card_styles.name(mark)
                    phrases.append(mark_name if value is True else f"{mark_name} {value}")
                yield ", ".join(phrases)


def _rule(game: Game, help_: CardHelp | PowerHelp) -> Iterator[Text]:
    """Yield the lines of a rule, its sources and its place in the files."""
    yield from (words(f"  | {line}".rstrip(), "green") for line in help_.lines)
    yield from (words(f"  {about}", "dim") for about in help_.cites)
    yield words(f"  {inside(game.rules).displayed_place(help_.place)}", "dim")


def texts_in(data: object) -> Iterator[str]:
    """Yield every text in an option's data; some of them are names of cards."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from texts_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts_in(value)


def _field(name: str, value: Any, card_styles: CardStyles) -> Text | None:
    """Return a field of a card for display; None if it is empty or false."""
    if value is None or value is False:
        return None
    text = words(card_styles.name(name))
    return text if value is True else text.append(" ").append_text(card_styles.label(str(value)))
