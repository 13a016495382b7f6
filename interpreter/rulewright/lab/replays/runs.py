"""Replays many recorded games, in chunks that workers on this or other machines can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.replays.comparison import IDENTICAL, OTHERWISE, PARTED, ComparedGame, Comparison
from rulewright.lab.replays.recorded_games import RecordedGame
from rulewright.language.text import RulesError
from rulewright.runtime.game.state import IllegalChoice
from rulewright.runtime.lower.play_digest import RuleDigest, rule_digests
from rulewright.runtime.session.games import Rules, rules_of_save
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.saves.saves import RulesMark

CHUNK: Final = 100
"""Games in one chunk, about a second of work."""


class ReplayChunk(Record):
    """Recorded games of one setup and one set of old rules, with the new rules they are replayed under."""

    games: tuple[RecordedGame, ...]
    new: Bundle
    archive: RuleArchive | None


Failure = tuple[str, str]
"""The name of a recorded game that cannot be replayed, and why."""


def chunks_of(
    games: Iterable[RecordedGame], new: Mapping[str, Bundle], archives: Mapping[str, RuleArchive]
) -> list[ReplayChunk]:
    """Return the games in chunks of one setup each; `new` are the new rules by edition, others are left out."""

    def setup(game: RecordedGame) -> tuple[Any, ...]:
        """Return what games of one chunk have in common, in a form that can be sorted."""
        mark = (game.mark.play, game.mark.rules)
        return game.edition, game.players, game.options, game.cast, game.archive, mark

    chunks = []
    for _, group in groupby(
        sorted((game for game in games if game.edition in new), key=setup), setup
    ):
        same = tuple(group)
        for start in range(0, len(same), CHUNK):
            part = same[start : start + CHUNK]
            chunks.append(ReplayChunk(part, new[part[0].edition], archives.get(part[0].archive)))
    return chunks


def replay_chunk(chunk: ReplayChunk) -> tuple[list[ComparedGame], list[Failure]]:
    """Return what the games of a chunk come to, and those that cannot be replayed, with the reason."""
    first = chunk.games[0]
    setup = first.players, first.options
    try:
        comparison = _comparison(
            chunk.new, chunk.archive, first.edition, first.cast, setup, first.mark
        )
    except RulesError as error:
        return [], [(game.name, error.messages) for game in chunk.games]
    replayed: list[ComparedGame] = []
    failures: list[Failure] = []
    for game in chunk.games:
        try:
            replayed.append(comparison.replay(game))
        except RulesError as error:
            failures.append((game.name, error.messages))
        except IllegalChoice:
            failures.append((game.name, "its choices are impossible under its rules"))
        except ValueError as error:
            failures.append((game.name, str(error)))
    return replayed, failures


@lru_cache(maxsize=8)
def _comparison(
    bundle: Bundle, archive: RuleArchive | None, edition: str, cast: tuple[str, ...],
    setup: tuple[int, tuple[str, ...]], mark: RulesMark,
) -> Comparison:  # fmt: skip
    """Return the comparison of the rules of a setup. Raises RulesError if the new rules refuse it."""
    new = inside(bundle.rules().with_cast(cast))
    old = _old_rules(archive, edition, cast, setup, mark, new)
    return Comparison(
        None if old is None else old.compiled(*setup), new.compiled(*setup),
        lambda: (old or new).conditions(*setup), lambda: new.conditions(*setup),
        lambda: _rule_digests(old or new, setup), lambda: _rule_digests(new, setup),
    )  # fmt: skip


def _rule_digests(book: Rulebook, setup: tuple[int, tuple[str, ...]]) -> dict[str, RuleDigest]:
    """Return the digests of the rules of a setup by name, with their places as games show them."""
    digests = rule_digests(book.module(*setup))
    return {
        name: RuleDigest(digest, book.displayed_place(place))
        for name, (digest, place) in digests.items()
    }


def _old_rules(
    archive: RuleArchive | None, edition: str, cast: tuple[str, ...],
    setup: tuple[int, tuple[str, ...]], mark: RulesMark, new: Rulebook,
) -> Rulebook | None:  # fmt: skip
    """Return the rules that a game was recorded with; None if they are known no more.

    They are those kept with it, else those of its edition, or the new ones, if these play alike.
    """
    if archive is not None:
        return Rulebook.from_archive(archive, edition).with_cast(cast)
    for is_new in (False, True):
        with suppress(RulesError):
            book = new if is_new else Rulebook.load(edition).with_cast(cast)
            if mark.is_same_play(RulesMark.of(book.compiled(*setup), book.digest)):
                return book
    return None


def bundles_for(
    games: Iterable[RecordedGame], against: str | None
) -> tuple[dict[str, Bundle], dict[str, str]]:
    """Return the new rules by the edition of each game, and why other editions cannot be loaded.

    The new rules are `against`, or the edition as it is today. Raises RulesError if `against` cannot be loaded.
    """
    bundles: dict[str, Bundle] = {}
    reasons: dict[str, str] = {}
    common = Bundle.of(Rules.load(against)) if against else None
    for edition in dict.fromkeys(game.edition for game in games):
        try:
            bundles[edition] = common or Bundle.of(rules_of_save(edition, None))
        except RulesError as error:
            reasons[edition] = error.messages
    return bundles, reasons


def replay_all(
    chunks: Sequence[ReplayChunk], executor: Executor
) -> Iterator[tuple[list[ComparedGame], list[Failure]]]:
    """Yield what the games of each chunk come to, in the order of the chunks."""
    for future in [executor.submit(replay_chunk, chunk) for chunk in chunks]:
        yield future.result()


def report_data(
    replayed: Sequence[ComparedGame], failures: Sequence[Failure], seconds: float
) -> dict[str, Any]:
    """Return the results as JSON data: counts, a summary by rule, and each game that is not identical."""
    counts = Counter(game.verdict for game in replayed)
    by_rule: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for game in replayed:
        if (found := game.difference) is not None:
            by_rule.setdefault((found.rule, found.place), []).append((game.verdict, found.reason))
    rules = []
    for (rule, place), games in sorted(by_rule.items(), key=lambda each: -len(each[1])):
        verdicts, reasons = (
            Counter(verdict for verdict, _ in games),
            {reason for _, reason in games},
        )
        # One reason for all its games, if there is one; each game has its own.
        reason = reasons.pop() if len(reasons) == 1 else ""
        rules.append({
            "rule": rule, "place": place, "reason": reason,
            PARTED: verdicts[PARTED], OTHERWISE: verdicts[OTHERWISE],
        })  # fmt: skip
    return {
        "games": len(replayed), "seconds": round(seconds, 3),
        IDENTICAL: counts[IDENTICAL], OTHERWISE: counts[OTHERWISE], PARTED: counts[PARTED],
        "unreadable": [{"game": name, "reason": reason} for name, reason in failures],
        "rules": rules,
        "different": [_game_data(game) for game in replayed if game.verdict != IDENTICAL],
    }  # fmt: skip


def _game_data(game: ComparedGame) -> dict[str, Any]:
    """Return a game as JSON data."""
    found, (before, after) = game.difference, game.scores
    data: dict[str, Any] = {"game": game.name, "verdict": game.verdict, "choices": game.choices}
    if game.blind:
        data["blind"] = True
    if game.verdict == OTHERWISE and (before or after):
        data["scores"] = {"before": before, "after": after}
    if found is not None:
        data |= {
            "decision": found.decision, "kind": found.kind, "seat": found.seat, "missing": list(found.missing),
            "new": list(found.new), "reason": found.reason, "rule": found.rule, "place": found.place,
        }  # fmt: skip
    return data
