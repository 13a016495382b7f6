"""The parts of a table's page during the game, for one seat or for spectators."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rulewright.cli.terminal.story.storyteller import verdict
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.runtime.observation.view import ViewCache
from rulewright.web.pages.board_layout import PLAIN_STORY, BoardParts, option_buttons
from rulewright.web.pages.rendering import RenderedDeck, Value, part
from rulewright.web.refusals import say_stored
from rulewright.web.store.db_schema import StoredTable
from rulewright.web.tables.live_games import OVER, PLAYING, RunningGame, WordedGame
from rulewright.web.tables.time_limits import PRESENT, overdue_seat


def presence(stored: StoredTable) -> list[str]:
    """Return the presence of each seat: `bot`, `here` or `away`."""
    now = time.time()
    present = ["here" if now - each.here < PRESENT else "away" for each in stored.seats]
    return ["bot" if each.plays_bot else present[each.seat] for each in stored.seats]


def render_parts(
    stored: StoredTable, worded: WordedGame, value: Value, state: Mapping[str, str]
) -> dict[str, str]:
    """Return the HTML of the page's parts for one seat without scripts, by name, without the story."""
    deck, now = worded.deck, _DecisionView(stored, worded, value)
    board = BoardParts(deck, value, now.there, live=now.live, playing=now.playing)
    with use_language(deck.language):
        return {
            "now": deck.part("now", now.decision_data()),
            **{name: json.loads(state[name]) for name in ("deeds", "talk")},
            **board.parts(),
        }


def seat_state(
    stored: StoredTable, worded: WordedGame, value: Value, cache: ViewCache | None = None
) -> dict[str, str]:
    """Return what the table's script shows to one seat, without the story: JSON texts by name.

    A place is called `place 0/hand`. `cache` has the texts of the same objects for other seats.
    """
    deck, now = worded.deck, _DecisionView(stored, worded, value)
    cache = {} if cache is None else cache
    places = value["places"]
    with use_language(deck.language):
        talk = [_talk_line(stored, *each) for each in stored.talk or ()]
        own = {
            "order": [each["place"] for each in places],
            "table": now.table_data(),
            "clock": now.clock_data(),
            "deeds": deck.part("deeds", now.command_data()),
            "talk": deck.part("talk", {"talk": talk}),
        }
    state = {name: to_json(each) for name, each in own.items()}
    shared = [(name, each) for name, each in value.items() if name not in CONSTANT]
    for name, each in (*shared, *((f"place {place['place']}", place) for place in places)):
        key = "json", id(each)
        if key not in cache:
            cache[key] = to_json(each), each
        state[name] = cache[key][0]
    return state


def _talk_line(stored: StoredTable, seat: int, line: str) -> tuple[str, str]:
    """Return a line of talk with its author; "" for a sentence of the server about a seat."""
    if seat >= 0:
        return stored.seats[seat].name, line
    return "", say_stored(line, name=stored.seats[-1 - seat].name)


