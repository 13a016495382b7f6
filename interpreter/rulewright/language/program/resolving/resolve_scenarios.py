"""Resolution of scenarios, the tests of rules: a position, the choices of players, and checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope, make_unknown
from rulewright.language.program.declaring.declarers import notes_of, number_value
from rulewright.language.program.references import (
    record_reference,
    record_scenario_choice as picked,
)
from rulewright.language.program.resolving.resolve_ending import resolve_winners
from rulewright.language.program.resolving.resolvers import (
    resolve_condition,
    resolve_expression,
    resolve_player,
)
from rulewright.language.program.resolving.statements.resolve_blocks import resolve_block
from rulewright.language.program.resolving.statements.resolve_state_changes import resolve_zone
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NOTHING, PLAYER
from rulewright.language.syntax import tree
from rulewright.language.text import SEATS, Span

LARGEST_SEED = 2**64 - 1


def resolve_scenario(ctx: Context, node: tree.Scenario) -> None:
    """Resolve a scenario and add it to the program."""
    place = node.place
    if place.unit.text not in ("player", "players"):
        ctx.add(say.scenarios.no_players(place.unit.at))
    players = number_value(ctx, place.players)
    if not 0 < players <= len(SEATS):
        ctx.add(say.scenarios.too_many_players(place.players.at, len(SEATS)))
        players = len(SEATS)
    _check_title(ctx, node)
    scope = NameScope(
        in_scenario=True,
        players=players,
        edition=place.edition.text,
        card_names=ctx.card_names,
        owner=f"scenario {node.title.text}",
    )
    steps: list[p.ScenarioStep] = []
    for section in node.sections:
        match section.kind:
            case "given":
                inner = evolve(scope, owner=f"{scope.owner}, given")
                steps.append(
                    p.ScenarioStatements(body=resolve_block(ctx, inner, section.items), given=True)
                )
            case "when":
                steps += _resolve_when(ctx, scope, section)
            case "then":
                steps += [_resolve_check(ctx, scope, check) for check in section.items]
            case _:
                assert_never(section.kind)
    has_check = any(section.kind == "then" for section in node.sections)
    if not has_check and not ctx.missing.has_gap_at(node.at):
        ctx.add(say.scenarios.no_then(node.title.at))
    ctx.program.scenarios.append(_make_scenario(ctx, node, players, tuple(steps)))


def _check_title(ctx: Context, node: tree.Scenario) -> None:
    """Report a scenario whose title another scenario in the same file has."""
    title = node.title
    earlier = ctx.titles.setdefault((title.at.source.name, title.text), title.at)
    if earlier is not title.at:
        ctx.add(say.scenarios.same_title(title.at, title.text, earlier))


def _make_scenario(
    ctx: Context, node: tree.Scenario, players: int, steps: tuple[p.ScenarioStep, ...]
) -> p.Scenario:
    """Return the scenario `node` with its cards, options, seed and language, and these steps."""
    place = node.place
    cards: list[tuple[str, Span]] = []
    options: list[tuple[str, Span]] = []
    seed, language = None, ""
    for clause in place.clauses:
        words = [(word.text, word.at) for word in clause.words]
        match clause.kind:
            case "with cards":
                cards += [(_card_name(ctx, word), word.at) for word in clause.words]
            case "with option":
                options += words
            case "with seed":
                seed = _seed_value(ctx, clause.words[0])
            case "with language":
                language = clause.words[0].text
            case _:
                assert_never(clause.kind)
    return p.Scenario(
        title=node.title.text,
        at=node.title.at,
        notes=notes_of(ctx, node.notes),
        covers=tuple(word.text for word in node.covers),
        edition=place.edition.text,
        players=players,
        players_at=place.players.at,
        cards=tuple(cards),
        options=tuple(options),
        seed=seed,
        language=language,
        steps=steps,
    )


def _seed_value(ctx: Context, word: tree.Word) -> int:
    """Return the value of a seed, an integer of at most 64 bits; report a larger one and return 0."""
    if len(word.text) <= len(str(LARGEST_SEED)) and int(word.text) <= LARGEST_SEED:
        return int(word.text)
    ctx.add(say.types.too_large(word.at, LARGEST_SEED))
    return 0


def _resolve_when(ctx: Context, scope: NameScope, node: tree.ScenarioPart) -> list[p.ScenarioStep]:
    """Resolve the steps under `when`: choices of players and of chance, ends of phases, statements."""
    steps: list[p.ScenarioStep] = []
    for step in node.items:
        if isinstance(step, tree.BySeed):
            steps.append(p.BySeed(at=step.at))
        elif isinstance(step, tree.Answer):
            player = _seat_number(ctx, scope, step.who)
            steps += [
                p.Answer(player=player, pick=_resolve_pick(ctx, scope, pick), at=pick.at)
                for pick in step.picks
            ]
        elif isinstance(step, tree.PhaseEnds):
            if (ended := _resolve_end_of_phase(ctx, scope, step)) is not None:
                steps.append(p.ScenarioStatements(body=(ended,), given=False))
        else:
            inner = evolve(scope, owner=f"{scope.owner}, when")
            steps.append(p.ScenarioStatements(body=resolve_block(ctx, inner, [step]), given=False))
    return steps


def _resolve_end_of_phase(
    ctx: Context, scope: NameScope, node: tree.PhaseEnds
) -> typed.EndPhase | None:
    """Resolve `A's turn ends` or `the round ends`; None after a complaint."""
    phase_node = node.phase
    if not isinstance(phase_node, tree.The | tree.Get):
        ctx.add(say.types.wrong_type(phase_node.at, "what ends", "a phase", "something else", None))
        return None
    phase = ctx.find("phase", phase_node.name, ctx.program.phases)
    if phase is None:
        return None
    owned = [each.type for each in phase.parameters[:1]] == [PLAYER]
    if owned != isinstance(phase_node, tree.Get):
        right = f"A's {phase.name} ends" if owned else f"the {phase.name} ends"
        actual = "for nobody" if owned else "for a player"
        help = f"write `{right}`"
        ctx.add(say.types.wrong_type(node.at, "what ends", f"`{right}`", actual, help))
        return None
    whose = (
        resolve_player(ctx, scope, phase_node.of, "whose it is")
        if isinstance(phase_node, tree.Get)
        else None
    )
    return typed.EndPhase(phase=phase.name, player=whose, at=node.at)


def _seat_number(ctx: Context, scope: NameScope, node: tree.Node) -> int | None:
    """Return the index of a seat from its letter (A is 0); None for chance and after a complaint."""
    if isinstance(node, tree.Word):
        if node.text in tuple(SEATS[: scope.players]):
            return SEATS.index(node.text)
        ctx.add(say.scenarios.unknown_seat(node.at, node.text, SEATS[scope.players - 1]))
    return None


def _is_chance(node: tree.Node) -> bool:
    """Return whether a node is the word `chance`, which makes the random decisions of a game."""
    return isinstance(node, tree.Party) and node.word == "chance"


def _resolve_pick(ctx: Context, scope: NameScope, node: tree.Pick) -> p.Pick:
    """Resolve the words that name a chosen option in a scenario: numbers, labels, cards, a zone."""
    words: list[object] = []
    owner = copy = None
    for before, word in zip((None, *node.words), node.words, strict=False):
        match word:
            case tree.Number() if isinstance(before, tree.Proper | tree.OwnedCard):
                copy = number_value(ctx, word.word)
            case tree.Number():
                words.append(number_value(ctx, word.word))
            case tree.Name():
                words.append(word.word.text)
                picked(word.word.at, _find_label_list_or_event(ctx, word.word.text))
            case tree.Proper():
                words.append(_card_name(ctx, word.name))
            case tree.Constant():
                words.append(word.word)
            case tree.OwnedCard():
                owner = _seat_number(ctx, scope, word.owner)
                words.append(_card_name(ctx, word.card))
            case _:
                assert_never(word)
    place = resolve_zone(ctx, scope, node.place) if node.place is not None else None
    return p.Pick(words=tuple(words), owner=owner, place=place, copy=copy, at=node.at)


def _find_label_list_or_event(ctx: Context, word: str) -> p.Declared | None:
    """Return the only list of labels with the word, else the event with this verb; None if ambiguous."""
    lists = [labels for labels in ctx.program.labels.values() if word in labels.items]
    if len(lists) == 1:
        return lists[0]
    events = ctx.program.events.values()
    return next((event for event in events if event.verb == word), None) if not lists else None


def _card_name(ctx: Context, word: tree.Word) -> str:
    """Return the name in the rules of a card in a scenario; the edition checks later whether it exists."""
    name = ctx.card_names.get(word.text, word.text)
    record_reference(word.at, ctx.program.cards.get(name))
    return name


def _resolve_check(ctx: Context, scope: NameScope, node: tree.Check) -> p.Check:
    """Resolve a check, which is a line under `then`."""
    match node:
        case tree.Holds():
            over = _resolve_over(ctx, scope, node.condition)
            if over is not None:
                return p.Check(kind="over", at=node.at, condition=over)
            test = resolve_condition(ctx, scope, node.condition)
            return p.Check(kind="holds", at=node.at, condition=test)
        case tree.Offered():
            return p.Check(
                kind="offered",
                at=node.at,
                negated=node.negated is not None,
                player=_seat_number(ctx, scope, node.who),
                chance=_is_chance(node.who),
                pick=_resolve_pick(ctx, scope, node.pick),
            )
        case tree.Told():
            player = _seat_number(ctx, scope, node.to) if node.to is not None else None
            negated = node.negated is not None
            return p.Check(
                kind="told", at=node.at, negated=negated, player=player, text=node.text.text
            )
        case tree.Decides():
            pick = _resolve_pick(ctx, scope, node.pick) if node.pick is not None else None
            return p.Check(
                kind="decides",
                at=node.at,
                player=_seat_number(ctx, scope, node.who),
                chance=_is_chance(node.who),
                pick=pick,
            )
        case tree.Wins():
            return _resolve_wins(ctx, scope, node)
        case tree.GameOver():
            if node.word.text != "over":
                ctx.unknown_name("word for the game", node.word.text, node.word.at, ["over"])
            return p.Check(kind="ended", at=node.at, negated=node.negated is not None)
        case _:
            assert_never(node)


def _resolve_wins(ctx: Context, scope: NameScope, node: tree.Wins) -> p.Check:
    """Resolve a check of the winners: `A wins`, `A and B win`, `the players win`, `nobody wins`."""
    nodes, negated = [*_operands(node.who)], node.negated is not None
    decided = ctx.program.outcome is not None or ctx.program.has_winners
    if isinstance(node.who, tree.Constant) and node.who.word == "nothing":
        who: list[Expr] = []
    else:
        who = [resolve_winners(ctx, scope, each) for each in nodes]
    several = len(who) > 1 or any(isinstance(each, typed.Players) for each in who)
    if node.verb.text != ("win" if negated or several else "wins") or not decided:
        ctx.add(say.scenarios.not_a_check(node.verb.at, node.verb.text, decided))
    return p.Check(kind="wins", at=node.at, negated=negated, winners=tuple(who))


def _operands(node: tree.Node) -> Iterator[tree.Node]:
    """Yield the operands of nested `and` operations in order; the node itself if it is none."""
    if isinstance(node, tree.Binary) and node.operator == "and":
        yield from (*_operands(node.left), *_operands(node.right))
    else:
        yield node


# ------------------------------------------------------------------ phases in progress


def _resolve_over(ctx: Context, scope: NameScope, node: tree.Node) -> Expr | None:
    """Resolve the check `the turn is over` or `A's turn is not over`; None for other conditions."""
    match node:
        case tree.Binary(
            operator="is" | "is not" as operator, left=left, right=tree.Name(word=word)
        ) if word.text == "over":
            running = _resolve_in_progress(ctx, scope, left)
            if running is None or operator == "is not":
                return running
            return typed.Not(what=running, at=node.at)
    return None


def _resolve_in_progress(ctx: Context, scope: NameScope, node: tree.Node) -> Expr | None:
    """Return the test whether the phase that `node` names is in progress; None if it names no phase."""
    match node:
        case tree.The(name=name) | tree.Get(name=name) if name.text in ctx.program.phases:
            parameters = ctx.program.phases[name.text].parameters
            record_reference(name.at, ctx.program.phases[name.text])
        case _:
            return None
    if not parameters:
        ctx.add(say.scenarios.unknown_if_over(node.at, name.text))
        return make_unknown(node.at)
    first = parameters[0]
    type_ = first.type.maybe()
    running = typed.Running(phase=name.text, parameter=first.name, type=type_, at=node.at)
    if isinstance(node, tree.The):
        nobody = typed.Nothing(type=NOTHING, at=node.at)
        same = typed.Compare(operator="==", left=running, right=nobody, at=node.at)
        return typed.Not(what=same, at=node.at)
    whose = ctx.expect(
        first.type, resolve_expression(ctx, scope, node.of), f"what the {name.text} is for"
    )
    return typed.Compare(operator="==", left=running, right=whose, at=node.at)
