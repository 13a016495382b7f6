"""What fuzz tests share: how texts are spoilt, and what has to hold of all that is said about them.

--long tries many more texts, and other ones every time.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from attrs import frozen
from hypothesis import HealthCheck, settings, strategies as st

from rulewright.language.text import Complaint, show_complaint, to_github, to_json, to_sarif
from tiers import LONG

ROOT: Final = Path(__file__).resolve().parents[2]
FACTOR: Final = 40 if LONG else 1
LONGEST: Final = 20.0
"""Seconds of CPU that nothing here may take, on a slow machine; a hang takes longer."""

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]*|[0-9]+|\"[^\"\n]*\"|[^\sA-Za-z0-9]")


def few(examples: int) -> settings:
    """Draw half as many examples with the seed of the day; many more in the long tier."""
    return settings(
        max_examples=examples * FACTOR if LONG else (examples + 1) // 2,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


# ------------------------------------------------------------------ spoiling texts


@frozen
class Change:
    """One thing done to a text, at a place and with another one; both are counted around."""

    how: str
    at: int
    other: int
    piece: str

    def made_in(self, text: str) -> str:
        """The changed text."""
        if self.how.endswith("word"):
            return self._to_words(text)
        if self.how.endswith("sign"):
            return self._to_signs(text)
        return self._to_lines(text)

    def _to_lines(self, text: str) -> str:
        lines = text.split("\n")
        at, other = self.at % len(lines), self.other % len(lines)
        match self.how:
            case "drop line":
                del lines[at]
            case "repeat line":
                lines.insert(other, lines[at])
            case "swap line":
                lines[at], lines[other] = lines[other], lines[at]
            case "deepen":
                lines[at] = " " * (1 + self.other % 8) + lines[at]
            case "raise":
                lines[at] = lines[at].removeprefix(" " * (1 + self.other % 8))
            case "cut":
                del lines[min(at, other) : max(at, other)]
            case "splice":
                lines[at:at] = [self.piece]
        return "\n".join(lines)

    def _to_words(self, text: str) -> str:
        words = list(_WORD.finditer(text))
        if not words:
            return text
        one, two = words[self.at % len(words)], words[self.other % len(words)]
        put = {"drop word": "", "repeat word": f"{one.group()} {one.group()}"}
        put |= {"other word": self.piece, "known word": two.group()}
        if self.how != "swap word":
            return text[: one.start()] + put[self.how] + text[one.end() :]
        one, two = sorted((one, two), key=lambda match: match.start())
        if one == two:
            return text
        between = text[one.end() : two.start()]
        return text[: one.start()] + two.group() + between + one.group() + text[two.end() :]

    def _to_signs(self, text: str) -> str:
        at = self.at % (len(text) + 1)
        end = at + 1 if self.how in ("drop sign", "other sign") else at
        return text[:at] + ("" if self.how == "drop sign" else self.piece) + text[end:]


LINES: Final = ("drop line", "repeat line", "swap line", "deepen", "raise", "cut")
WORDS: Final = ("drop word", "repeat word", "swap word", "known word")
SIGNS: Final = ("drop sign", "other sign", "new sign")
PLACES: Final = st.integers(0, 5000)


def changes(words: Iterable[str], splices: Iterable[str] = ()) -> st.SearchStrategy[list[Change]]:
    """A few changes to one text; new words are among these, and whole passages among the splices."""
    signs = st.one_of(st.sampled_from("'\"\t\n ,:-()0{}#\u2028\x0b\x00\ufeff"), st.characters())
    kinds = [
        st.builds(Change, st.sampled_from(LINES), PLACES, PLACES, st.just("")),
        st.builds(Change, st.sampled_from(WORDS), PLACES, PLACES, st.just("")),
        st.builds(Change, st.just("other word"), PLACES, PLACES, st.sampled_from(sorted(words))),
        st.builds(Change, st.sampled_from(SIGNS), PLACES, PLACES, signs),
    ]
    if found := list(splices):
        passages = st.sampled_from(found)
        kinds.append(st.builds(Change, st.just("splice"), PLACES, PLACES, passages))
    return st.lists(st.one_of(kinds), min_size=1, max_size=3)


def spoilt(text: str, made: Iterable[Change]) -> str:
    """The text after these changes, one after the other."""
    for change in made:
        text = change.made_in(text)
    return text


# ------------------------------------------------------------------ what has to hold


class Watch:
    """Measures a block; nothing may take longer than a hang."""

    def __enter__(self) -> None:
        self.start = time.process_time()

    def __exit__(self, *_: object) -> None:
        assert time.process_time() - self.start < LONGEST


def assert_sound(complaints: Iterable[Complaint]) -> None:
    """Every complaint speaks of a place in its text, in words, and can be told in each format."""
    found = tuple(complaints)
    for complaint in found:
        assert re.fullmatch(r"[EY]\d{4}", complaint.code)
        assert complaint.message.strip()
        assert not re.search(r"\b(?:e|ph|v|f)_[a-z]|__ANON|\bNoneType\b", complaint.message)
        for span in (complaint.span, *(note.span for note in complaint.notes)):
            if span is not None:
                assert 0 <= span.start <= span.end <= len(span.source.text)
                assert 1 <= span.line <= span.end_line
        shown = show_complaint(complaint, colour=False)
        assert complaint.code in shown
        shown.encode("utf-8")
    assert len(json.loads(to_json(found))) >= (1 if found else 0)
    to_github(found).encode("utf-8")
    json.dumps(to_sarif(found, root=ROOT, version="0"))
