"""Random texts derived from the productions of the grammar, typed by the rows of `fuzz.rows`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final

from attrs import Factory, define, frozen

from fuzz.rows import KINDS, PARTS, ROWS
from rulewright.language.syntax.parsing.grammar import Production
from rulewright.language.syntax.parsing.lexer import Excerpt
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.text import Source

DEEPEST: Final = 18
"""Productions within each other; beyond, the shortest are taken."""
MOST_STEPS: Final = 500
"""Productions that are tried for one text."""
TRIES: Final = 3
"""Productions that are tried where parts of them cannot be derived."""
ENDING: Final = frozenset(
    {"_lines", "_rule", "_declaration", "option", "for_each", "cond", "per", "open_per"}
)
"""At the end of these, names that they introduce mean nothing any more."""
MINE: Final = dict.fromkeys(
    (
        "variable",
        "zone",
        "mark",
        "value",
        "fact",
        "table",
        "refuse",
        "always",
        "setting",
        "flow",
        "outcome",
        "kind",
    ),
    "",
) | {"card": "this", "event": "me", "phase": "me", "power": "me", "means": "me"}
"""Who speaks in a declaration: nobody, `me`, or `this` card too."""
UNDER: Final = {"_rule": "", "would": "would"}
"""Rules in which certain statements are allowed: `carry on` under `when … would …`."""
VIA: Final = {
    "carry_on": {"_declaration": "card", "_rule": "would"},
    "because": {"_declaration": "outcome"},
}
"""The only parts that lead to these; none: all do."""
CARD_SHARE: Final = 0.7
"""How many declarations are cards, of those that may be."""
DRAWS: Final = 12
"""Draws among the rows of a production to find all kinds of its parts."""
ROW_LENGTH: Final = 0.35
"""How likely a row has one more."""

Scope = list[tuple[str, str]]
"""Names that stand for things here, each with its kind."""


class Dead(Exception):
    """Nothing of the kind that is wanted can be derived here."""


class Spent(Exception):
    """Too much was tried for one text."""


# ------------------------------------------------------------------ what there is in the garden

ATTRIBUTES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("player", "number"): ("stones", "dust", "wealth", "points"),
    ("player", "player"): ("left", "right"),
    ("player", "zone"): ("hand", "row"),
    ("player", "settable:number"): ("stones", "dust"),
    ("player", "changed"): ("wealth", "points"),
    ("player", "seeds"): ("seeds",),
    ("card", "number"): ("rank", "worth"),
    ("card", "suit"): ("suit",),
    ("card", "player"): ("owner",),
    ("card", "changed"): ("worth", "rank"),
    ("card", "toll"): ("toll",),
    ("this", "owner"): ("owner",),
    ("suit", "number"): ("fame",),
    ("suit", "zone"): ("shelf",),
    ("suit", "settable:number"): ("fame",),
    ("", "number"): ("season",),
    ("", "player"): ("leader", "host"),
    ("", "speaker"): ("host",),
    ("", "suit"): ("trump",),
    ("", "zone"): ("deck", "heap"),
    ("", "changed"): ("season",),
    ("", "settable:player"): ("leader", "host"),
    ("", "settable:suit"): ("trump",),
    ("", "phase-ref"): ("round", "turn"),
}
"""By owner (none: the table) and kind."""

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "word:player": ("player",),
    "word:card": ("card",),
    "word:suit": ("suit",),
    "words:player": ("players",),
    "words:card": ("cards",),
    "words:suit": ("suits",),
    "cards": ("cards",),
    "players": ("players",),
    "suits": ("suits",),
    "sorts": ("suits",),
    "card-word": ("card",),
    "suit-word": ("suit",),
    "owning": ("player", "suit"),
    "markable": ("player", "card"),
    "label": ("sun", "moon", "star"),
    "setting": ("shares",),
    "fame": ("fame",),
    "shelf": ("shelf",),
    "stones": ("stones",),
    "rank": ("rank",),
    "field": ("size",),
    "zone-name": ("hand", "row"),
    "phase": ("round", "turn"),
    "phase-for": ("turn",),
    "turn": ("turn",),
    "moment": ("main", "late"),
    "stance": ("held", "laid"),
    "wins": ("wins",),
    "score": ("wealth", "points"),
    "changed-player": ("wealth", "points"),
    "type:player": ("player",),
    "type:card": ("card",),
    "type:suit": ("suit",),
    "new": (),
    "document": ("note",),
    "number-of:player": ("stones", "wealth"),
    "number-of:card": ("rank", "worth"),
    "number-of:suit": ("fame",),
    "adjective:player": ("rich", "tired"),
    "adjective:card": ("high", "marked"),
    "mark:player": ("tired",),
    "mark:card": ("marked",),
    "column-1": ("name",),
    "column-2": ("rank",),
    "column-3": ("suit",),
}
CARDS: Final = ("Ace", "Bow", "Cup", "Die", "Elm", "Fan", "Gem")


@frozen
class Verb:
    """An event or a fact: its word, the kind of its object, and those of what stands after prepositions."""

    word: str
    object: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    subject: str = "player"


EVENTS: Final = (
    Verb("draw", "unit-of-cards"),
    Verb("gain", "unit"),
    Verb("pay", "unit"),
    Verb("settle", "unit"),
    Verb("lay", "card"),
    Verb("rest"),
    Verb("win", "game"),
    Verb("give", "unit", (("to", "player"),)),
    Verb("take", "unit", (("from", "player"),)),
    Verb("compare", "", (("with", "player"),)),
    Verb("pose", "", (("as", "suit"),)),
    Verb("tuck", "card", (("into", "suit"),)),
    Verb("slip", "card", (("under", "card"),)),
    Verb("lean", "", (("on", "player"),)),
    Verb("swear", "", (("by", "suit"),)),
    Verb("plot", "", (("against", "player"),)),
    Verb("haggle", "", (("with", "player"), ("on", "card"))),
)
FACTS: Final = (
    Verb("admire", "player"),
    Verb("reckon", "number"),
    Verb("follow", "", (("for", "player"),), "card"),
    Verb("live", "", (("with", "player"),)),
)
VERBS: Final = {verb.word: verb for verb in (*EVENTS, *FACTS)}


# ------------------------------------------------------------------ the rows


@frozen
class Row:
    """The kinds of a production's parts, for a wanted kind."""

    want: str
    parts: dict[str, list[str]]

    def for_want(self, want: str, kind: str) -> dict[str, list[str]] | None:
        """Return the kinds of the parts if this row is for `want`; `kind` stands for K where the row may choose."""
        if "K" in self.want:
            before, _, after = self.want.partition("K")
            inner = want[len(before) : len(want) - len(after)] if after else want[len(before) :]
            if want != before + inner + after or inner not in KINDS:
                return None
            kind = inner
        elif self.want != want:
            return None
        return {part: [each.replace("K", kind) for each in of] for part, of in self.parts.items()}


