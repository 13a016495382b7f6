"""Cards derived from the grammar that the checker accepts, as files beside the garden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from fuzz.deriving import Dead, Deriver, productions, productions_of, rules_of
from rulewright.language.program.checking import whole_program
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.from_syntax import ResolvedBase, compile
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.syntax.parsing.grammar import Production
from rulewright.language.text import Complaint, Complaints, Source, read_source

GARDEN: Final = Path(__file__).parent / "garden" / "garden.rules"
EDITION: Final = (
    "edition: derived\nname: Derived\nrules: [garden.rules, derived.rules]\nplayers: 2-4\n"
)
CAST: Final = "cast:\n  card: [Ace, Bow, Cup, Die, Elm, Fan, Gem, Hat, Ink, Jug{more}]\n"
TRIES: Final = 12
"""Texts that are derived for one production."""


@cache
def base() -> ResolvedBase:
    """Return the garden, to which cards are added."""
    found = ResolvedBase.of([read_source(GARDEN)])
    assert found is not None
    return found


def errors_of(text: str) -> list[Complaint]:
    """Return what the checker says against rules that are added to the garden."""
    complaints = Complaints()
    own = parse_rules(Source("derived.rules", text), complaints)
    program = compile(own, complaints, base(), check=False)
    if not complaints.has_errors:
        graph = DependencyGraph(program)
        complaints.extend(whole_program.check_whole_program(graph))
    return [each for each in complaints.in_order() if each.severity == "error"]


def targets() -> list[Production]:
    """Return the productions that rules are made of, in the order of the grammar: all but those of scenarios."""
    seen, left = {"_declaration"}, ["_declaration"]
    while left:
        for rule in rules_of().get(left.pop(), []):
            inner = {s.name for s in rule.symbols if not s.is_terminal} - seen - {"scenario"}
            seen |= inner
            left += inner
    return [
        rule for rule in productions()
        if rule.origin in seen and not any(s.name == "scenario" for s in rule.symbols)
    ]  # fmt: skip


def accepted(deriver: Deriver, target: Production) -> str | None:
    """Return a declaration with a production that the checker accepts; None if there is none in a few tries."""
    for _ in range(TRIES):
        try:
            text = deriver.text(target)
        except Dead:
            continue
        if not errors_of(text):
            return text
    return None


def cards(seed: int, parts: int = 4) -> Iterator[tuple[str, set[Production]]]:
    """Yield accepted files of some declarations, each with its productions; those that are rarest come first."""
    random = Random(seed)
    deriver, reached = Deriver(random), set[Production]()
    left: list[Production] = []
    while True:
        whole = ""
        for _ in range(parts):
            if not left:
                left = random.sample(targets(), len(targets()))
            left = [rule for rule in left if rule not in reached] or left
            text = accepted(deriver, left.pop())
            if text is not None and not errors_of(f"{whole}\n{text}"):
                whole = f"{whole}\n{text}"
        if whole:
            found = productions_of(whole)
            reached |= found
            yield whole, found


def names_of(text: str) -> list[str]:
    """Return the names of the cards that rules declare."""
    nodes = parse_rules(Source("derived.rules", text), Complaints())
    single = [node.name.text for node in nodes if isinstance(node, tree.CardDeclaration)]
    rows = [row for node in nodes if isinstance(node, tree.CardList) for row in node.rows]
    return [*single, *(row.name.text for row in rows)]


def write(folder: Path, text: str) -> Path:
    """Write an edition with the garden and other rules; return its file."""
    more = "".join(f", {name}" for name in names_of(text))
    (folder / "garden.rules").write_text(GARDEN.read_text("utf-8"), encoding="utf-8")
    (folder / "derived.rules").write_text(text, encoding="utf-8")
    (folder / "derived.yaml").write_text(EDITION + CAST.format(more=more), encoding="utf-8")
    return folder / "derived.yaml"
