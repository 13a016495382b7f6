"""The outcome of a game: scores, winners, and the lines of each score."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import Record
from rulewright.language.text import fill_template
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import (
    any_label_word,
    design_name,
    interpreter_text,
    label_word,
    text_value_for,
)
from rulewright.runtime.ir.outcome_rules import WHOLE, Ranks, Returns, ScorePart


class Outcome(Record):
    """Outcome of a finished game: scores with their lines, winners, and the reason for the end.

    `shares` is each seat's share of the victory, in parts of WHOLE; `teams` are the names of the seats' teams. In
    a game played `together`, all win or lose as one. Scores are `counted` unless the rules only name winners.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    parts: tuple[tuple[tuple[str, int], ...], ...]
    shares: tuple[int, ...]
    teams: tuple[str, ...] = ()
    together: bool = False
    counted: bool = True

    def returns(self, kind: Returns) -> list[float]:
        """Return each seat's share of the victory, from 0 to 1, or its score."""
        if kind == "scores":
            return [float(score) for score in self.scores]
        return [share / WHOLE for share in self.shares]


def outcome_of(at: GameState, names: Sequence[str]) -> Outcome | None:
    """Return the outcome of a game; None while it runs or if the rules define no outcome."""
    module = at.game.module
    if not at.seen.over or not module.outcome.values:
        return None
    ranks = ranks_of(at)
    outcome, (scores, winners) = module.outcome, current_scores(at)
    lines = _line_names(at.game)
    parts = tuple(_score_lines(at, seat, scores[seat], lines) for seat in range(module.players))
    sides = [outcome.side(ranks, seat) for seat in range(module.players)]
    teams = tuple(label_word(at.game, outcome.teams, side) for side in sides if outcome.teams)
    together = outcome.sides and not teams
    shares = outcome.shares(ranks)
    reason = _reason_text(at, names)
    return Outcome(scores, winners, reason, parts, shares, teams, together, outcome.counted)


def ranks_of(at: GameState) -> Ranks:
    """Return the numbers that rank each seat, as they are in the current state."""
    module = at.game.module
    return tuple(
        [
            tuple([at.call(function, seat) for function in module.outcome.values])
            for seat in range(module.players)
        ]
    )


def scores_with_lines(at: GameState) -> list[tuple[int, tuple[tuple[str, int], ...]]]:
    """Return each seat's score in the current state, with its named lines and their points."""
    names = _line_names(at.game)
    return [
        (score, _score_lines(at, seat, score, names))
        for seat, score in enumerate(current_scores(at)[0])
    ]


def current_scores(at: GameState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each seat's score in the current state, and the seats that would win now."""
    outcome, ranks = at.game.module.outcome, ranks_of(at)
    return tuple(rank[outcome.scored] for rank in ranks), outcome.winners(ranks)


def _line_names(game: CompiledGame) -> list[str]:
    """Return the names of the lines of a score, in order; they are the same for all seats."""
    return [line_name(game, part) for part in game.module.outcome.parts]


def _score_lines(
    at: GameState, seat: int, score: int, names: Sequence[str]
) -> tuple[tuple[str, int], ...]:
    """Return the lines of a score with their points: the first line, and all others that are not zero.

    Lines of the same name, such as two clauses of one card, are merged. The line for other rules makes up the
    difference to `score`.
    """
    lines: dict[str, int] = {}
    for part, called in zip(at.game.module.outcome.parts, names, strict=True):
        points = at.call(part.function, seat)
        lines[called] = lines.get(called, 0) + points
    rest = score - sum(lines.values())
    if rest and lines:
        called = interpreter_text(at.game, "other rules")
        lines[called] = lines.get(called, 0) + rest
    first = next(iter(lines), None)
    return tuple((label, points) for label, points in lines.items() if points or label == first)


def line_name(game: CompiledGame, part: ScorePart) -> str:
    """Return the name of a score line in the game's language, with its label if it has one."""
    called = design_name(game, part.label)
    if part.each is None:
        return called
    name, label = part.each
    word, hole = any_label_word(game, label), f"{{{name}}}"
    return called.replace(hole, word) if hole in called else f"{called}, {word}"


def _reason_text(at: GameState, names: Sequence[str]) -> str:
    """Return the sentence in the rules that says why the game is over; empty if they have none."""
    outcome = at.game.module.outcome
    if outcome.because is None:
        return ""
    telling = at.game.module.tellings[outcome.because]
    everybody = (1 << (at.game.module.players + 1)) - 1

    def known(card: int) -> bool:
        """Return whether everyone, the spectator too, knows a card; the sentence is read by all."""
        return at.engine.knowers(at.state, card) == everybody

    values = [
        text_value_for(at.game, at.call(function), type_, names, known)
        for function, type_ in zip(outcome.because_values, telling.types, strict=True)
    ]
    return fill_template(telling.parts, values, at.game.language)
