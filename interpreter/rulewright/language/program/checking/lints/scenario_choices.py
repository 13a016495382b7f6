"""Checks of scenarios: each check must be able to fail, and each chosen option must exist in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rulewright.base.records import Record, evolve, field
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.lints.conflicts import duplicate_names
from rulewright.language.program.checking.lints.constant_conditions import constant_result
from rulewright.language.program.checking.narrowing import expression_form
from rulewright.language.program.checking.number_bounds import ANY, NumberBounds, NumberRange
from rulewright.language.program.checking.traversal import (
    TypedNode,
    decision_names,
    walk,
    without_filters,
)  # fmt: skip
from rulewright.language.program.program import Pick, Program, Scenario
from rulewright.language.program.types import NUMBER, PLAYER, Type
from rulewright.language.text import Complaint

ANSWERS = ("yes", "no", "done", "nothing")


class _OptionNames(Record):
    """Names of all options in the rules: words alone, words with an argument, things alone, and numbers.

    `types_by_word` has the types of the argument after a word, `alone` those of things without a word; `numbers`
    are the ranges that may be chosen from.
    """

    words: set[str] = field(factory=set)
    alone: set[Type] = field(factory=set)
    types_by_word: dict[str, list[Type]] = field(factory=dict)
    numbers: list[NumberRange] = field(factory=list)

    def add(self, word: str, source: typed.Expr | None) -> None:
        """Add an option with the name `word`; with the list `source` it has one argument per element."""
        if source is None:
            self.words.add(word)
        else:
            self.types_by_word.setdefault(word, []).append(source.type.one())


def find_unknown_choices(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about choices in scenarios that the rules can never offer."""
    program = graph.program
    # If two powers share a name, one of them probably has the name that seems missing.
    if not program.scenarios or program.unread or next(duplicate_names(program), None):
        return
    option_names = _option_names(graph)
    words = option_names.words | option_names.types_by_word.keys() | set(_choosable_words(program))
    for scenario in program.scenarios:
        for pick in _picks(scenario):
            unknown = [
                word
                for word in pick.words
                if isinstance(word, str) and word not in words and not _is_seat(word, scenario)
            ]
            for word in unknown:
                known = {each for each in words if each[:1].isupper() == word[:1].isupper()}
                suggestions = _suggest_options(pick, word, option_names, program)
                yield say.scenarios.unknown_choice(pick.at, word, known, suggestions)
            if not unknown:
                yield from _find_unfit_choice(pick, option_names, program)
                yield from _find_lone_label(pick, option_names, program)
            if all(isinstance(word, int) for word in pick.words):
                yield from _find_unknown_numbers(option_names, pick)


