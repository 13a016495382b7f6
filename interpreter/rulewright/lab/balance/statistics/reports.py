"""The report on a run as data: verdicts and tables of cards, options, seats and lengths."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.lab.balance.questions import own_options
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.confidence_sequences import (
    ERROR_LEVEL,
    ConfidenceInterval,
    bonferroni_level,
)
from rulewright.lab.balance.statistics.tallies import GameTally
from rulewright.lab.balance.statistics.verdicts import Verdict, card_value, is_seldom_used
from rulewright.language.text import SEATS
from rulewright.runtime.session.rules.internals import inside

RANDOM: Final = "random"
"""The name of random players among the strengths."""

Data = dict[str, Any]


class StrengthResult(Record):
    """The tallies of players of one strength; `other` is that of the other edition."""

    strength: str
    tally: GameTally
    other: GameTally | None = None


def report(
    setup: RecordingSetup,
    against: str,
    played: Sequence[StrengthResult],
    verdicts: Sequence[Verdict],
    seconds: float,
) -> Data:
    """Return the report as JSON data; its tables are for the strongest players, with random ones for comparison."""
    best, lot = (
        played[-1].tally,
        next((each.tally for each in played if each.strength == RANDOM), None),
    )
    return {
        "edition": setup.rules.id,
        "name": setup.rules.name,
        "against": against,
        "rules": inside(setup.rules).digest,
        "players": setup.players,
        "options": list(setup.options),
        "seconds": round(seconds, 1),
        "strength": played[-1].strength,
        "games": {each.strength: each.tally.games for each in played},
        "verdicts": [verdict_data(each, lot) for each in verdicts],
        "cards": list(_card_results(setup, best, lot)),
        "fields": list(_field_results(setup, best)),
        "options_used": list(_option_results(best)),
        "seldom": list(_rarely_held(setup, best)),
        "seats": list(_seat_results(setup, best)),
        "ends": list(_end_markers(best)),
        "length": _length_data(best),
        "points_by_round": [
            [int(key), *_means_of_sums(sums)]
            for key, sums in _in_numeric_order(best.of("points by round"))
        ],
    }


def verdict_data(verdict: Verdict, random_tally: GameTally | None = None) -> Data:
    """Return a verdict as data; `random_tally` is the tally of random players."""
    card = verdict.question.card
    return {
        "card": card,
        "kind": verdict.question.kind,
        "instead": verdict.question.instead,
        "word": verdict.word,
        "wins": interval_data(verdict.whole),
        "games": verdict.games,
        "is_taken": verdict.is_taken,
        "told": {
            strength: [*interval_data(interval), games]
            for strength, (interval, games) in verdict.told.items()
        },
        "random": interval_data(
            card_value(random_tally, card, ERROR_LEVEL) if random_tally is not None else None
        ),
        "remarks": [[each.option, each.used, each.could] for each in verdict.remarks],
    }


def interval_data(interval: ConfidenceInterval | None) -> list[float | None]:
    """Return mean, lower and upper bound; None for unknown ones."""
    if interval is None or interval.radius == inf:
        return [None if interval is None else round(interval.mean, 6), None, None]
    return [round(each, 6) for each in (interval.mean, interval.low, interval.high)]


def _card_results(
    setup: RecordingSetup, tally: GameTally, random_tally: GameTally | None
) -> Iterator[Data]:
    """Yield the results of each card: its win share, and how often it was offered, taken, used and held."""
    designs = {piece.name: piece.kind for piece in setup.module.pieces}
    for card, kind in designs.items():
        trust = bonferroni_level(sum(other == kind for other in designs.values()))
        places = {
            key.split("/", 1)[0]: sums
            for key, sums in tally.of("lain").items()
            if key.split("/", 1)[1] == card
        }
        offered, taken = _sums(
            tally, (key for key in tally.of("options") if key.endswith(f"/{card}"))
        )
        could, used = _sums(tally, own_options(setup, card, tally.of("options")))
        took = tally.of("took").get(card, [0.0, 0.0, 0.0])
        by_lot = card_value(random_tally, card, ERROR_LEVEL) if random_tally is not None else None
        yield {
            "card": card,
            "kind": kind,
            "wins": interval_data(card_value(tally, card, trust)),
            "in_the_end": interval_data(tally.gain(card, trust)),
            "drafted": took[0],
            "drafted_wins": took[1] / took[0] if took[0] else None,
            "drafted_points": took[2] / took[0] if took[0] else None,
            "offered": offered,
            "taken": taken,
            "could_be_used": could,
            "used": used,
            "lay": {
                zone: [sums[0], sums[1] / sums[0], sums[2] / sums[0]]
                for zone, sums in places.items()
            },
            "random": interval_data(by_lot),
        }


def _sums(tally: GameTally, keys: Iterator[str] | Sequence[str]) -> tuple[float, float]:
    """Return how often the options under `keys` were offered, and how often they were taken, in total."""
    sums = [tally.of("options")[key] for key in keys]
    return sum(each[0] for each in sums), sum(each[1] for each in sums)


def _field_results(setup: RecordingSetup, tally: GameTally) -> Iterator[Data]:
    """Yield the results of cards grouped by each printed value, such as rank, colour or cost."""
    of_kind: dict[str, dict[str, Mapping[str, object]]] = {}
    for piece in setup.module.pieces:
        of_kind.setdefault(piece.kind, {})[piece.name] = piece.fields
    for kind, cards in of_kind.items():
        for field in dict.fromkeys(name for fields in cards.values() for name in fields):
            values: dict[str, list[float]] = {}
            for card, fields in cards.items():
                sums = tally.of("took").get(card) or _most_held_sums(tally, card)
                if fields.get(field) is not None and sums:
                    own = values.setdefault(str(fields[field]), [0.0, 0.0, 0.0])
                    for at in range(3):
                        own[at] += sums[at]
            if 1 < len(values) <= 12:
                for value, (times, won, points) in sorted(values.items(), key=_natural_sort_key):
                    told_ = {"times": times, "wins": won / times, "points": points / times}
                    yield {"kind": kind, "field": field, "value": value, **told_}


def _natural_sort_key(row: tuple[str, object]) -> tuple[int, str]:
    """Return a sort key for a row by its first entry: numbers in order, then words."""
    return (int(row[0]), "") if row[0].lstrip("-").isdecimal() else (10**9, row[0])


def _most_held_sums(tally: GameTally, card: str) -> Sequence[float]:
    """Return the results of a card in the place where it was held most often; empty if it was never held."""
    candidates = [sums for key, sums in tally.of("lain").items() if key.split("/", 1)[1] == card]
    return max(candidates, key=lambda sums: sums[0], default=())


def _option_results(tally: GameTally) -> Iterator[Data]:
    """Yield for each option how often it was offered with alternatives, chosen, and expected at random."""
    for key, sums in sorted(tally.of("options").items()):
        offered, taken, by_lot = sums
        yield {
            "option": key,
            "offered": offered,
            "taken": taken,
            "by_random": by_lot,
            "hardly_ever_right": is_seldom_used(sums),
        }


def _rarely_held(setup: RecordingSetup, tally: GameTally) -> Iterator[Data]:
    """Yield cards that rarely reach players' open places, compared with others of their kind."""
    copies = Counter((piece.kind, piece.name) for piece in setup.module.pieces)
    open_ = [zone for zone in setup.module.zones.values() if zone.seen == "everyone"]
    for place in [zone.name for zone in open_ if zone.owner == "player"]:
        for kind in dict.fromkeys(kind for kind, _ in copies if kind not in setup.kinds_taken):
            same_kind = {name: count for (of, name), count in copies.items() if of == kind}
            lay = {name: tally.of("lain").get(f"{place}/{name}", [0.0])[0] for name in same_kind}
            usual = sum(lay.values()) / sum(same_kind.values())
            for name, count in same_kind.items():
                if is_seldom_used((0, lay[name], usual * count)):
                    times = {"times": lay[name], "usual": usual * count}
                    yield {"card": name, "kind": kind, "place": place, **times}


