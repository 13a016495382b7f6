"""The page of one edition: its requirements, the readings it chose, and what games reach of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from conformance.ledger import Requirement, Shown, requirements, shown
from conformance.measured import Measured, casts, changed, in_play, measured, played, why_not
from conformance.readings import readings
from conformance.rule_of import rule_place
from rulewright import Rules

MOST_PLACES = 3


def page(edition: str, rules: Rules | None, whole: Rules | None) -> str:
    """The whole text; without rules the edition is still to be written. `whole` are they with all their cards."""
    own, found = requirements(edition), shown()
    covered = sum(r.id in found for r in own)
    lines = [
        f"# {edition}",
        "",
        f"{len(own)} requirements, {covered} shown by a scenario or a test, {len(own) - covered} not shown.",
        "Back to [all editions](../conformance.md), which says how this page is made.",
        "",
        *_requirements(own, rules, found),
    ]
    if rules is not None and whole is not None:
        lines += ["", *_readings(whole), "", "## What games reach", "", *_coverage(edition, rules)]
    return "\n".join(lines).rstrip() + "\n"


def page_of_casts(names: Iterable[str]) -> str:
    """What games reach with other casts: those of editions without requirements of their own, and casts.yaml."""
    lines = [
        "# What games reach with other casts",
        "",
        "The lists of the revised edition, and casts of [casts.yaml](../../tests/measured/casts.yaml): with them",
        "every card is in random games of the editions that it is for. And games that follow no rulebook. Back to",
        "[all editions](../conformance.md).",
    ]
    for name in names:
        lines += ["", f"## {name}", ""]
        if name in casts():
            cards = ", ".join(casts()[name]["cast"])
            lines += [f"`{casts()[name]['edition']}` with {cards}.", ""]
        lines += _coverage(name, played(name))
    return "\n".join(lines).rstrip() + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A table of Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        cells = (str(cell).replace("|", "\\|") for cell in row)
        yield f"| {' | '.join(cells)} |"


# ------------------------------------------------------------------ requirements


def _requirements(
    own: list[Requirement], rules: Rules | None, found: dict[str, list[Shown]]
) -> Iterator[str]:
    numbers = measured(own[0].edition)
    owners = numbers.rules if numbers is not None else {}
    rows = []
    for requirement in own:
        where = found.get(requirement.id, [])
        rule = rule_place(rules, owners.get(requirement.id), where) if rules is not None else ""
        rows.append((requirement.id, requirement.rule, rule, _shown_by(requirement, rules, where)))
    return table(("id", "requirement", "rule", "shown by"), rows)


def _shown_by(requirement: Requirement, rules: Rules | None, where: list[Shown]) -> str:
    text = "; ".join(f"{one.title} ({one.place})" for one in where[:MOST_PLACES])
    if len(where) > MOST_PLACES:
        text += f" and {len(where) - MOST_PLACES} more"
    waits = "" if rules is not None else "edition not yet written"
    return text or f"not shown: {requirement.not_tested or waits or 'not yet'}"


# ------------------------------------------------------------------ readings


def _readings(rules: Rules) -> Iterator[str]:
    yield "## Readings chosen"
    yield ""
    yield "Where the text is silent or unclear, and what a group changes to play it otherwise; without such a"
    yield "switch it takes a rule of its own."
    yield ""
    rows = [
        (chosen.owner, chosen.text, chosen.place, ", ".join(chosen.otherwise) or "–")
        for chosen in readings(rules)
    ]
    yield from table(("of", "reading", "place", "otherwise by"), rows)


# ------------------------------------------------------------------ what games reach


def _coverage(name: str, rules: Rules) -> Iterator[str]:
    numbers = measured(name)
    if numbers is None:
        yield f"Not measured yet: `python tests/tools/measure_conformance.py {name}`."
        return
    yield from _about(rules, numbers)
    rows = [
        (players, "–", numbers.games, sum(reached), *reached)
        for players, reached in numbers.players.items()
    ]
    rows.append(("all", "each alone", numbers.all_games, sum(numbers.all), *numbers.all))
    heads = (
        "players",
        "options",
        "games",
        "clauses in play",
        "fired",
        "in a scenario only",
        "never",
    )
    yield from table(heads, rows)
    yield from _listed(rules, numbers)


def _about(rules: Rules, numbers: Measured) -> Iterator[str]:
    yield "Clauses of the rules (see [architecture](../architecture.md#which-rules-come-to-pass)) that come to"
    yield f"pass in random games with seeds from {numbers.seed} on, and in the scenarios. The last line also counts"
    yield "games with each option of the edition."
    if changed(rules, numbers) > 0:
        players, now = in_play(rules)
        yield ""
        yield f"The rules have changed since: with {players} players {now} clauses are in play now."
    yield ""


def _listed(rules: Rules, numbers: Measured) -> Iterator[str]:
    places = {
        clause.id: f"{clause.shown_at.source.name}:{clause.shown_at.line}"
        for clause in rules.clauses
    }
    if numbers.scenario_only:
        yield from ("", "Not in random play, but in a scenario:", "")
        rows = [
            (places.get(id_, "gone"), f"`{id_}`", scenario, why_not(id_))
            for id_, scenario in numbers.scenario_only.items()
        ]
        yield from table(("place", "clause", "scenario", "why not in random play"), rows)
    if numbers.never:
        yield from ("", "Never:", "")
        reasons = [(places.get(id_, "gone"), f"`{id_}`", why_not(id_)) for id_ in numbers.never]
        yield from table(("place", "clause", "why"), reasons)
