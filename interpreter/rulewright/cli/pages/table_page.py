"""The rulebook of an edition for the players at a table: aim, setup, course, score and cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from typing import Any, Final

from rulewright import Rules
from rulewright.base.records import Draft
from rulewright.cli.pages.edition_values import EditionValues, current_cell, number_ranges
from rulewright.cli.pages.moments_page import game_steps
from rulewright.language.edition.translations.program_text import say
from rulewright.language.edition.yaml.spanned import text_in
from rulewright.language.link.world import World
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import TypedNode
from rulewright.runtime.ir.nodes.ir_expressions import Const
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.seat.presentation import fill_numbers, number_in

SEEDS: Final = 4
"""Games dealt for each number of players, to find the numbers of the setup that depend on chance."""

ByPlayers = Mapping[int, Any]
"""A value for each number of players; no entry where there is none."""


class TablePage(Draft):
    """The rulebook of an edition with the same options, for every number of players."""

    rules: Rules
    options: Sequence[str] = ()

    def text(self) -> str:
        """Return the rulebook in Markdown."""
        sections = (
            (say("Aim"), self._aim()),
            (say("Setting up"), self._setup()),
            (say("The course of a game"), self._course()),
            (say("The end and the score"), self._scoring()),
            (say("Cards"), self._cards(self._copies)),
            (say("Numbers and rulings"), self._rulings()),
            (say("Variants"), self._variants()),
        )
        blocks = [f"# {self.rules.name}", *filter(None, self._introduction())]
        for title, paragraphs in sections:
            if written := [each for each in paragraphs if each]:
                blocks += [f"## {title}", *written]
        return "\n\n".join(blocks) + "\n"

    # ------------------------------------------------------------------ the games described

    @cached_property
    def _counts(self) -> range:
        """The numbers of players that the edition allows."""
        low, high = self.rules.players
        return range(low, high + 1)

    @cached_property
    def _worlds(self) -> Mapping[int, World]:
        """The cards, settings and cells for each number of players."""
        return EditionValues.of(self._book, self.options).worlds

    @cached_property
    def _layouts(self) -> dict[int, dict[str, Any]]:
        """The words and the order of the table for each number of players."""
        return {n: inside(self.rules).layout(n, self.options) for n in self._counts}

    @cached_property
    def _book(self) -> Rulebook:
        """The rules with every card that a game can have."""
        return inside(self.rules.with_cast(self.rules.castable))

    @property
    def _program(self) -> p.Program:
        """The checked rules with every card."""
        return self._book.program

    def _by_players(self, value: Callable[[World], object]) -> ByPlayers:
        """Return a value of each world."""
        return {n: value(world) for n, world in self._worlds.items()}

    # ------------------------------------------------------------------ aim and setup

    def _introduction(self) -> Iterator[str]:
        """Yield the introduction: the edition, its numbers of players and its options."""
        yield self._book.about
        low, high = self.rules.players
        players = f"{low}" if low == high else f"{low}–{high}"
        yield say("For {players} players.", players=players)
        yield "\n".join(f"- {self.rules.options[name]}" for name in self.options)

    def _aim(self) -> Iterator[str]:
        """Yield the aim of the game."""
        yield self._guide("aim")

    def _guide(self, part: str) -> str:
        """Return a part of the edition's guide, with the numbers of every game in place of names."""
        texts = self._book.edition.guide.parts
        text = text_in(texts[part], self.rules.language) if part in texts else ""
        return fill_numbers(
            text,
            lambda name: self._value_text(self._by_players(lambda world: number_in(world, name))),
        )

    def _setup(self) -> Iterator[str]:
        """Yield a table of the cards in each place at the first decision, and of the edition's tables."""
        yield self._sentence("flow")
        rows = list(dict.fromkeys(self._setup_rows()))
        heads = ["", *(say("{count} players", count=n) for n in self._counts)]
        if rows:
            yield say("Before the first choice, the table looks like this:")
            yield _markdown_table(heads, rows)

    def _setup_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of the setup table: a name, and a number for each number of players."""
        numbers = {n: self._first_table(n) for n in self._counts}
        for key in dict.fromkeys(key for each in numbers.values() for key in each):
            values = {n: each[key] for n, each in numbers.items() if key in each}
            if any(set(each) != {0} for each in values.values()):
                cells = (_span_text(values[n]) if n in values else "–" for n in self._counts)
                yield key, *cells
        for name in self._program.tables:
            found = self._by_players(partial(current_cell, name=name)).values()
            if any(value is not None for value in found):
                yield (
                    _capital(self._phrase(name)),
                    *("–" if value is None else str(value) for value in found),
                )

    def _first_table(self, players: int) -> dict[str, set[int]]:
        """Return the number of cards and units at each named place before the first decision, in several games."""
        numbers: dict[str, set[int]] = {}
        for seed in range(SEEDS):
            game = self.rules.new_game(players=players, seed=seed, options=self.options)
            view, decision = game.view(player=None), game.decision
            for name, number in self._counted(players, view["table"]):
                numbers.setdefault(name, set()).add(number)
            for seat in view["seats"]:
                if decision is not None and seat["seat"] == decision.player:
                    continue  # this turn may have begun with what is automatic
                for name, number in self._counted(players, seat):
                    numbers.setdefault(say("{place} of each player", place=name), set()).add(number)
        return numbers

    def _counted(self, players: int, part: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
        """Yield the name and size of each place, and of each number shown, in a part of a view."""
        layout = self._layouts[players]
        for name, zone in part["zones"].items():
            yield _capital(layout["places"][name]["called"]), zone["count"]
        for name, value in part["tracks"].items():
            kept = layout["kept"].get(name)
            if type(value) is int and kept is not None and not kept["aside"]:
                yield _capital(kept["called"]), value

    # ------------------------------------------------------------------ the course

    def _course(self) -> Iterator[str]:
        """Yield the course of a round, and the phases and powers in their order."""
        yield self._guide("round")
        yield "\n".join(self._list_block(self._program.flow, 0, {}, tuple(self._counts)))

    def _list_block(
        self,
        block: Iterable[TypedNode],
        depth: int,
        told: dict[str, set[int]],
        within: Sequence[int],
    ) -> Iterator[str]:
        """Yield the entries for the steps of a block; `told` has the numbers of players for each rule listed."""
        for step in game_steps(block):
            if isinstance(step, typed.UsePowers):
                for power in self._frame_powers(step.moments):
                    yield from self._entry(power.name, power.word, (), depth, told, within)
            elif isinstance(step, typed.Play):
                phase = self._program.phases[step.phase]
                title = "" if phase.parameters else phase.name
                yield from self._entry(phase.name, title, phase.body, depth, told, within)
            elif isinstance(step, typed.Do):
                event = self._program.events[step.event]
                body = (*event.first, *event.body)
                yield from self._entry(step.event, "", body, depth, told, within)

    def _frame_powers(self, moments: Collection[str]) -> Iterator[p.Power]:
        """Yield the powers at these moments that belong to no card."""
        for rule in self._program.rules:
            if isinstance(rule, p.Power) and rule.card is None and rule.about in moments:
                yield rule

    def _entry(
        self,
        site: str,
        title: str,
        body: Iterable[TypedNode],
        depth: int,
        told: dict[str, set[int]],
        within: Sequence[int],
    ) -> Iterator[str]:
        """Yield the entry of a rule and those of its steps; the steps alone if no sentence explains the rule."""
        before = told.setdefault(site, set())
        counts = tuple(n for n in within if site in self._sites[n] and n not in before)
        if not counts:
            return
        before.update(counts)
        sentence = self._sentence(site)
        below = list(self._list_block(body, depth + bool(sentence), told, counts))
        if sentence:
            name = self._title(title)
            players = "" if counts == tuple(within) else self._players_note(counts)
            yield "  " * depth + "- " + " ".join(filter(None, [name, sentence, players]))
        yield from below

    @cached_property
    def _sites(self) -> dict[int, set[str]]:
        """The names of the rules that games for each number of players have."""
        return {
            n: {site.name for site in inside(self.rules).compiled(n, self.options).module.sites}
            for n in self._counts
        }

    def _sentence(self, site: str) -> str:
        """Return the sentence for players about a rule; "" if there is none."""
        return self._book.words.why.get(site, "")

    def _title(self, word: str) -> str:
        """Return the bold name of a phase or power; "" if the language has none."""
        names = self._book.words.names
        if not word or (self.rules.language != "en" and word not in names):
            return ""
        return f"**{_capital(names.get(word, word.replace('-', ' ')))}.**"

    # ------------------------------------------------------------------ the score

    def _scoring(self) -> Iterator[str]:
        """Yield how the game ends, the lines of the score, and what decides between equal scores."""
        yield self._guide("end")
        module = inside(self.rules).compiled(self._counts[-1], self.options).module
        names = [part.label for part in module.outcome.parts]
        declared = self._program.outcome
        # Lines of cards are explained by the cards, and a line that is only called points explains nothing.
        plain = {self._book.words.name(value) for value in declared.values} if declared else set()
        frame = [name for name in dict.fromkeys(names) if name not in self._shown_names | plain]
        if len(frame) > 1:
            yield "\n".join(f"- {_capital(self._score_line(name))}" for name in frame)
        if ties := list(self._tie_breaks()):
            yield say(
                "If players have equal points, compare: {values}.", values=reduce(_then, ties)
            )

    def _score_line(self, name: str) -> str:
        """Return a line of the score, with its points if its rule names a number."""
        texts = self._book.words.texts
        for rule in self._program.rules:
            if not isinstance(rule, p.Change) or not isinstance(rule.amount, typed.Number):
                continue
            if texts.get(rule.shown, rule.shown) == name:
                sign = "-" if rule.how == "less" else "+"
                return say("{name}: {value}", name=name, value=f"{sign}{rule.amount.value}")
        return name

    @cached_property
    def _shown_names(self) -> set[str]:
        """The names of the edition's cards for players."""
        return set(map(self._book.card_name, self._copies))

    def _tie_breaks(self) -> Iterator[str]:
        """Yield the values after the first that decide the game, unless they are always 0."""
        module = inside(self.rules).module(self._counts[-1], self.options)
        declared = self._program.outcome
        functions = module.outcome.values[: module.outcome.compared]
        if declared is None or module.outcome.gated:
            return
        for value, function in list(zip(declared.values, functions, strict=False))[1:]:
            if module.code.functions[function].result != Const(0):
                yield self._book.words.name(value).replace("-", " ")

    # ------------------------------------------------------------------ cards

    @cached_property
    def _copies(self) -> dict[str, dict[int, int]]:
        """The copies of each card by number of players."""
        copies: dict[str, dict[int, int]] = {}
        for number, world in self._worlds.items():
            for card, count in world.copies.items():
                copies.setdefault(card, {})[number] = count
        return copies

    def _cards(self, copies: Mapping[str, ByPlayers]) -> Iterator[str]:
        """Yield for each kind a heading and a table of its cards."""
        for kind in self._program.kinds.values():
            names = [name for name in copies if self._program.cards[name].kind == kind.name]
            if kind.order is not None:
                names.sort(key=partial(self._field, name=kind.order))
            if names and len(self._program.kinds) > 1:
                yield f"### {_capital(self._book.words.name(kind.name))}"
            if names:
                yield self._card_table(kind, names, copies)

    def _card_table(
        self, kind: p.Kind, names: Sequence[str], copies: Mapping[str, ByPlayers]
    ) -> str:
        """Return the table of cards of a kind: a row for each card, or for each series of plain cards."""
        fields = [name for name in kind.fields if any(self._field(card, name) for card in names)]
        words = self._book.words
        rows = []
        for cards in self._in_series(names):
            shown = [self._book.card_name(card) for card in dict.fromkeys((cards[0], cards[-1]))]
            cells = (self._field_text(cards, name) for name in fields)
            rows.append(
                [
                    " – ".join(shown),
                    *cells,
                    self._copies_text(copies[cards[0]]),
                    self._card_text(cards[0]),
                ]
            )
        called = (words.name(field).replace("-", " ") for field in fields)
        heads = [say("Card"), *called, say("Copies"), say("Text")]
        return _without_empty_columns(heads, rows)

    def _in_series(self, names: Sequence[str]) -> Iterator[list[str]]:
        """Yield the cards in groups: those of a series together, every other card alone."""
        series = {card: each.name for each in self._program.series.values() for card in each.cards}
        groups: dict[Hashable, list[str]] = {}
        for name in names:
            groups.setdefault(series.get(name, (name,)), []).append(name)
        yield from groups.values()

    def _field(self, card: str, name: str) -> Any:
        """Return the value of a card's field in this edition."""
        values = next((w.values[card] for w in self._worlds.values() if card in w.values), None)
        return (self._book.card(card).fields if values is None else values).get(name)

    def _field_text(self, cards: Sequence[str], name: str) -> str:
        """Return the value of a field, or the values of a series from the first to the last."""
        ends = dict.fromkeys(self._field(card, name) for card in (cards[0], cards[-1]))
        return "–".join(self._word(value) for value in ends)

    def _word(self, value: object) -> str:
        """Return a value in the words of the language."""
        if value is None or value is False:
            return ""
        if value is True:
            return say("yes")
        return self._book.words.label(str(value)) if isinstance(value, str) else str(value)

    def _copies_text(self, copies: ByPlayers) -> str:
        """Return the copies of a card, with the numbers of players if the others have none or another number."""
        return self._value_text(copies) if copies else ""

    def _card_text(self, card: str) -> str:
        """Return what a card says, and the values of the settings that its file declares."""
        own = [self._ruling(setting) for setting in self._settings_by_card.get(card, ())]
        text = self._book.card(card).text
        return " ".join([*filter(None, [text]), *(f"{_capital(each)}." for each in own)])

    # ------------------------------------------------------------------ settings and options

    @cached_property
    def _settings_by_card(self) -> dict[str | None, list[str]]:
        """The settings by the only card that is declared in their file; None for the game's own."""
        cards: dict[str, list[str]] = {}
        for card in self._program.cards.values():
            cards.setdefault(card.at.source.name, []).append(card.name)
        settings: dict[str | None, list[str]] = {}
        for setting in self._program.settings.values():
            beside = cards.get(setting.at.source.name, [])
            settings.setdefault(beside[0] if len(beside) == 1 else None, []).append(setting.name)
        return settings

    def _rulings(self) -> Iterator[str]:
        """Yield the list of the game's settings with their values."""
        yield "\n".join(
            f"- {_capital(self._ruling(name))}" for name in self._settings_by_card.get(None, ())
        )

    def _ruling(self, setting: str) -> str:
        """Return a setting in the words of the language, and its value."""
        words = self._book.words.settings

        def text_of(value: object) -> str:
            """Return a value of the setting in words."""
            if isinstance(value, bool):
                return say("yes") if value else say("no")
            text = str(value)
            return words.get(text, text.replace("-", " "))

        values = self._by_players(lambda world: text_of(world.settings[setting]))
        return say("{name}: {value}", name=self._phrase(setting), value=self._value_text(values))

    def _phrase(self, name: str) -> str:
        """Return what a setting or table is, in the words of the language."""
        return self._book.words.settings.get(name, name.replace("-", " "))

    def _variants(self) -> Iterator[str]:
        """Yield the options that remain, and the cards that only some games have."""
        left = [name for name in self.rules.options if name not in self.options]
        yield "\n".join(f"- {self.rules.options[name]}" for name in left)
        # A language may call two cards alike that are one card of different editions.
        others: dict[str, str] = {}
        for card in self.rules.castable:
            if card in self._program.cards and self._book.card_name(card) not in self._shown_names:
                others.setdefault(self._book.card_name(card), card)
        tables = [
            f"#{each}" if each.startswith("#") else each
            for each in self._cards({key: {} for key in others.values()})
        ]
        if tables:
            yield f"### {say('Other cards')}"
            yield say("Options or your own choice bring them into a game.")
            yield from tables

    # ------------------------------------------------------------------ numbers of players

    def _value_text(self, values: ByPlayers) -> str:
        """Return the value for most numbers of players, with the others in parentheses."""
        players: dict[object, list[int]] = {}
        for number, value in values.items():
            players.setdefault(value, []).append(number)
        usual, *others = sorted(players.items(), key=lambda item: -len(item[1]))
        if not others and len(values) == len(self._counts):
            return str(usual[0])
        shown = others if len(values) == len(self._counts) else [usual, *others]
        notes = ", ".join(f"{value} {self._players_text(numbers)}" for value, numbers in shown)
        return f"{usual[0]} ({notes})" if shown is others else notes

    def _players_text(self, counts: Sequence[int]) -> str:
        """Return `with 2–3 players`."""
        return say("with {players} players", players=number_ranges(list(counts)).replace("-", "–"))

    def _players_note(self, counts: Sequence[int]) -> str:
        """Return the note that a step happens only with these numbers of players."""
        return f"*({self._players_text(counts)})*"


def _then(one: str, other: str) -> str:
    """Return two values in the order in which they are compared."""
    return say("{one}; then {other}", one=one, other=other)


def _span_text(numbers: set[int]) -> str:
    """Return the numbers of several games as one, or as the least and the greatest."""
    return "–".join(map(str, dict.fromkeys((min(numbers), max(numbers)))))


def _capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _without_empty_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table without the columns that are empty in every row."""
    kept = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    return _markdown_table(
        [_capital(heads[at]) for at in kept], [[row[at] for at in kept] for row in rows]
    )


def _markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in each)} |" for each in lines)