def _seat_results(setup: RecordingSetup, tally: GameTally) -> Iterator[Data]:
    """Yield the results of the seats, compared with fair shares."""
    trust = bonferroni_level(setup.players)
    for seat, sums in _in_numeric_order(tally.of("seats")):
        won, score = sums[1] / sums[0], sums[2] / sums[0]
        interval = tally.seat(seat, trust)
        yield {
            "seat": SEATS[int(seat)],
            "won": won,
            "points": score,
            "more_than_fair": interval_data(interval),
        }


def _end_markers(tally: GameTally) -> Iterator[Data]:
    """Yield the advantage of the seats that public pointers or marks name at the end."""
    for name, (times, won, points) in tally.of("pointed").items():
        yield {"name": name, "times": times, "wins": won / times, "points": points / times}


def _length_data(tally: GameTally) -> Data:
    """Return the mean length and the mean scores of games, and the numbers of games by rounds."""
    games = tally.of("games").get("all")
    if not games:
        return {}
    made, rounds, level, best, _ = _means_of_sums(games)
    counts = {key: sums[0] for key, sums in _in_numeric_order(tally.of("rounds"))}
    return {
        "decisions": made,
        "rounds": rounds,
        "points": level,
        "best": best,
        "games_by_rounds": counts,
    }


def _means_of_sums(sums: Sequence[float]) -> list[float]:
    """Return the other sums divided by the first, which is the number of games."""
    return [number / sums[0] for number in sums[1:]]


def _in_numeric_order(sums: Mapping[str, Sequence[float]]) -> list[tuple[str, Sequence[float]]]:
    """Return the sums as (key, sums), with the keys in the order of their numbers."""
    return sorted(sums.items(), key=lambda each: int(each[0]))


def as_csv(data: Data) -> str:
    """Return the table of cards as CSV, for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([
        "card", "kind", "wins more", "at least", "at most", "drafted", "wins drafted", "points drafted",
        "offered", "taken", "could be used", "used", "random", "random at least", "random at most",
    ])  # fmt: skip
    for card in data["cards"]:
        writer.writerow([
            card["card"], card["kind"], *card["wins"], card["drafted"], card["drafted_wins"],
            card["drafted_points"], card["offered"], card["taken"], card["could_be_used"],
            card["used"], *card["random"],
        ])  # fmt: skip
    return text.getvalue()
