"""Prints the story of a game to a reader: events with their reasons, refused choices, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Draft
from rulewright.cli.common.refusals import refusal_lines
from rulewright.cli.terminal.screen import TerminalPage, flow, words
from rulewright.cli.terminal.story.sentences import StorySentence
from rulewright.cli.terminal.table_view.card_styles import CardStyles
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.game.outcome import Outcome
from rulewright.testing.explanations import cause_lines, plain_reasons

ASKED_BACK = 8
STRIKING = "»"
"""The sign before an action against the reader."""

STYLES = {"what": "", "clause": "green", "rule": "dim"}


class Storyteller(Draft):
    """The progress of the story for one reader: a seat, or a spectator (None)."""

    seat: int | None
    card_styles: CardStyles
    events_told: int = 0
    begun: StorySentence | None = None
    """The sentence that may still continue."""

    def new_sentences(self, game: Game, by: int | None = None) -> Iterator[Text]:
        """Yield the new events as sentences; keep the last one, which may continue.

        `by` is the seat whose decision caused them.
        """
        new = game.events_since(self.events_told)
        self.events_told += len(new)
        for event in new:
            if not event.text(self.seat):
                continue
            if self.begun is not None and not self.begun.can_join(event):
                yield from self.flush(game, by)
            if self.begun is None:
                self.begun = StorySentence(self.seat, game)
            self.begun.events.append(event)

    def flush(self, game: Game, by: int | None = None) -> Iterator[Text]:
        """Yield the sentence that was kept because it might continue."""
        if self.begun is not None:
            sentence, self.begun = self.begun, None
            yield self._line(game, sentence.text, strikes=self._is_against_reader(sentence, by))

    def _is_against_reader(self, sentence: StorySentence, by: int | None) -> bool:
        """Return whether another player did something to the reader."""
        return self.seat in sentence.players and len(sentence.players) > 1 and by != self.seat

    def _line(self, game: Game, sentence: str, *, strikes: bool = False) -> Text:
        """Return a sentence of the story with its style; `strikes` marks an action against the reader."""
        sign = STRIKING if strikes else " "
        line = words(f"{sign} {sentence[:1].upper()}{sentence[1:]}", "bold" if strikes else "")
        line = self.card_styles.coloured(line)
        if self.seat is not None:
            line.highlight_words([game.names[self.seat]], "bold")
        return line

    def why(self, game: Game, page: TerminalPage, *, as_written: bool = False) -> list[Text]:
        """Return the last events with their causes, as far as the seat may know them.

        The causes are sentences for players, or the rules `as_written`. Successive events with equal causes share
        one explanation. If not all fit on the screen, the last ones are shown.
        """
        count = ASKED_BACK
        visible = [(n, event) for n, event in enumerate(game.events) if event.text(self.seat)]
        explain = cause_lines if as_written else plain_reasons(game, self.seat)
        causes = game.causes()
        why = {n: (*explain(causes.of(n, self.seat)),) for n, _ in visible[-count:]}
        lines: list[Text] = []
        for reasons, group in groupby(reversed(visible[-count:]), key=lambda each: why[each[0]]):
            events = [self._line(game, event.text(self.seat, speaking=True)) for _, event in group]
            block = [*reversed(events), *(words(f"      {line}", STYLES[n]) for n, line in reasons)]
            if lines and page.room is not None and page.height(block + lines) >= page.room:
                break
            lines = block + lines
        return lines


# ------------------------------------------------------------------ why not


_STYLES: Final = {"nothing": "yellow", "what": "bold", "side": "cyan", "more": "dim"}


def refusal_texts(game: Game, choice: str) -> Iterator[Text]:
    """Yield styled lines that explain why `choice` is impossible; see `refusal_lines`."""
    for each in refusal_lines(game, choice):
        line = words(f"{'  ' * each.depth}{each.text}", _STYLES.get(each.sort, ""))
        yield line.append_text(words(f"  {each.place}", "dim")) if each.place else line


# ------------------------------------------------------------------ the result


def show_end(page: TerminalPage, game: Game, *, again: bool) -> None:
    """Print the result; for a game from a scenario (`again`), that the scenario's part is over."""
    if again and not game.state.ended:
        page.line(say("The prepared position has been played to its end."), "bold")
    elif (outcome := game.outcome) is not None:
        page.lines(outcome_lines(outcome, game.names, page))
    else:
        page.line(say("The game is over; its rules name no winner."), "bold")


def outcome_lines(outcome: Outcome, names: Sequence[str], page: TerminalPage) -> Iterator[Text]:
    """Yield the result, the best seat first; `names` are the names of the seats."""
    reason = outcome.reason.rstrip(".")
    over = say("The game is over: {reason}.", reason=reason) if reason else say("The game is over.")
    yield words(over, "bold")
    if outcome.counted:
        yield from _score_lines(outcome, names, page)
    yield words(verdict(outcome, names), "bold")


def _score_lines(outcome: Outcome, names: Sequence[str], page: TerminalPage) -> Iterator[Text]:
    """Yield a line for each score and its parts, the best first; players who win together share one line."""
    scores, winners = outcome.scores, outcome.winners
    seats = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))
    called = [f"{name}, {team}" for name, team in zip(names, outcome.teams, strict=False)] or names
    if outcome.together:
        seats, called = [0], [say("All")]
    widest = max(len(name) for name in called)
    for seat in seats:
        style = "bold green" if seat in winners else ""
        head = words(f"  {called[seat]:<{widest}} {scores[seat]:>4}", style)
        if seat in winners:
            head.append(f"  {say('win') if outcome.together else say('wins')}")
        lines = outcome.parts[seat]
        parts = [
            words(f"{say('{words}:', words=label)} {points}", "dim") for label, points in lines
        ]
        yield from flow([head, *parts], page.width, 4)


def verdict(outcome: Outcome, seats: Sequence[str]) -> str:
    """Return a sentence that names the winners; `seats` are the names of the seats."""
    winners = [seats[seat] for seat in outcome.winners]
    if outcome.together:
        return say("All have won together.") if winners else say("All have lost together.")
    if not winners:
        return say("Nobody wins.")
    listed = _listed(winners)
    teams = {outcome.teams[seat] for seat in outcome.winners} if outcome.teams else set()
    if len(teams) == 1:
        (team,) = teams
        return say("{team} wins: {names}.", team=team[:1].upper() + team[1:], names=listed)
    if len(winners) == 1:
        return say("{name} wins.", name=listed)
    return say("{names} share the victory.", names=listed)


def _listed(names: Sequence[str]) -> str:
    """Return names joined with commas and "and"."""
    if len(names) == 1:
        return names[0]
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
