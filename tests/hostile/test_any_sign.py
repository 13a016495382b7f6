"""A run of any sign or token takes time in proportion to its length, wherever it stands."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from hostile.any_sign import PLACES, SEPARATORS, categories, kinds_in, run_of, signs, tokens, write
from hostile.growth import calls_of
from hostile.limits import run_limited, slowness
from rulewright.language.syntax.parsing.lexer import STRANGE, Excerpt
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source
from rulewright.language.text.normalization import MOST_MARKS, excess_marks, to_nfc
from rulewright.testing.checks import check_edition
from rulewright.web.store.identities import LONGEST_NAME, plain_name
from tiers import LONG, SEED

SIZES: Final = (10_000, 100_000)
MEGABYTE: Final = (1 << 20) - 4_000
"""With the rules around it still a file that is read."""
MOST: Final = 30
"""Times the work for ten times the text: 10 is in proportion, 100 is quadratic."""
LITTLE_TIME: Final = 0.1
"""Seconds of CPU that are not worth a thought: a check of the bare rules takes half of it."""
LITTLE_WORK: Final = 20_000
"""Calls of the same meaning."""
MEGABYTES: Final = 600
ON_ONE_LINE: Final = ("", " ")
"""Separators of runs that take little time: many lines with a mistake each take seconds of help."""

GROWING: Final = 11
"""Cases on a push whose work is compared at two sizes."""
LARGE: Final = 1
"""Cases on a push of a megabyte."""

Case = tuple[str, str, str]
"""A text, what separates its repetitions, and the name of a place."""
ONCE_QUADRATIC: Final[list[Case]] = [
    (";", "", "declaration"),
    ("\0", "", "declaration"),
    ("\u0323\u0301", "", "remark"),
]


def _drawn(texts: list[str], places: int, separators: Sequence[str] = SEPARATORS) -> list[Case]:
    """Return each text in a number of places that are drawn, each with a separator that is drawn."""
    random = Random(SEED)
    return [
        (text, random.choice(separators), place)
        for text in texts
        for place in random.sample(sorted(PLACES), places)
    ]


def _one_of_each_category() -> list[str]:
    random = Random(SEED)
    return [random.choice(members) for members in categories().values()]


@cache
def _growing() -> list[Case]:
    if not LONG:
        drawn = _drawn(_one_of_each_category() + tokens(), 1, ON_ONE_LINE)
        return [*ONCE_QUADRATIC, *Random(SEED).sample(drawn, GROWING - len(ONCE_QUADRATIC))]
    everywhere = [
        (text, separator, place)
        for text in _one_of_each_category()
        for separator in ON_ONE_LINE
        for place in PLACES
    ]
    return sorted({*ONCE_QUADRATIC, *everywhere, *_drawn(signs() + tokens(), 1)})


@cache
def _large() -> list[Case]:
    texts = _one_of_each_category() + tokens()
    return _drawn(texts, 1) if LONG else Random(SEED).sample(_drawn(texts, 1), LARGE)


def _title(case: Case) -> str:
    """Return what an assertion shows of a case."""
    return " ".join(map(ascii, case))


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")


def _work(folder: Path, case: Case, size: int) -> tuple[int, float]:
    """Return the calls and the seconds of CPU that a check makes."""
    text, separator, place = case
    write(folder, PLACES[place](run_of(text, separator, size)))
    begun = time.process_time()
    calls = calls_of(lambda: check_edition(folder / "hostile.yaml"))
    return calls, time.process_time() - begun


# Numbers, since the signs of Unicode take a second to sort, in each worker.
@pytest.mark.parametrize("number", range(len(_growing()) if LONG else GROWING))
@pytest.mark.rotating
def test_ten_times_as_long_a_run_is_ten_times_the_work(tmp_path: Path, number: int) -> None:
    case = _growing()[number]
    _work(tmp_path, case, 400)  # what is imported for it is no work of its own

    (calls, seconds), (more_calls, more_seconds) = (_work(tmp_path, case, size) for size in SIZES)

    assert more_calls < MOST * max(calls, LITTLE_WORK), _title(case)
    assert more_seconds < MOST * max(seconds, LITTLE_TIME * slowness()), _title(case)


@pytest.mark.parametrize("number", range(len(_large()) if LONG else LARGE))
@pytest.mark.rotating
def test_a_megabyte_is_answered_in_time(tmp_path: Path, number: int) -> None:
    text, separator, place = case = _large()[number]
    folder = tmp_path / "work"
    folder.mkdir()
    write(folder, PLACES[place](run_of(text, separator, MEGABYTE)))

    checked = run_limited(["check", "."], folder, megabytes=MEGABYTES)

    assert checked.code in (0, 1), _title(case)
    assert len(checked.out) < 200_000, _title(case)


def test_every_token_is_tried() -> None:
    named = set(re.findall(r"\(\?P<(\w+)>", grammar().lexer.pattern))
    words = {*grammar().lexer.keywords.values(), *named} - grammar().lexer.ignored - {"_NL"}

    assert words - kinds_in(tokens()) == set()


def test_signs_of_every_category_are_tried() -> None:
    assert {unicodedata.category(sign) for sign in signs()} == set(categories())
    assert len(categories()) == 30


def test_of_a_line_only_so_many_words_are_read() -> None:
    for sign in (";", "\0", "the ", '"', "\N{NO-BREAK SPACE}"):
        text = sign * 10_000
        assert len(kinds_in([text]) - {STRANGE}) <= 2
        assert _tokens_of(text) < 210


def _tokens_of(text: str) -> int:
    return sum(1 for _ in grammar().lexer.tokens(Excerpt(Source("a.rules", text), text)))


# ------------------------------------------------------------------ marks


@pytest.mark.parametrize("mark", ["\u0301", "\u0323\u0301", "\u0344", "\u0f73", "\u3099"])
def test_more_marks_than_any_script_has_are_refused(tmp_path: Path, mark: str) -> None:
    right, wrong = mark * (MOST_MARKS // len(mark)), mark * (MOST_MARKS // len(mark) + 1)
    folder = tmp_path / "work"
    folder.mkdir()
    write(folder, PLACES["remark"](f"a{right}b"))
    assert "E0007" not in run_limited(["check", "."], folder).out

    write(folder, PLACES["remark"](f"a{wrong}b"))
    assert "E0007" in run_limited(["check", "."], folder).out
    write(folder, PLACES["quoted value"](f"a{wrong}b"))
    assert "E0007" in run_limited(["check", "."], folder).out


def test_composing_any_run_takes_little_time() -> None:
    marks = [sign for name in ("Mn", "Mc", "Me") for sign in categories()[name]]
    random = Random(SEED)
    for text in ("\u0323\u0301", "".join(random.sample(marks, 50))):
        long = text * (200_000 // len(text))

        begun = time.process_time()
        to_nfc(long)
        assert time.process_time() - begun < slowness()


def test_all_that_sorts_when_it_is_composed_counts_as_a_mark() -> None:
    for sign in map(chr, range(0x110000)):
        apart = unicodedata.normalize("NFD", sign)
        if unicodedata.combining(apart[0]):
            assert excess_marks(f"a{sign * (MOST_MARKS + 1)}") == (1, MOST_MARKS + 2), (
                f"{ord(sign):x}"
            )


def test_a_name_at_the_table_is_cut_before_it_is_composed() -> None:
    name = "a" + "\u0323\u0301" * 31_000  # 124 KB

    begun = time.process_time()
    assert len(plain_name(name)) <= LONGEST_NAME
    assert time.process_time() - begun < 0.1 * slowness()
    assert plain_name("Ame\u0301lie") == "Amélie"