CONSTANT = ("version", "edition", "words", "cards", "labels", "places", "story")
"""Keys of a seat's value that are constant during a game, or sent in another form."""
to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""Return a value as short JSON."""


def inline_json(value: Any) -> str:
    """Return `value` as JSON for a script element of a page; it cannot end that element."""
    return to_json(value).replace("<", "\\u003c")


def inline_texts(texts: Mapping[str, str]) -> str:
    """Return an object of JSON texts as JSON for a script element of a page."""
    entries = ",".join(f'"{name}":{text}' for name, text in texts.items())
    return f"{{{entries}}}".replace("<", "\\u003c")


def render_room(stored: StoredTable, seat: int | None, language: str) -> str:
    """Return the HTML of the players in the waiting room."""
    return part(language, "room", stored.seats, seat, stored.row["id"])


def render_story(
    deck: RenderedDeck, events: Sequence[Value], since: int | None, *, asks: bool = True
) -> str:
    """Return the HTML of the last events, with a mark before event number `since`, the first new one."""
    last, first = events[-PLAIN_STORY:], since if since is not None else 1 << 30
    new = [each for each in last if each["number"] >= first]
    before, after = deck.lines(last[: len(last) - len(new)], asks), deck.lines(new, asks)
    return deck.part("story", {"before": before, "after": after, "marks": since is not None})


def checksum_of(running: RunningGame, state: Mapping[str, str]) -> str:
    """Return a checksum of the state of a page, for comparison by the browser."""
    text = "".join(text for name, text in state.items() if name != "clock") + str(
        running.undo_count
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(1_024)
def _mover_sentence(language: str, name: str, is_own: bool) -> str:
    """Return a sentence that names the player to move, in the current language, which is `language`."""
    if is_own:
        return say("It is your move, {name}.", name=name)
    return say("{name} has the move.", name=name)


class _DecisionView:
    """The pending decision and the available commands, for one seat."""

    def __init__(self, stored: StoredTable, worded: WordedGame, value: Value) -> None:
        self.stored, self.worded, self.running, self.value = stored, worded, worded.running, value
        self.seat, self.decision = value["seat"], value["decision"]
        self.names = [seat["name"] for seat in value["seats"]]
        self.playing = stored.row["state"] == PLAYING
        self.word = stored.row["word"]
        self.there = presence(stored)
        self.lent = self.seat is not None and stored.seats[self.seat].lent
        self.player = self.decision["player"] if self.decision is not None else None
        self.mine = self.player is not None and self.player == self.seat and not self.lent
        self.live = self.mine and self.playing

    def decision_data(self) -> Value:
        """Return the data of the pending decision, and of the outcome."""
        decision = self.decision if self.playing else None
        offers = list(option_buttons(self.worded.deck, self.value)) if self.live else []
        return {
            "headline": self._headline(),
            "word": self.word and say_stored(self.word),
            "prompt": decision and decision["prompt"],
            "because": decision and self._because(decision),
            "first": self.worded.guide.first.get(decision["kind"], "") if decision else "",
            "live": self.live,
            "asked": self.running.decision_id(self.seat) if self.live else "",
            "offers": offers,
            "outcome": self._outcome(),
        }

    def table_data(self) -> Value:
        """Return the script's data beside the value of the seat: the people, and the id of the question."""
        decision = self.decision if self.playing else None
        there = self.there
        return {
            "live": self.playing,
            "headline": self._headline(),
            "notice": self.word and say_stored(self.word),
            "help": self.worded.guide.first.get(decision["kind"], "") if decision else "",
            "asked": self.running.decision_id(self.seat) if self.live else "",
            "since": self.running.new_since(self.seat),
            "people": [
                {"name": seat.name, "presence": there[seat.seat], "lent": seat.lent}
                for seat in self.stored.seats
            ],
        }

    def clock_data(self) -> Value | None:
        """Return the seconds left of the time limit; None if there is none."""
        limit = self.stored.settings["minutes"] * 60
        if not (limit and self.playing and self.decision):
            return None
        left = max(0, int(self.stored.row["moved"] + limit - time.time()))
        return {"seat": self.player, "of": limit, "left": left}

    def _because(self, decision: Value) -> str:
        """Return the name of the card that causes the decision; "" if the game itself asks."""
        card = self.worded.deck.cards.get(decision["card"])
        return str(card["called"]) if card else ""

    def command_data(self) -> Value:
        """Return the data of the commands other than choosing."""
        row, by, decision_id = (
            self.stored.row,
            self.stored.row["undo_by"],
            self.running.decision_id(self.seat),
        )
        seat = self.stored.seats[self.seat] if self.seat is not None else None
        player = self.player if seat and self.playing and self.player != self.seat else None
        plays_bot = player is not None and self.stored.seats[player].plays_bot
        away = None if plays_bot else overdue_seat(self.stored, player)
        return {
            "id": row["id"],
            "hints": self.stored.settings["hints"] and self.live,
            "seat": self.seat,
            "asks": self.names[by] if by is not None and seat else None,
            "agrees": seat is not None and seat.agrees,
            "number": row["undo_number"] if by is not None else 0,
            "asked": decision_id,
            "undo": self.playing
            and self.stored.settings["undo"]
            and not decision_id.endswith(".0"),
            "lent": self.lent,
            "playing": self.playing,
            "over": row["state"] == OVER,
            "late": away,
            "late_name": self.names[away] if away is not None else "",
            "again": row["again"] or "",
        }

    def _headline(self) -> str:
        """Return a sentence that names the player to move, or the winner at the end."""
        outcome, decision = self.worded.game.outcome, self.decision
        if outcome is not None:
            return verdict(outcome, self.names)
        if decision is None or not self.playing:
            return say("The game is over.")
        name = self.names[decision["player"]]
        return _mover_sentence(self.worded.deck.language, name, self.mine)

    def _outcome(self) -> Value | None:
        """Return the reason for the end, and the scores: winners first, then by points."""
        outcome = self.value["outcome"]
        if outcome is None:
            return None
        scores, winners = outcome["scores"], outcome["winners"]
        seats = range(len(scores) if len(scores) == len(self.names) else 0)
        ranking = sorted(seats, key=lambda seat: (seat not in winners, -scores[seat]["points"]))
        rows = [
            {"name": self.names[seat], "won": seat in winners, **scores[seat]} for seat in ranking
        ]
        return {"reason": outcome["reason"], "rows": rows}