def read_rows(text: str) -> dict[str, list[Row]]:
    """Return rows by the production that they name."""
    rows: dict[str, list[Row]] = {}
    for line in text.splitlines():
        if not line.strip() or line[0] == "#":
            continue
        name, want, given = (each.strip() for each in line.split("|"))
        parts: dict[str, list[str]] = {}
        for part in given.split():
            symbol, _, kinds = part.partition("=")
            parts.setdefault(symbol, []).extend(kinds.split(","))
        rows.setdefault(name, []).append(Row(want, parts))
    return rows


ROWS_OF: Final = read_rows(ROWS)


def key_of(rule: Production) -> list[str]:
    """Return the names by which rows may speak of a production, the closest first."""
    return [f"{rule.origin}>{rule.name}", rule.name]


def spelled(rule: Production) -> str:
    """Return a production as the grammar writes it."""
    words = (grammar().spelling.get(each.name) or each.name for each in rule.symbols)
    return f"{rule.origin}: {' '.join(words)}"


@cache
def productions() -> tuple[Production, ...]:
    """Return all productions of the grammar, to be compared and kept in sets."""
    return tuple(rule._replace(missing=tuple(rule.missing)) for rule in grammar().rules)


@cache
def rules_of() -> dict[str, list[Production]]:
    """Return the productions of each symbol."""
    found: dict[str, list[Production]] = {}
    for rule in productions():
        found.setdefault(rule.origin, []).append(rule)
    return found


@cache
def heights() -> dict[str, int]:
    """Return how many productions stand at least within each other below a symbol."""
    found: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for rule in productions():
            below = [found.get(s.name, 99) for s in rule.symbols if not s.is_terminal]
            height = 1 + max(below, default=0)
            if height < found.get(rule.origin, 99):
                found[rule.origin] = height
                changed = True
    return found


@cache
def ways_to(target: Production) -> dict[str, int]:
    """Return how many productions lead at least from each symbol to one."""
    found = {target.origin: 0}
    changed = True
    while changed:
        changed = False
        for rule in productions():
            below = [found[s.name] for s in rule.symbols if s.name in found]
            if below and min(below) + 1 < found.get(rule.origin, 99):
                found[rule.origin] = min(below) + 1
                changed = True
    return found


