"""Search for the fairest value of a field, a number in a rule, or a setting, by successive halving.

K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", 2016: each
turn plays equally many games for every remaining value, then drops the worse half. All turns cost the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from math import ceil, log2
from pathlib import Path
from typing import Any, Final

from rulewright.base.plain_files import real_path
from rulewright.base.records import Draft, Record, field
from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.balance.execution.chunks import Side
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.runs import BalanceRun, RunBudget
from rulewright.lab.balance.questions import NotComparable
from rulewright.lab.balance.statistics.confidence_sequences import ERROR_LEVEL, bonferroni_level
from rulewright.lab.balance.statistics.reports import interval_data
from rulewright.lab.balance.statistics.tallies import GameTally
from rulewright.lab.balance.statistics.verdicts import card_value
from rulewright.language.text import Source, Span, did_you_mean
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside

MOST: Final = 64
"""The largest number of values to try."""

_WISH: Final = re.compile(r"(?:(?P<card>[^.=]+)\.)?(?P<name>[^=]+)=(?P<values>.+)")
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")
_NUMBER: Final = re.compile(r"""(?P<no>"[^"]*"|#.*)|(?<![\w.-])\d+(?![\w.-])""")


class SearchedParameter(Record):
    """The parameter to search: a field of a card, a number in a rule of it, or a setting; and its values.

    If a rule has several numbers, `name` says which one, as in "sing.2".
    """

    card: str
    name: str
    values: tuple[str, ...]

    @property
    def what(self) -> str:
        """The display name of the parameter, such as `Bard.tax`."""
        return f"{self.card}.{self.name}" if self.card else self.name

    def edition(self, base: str, value: str) -> str:
        """Return the text of an edition file that extends `base` and sets the parameter to `value`."""
        card = self.card.replace('"', "")
        changed = f"settings: {{{self.name}: {value}}}"
        if card:
            changed = f'fields: {{"{card}": {{{self.name}: {value}}}}}'
        return f'edition: tried\nname: Tried\nextends: "{base}"\n{changed}\n'


def parse_parameter(text: str) -> SearchedParameter:
    """Parse a parameter such as "Bard.tax=1..3". Raises NotComparable."""
    match = _WISH.fullmatch(text.strip())
    if match is None:
        hint = 'write it as in "Bard.tax=1..3" or "starting-cards=3,4,6"'
        raise NotComparable(f'"{text}" names nothing to try; {hint}')
    values: list[str] = []
    for part in match["values"].split(","):
        ends = _RANGE.fullmatch(part.strip())
        if ends is None:
            values.append(part.strip())
        else:
            low, high = int(ends[1]), int(ends[2])
            values += map(str, range(low, min(high, low + MOST) + 1))
    values = [value for value in dict.fromkeys(values) if re.fullmatch(r"[\w-]+", value)]
    if not 2 <= len(values) <= MOST:
        raise NotComparable(f'"{text}" has {len(values)} values: from 2 to {MOST} can be tried')
    return SearchedParameter((match["card"] or "").strip(), match["name"].strip(), tuple(values))


class NumberPosition(Record):
    """The position of a number in a rule file: the file, and the offsets of its start and end."""

    path: Path
    start: int
    end: int


def find_number(parameter: SearchedParameter, rules: Rules) -> NumberPosition | None:
    """Return the position of the number in a rule; None if the parameter is a field or a setting.

    Raises NotComparable if the rules have no such parameter.
    """
    if parameter.card and parameter.card not in rules.cards:
        help = did_you_mean(parameter.card, rules.cards, ("", ""))
        raise NotComparable(f"there is no card {parameter.card} in {rules.id}; {help}")
    program, named = inside(rules).program, dict[str, Span]()
    known = list(rules.card(parameter.card).fields if parameter.card else program.settings)
    if parameter.name in known:
        return None
    for rule in program.rules:
        if rule.card == (parameter.card or None):
            named.setdefault(rule.name.removeprefix(f"{parameter.card}."), rule.at)
    name, _, which = parameter.name.partition(".")
    if name not in named:
        what = (
            f"{parameter.card} has no field or rule"
            if parameter.card
            else f"{rules.id} has no setting"
        )
        known += named if parameter.card else []
        raise NotComparable(f"{what} {parameter.name}; known: {', '.join(known) or 'none'}")
    at = named[name]
    positions = list(_numbers_in(at.source, at.line))
    number = int(which) if which.isdecimal() else len(positions) == 1 and not which
    if 1 <= number <= len(positions):
        start, end = positions[number - 1]
        return NumberPosition(real_path(Path(at.source.name)), start, end)
    numbers = ", ".join(at.source.text[start:end] for start, end in positions)
    known_numbers = (
        f"these numbers: {numbers}; name one, as in {parameter.what}.2=1..3"
        if positions
        else "no number"
    )
    raise NotComparable(
        f"the rule {parameter.what} ({at.source.name}:{at.line}) has {known_numbers}"
    )


