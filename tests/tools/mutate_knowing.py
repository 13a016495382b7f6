"""Spoils all that decides what a seat knows, one place at a time, and sees whether the tests notice.

`python tests/tools/mutate_knowing.py [PAGE …] [--jobs N]` goes through the pages below, or through those named.
Nothing is written: a page is compiled otherwise in a process of its own (`knowing.planting`), which then runs the
tests of that page up to the first that fails. What survives is printed; docs/knowing-measured.md says of what is
known to survive why that is.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from attrs import define, field

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from knowing.planting import otherwise, source_of  # noqa: E402
from tools.spoiling import Mutant, mutants  # noqa: E402

LEAST, TIMES = 5.0, 5.0
"""With a mutant tests may take so many seconds and so many times what they took; longer, and it is noticed."""

CHANGES, GAMES = "knowing/test_table_changes.py", "knowing/test_knowing.py"
NATIVELY = (
    f"{CHANGES}::test_natively",
    "engines/test_exchanging.py",
    f"{GAMES}::test_on_a_drawn_table_each_seat_knows_what_it_can_be_sure_of",
)
PYTHON = (
    "game/test_places.py",
    f"{CHANGES}::test_in_python",
    f"{GAMES}::test_every_deed_is_done_on_drawn_tables",
    "engines/test_in_step.py",
)
ALIKE = "knowing/test_alike_for_a_seat.py"
VIEW = (ALIKE, "knowing/test_full_view.py", "knowing/test_view.py")
TABLE = (
    "engines/test_replaying.py::test_a_log_that_begins_in_the_middle_is_dealt_the_same",
    "engines/test_replaying.py::test_what_does_not_fit_is_replayed_in_python",
    "engines/test_replaying.py::test_each_change_of_a_step_comes_to_the_same",
    "engines/test_replaying.py::test_single_steps_tell_where_they_lead_also_if_they_do_not_fit",
    "engines/test_replaying.py::test_names_lie_in_their_own_shuffle",
    "dealing/test_from_now.py",
    "dealing/test_keeping_up.py",
    "dealing/test_dealer.py",
    "dealing/test_looks.py",
)
LOOKING = "engines/test_look_digest.py::test_looks_"
LOOKS = (
    f"{LOOKING}at_marks_of_every_sort[2]",
    f"{LOOKING}at_marks_by_who_sees_into_places_with_order",
    f"{LOOKING}at_options_for_cards_wherever_they_lie",
    f"{LOOKING}at_cards_that_lie_on_each_other",
    f"{LOOKING}at_what_phases_are_played_for",
    f"{LOOKING}at_what_card_a_phase_is_played_for",
    f"{LOOKING}in_small_games",
    *(f"{LOOKING}on_drawn_tables[{seed}]" for seed in range(12)),
    "engines/test_looks_in_editions.py::test_looks_in_games_that_go_on_natively[liars-hand]",
)
PAGES: dict[str, tuple[str, ...]] = {
    "runtime.observation.visibility": (
        "knowing/test_openness.py",
        *VIEW,
        "knowing/test_in_sight.py",
    ),
    "runtime.observation.card_identities": VIEW,
    "runtime.observation.view": VIEW,
    "runtime.observation.decision": (
        "knowing/test_decision.py",
        "knowing/test_option_texts.py",
        "knowing/test_full_view.py",
        "game/test_words.py",
    ),
    "runtime.observation.story": ("knowing/test_story.py",),
    "runtime.observation.disclosure": ("knowing/test_in_sight.py",),
    "runtime.observation.observer": ("knowing/test_observer.py", ALIKE, "knowing/test_digest.py"),
    "runtime.observation.redaction": (ALIKE,),
    "runtime.observation.observation_digest": ("knowing/test_digest.py",),
    "runtime.observation.seat_log": ("knowing/test_log.py", "game/test_saved_logs.py"),
    "runtime.observation.history": ("knowing/test_log.py", "game/test_saved_logs.py"),
    "runtime.dealing.dealing_context": TABLE,
    "runtime.lower.passes.visibility": ("lower/test_learning.py", "seat/test_reasons.py"),
    "runtime.lower.passes.secret_inputs": ("lower/test_secrets.py", "lower/test_learning.py"),
    "runtime.python.zone_tables": ("knowing/test_openness.py", *PYTHON),
    "runtime.python.card_moves": PYTHON,
    "native.emit.moves.card_knowledge": NATIVELY,
    "native.emit.moves.moves": NATIVELY,
    "native.runtime.moves": NATIVELY,
    "native.runtime.shuffles": NATIVELY,
    "native.runtime.exchanges": NATIVELY,
    "native.emit.moves.log_messages": ("engines/test_heard.py",),
    "native.exports.observe.seat_visibility": LOOKS,
    "native.exports.observe.card_hashes": LOOKS,
    "native.exports.observe.mark_hashes": LOOKS,
    "native.exports.observe.observation_hash": LOOKS,
}
"""The pages, and the tests that should notice."""

OTHERS = (
    "CardMoves._reset",
    "ShuffleRecord.",
    "resets_of",
)
"""Functions on these pages that have nothing to do with who knows what."""

NOWHERE = "nowhere"
"""Where nothing is spoilt: the first try, which has to survive."""

SURVIVORS = TESTS.parent / "docs" / "knowing-measured.md"


@define
class Trying:
    """A plugin for pytest: in place of a run of the tests it runs them once for each mutant of a page."""

    page: str
    jobs: int
    made: list[Mutant] = field(factory=list)
    survived: list[Mutant] = field(factory=list)
    running: dict[int, tuple[Mutant, float]] = field(factory=dict)
    longest: float = 0.0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The tests as they are, then with each mutant: in a process that begins where they have just passed."""
        begun = time.monotonic()
        if not self._passes(session):
            raise SystemExit(f"{self.page}: its tests fail already")
        self.longest = LEAST + TIMES * (time.monotonic() - begun)
        text = source_of(self.page)
        self.made = [each for each in mutants(text) if not each.where.startswith(OTHERS)]
        for mutant in (Mutant(NOWHERE, "", text), *self.made):
            while len(self.running) >= self.jobs:
                self._wait()
            child = os.fork()
            if child == 0:
                self._try(session, mutant)
            self.running[child] = (mutant, time.monotonic())
        while self.running:
            self._wait()
        unspoilt = [each for each in self.survived if each.where == NOWHERE]
        assert unspoilt, "the tests fail when they are run again"
        self.survived.remove(*unspoilt)
        return True

    def _passes(self, session: pytest.Session) -> bool:
        """Whether no test fails; what they share they keep for the next time."""
        items = session.items
        # After the last one fixtures of its folder stay, and those of the whole session.
        for item, following in zip(items, [*items[1:], items[0].parent], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return False
        return True

    def _try(self, session: pytest.Session, mutant: Mutant) -> None:
        """In a process of its own: 0 if the mutant survives."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        noticed = True
        try:
            with otherwise(self.page, mutant.text):
                noticed = not self._passes(session)
        finally:
            os._exit(int(noticed))

    def _wait(self) -> None:
        """Until one is done, or has taken too long."""
        while True:
            for child, (mutant, begun) in list(self.running.items()):
                done, status = os.waitpid(child, os.WNOHANG)
                late = time.monotonic() - begun > self.longest
                if late and not done:
                    os.kill(child, signal.SIGKILL)
                    done, status = os.waitpid(child, 0)
                if done:
                    del self.running[child]
                    if status == 0:
                        self.survived.append(mutant)
                    if status == 0 and mutant.where != NOWHERE:
                        print(
                            f"survives: {self.page}: {mutant.name}", file=sys.__stderr__, flush=True
                        )
                    return
            time.sleep(0.02)


def known() -> dict[str, str]:
    """Mutants that are known to survive, each with the reason: lines "- `PAGE: WHERE: WHAT`: REASON"."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    pairs = (line[3:].rpartition("`: ") for line in lines if line.startswith("- `"))
    return {name: reason for name, _, reason in pairs}


def tried(page: str, jobs: int) -> Trying:
    """All mutants of a page."""
    trying = Trying(page, jobs)
    options = ["-q", "-x", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    pytest.main([*options, *(str(TESTS / test) for test in PAGES[page])], plugins=[trying])
    return trying


def rows(pages: Sequence[str], jobs: int) -> Iterator[tuple[str, int, int, int]]:
    """Of each page how many mutants there are, how many change nothing, and how many of the others are noticed."""
    same = known()
    for page in pages:
        found = tried(page, jobs)
        names = [f"{page}: {mutant.name}" for mutant in found.survived]
        equal = sum(same.get(name, "").startswith("the same") for name in names)
        yield page, len(found.made), equal, len(found.made) - len(names)


def alone() -> None:
    """Let wasmtime compile without threads, which a process that is forked off would wait for in vain."""
    wasmtime = pytest.importorskip("wasmtime")
    begin = wasmtime.Engine

    def engine() -> object:
        config = wasmtime.Config()
        config.parallel_compilation = False
        return begin(config)

    wasmtime.Engine = engine


def main() -> None:
    """Print what survives, and a table."""
    alone()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", choices=[*PAGES, []])
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    for page, made, equal, noticed in rows(given.pages or list(PAGES), given.jobs):
        counts = f"{made} mutants, {equal} the same, {noticed} noticed"
        print(f"{page}: {counts}: {noticed / max(made - equal, 1):.1%}", flush=True)


if __name__ == "__main__":
    main()
