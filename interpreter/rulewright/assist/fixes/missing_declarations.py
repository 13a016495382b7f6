"""Declarations of names that are used but not declared: the first form with which all uses type-check."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product
from math import prod
from typing import Final

from rulewright.assist.fixes.declaration_forms import DeclarationForm, MissingName
from rulewright.assist.line_advice import LineAdvice
from rulewright.assist.trials.trial import FixTrial
from rulewright.base.records import Draft, evolve, field
from rulewright.language.program import complaints as say
from rulewright.language.program.declaring import declare_all
from rulewright.language.program.program import Program
from rulewright.language.program.resolving import resolve_all
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaint, Complaints, Fix, Source, Span
from rulewright.language.text.words.english import sentence_forms, singular
from rulewright.language.text.words.nearest_names import is_one_edit

_UNKNOWN: Final = re.compile(r"there is no (.+) called `([a-z][a-z0-9-]*)`")
_STATE: Final = (tree.ZoneDeclaration, tree.VariableDeclaration, tree.Mark)

_LISTED: Final = ("there is ", "there are ")
_KNOWN: Final = (*_LISTED, say.names.NAMED_HERE, "in a `where`, write `it`")
"""Beginnings of help that lists the known names; other help says what the name means."""
_WORST: Final = 1_000
MOST_COMBINATIONS: Final = 40
"""Most combinations of texts that are all tried; of more, one slot is chosen after the other."""

Errors = Counter[tuple[str, str, str]]
"""Errors by file, message and the text that they are about."""


def declare_missing_name(
    trial: FixTrial, complaint: Complaint, program: Program
) -> LineAdvice | None:
    """Return the insertion of a declaration after which all uses of the unknown name type-check."""
    match = _UNKNOWN.fullmatch(complaint.message)
    explained = complaint.hint is not None and not complaint.hint.startswith(_KNOWN)
    if match is None or complaint.span is None or explained:
        return None
    what, name = match.groups()
    similar = any(not fix.text.startswith("a ") for fix in complaint.fixes)
    if similar and not is_used_widely(trial.trees, complaint):
        return None  # rather a slip
    users = _users(trial.trees, name, all="label" in what or what in ("type", "list"))
    missing = MissingName(what, name, program, trial.trees, users)
    search = _Search(trial, complaint, missing)
    return search.advice() if _key(complaint) in search.before else None


def _users(trees: Sequence[tree.Node], name: str, all: bool = False) -> list[tree.Node]:
    """Return the declarations that use a name; `all` that could use its words."""
    forms = sentence_forms(name) | {singular(name) or name}
    words = "|".join(re.escape(form).replace(r"\-", "[- ]") for form in forms)
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    return [
        node
        for node in trees
        if not isinstance(node, tree.Scenario | tree.Unread)
        and (all or pattern.search(node.at.text))
    ]


def is_used_widely(trees: Sequence[tree.Node], complaint: Complaint) -> bool:
    """Return whether several declarations use the unknown name, so that it is no slip and no local name."""
    match = _UNKNOWN.fullmatch(complaint.message)
    if match is None or any(is_one_edit(fix.text, match[2]) for fix in complaint.fixes):
        return False
    return len(_users(trees, match[2])) > 1


class _Search(Draft):
    """The search for the declaration of one name."""

    trial: FixTrial
    complaint: Complaint
    missing: MissingName
    before: Errors = field(init=False)
    last: Errors = field(init=False, factory=Counter)
    """The errors after the declaration that was tried last."""
    best: tuple[int, Fix, Errors] | None = field(init=False, default=None)
    """The number of new errors, the insertion, and the errors after it."""

    def __attrs_post_init__(self) -> None:
        self.before = self._errors_with(None, None)

    @property
    def ending(self) -> str:
        """The end of all messages about the unknown name."""
        return f" called `{self.missing.name}`"

    def advice(self) -> LineAdvice | None:
        """Return the first declaration without new errors; else the one with the fewest, if it removes many."""
        for form in self.missing.forms():
            combinations = prod(map(len, form.slots.values()))
            search = self._try_each if combinations <= MOST_COMBINATIONS else self._descend
            fewest = search(form)
            listed: list[str] = []
            while fewest and "words" in form.slots and (words := self._words_not_listed(listed)):
                listed += words
                slots = {**form.slots, "words": (", ".join(listed),)}
                fewest = self._try_each(evolve(form, slots=slots))
            if not fewest:
                break
        if self.best is None:
            return None
        new, fix, after = self.best
        if 2 * new >= (self.before - after).total():
            return None
        gone = self.before - after
        settled = (
            c for c in self.trial.complaints if _key(c) in gone or c.message.endswith(self.ending)
        )
        known = self.complaint.hint or ""
        if len(self.missing.users) == 1 and known.startswith(_LISTED):
            fix = evolve(fix, help=f"{fix.help}; so far {known}")
        return LineAdvice(fix.help, fix, tuple(settled))

    def _words_not_listed(self, listed: Collection[str]) -> list[str]:
        """Return the words that rules use and the labels tried last do not have."""
        matches = map(_UNKNOWN.fullmatch, (message for _, message, _ in self.last - self.before))
        words = dict.fromkeys(match[2] for match in matches if match is not None)
        return [word for word in words if word not in listed]

    def _try_each(self, form: DeclarationForm) -> int:
        """Try all texts for the slots until one fits; return the fewest errors."""
        fewest = _WORST
        for texts in product(*form.slots.values()):
            fewest = min(fewest, self._try(form, dict(zip(form.slots, texts, strict=True))))
            if not fewest:
                break
        return fewest

    def _descend(self, form: DeclarationForm) -> int:
        """Choose the best text for one slot after the other; return the fewest errors."""
        chosen = {slot: texts[0] for slot, texts in form.slots.items()}
        fewest = self._try(form, chosen)
        for slot, texts in form.slots.items():
            for text in texts[1:] if fewest else ():
                errors = self._try(form, chosen | {slot: text})
                if errors < fewest:
                    chosen, fewest = chosen | {slot: text}, errors
        return fewest

    def _try(self, form: DeclarationForm, chosen: dict[str, str]) -> int:
        """Return the number of new errors with this declaration and of uses that remain unknown."""
        if self.trial.budget.is_spent:
            return _WORST
        fix = self._insertion(form, form.filled(chosen))
        after = self.last = self._errors_with(fix, form.into)
        if after[_key(self.complaint)] >= self.before[_key(self.complaint)]:
            return _WORST
        left = (n for (_, message, _), n in after.items() if message.endswith(self.ending))
        new = (after - self.before).total() + sum(left)
        if self.best is None or new < self.best[0]:
            self.best = new, fix, after
        return new

    def _insertion(self, form: DeclarationForm, text: str) -> Fix:
        """Return the fix that puts a declaration beside those of its sort, or above the one that uses it."""
        if form.into is not None:
            return _insertion_into(form.into, text)
        assert self.complaint.span is not None
        user = self.complaint.span
        here = [n for n in self.trial.trees if n.at.source.name == user.source.name]
        state = [n for n in here if isinstance(n, _STATE)]
        is_state = text.startswith(("there is", "each ")) or " may be " in text
        above = state if state and is_state else [n for n in here if n.at.end <= user.start]
        help = f"declare it: `{text}`" if "\n" not in text else f"declare it: {_quoted_lines(text)}"
        if above:
            end = max(n.at.end for n in above)
            between = "\n" if state and is_state else "\n\n"
            return Fix(Span(user.source, end, end), between + text, help)
        start = min(n.at.start for n in here)
        return Fix(Span(user.source, start, start), f"{text}\n\n", help)

    def _errors_with(self, fix: Fix | None, into: tree.Node | None) -> Errors:
        """Return the errors in the uses of the name with this insertion."""
        complaints = Complaints()
        trees, users = tuple(self.trial.trees), tuple(self.missing.users)
        if fix is not None:
            at, text = fix.span, fix.text
            if into is not None:
                whole = at.source.text
                text = whole[into.at.start : at.start] + text + whole[at.end : into.at.end]
            new: tuple[tree.Node, ...] = parse_rules(
                Source(at.source.name, text.strip("\n") + "\n"), complaints
            )
            trees = (*(n for n in trees if n is not into), *new)
            users = (*(n for n in users if n is not into), *new)
        self.trial.budget.spend(1, sum(n.at.end - n.at.start for n in users))
        ctx = self.trial.new_context(complaints)
        declare_all(ctx, trees)
        resolve_all(ctx, users, tuple(n for n in trees if n not in users))
        return Counter(_key(c) for c in complaints if c.severity == "error")


def _insertion_into(node: tree.Node, text: str) -> Fix:
    """Return the fix that adds words to labels or a setting, or a line to a kind."""
    start = node.at.start
    match node:
        case tree.KindDeclaration():
            fields = [each.at.end for each in node.items if isinstance(each, tree.FieldDeclaration)]
            head = start + node.at.text.index("\n")
            end, help = (
                max(fields, default=head),
                f"declare it in `kind {node.name.text}`: `{text.strip()}`",
            )
        case tree.LabelsDeclaration():
            end = node.items[-1].at.end
            help = f"declare it: `{node.at.source.text[start:end]}{text}`"
        case _:
            end = start + node.at.text.index(" =")
            help = f"declare it: `{node.at.text.split(chr(10))[0].replace(' =', f'{text} =', 1)}`"
    return Fix(Span(node.at.source, end, end), text, help)


def _quoted_lines(text: str) -> str:
    """Return the lines of a declaration in backticks, joined to a phrase."""
    first, *others = (f"`{line.strip()}`" for line in text.split("\n") if line)
    return f"{first}, and below it {', '.join(others)}"


def _key(complaint: Complaint) -> tuple[str, str, str]:
    """Return the file, message and text of a complaint, which survive the insertion of lines."""
    at = complaint.span
    return (
        (at.source.name, complaint.message, at.text)
        if at is not None
        else ("", complaint.message, "")
    )