def productions_of(text: str) -> set[Production]:
    """Return the productions that the parser reads in a text. Raises GrammarMismatch."""
    found: set[Production] = set()
    usual = grammar()
    recorder: Any = Grammar.__new__(Grammar)
    recorder.__dict__.update(usual.__dict__)

    def noted(rule: Production) -> Callable[[list[Any]], Production]:
        def reduce(parts: list[Any]) -> Production:
            found.add(rule)
            return rule

        return reduce

    recorder.reducers = [noted(rule) for rule in reversed(productions())]
    recorder.read(Excerpt(Source("derived.rules", text), text))
    return found


# ------------------------------------------------------------------ deriving


@define
class Deriver:
    """Derives texts; names that it makes are its own, so texts of one deriver can stand in one file."""

    random: Random
    made: int = 0
    words: list[str] = Factory(list)
    scope: Scope = Factory(list)
    held: Scope = Factory(list)
    it: str = ""
    me: str = ""
    under: str = ""
    via: dict[str, str] = Factory(dict)
    third: bool = False
    steps: int = 0
    depth: int = 0
    columns: int = 0
    unknown: set[str] = Factory(set)
    """Productions for which there is no row."""

    def text(self, target: Production) -> str:
        """Return a declaration in which a production is used; mostly a card where it can be one. Raises Dead."""
        names = (target.origin, target.name, *(each.name for each in target.symbols))
        self.via = next((VIA[name] for name in names if name in VIA), {})
        on_card = not self.via and "_rule" in ways_to(target) and self.random.random() < CARD_SHARE
        symbol = "card" if on_card else "_declaration"
        self.words, self.scope, self.held, self.it, self.depth = [], [], [], "", 0
        self.me, self.under, self.steps = "", "", 0
        try:
            self._symbol(symbol, "-", target)
        except Spent:
            raise Dead from None
        return completed(rendered(self.words))

    def _symbol(self, symbol: str, want: str, target: Production | None) -> None:
        """Derive a symbol by the first few productions, in a random order, that come to an end."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Spent
        if want in ("rare", "usual") and symbol in ("closed_sum", "open_sum"):
            raise Dead
        self.depth += 1
        if self.depth > 3 * DEEPEST:
            self.depth -= 1
            raise Dead
        before = len(self.words), [*self.scope], self.it, self.depth, self.me, self.under
        left = TRIES if want != "chosen" else MOST_STEPS  # one kind of statement among many
        for rule in self._candidates(symbol, target):
            kinds = self._kinds(rule, want)
            if kinds is None:
                continue
            try:
                self.me, self.under = MINE.get(symbol, self.me), UNDER.get(symbol, self.under)
                self._parts(rule, kinds, None if rule is target else target)
                break
            except Dead:
                length, scope, self.it, self.depth, self.me, self.under = before
                self.scope = [*scope]
                del self.words[length:]
                self.held.clear()
                left -= 1
                if not left:
                    self.depth -= 1
                    raise
        else:
            self.depth -= 1
            raise Dead
        if symbol in ENDING:
            self.scope = before[1]
        self.it, self.me, self.under = before[2], before[4], before[5]
        self.depth -= 1

    def _candidates(self, symbol: str, target: Production | None) -> list[Production]:
        """Return productions in a random order, only those on the way to the target if there is one."""
        rules = rules_of()[symbol]
        if target is not None:
            ways = ways_to(target)
            if symbol == target.origin and self.random.random() < 0.9:
                return [target]
            on = [rule for rule in rules if any(s.name in ways for s in rule.symbols)]
            if symbol in self.via:
                on = [rule for rule in on if rule.symbols[0].name == self.via[symbol]]
            weights = [9.0 ** -min(ways.get(s.name, 9) for s in r.symbols) for r in on]
            return self._ordered(on, weights)
        if self.depth > DEEPEST:
            return sorted(rules, key=self._height)
        return self._ordered(rules, [self._weight(rule) for rule in rules])

    def _ordered(self, rules: list[Production], weights: list[float]) -> list[Production]:
        """Draw all productions in a random order, heavier ones sooner (Efraimidis and Spirakis, 2006)."""
        keys = [self.random.random() ** (1 / weight) for weight in weights]
        return [
            rule for _, rule in sorted(zip(keys, rules, strict=True), key=lambda each: -each[0])
        ]

    def _height(self, rule: Production) -> tuple[int, int, float]:
        below = [heights()[s.name] for s in rule.symbols if not s.is_terminal]
        return max(below, default=0), len(rule.symbols), self.random.random()

    def _weight(self, rule: Production) -> float:
        if rule.symbols and rule.symbols[0].name == rule.origin and rule.origin[0] == "_":
            return ROW_LENGTH
        below = [heights()[s.name] for s in rule.symbols if not s.is_terminal]
        return (
            1.0 / (1 + max(below, default=0)) / max(len(below), 1) ** 2 / max(len(rule.symbols), 1)
        )

    def _parts(self, rule: Production, kinds: list[str], target: Production | None) -> None:
        leading = self._leading(rule, target)
        for number, (symbol, kind) in enumerate(zip(rule.symbols, kinds, strict=True)):
            kind, _, it = kind.partition("@")
            before, self.it = self.it, it or self.it
            if symbol.is_terminal:
                self._terminal(symbol.name, kind)
            else:
                if symbol.name in ("subject", "pattern_subject", "i"):
                    start = len(self.words)
                    self._symbol(symbol.name, kind, target if number == leading else None)
                    self.third = self.words[start:] != ["I"]
                else:
                    self._symbol(symbol.name, kind, target if number == leading else None)
            self.it = before

    def _leading(self, rule: Production, target: Production | None) -> int:
        """Return which part leads to the target."""
        if target is None:
            return -1
        ways = ways_to(target)
        numbers = [n for n, s in enumerate(rule.symbols) if s.name in ways]
        near = min(ways[rule.symbols[n].name] for n in numbers)
        return self.random.choice([n for n in numbers if ways[rule.symbols[n].name] == near])

    # -------------------------------------------------------------- kinds of parts

    def _kinds(self, rule: Production, want: str) -> list[str] | None:
        """Return the kinds of a production's parts; None if it does not give what is wanted."""
        special = SPECIAL.get(rule.name) or SPECIAL.get(rule.origin)
        if rule.name.endswith("_adjective"):
            special = None
        if rule.name in ("is", "is_not") and _has(rule, "i"):
            special = compared
        if special is not None:
            return None if want == "chosen" else special(self, rule, want)
        if want == "chosen" and rule.name == "choose" and not _has(rule, "subject"):
            return None
        rows = next((ROWS_OF[key] for key in key_of(rule) if key in ROWS_OF), None)
        if rows is not None:
            for row in self.random.sample(rows, len(rows)):
                parts = row.for_want(want, self.random.choice(KINDS))
                if parts is not None:
                    return self._by_name(rule, parts)
            return None
        valued = [
            s for s in rule.symbols if s.name not in grammar().spelling and s.name not in LAYOUT
        ]
        if rule.origin[:2] == "__" or (len(valued) == 1 and valued[0].name not in WORDS):
            if valued and valued[0].name in PARTS and want == "-":
                return self._by_name(rule, {})
            return [want] * len(rule.symbols)
        return self._by_name(rule, {}) if want == "-" or not valued else None

    def _by_name(self, rule: Production, parts: dict[str, list[str]]) -> list[str]:
        kinds, seen = [], dict[str, int]()
        for symbol in rule.symbols:
            number = seen[symbol.name] = seen.get(symbol.name, -1) + 1
            given = parts.get(symbol.name)
            kinds.append(
                given[min(number, len(given) - 1)] if given else PARTS.get(symbol.name, "-")
            )
            if not given and symbol.name in ("NAME", "PROPER"):
                self.unknown.add(spelled(rule))
        return kinds

    # -------------------------------------------------------------- words

    def _terminal(self, name: str, kind: str) -> None:
        if name in LAYOUT:
            self.words.append(LAYOUT[name])
            if name == "_NL":
                self.scope += self.held
                self.held.clear()
        elif name in WORDS:
            self.words.append(WORDS[name](self, kind))
        else:
            self.words.append(SPELT.get(name) or grammar().spelling[name])

    def _has_words(self, rule: Production, kinds: list[str]) -> bool:
        """Return whether each word of a production can be made, and each of its names has a kind."""
        before = set(self.unknown)
        try:
            for symbol, kind in zip(rule.symbols, kinds, strict=True):
                if symbol.is_terminal:
                    self._terminal(symbol.name, kind.partition("@")[0])
        except Dead:
            return False
        finally:
            self.held.clear()
        return self.unknown == before and spelled(rule) not in self.unknown

    def _new(self, beginning: str) -> str:
        self.made += 1
        number, letters = self.made, ""
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(97 + letter) + letters
        return f"{beginning}{letters}"

    def _name(self, kind: str) -> str:
        what, _, of = kind.partition(":")
        if what in ("now", "hold", "holds", "hold-now"):
            name = self._new("n-") + ("s" if what == "holds" else "")
            (self.scope if what.endswith("now") else self.held).append(
                (name, f"{of}*" if what == "holds" else of)
            )
            return name
        if what in ("base", "verb"):
            return of + ("s" if self.third and what == "verb" else "")
        if what == "phase-called":
            return of
        if what == "attribute":
            return self.random.choice(self._attributes(of))
        if NAMES.get(kind):
            return self.random.choice(NAMES[kind])
        if what.startswith("new"):
            return self._new("zaps-" if what == "new-verb" else "x-")
        self.unknown.add(f"names of {kind}")
        raise Dead

    def _attributes(self, of: str) -> list[str]:
        """Return the names after an owner; none: those of the table and of this place."""
        owner, _, want = of.partition(":")
        names = [*ATTRIBUTES.get((owner, want), ())]
        if not owner:
            names += 2 * [name for name, kind in self.scope if kind == want]
        if not names:
            raise Dead
        return names

    def _string(self, kind: str) -> str:
        if kind != "told":
            return f'"{self._new("words ")}"'
        names = [name for name, of in self.scope if of in KINDS]
        return f'"{self._new("tells ")} {{{self.random.choice(names)}}}"' if names else '"a word"'

    def _proper(self, kind: str) -> str:
        return self.random.choice(CARDS) if kind == "card" else self._new("Z").title()