def _numbers_in(source: Source, line: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets (start, end) of numbers in the rule that begins at `line`, with its indented lines."""
    deep = len(source.line(line)) - len(source.line(line).lstrip())
    last = line + 1
    while last <= source.line_count and (
        not (text := source.line(last)).strip() or len(text) - len(text.lstrip()) > deep
    ):
        last += 1
    end = source.offset(last, 1) if last <= source.line_count else len(source.text)
    for match in _NUMBER.finditer(source.text, source.offset(line, 1), end):
        if not match["no"]:
            yield match.span()


class ParameterTrial(Draft):
    """One value being tried: its games, and the rounds of successive halving that it took part in."""

    value: str
    side: Side
    tally: GameTally = field(factory=GameTally)
    turns: int = 0

    def distance(self, card: str) -> float:
        """Return how far the card's win share is from fair in this trial; 1.0, the largest, if unknown."""
        value = card_value(self.tally, card, ERROR_LEVEL)
        return 1.0 if value is None else abs(value.mean)


def trials_of(
    parameter: SearchedParameter,
    number: NumberPosition | None,
    rules: Rules,
    folder: Path,
    players: int,
    options: Sequence[str],
    simulations: int,
) -> list[ParameterTrial]:
    """Return a trial for each value, with an edition written into `folder`. Raises RulesError for a bad value."""
    bundle = Bundle.of(rules)
    folders = (folder / str(at) for at in range(len(parameter.values)))
    trials = list[ParameterTrial]()
    for value, own in zip(parameter.values, folders, strict=True):
        bundle.unpack(own)
        path = own / bundle.main
        if number is not None:
            path = _with_number(bundle, own, number, value)
        else:
            # An edition can extend only editions in its own folder or below.
            base = path.name if bundle.files else rules.id
            path = path.with_name("tried.yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(parameter.edition(base, value), encoding="utf-8")
        tried = Rules.load(path).with_cast(inside(rules).cast)
        inside(tried).compiled(players, options)
        trials.append(
            ParameterTrial(value, Side(Bundle.of(tried), players, tuple(options), simulations))
        )
    return trials


def _with_number(bundle: Bundle, folder: Path, number: NumberPosition, value: str) -> Path:
    """Overwrite a number in the edition's unpacked files; return the edition's path. Raises NotComparable."""
    main = Path(bundle.main)
    top = Path(bundle.source).parents[len(main.parts) - 1]
    if not number.path.is_relative_to(top) or not bundle.files:
        raise NotComparable(
            f"{number.path.name} is shipped: write the card into a file of your own to try numbers in its rules"
        )
    path = folder / number.path.relative_to(top)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: number.start] + value + text[number.end :], encoding="utf-8")
    return folder / main


def halve_trials(
    trials: list[ParameterTrial],
    card: str,
    games: int,
    seed: int,
    executor: Executor,
    width: int,
    show: Callable[[list[ParameterTrial]], None],
) -> list[ParameterTrial]:
    """Play `games` games per value on average by successive halving; return the trials, fairest first.

    Ctrl-C ends the search.
    """
    turns = ceil(log2(len(trials)))
    remaining = list(trials)
    try:
        for turn in range(turns):
            each = max(games * len(trials) // (turns * len(remaining)), 1)
            _play_trials(remaining, each, seed, executor, width)
            for trial in remaining:
                trial.turns = turn + 1
            remaining.sort(key=lambda trial: trial.distance(card))
            show(remaining)
            remaining = remaining[: ceil(len(remaining) / 2)]
    except KeyboardInterrupt:
        pass
    return sorted(trials, key=lambda trial: (-trial.turns, trial.distance(card)))


def _play_trials(
    left: list[ParameterTrial], games: int, seed: int, executor: Executor, width: int
) -> None:
    """Play `games` more games of each trial and add them to its tally."""
    sides, first = [trial.side for trial in left], seed + left[0].tally.games
    run = BalanceRun(sides, RunBudget(games, games), first, Journal.opened(None, sides, []))
    run.play(executor, width, lambda run: False, lambda run: None)
    for trial, tally in zip(left, run.tallies, strict=True):
        trial.tally.add(tally)
    if run.is_interrupted:
        raise KeyboardInterrupt


def search_data(
    parameter: SearchedParameter, card: str, trials: list[ParameterTrial]
) -> dict[str, Any]:
    """Return the result of a search as JSON data."""
    trust = bonferroni_level(len(trials))
    rows = [
        {
            "value": trial.value,
            "games": trial.tally.games,
            "turns": trial.turns,
            "wins": interval_data(card_value(trial.tally, card, trust)),
        }
        for trial in trials
    ]
    return {"what": parameter.what, "card": card, "trials": rows}
