"""Resolution of the end of the game: winners, teams, and the outcome with the values that rank players."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope, make_unknown, make_var
from rulewright.language.program.declaring.declarers import notes_of
from rulewright.language.program.references import record_reference
from rulewright.language.program.resolving.resolvers import (
    DECLARATIONS,
    STATEMENTS,
    is_pronoun,
    resolve_expression,
)
from rulewright.language.program.resolving.statements.resolve_blocks import resolve_template
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import PLAYER, YES_OR_NO
from rulewright.language.syntax import tree
from rulewright.language.text import Span


def resolve_end_of_game(ctx: Context, scope: NameScope, node: tree.Sentence) -> Stmt | None:
    """Resolve `end the game` or `the player wins the game`, which are built in; None after a complaint."""
    verb, subject = node.verb.text, node.subject
    if scope.in_scenario or node.labelled:
        ctx.add(say.sentences.ends_by_rules(node.at))
        return None
    if verb == "end" and subject is None:
        return typed.EndGame(winners=None, at=node.at)
    if verb not in ("win", "wins"):
        ctx.add(say.sentences.unknown_verb_of_game(node.verb.at, verb))
        return None
    winners = resolve_winners(ctx, scope, subject or tree.Pronoun(node.verb.at, "me"))
    first = subject is None or is_pronoun(subject, "I", "me")
    if verb != (right := "win" if first or _is_plural(winners) else "wins"):
        ctx.add(say.sentences.wrong_verb_form(node.verb.at, verb, right))
    ctx.program.has_winners = True
    return typed.EndGame(winners=winners, at=node.at)


@STATEMENTS.of(tree.WonByNobody)
def _resolve_won_by_nobody(ctx: Context, scope: NameScope, node: tree.WonByNobody) -> Stmt | None:
    """Resolve `nobody wins the game`, which ends the game without a winner; None after a complaint."""
    if scope.in_scenario:
        ctx.add(say.sentences.ends_by_rules(node.at))
        return None
    if node.verb.text not in ("win", "wins"):
        ctx.add(say.sentences.unknown_verb_of_game(node.verb.at, node.verb.text))
        return None
    if node.verb.text != "wins":
        ctx.add(say.sentences.wrong_verb_form(node.verb.at, node.verb.text, "wins"))
    ctx.program.has_winners = True
    return typed.EndGame(winners=None, by_nobody=True, at=node.at)


def resolve_winners(ctx: Context, scope: NameScope, node: tree.Node) -> Expr:
    """Resolve the winners as an expression: a player, the members of a team, or a list of players."""
    if isinstance(node, tree.The) and node.name.text == "players" and "players" not in scope.names:
        return typed.Players(type=PLAYER.list(), at=node.at)
    who = resolve_expression(ctx, scope, node)
    if who.type.name in ctx.program.labels and not who.type.many:
        return _members_of_team(ctx, who)
    wanted = PLAYER.list() if who.type.many else PLAYER.maybe()
    return ctx.expect(wanted, who, "who wins")


def _is_plural(winners: Expr) -> bool:
    """Return whether the winners take a plural verb; a filtered list does not."""
    return winners.type.many and not isinstance(winners, typed.Filter)


def _members_of_team(ctx: Context, team: Expr) -> Expr:
    """Return the list of the players on a team, as an expression."""
    number = find_team_variable(ctx, team.type.name, team.at)
    if number is None:
        return make_unknown(team.at)
    players = typed.Players(type=PLAYER.list(), at=team.at)
    member = make_var("$member", PLAYER, team.at)
    own = typed.VariableOf(variable=number, owner=member, type=team.type, at=team.at)
    test = typed.Compare(operator="==", left=own, right=team, type=YES_OR_NO, at=team.at)
    return typed.Filter(
        source=players, var="$member", condition=test, type=players.type, at=team.at
    )


def find_team_variable(ctx: Context, labels: str, at: Span) -> str | None:
    """Return the one variable of players that has a label of the list `labels`; None after a complaint."""
    names = [
        each.name
        for each in ctx.program.variables.values()
        if (each.owner, each.type.name, each.each) == ("player", labels, None)
    ]
    if len(names) != 1:
        ctx.add(say.names.no_team_variable(at, labels, names))
        return None
    return names[0]


# ------------------------------------------------------------------ outcome


@DECLARATIONS.of(tree.OutcomeDeclaration)
def _resolve_outcome(ctx: Context, node: tree.OutcomeDeclaration) -> None:
    """Resolve `outcome by points`, the values that rank the players; report a second outcome."""
    earlier = ctx.program.outcome
    if earlier is not None and node.instead is None:
        ctx.add(say.names.two_outcomes(node.at, earlier.at))
        return
    items = node.notes.items if node.notes else ()
    because = [item for item in items if isinstance(item, tree.Remark) and item.kind == "because"]
    notes = notes_of(ctx, (item for item in items if item not in because))
    for item in because[1:]:
        ctx.add(say.names.written_twice(item.at, "because", because[0].at))
    if because:
        notes = evolve(
            notes, because=resolve_template(ctx, NameScope(owner="outcome"), because[0].text)
        )
    whose = [_owner_of_value(ctx, word) for word in node.values]
    sides = [each for each in whose if each is not None]
    for word, each in zip(node.values, whose, strict=True):
        if each is not None and each != sides[0]:
            ctx.add(say.names.mixed_outcome(word.at, node.values[0].text))
    names = tuple(word.text for word in node.values)
    team, together = None, "" in sides
    if sides and sides[0] in ctx.program.labels:
        team = find_team_variable(ctx, sides[0], node.values[0].at)
    replaced = () if earlier is None else (*earlier.replaced, *earlier.values)
    ctx.program.outcome = p.Outcome("outcome", node.at, notes, names, team, together, replaced)


def _owner_of_value(ctx: Context, word: tree.Word) -> str | None:
    """Return who has a value of the outcome: `player`, a list of teams, or an empty string for all together.

    Return None after a complaint about a name that is no such value.
    """
    sides = {"player", "", *ctx.program.labels}
    values = {each.name: each for each in ctx.program.values.values()}
    whose = {name: ",".join(q.type.name for q in each.parameters) for name, each in values.items()}
    record_reference(word.at, values.get(word.text))
    if whose.get(word.text) in sides:
        return whose[word.text]
    known = [name for name in values if whose[name] in sides]
    ctx.unknown_name("value of a player, a team or all", word.text, word.at, known)
    return None