def typed(begin: str) -> set[Production]:
    """Return the productions below a symbol whose parts get kinds, and whose words can be made.

    Nothing is derived: productions that need certain others around them count. All take a second.
    """
    deriver = Deriver(Random(7), me="this", under="would", columns=2)
    found, seen, left = set[Production](), {(begin, "-")}, [(begin, "-")]
    while left:
        symbol, want = left.pop()
        for rule in rules_of()[symbol]:
            for deriver.it in ("player", "card") * DRAWS:
                kinds = deriver._kinds(rule, want)
                deriver.scope = [(kind, kind) for kind in (*KINDS, "chooser", "param")]
                if kinds is None or not deriver._has_words(rule, kinds):
                    continue
                found.add(rule)
                parts = zip(rule.symbols, kinds, strict=True)
                new = {(s.name, kind.partition("@")[0]) for s, kind in parts if not s.is_terminal}
                left += new - seen
                seen |= new
    return found


LAYOUT: Final = {"_NL": "\n", "_INDENT": "\t", "_DEDENT": "\b"}
SPELT: Final = {
    "_ROTATE": "rotate",
    "_MEDIAN": "median",
    "_WHAT": "what",
    "_ONLY_ONE": "only one of",
    "_REVERSED": "in reverse order",
}
WORDS: Final[dict[str, Callable[[Deriver, str], str]]] = {
    "NAME": Deriver._name,
    "PROPER": Deriver._proper,
    "STRING": Deriver._string,
    "NUMBER": lambda deriver, kind: (
        "9" if kind == "nine" else str(deriver.random.choice((1, 2, 3)))
    ),
    "NEGATIVE": lambda deriver, _: str(-deriver.random.choice((1, 2))),
    "RANGE": lambda deriver, _: "2..4",
    "ROUNDED": lambda deriver, _: deriver.random.choice((", rounded up", ", rounded down")),
    "NTH": lambda deriver, _: deriver.random.choice(("second", "third")),
}
"""What makes the text of a terminal that has more than one."""