def find_unknown_decisions(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about decisions in scenarios that no rule has."""
    program = graph.program
    checks = [
        (step.pick.at, str(step.pick.words[0]))
        for scenario in program.scenarios
        for step in scenario.steps
        if isinstance(step, p.Check) and step.kind == "decides" and step.pick is not None
    ]
    if checks and not program.unread and not next(duplicate_names(program), None):
        names = decision_names(program, _nodes_and_scenarios(graph))
        last_words = {name.split(".")[-1] for name in names}
        for at, word in checks:
            if word not in names and word not in last_words:
                yield say.scenarios.unknown_decision(at, word, last_words)


MAX_SUGGESTIONS = 3
"""Maximum number of options suggested for an unknown one."""


def _suggest_options(
    pick: Pick, head: str, option_names: _OptionNames, program: Program
) -> list[str]:
    """Return existing options with the argument of the unknown `pick`: `gather chips` for `take chips`."""
    if len(pick.words) != 2 or pick.words[0] != head:
        return []
    return _options_with(pick.words[1], option_names, program)


def _options_with(thing: object, option_names: _OptionNames, program: Program) -> list[str]:
    """Return the options that have `thing` behind their word; nothing if there are many."""
    types = {*_types_of(thing, program)} - {Type("word")}
    fitting = [
        each for each, wanted in option_names.types_by_word.items() if not types.isdisjoint(wanted)
    ]
    return [f"{each} {thing}" for each in fitting] if len(fitting) <= MAX_SUGGESTIONS else []


def find_constant_checks(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about checks in scenarios that hold in any case."""
    for scenario in graph.program.scenarios:
        is_played = False
        for step in scenario.steps:
            match step:
                case p.Check() if not is_played and (why := _why_unplayed(step)):
                    yield say.scenarios.never_fails(step.at, why)
                case p.Check(kind="told", text=text) if not any(map(str.isalnum, text)):
                    yield say.scenarios.never_fails(step.at, "every text contains an empty text")
                case p.Check(kind="holds", condition=typed.Every(operator="and", parts=parts)):
                    yield from _find_constant_parts(graph, parts, scenario.players)
                case p.Check(kind="holds", condition=typed.Expr() as condition):
                    yield from _find_constant_parts(graph, (condition,), scenario.players)
                case p.Check() | p.ScenarioStatements(given=True):
                    pass
                case _:
                    is_played = True


def _why_unplayed(check: p.Check) -> str:
    """Return why a check holds before anything is played; "" if it may fail."""
    match check:
        case (
            p.Check(kind="offered", negated=True)
            | p.Check(kind="decides", player=None, chance=False)
        ):
            return "nothing was played yet, so nobody has a decision"
        case p.Check(kind="told", negated=True):
            return "nothing was played yet, so nothing was told"
        case p.Check(kind="ended", negated=True):
            return "nothing was played yet"
    return ""


def _find_constant_parts(
    graph: DependencyGraph, parts: tuple[typed.Expr, ...], players: int
) -> Iterator[Complaint]:
    """Yield complaints about parts of a check that hold in any game with this number of players."""
    for part in parts:
        seated = _with_player_count(part, players)
        result = constant_result(graph, seated)
        why = _why_of_list(graph, part, players)
        if result is not None and result.value:
            why = result.why if seated is part else f"the scenario has {players} players"
        if why:
            yield say.scenarios.never_fails(part.at, why)


def _why_of_list(graph: DependencyGraph, part: typed.Expr, players: int) -> str:
    """Return why a check of a list or of a neighbour holds in every game; "" if it may fail."""
    match part:
        case typed.Some(source=typed.Players(others=others)) if players > others:
            return "there are always players"
        case typed.Not(what=typed.Some(source=typed.Filter(condition=condition))):
            result = constant_result(graph, condition)
            return "" if result is None or result.value else result.why
        case typed.Some(source=typed.LabelAll()):
            return "the rules have these words in every game"
        case (
            typed.Compare(operator="<=", left=less, right=more)
            | typed.Compare(operator=">=", left=more, right=less)
        ) if _is_part_of(less, more):
            return "a part is never more than the whole"
        case typed.Not(
            what=typed.Compare(operator=">", left=less, right=more)
            | typed.Compare(operator="<", left=more, right=less)
        ) if _is_part_of(less, more):
            return "a part is never more than the whole"
        case typed.Not(
            what=typed.Compare(
                operator="==", left=typed.NeighbourOf(player=typed.Seat(number=one)),
                right=typed.Seat(number=other),
            )
        ) if one == other and players > 1:  # fmt: skip
            return "nobody sits beside himself"
    return ""


def _is_part_of(less: typed.Expr, more: typed.Expr) -> bool:
    """Return whether `less` counts some of the things that `more` counts all of."""
    match less, more:
        case typed.Count(source=part), typed.Count(source=whole):
            whole_kind = isinstance(whole, typed.KindAll) and whole.without is None
            every = whole_kind or (isinstance(whole, typed.Players) and not whole.others)
            same = expression_form(without_filters(part)) == expression_form(whole)
            is_zone = isinstance(without_filters(part), typed.ZoneOf | typed.AnyZone)
            return same or (every and is_zone and part.type == whole.type)
    return False


def _with_player_count(part: typed.Expr, players: int) -> typed.Expr:
    """Return a comparison with the expression for the number of players replaced by `players`."""
    match part:
        case typed.Not(what=what):
            seated = _with_player_count(what, players)
            return part if seated is what else evolve(part, what=seated)
        case typed.Compare(left=left, right=right):
            pair = [_replace_player_count(each, players) for each in (left, right)]
            return part if pair == [left, right] else evolve(part, left=pair[0], right=pair[1])
    return part


def _replace_player_count(number: typed.Expr, players: int) -> typed.Expr:
    """Return the constant `players` if `number` is the number of all players, else `number` itself."""
    match number:
        case typed.Count(source=typed.Players(others=False)):
            return typed.Number(value=players, at=number.at, type=NUMBER)
    return number


def _find_unfit_choice(
    pick: Pick, option_names: _OptionNames, program: Program
) -> Iterator[Complaint]:
    """Yield a complaint if each word of a choice exists, but no option combines them."""
    head, *things = pick.words
    wanted = option_names.types_by_word.get(str(head))
    for number, thing in enumerate(things):
        types = list(_types_of(thing, program))
        if wanted is None or number or not any(map(types.__contains__, wanted)):
            first = wanted[0] if wanted and not number else None
            yield say.scenarios.unfit_choice(pick.at, str(head), first, str(thing), types[0])
            return


def _find_lone_label(
    pick: Pick, option_names: _OptionNames, program: Program
) -> Iterator[Complaint]:
    """Yield a complaint if a label is chosen alone, although it is only an argument of other options."""
    word = pick.words[0]
    types = {*_types_of(word, program)} & {Type(name) for name in program.labels}
    is_option = word in ANSWERS or word in option_names.words or word in option_names.types_by_word
    if len(pick.words) == 1 and types and not is_option and not types & option_names.alone:
        suggestions = _options_with(word, option_names, program)
        yield say.scenarios.unknown_choice(pick.at, str(word), (), suggestions)


def _find_unknown_numbers(option_names: _OptionNames, pick: Pick) -> Iterator[Complaint]:
    """Yield complaints about chosen numbers that no list in the rules contains.

    One number beyond each end is accepted: a check that it is not offered tests the bounds of the list.
    """
    for word in pick.words:
        if not any(low - 1 <= int(str(word)) <= high + 1 for low, high in option_names.numbers):
            least = min((low for low, _ in option_names.numbers), default=0.0)
            most = max((high for _, high in option_names.numbers), default=-1.0)
            yield say.scenarios.number_never_offered(pick.at, str(word), least, most)


def _types_of(thing: object, program: Program) -> Iterator[Type]:
    """Yield the types that a word or number in a scenario may have."""
    if isinstance(thing, int):
        yield NUMBER
    elif thing in program.cards:
        yield Type(program.cards[str(thing)].kind)
    elif isinstance(thing, str) and thing[:1].isupper():
        yield PLAYER
    else:
        lists = (name for name, labels in program.labels.items() if thing in labels.items)
        yield from (Type(name) for name in lists)
        yield Type("word")


def _picks(scenario: Scenario) -> Iterator[Pick]:
    """Yield the options that a scenario chooses, or expects to be offered."""
    for step in scenario.steps:
        match step:
            case p.Answer(pick=pick) | p.Check(kind="offered", pick=Pick() as pick):
                yield pick


def _is_seat(word: str, scenario: Scenario) -> bool:
    """Return whether a word is the letter of one of the scenario's seats."""
    return len(word) == 1 and "A" <= word <= chr(ord("A") + scenario.players - 1)


def _option_names(graph: DependencyGraph) -> _OptionNames:
    """Return the names of all options in the rules and scenarios."""
    option_names, program = _OptionNames(), graph.program
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means):
            option_names.add(rule.word, rule.source)
        if isinstance(rule, p.Means):
            option_names.add(program.events[rule.about].verb, None)
    for node in _nodes_and_scenarios(graph):
        if isinstance(node, typed.MenuOption):
            option_names.add(node.name, node.source)
        elif isinstance(node, typed.Choose | typed.ChooseSome | typed.MayChoose):
            option_names.numbers.extend(_number_range(graph, without_filters(node.source)))
            option_names.alone.add(node.source.type.one())
    return option_names


def _nodes_and_scenarios(graph: DependencyGraph) -> Iterator[TypedNode]:
    """Yield all nodes of the rules, and of the statements in scenarios."""
    steps = (step for scenario in graph.program.scenarios for step in scenario.steps)
    bodies = (
        part for step in steps if isinstance(step, p.ScenarioStatements) for part in step.body
    )
    return chain(graph.nodes, walk(bodies))


def _number_range(graph: DependencyGraph, source: typed.Expr) -> Iterator[NumberRange]:
    """Yield the bounds of a list of numbers; nothing for a list of other things."""
    if isinstance(source, typed.Range):
        limits = graph.cached_result(NumberBounds)
        yield limits.least(source.low), limits.most(source.high)
    elif source.type.one() == NUMBER:
        yield ANY


def _choosable_words(program: Program) -> Iterator[str]:
    """Yield the words that may be chosen in any game: answers, cards and labels."""
    yield from ANSWERS
    yield from program.cards
    for labels in program.labels.values():
        yield from labels.items