def rendered(words: list[str]) -> str:
    """Return words as lines, with what follows a comma and a name set as authors write it."""
    lines, line, depth = list[str](), "", 0
    for word in words:
        if word == "\n":
            if line:
                lines.append("    " * depth + line)
            line = ""
        elif word in "\t\b" and word:
            depth += 1 if word == "\t" else -1
        else:
            tight = not line or word[0] in ",:)" or word == "'s" or line[-1] == "("
            line += word if tight else f" {word}"
    return "\n".join([*lines, *([line] if line else []), ""])


def completed(text: str) -> str:
    """Return a text with what has to be said in every card and of every kind, if it is not."""
    head, _, body = text.partition("\n")
    word, _, name = head.partition(" ")
    if word == "card":
        given = "".join(
            f"    {need}\n"
            for need in NEEDED
            if need.split()[0] not in re.findall(r"(?m)^    (\w+)", body)
        )
        return f"{head}\n{given}{body}"
    if word == "kind":
        zone = re.search(r"starts in the (\S+)", body)
        where, start = (zone[1], "") if zone else ("x-bag", "    starts in the x-bag\n")
        kind = name.split(",")[0]
        field = "    size: number = 1\n" if "size:" not in body and "of size" in head else ""
        return f"{head}\n{body}{field}{start}there is a {where} of {kind}s, seen by nobody\n"
    return text


NEEDED: Final = ("rank 12", "suit sun", 'reading "made up"')


# ------------------------------------------------------------------ productions whose parts depend on each other

Kinds = list[str] | None


def _symbols(rule: Production, **parts: str) -> list[str]:
    """Return the kinds of parts, by their names; several of a name are separated by commas."""
    seen = dict[str, int]()
    kinds = []
    for symbol in rule.symbols:
        number = seen[symbol.name] = seen.get(symbol.name, -1) + 1
        given = parts.get(symbol.name, "-").split(",")
        kinds.append(given[min(number, len(given) - 1)])
    return kinds


def _has(rule: Production, *names: str) -> bool:
    return any(symbol.name in names for symbol in rule.symbols)


def _object_fits(rule: Production, verb: Verb, part: str, rows: str) -> bool:
    return _has(rule, part) == bool(verb.object) and _has(rule, rows) == bool(verb.labels)


def sentence(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """An event that is done: its word fits its subject."""
    if rule.name == "won_by_nobody":
        return _symbols(rule, NAME="wins")
    if _has(rule, "open_unit"):
        verb = deriver.random.choice(
            [each for each in EVENTS if each.object == "unit" and not each.labels]
        )
        return _symbols(rule, subject="player", NAME=f"verb:{verb.word}", open_unit="unit")
    deriver.third = False
    verb = deriver.random.choice(EVENTS)
    return _symbols(rule, subject="player", NAME=f"verb:{verb.word}", _tail=f"done:{verb.word}")


def asked_sentence(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """What somebody may or can do."""
    verb = deriver.random.choice(EVENTS)
    return _symbols(
        rule,
        subject="player",
        pattern_subject="player",
        NAME=f"base:{verb.word}",
        _tail=f"done:{verb.word}",
        _pattern_tail=f"heard:{verb.word}",
        cond="truth",
    )


def can(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return asked_sentence(deriver, rule, want) if want == "truth" else None


def pattern(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """An event that is heard of."""
    if rule.origin in ("would_pattern", "cannot_pattern"):
        return asked_sentence(deriver, rule, want)
    verb = deriver.random.choice(EVENTS)
    return _symbols(
        rule, pattern_subject="player", NAME=f"verb:{verb.word}", _pattern_tail=f"heard:{verb.word}"
    )


def means(deriver: Deriver, rule: Production, want: str) -> Kinds:
    verb = VERBS[deriver.random.choice(("settle", "give"))]
    kinds = _symbols(
        rule, NAME=f"new,base:{verb.word}", STRING="plain", _pattern_tail=f"heard:{verb.word}"
    )
    return kinds


def tail(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """What follows the word of an event that is done: all of it."""
    verb = VERBS[want.partition(":")[2]]
    if not _object_fits(rule, verb, "object", "___tail_star_21"):
        return None
    return _symbols(rule, object=verb.object, ___tail_star_21=_labels(verb))


def pattern_tail(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """What follows the word of an event that is heard of: as much as the rule says."""
    verb = VERBS[want.partition(":")[2]]
    if _has(rule, "pattern_object") and not verb.object:
        return None
    if _has(rule, "___pattern_tail_star_17") and not verb.labels:
        return None
    return _symbols(rule, pattern_object=verb.object, ___pattern_tail_star_17=_labels(verb))


def _labels(verb: Verb) -> str:
    return ";".join(f"{word}.{kind}" for word, kind in verb.labels)


def labels(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """Rows of what stands after prepositions."""
    first, _, last = want.rpartition(";")
    if _has(rule, rule.origin) != bool(first):
        return None
    return [first if symbol.name == rule.origin else last for symbol in rule.symbols]


def labelled(deriver: Deriver, rule: Production, want: str) -> Kinds:
    word, _, kind = want.partition(".")
    return _symbols(rule, preposition=f"word:{word}", object=kind, pattern_object=kind)


def preposition(deriver: Deriver, rule: Production, want: str) -> Kinds:
    word = grammar().spelling[rule.symbols[0].name]
    return ["-"] if want in ("-", f"word:{word}") else None


def related(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A fact, asked for or declared by a card."""
    if want not in ("truth", "-"):
        return None
    verb = deriver.random.choice(
        [each for each in FACTS if not (_has(rule, "i") and each.subject == "card")]
    )
    other = verb.object or verb.labels[0][1]
    deriver.third = not _has(rule, "i", "DOES")
    given = f"{other}" if _has(rule, "i") else f"{verb.subject},{other}"
    return _symbols(
        rule,
        i="player",
        closed_sum=given,
        pattern_subject=verb.subject,
        pattern_object=other,
        relation=f"fact:{verb.word}",
        cond="truth",
    )


def relation(deriver: Deriver, rule: Production, want: str) -> Kinds:
    if want == "new-relation":
        return _symbols(rule, NAME="new-verb")
    verb = VERBS[want.partition(":")[2]]
    word = verb.labels[0][0] if verb.labels else ""
    if _has(rule, "for_word") != (word == "for") or _has(rule, "preposition") != (
        word not in ("", "for")
    ):
        return None
    return _symbols(rule, NAME=f"verb:{verb.word}", preposition=f"word:{word}")


def compared(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """`I am …`: only a player, or what is said of one."""
    if want != "truth":
        return None
    kind = deriver.random.choice(("player", "adjective:player"))
    return _symbols(rule, i="player", closed_sum=kind)


def event(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return _symbols(rule, binder="now:player", NAME="new-verb", parameter="param")


def parameter_name(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return _symbols(rule, NAME="new") if want == "param" else None


def bound(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A kind of thing in a head or a pattern: `param` is any."""
    kind = deriver.random.choice(KINDS) if want == "param" else want.removeprefix("now:")
    if _has(rule, "NAME"):
        return _symbols(rule, NAME=f"word:{kind}") if kind in KINDS[:3] else None
    return ["-"] * len(rule.symbols) if kind == "number" else None


def binder(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A name for what is meant: by itself it is called like its kind."""
    kind = deriver.random.choice(KINDS) if want == "param" else want.removeprefix("now:")
    if kind not in KINDS:
        return None
    if not _has(rule, "NAME"):
        deriver.scope.append((kind, kind))
    return _symbols(rule, bound=kind, NAME=f"now:{kind}")


def amount(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """`some stones` is a number that is called so."""
    name = {"unit-of-cards": "cards", "unit": "stones", "param": "stones"}.get(want)
    if name is None:
        return None
    if not _has(rule, "CALLED"):
        deriver.scope.append((name, "number"))
    return _symbols(rule, NAME=f"{name},now:number")


def named(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """`the …`, `my …` and `its …`, if there is something of this kind."""
    if want == "new-zone":
        return _symbols(rule, NAME="new-zone") if rule.name == "the" else None
    owner = {"the": "", "my": "player", "its": deriver.it}[rule.name]
    if rule.name == "my" and not deriver.me:
        return None
    if rule.name == "its" and not owner:
        return None
    try:
        deriver._attributes(f"{owner}:{want}")
    except Dead:
        return None
    return _symbols(rule, NAME=f"attribute:{owner}:{want}")


def get(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """What belongs to something."""
    owners = [owner for owner, kind in ATTRIBUTES if kind == want and owner]
    if not owners:
        return None
    owner = deriver.random.choice(owners)
    return _symbols(rule, ref=owner, NAME=f"attribute:{owner}:{want}")


def me(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return ["-"] if deriver.me and want in ("player", "owner") else None


def this(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return ["-"] if deriver.me == "this" and want in ("card", "this") else None


def note(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A note; only that of an outcome says why the game ended."""
    if rule.name == "because" and want != "ending":
        return None
    return _symbols(rule, NAME="document", STRING="plain")


def carry_on(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return ["-"] * len(rule.symbols) if deriver.under == "would" and want == "-" else None


def for_each(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A loop; players that act at once begin with a choice."""
    if want != "-":
        return None
    if _has(rule, "at_once"):
        return _symbols(rule, NAME="hold:chooser", source_set="player*", block="chosen")
    kind = deriver.random.choice(KINDS)
    return _symbols(
        rule, NAME=f"hold:{kind}", source_set=f"{kind}*", loop_order=f"order:{kind}", block="-"
    )


def it(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return ["-"] if deriver.it and want == deriver.it else None


def digits(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A number that stands there; `nine` is more than there are players."""
    return None if want == "nine" and _has(rule, "NEGATIVE") else [want]


def type_name(deriver: Deriver, rule: Production, want: str) -> Kinds:
    word = grammar().spelling.get(rule.symbols[0].name, "")
    if _has(rule, "NAME"):
        return [f"type:{want}"] if want in KINDS[:3] else None
    return ["-"] if {"number": "number"}.get(word, "nothing") == want else None


def play(deriver: Deriver, rule: Production, want: str) -> Kinds:
    names = (
        ("visit" if _has(rule, "__play_star_24") else "turn")
        if _has(rule, "index")
        else "interlude"
    )
    return _symbols(rule, NAME=f"phase-called:{names}", index="player")


def change(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A value that is changed; `for` somebody, if it is asked for somebody."""
    kind = "toll" if _has(rule, "pattern_object") else "changed"
    return _symbols(
        rule,
        ref=kind,
        owned=kind,
        how="number",
        pattern_object="player",
        cond="truth",
        change_each="labels",
    )


def owned(deriver: Deriver, rule: Production, want: str) -> Kinds:
    kind = "card" if want == "toll" else deriver.random.choice(("player", "card"))
    return _symbols(rule, binder=kind, NAME=f"attribute:{kind}:{want}")


def table(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A table with rows for numbers of players; one that goes across has numbers as its heads."""
    across = _has(rule, "ACROSS")
    deriver.columns = 1 if across else deriver.random.choice((1, 2))
    return _symbols(
        rule, NAME="new", sum="setup", heading="number" if across else "head", __table_plus_5="-"
    )


def heading(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return _symbols(rule, NAME="new", __heading_plus_6=f"{deriver.columns}*{want}")


def row(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return [f"{deriver.columns + 1}*row", "-"]


def cells(deriver: Deriver, rule: Production, want: str) -> Kinds:
    count, _, kind = want.partition("*")
    if (len(rule.symbols) > 1) != (int(count) > 1):
        return None
    last = {"row": "first" if count == "1" else "entry", "list": f"column-{count}"}.get(kind, kind)
    return [f"{int(count) - 1}*{kind}" if s.name == rule.origin else last for s in rule.symbols]


def cell(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A cell: numbers of players stand first in a row."""
    if rule.name == "no_cell":
        return ["-"] if want == "entry" else None
    if rule.name == "range_cell":
        return ["-"] if want == "first" else None
    return ["number" if want in ("first", "entry") else want]


def card_list(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """The columns are the fields of a card."""
    return _symbols(rule, NAME="card-word", _list_heading="3*list")


def list_row(deriver: Deriver, rule: Production, want: str) -> Kinds:
    if not _has(rule, "__list_row_star_9"):
        return None
    return _symbols(rule, PROPER="new-card", __list_row_star_9="2*list", STRING="plain")


def list_heading(deriver: Deriver, rule: Production, want: str) -> Kinds:
    return ["3*list", "-"]


def list_cell(deriver: Deriver, rule: Production, want: str) -> Kinds:
    if rule.name != "list_cell":
        return None
    return ["number" if want == "column-1" else "suit"]


def phase(deriver: Deriver, rule: Production, want: str) -> Kinds:
    """A new phase, or one of the garden's with as many parameters."""
    name = "new"
    if _has(rule, "instead"):
        name = "interlude" if not _has(rule, "binder") else "turn"
        name = f"phase-called:{'visit' if _has(rule, '__phase_star_15') else name}"
    return _symbols(rule, NAME=name, binder="now:player", __phase_star_15="-")


SPECIAL: Final[dict[str, Callable[[Deriver, Production, str], Kinds]]] = {
    "sentence": sentence,
    "may": asked_sentence,
    "can": can,
    "cannot": can,
    "pattern": pattern,
    "would_pattern": pattern,
    "cannot_pattern": pattern,
    "means": means,
    "_tail": tail,
    "_pattern_tail": pattern_tail,
    "___tail_star_21": labels,
    "___pattern_tail_star_17": labels,
    "tail_labelled": labelled,
    "pattern_labelled": labelled,
    "preposition": preposition,
    "related": related,
    "grant": related,
    "deny": related,
    "relation": relation,
    "event": event,
    "bound": bound,
    "binder": binder,
    "amount": amount,
    "the": named,
    "my": named,
    "its": named,
    "get": get,
    "it": it,
    "me": me,
    "this": this,
    "i": me,
    "note": note,
    "carry_on": carry_on,
    "for_each": for_each,
    "type_name": type_name,
    "_number": digits,
    "play": play,
    "table": table,
    "heading": heading,
    "row": row,
    "__heading_plus_6": cells,
    "cell": cell,
    "card_list": card_list,
    "list_row": list_row,
    "_list_heading": list_heading,
    "___list_heading_plus_8": cells,
    "__list_row_star_9": cells,
    "list_cell": list_cell,
    "phase": phase,
    "change": change,
    "owned": owned,
}
