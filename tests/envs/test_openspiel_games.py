"""Games of the library that OpenSpiel has too are the same games, where it is installed (`pip install open_spiel`).

Every deal of a small game is walked in both programs at once: who acts, which actions there are, the scores, and
what each seat can tell apart. Two states share an information state of ours if and only if they share one of
OpenSpiel's. Hearts and Crazy Eights are too large: random games are played in both at once, 20 of them or as many
as RULEWRIGHT_GAMES says.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, Literal

import pytest
from attrs import Factory, define, frozen

from properties.kit import rules
from rulewright import Game
from rulewright.runtime.observation.vectors.information_state import InformationStateKey
from tiers import day_seeds

pyspiel = pytest.importorskip("pyspiel")

pytestmark = pytest.mark.long

DEALS_EACH = 100
"""So often each deal is expected among the seeds that are counted."""

HEARTS_GAMES = EIGHTS_GAMES = int(os.environ.get("RULEWRIGHT_GAMES") or 20)


@frozen
class SameGame:
    """A game of the library, OpenSpiel's string for it, and how deals and options translate."""

    edition: str
    theirs: str
    deal_of: Callable[[Game], tuple[int, ...]]
    """The outcomes of OpenSpiel's chance nodes, in order, that deal a new game of ours."""
    actions: Mapping[str, int]
    """OpenSpiel's action for the option or the card of ours."""
    deals: int
    """The number of equally likely deals."""
    options: tuple[str, ...] = ()
    known: Callable[[Any, int], str] = lambda state, seat: state.information_state_string(seat)
    """OpenSpiel's information state, with whatever its string forgets."""

    def new_game(self, seed: int) -> Game:
        """Return a new game of ours."""
        return rules(self.edition).new_game(2, seed, self.options)

    def games(self) -> dict[tuple[int, ...], Game]:
        """Return a new game for each deal, from the first seed that deals it."""
        found: dict[tuple[int, ...], Game] = {}
        for seed in count():
            game = self.new_game(seed)
            found.setdefault(self.deal_of(game), game)
            if len(found) == self.deals:
                return found
        raise AssertionError


@define
class Comparison:
    """What a walk through both trees has met."""

    same: SameGame
    histories: set[tuple[int, ...]] = Factory(set)
    decisions: set[tuple[int, ...]] = Factory(set)
    deciding: set[tuple[int, str]] = Factory(set)
    ours: defaultdict[tuple[int, str], set[str]] = Factory(lambda: defaultdict(set))
    theirs: defaultdict[tuple[int, str], set[str]] = Factory(lambda: defaultdict(set))

    def walk(self, game: Game, state: Any, chance: tuple[int, ...]) -> None:
        """Compare all that follows this moment of both games, and what is still to be dealt."""
        while state.is_chance_node():
            first, *rest = chance
            assert first in [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(first)
            chance = tuple(rest)
        history = tuple(state.history())
        if game.decision is None:
            assert state.is_terminal(), history
            assert game.outcome is not None
            assert list(game.outcome.scores) == state.returns(), history
            self.histories.add(history)
            return
        assert state.current_player() == game.decision.player, history
        actions = [self.same.actions[_name(each.data)] for each in game.decision.options]
        assert sorted(actions) == state.legal_actions(), history
        if history not in self.decisions:
            self.decisions.add(history)
            self._note_knowledge(game, state, game.decision.player)
        for option, action in enumerate(actions):
            our_next, their_next = game.copy(), state.clone()
            our_next.choose(option)
            their_next.apply_action(action)
            self.walk(our_next, their_next, chance)

    def _note_knowledge(self, game: Game, state: Any, decider: int) -> None:
        for seat in (0, 1):
            ours = InformationStateKey().of(game.log(seat))
            theirs = self.same.known(state, seat)
            self.ours[seat, ours].add(theirs)
            self.theirs[seat, theirs].add(ours)
            if seat == decider:
                self.deciding.add((seat, ours))


def _name(data: Mapping[str, Any]) -> str:
    """Return the option, the card or the sign that an option of ours stands for."""
    return str(data.get("option") or data.get("card") or data["sign"])


def _cards(game: Game, seat: int) -> list[str]:
    """Return the cards in a seat's hand."""
    return [each["name"] for each in game.view(seat)["seats"][seat]["zones"]["hand"]["cards"]]


KUHN = SameGame(
    "kuhn",
    "kuhn_poker",
    lambda game: tuple(("Jack", "Queen", "King").index(_cards(game, seat)[0]) for seat in (0, 1)),
    {"pass": 0, "bet": 1},
    deals=6,
)


TINY_HANABI = SameGame(
    "tiny-hanabi",
    "tiny_hanabi",
    lambda game: tuple(
        ("blue", "red").index(game.view(seat)["seats"][seat]["tracks"]["colour"]) for seat in (0, 1)
    ),
    {"circle": 0, "square": 1, "triangle": 2},
    deals=4,
)


def _leduc_deal(game: Game) -> tuple[int, ...]:
    """Return the cards of both hands, and the one that is turned up after two checks."""
    shown = game.copy()
    for _ in range(2):
        shown.choose(0)
    (board,) = shown.view(None)["table"]["zones"]["board"]["cards"]
    return tuple(
        LEDUC_CARDS.index(each) for each in (*_cards(game, 0), *_cards(game, 1), board["name"])
    )


LEDUC_CARDS = [
    f"{rank} of {suit}" for rank in ("Jack", "Queen", "King") for suit in ("Hearts", "Spades")
]
LEDUC = SameGame(
    "leduc", "leduc_poker", _leduc_deal, {"fold": 0, "check": 1, "call": 1, "raise": 2}, deals=120
)


def _goofspiel_deal(game: Game) -> tuple[int, ...]:
    """Return the order of the prizes; the last one is not dealt in OpenSpiel."""
    shown, prizes = game.copy(), []
    while shown.decision is not None:
        (prize,) = shown.view(None)["table"]["zones"]["offer"]["cards"]
        prizes.append(int(prize["name"].removeprefix("Diamond-")) - 1)
        for _ in range(2):
            shown.choose(0)
    return tuple(prizes)


def _goofspiel_known(state: Any, seat: int) -> str:
    """Return OpenSpiel's string with the equal bids, which it forgets though both players know them."""
    bids = [each.action for each in state.full_history() if each.player >= 0]
    equal = [one for one, two in zip(bids[::2], bids[1::2], strict=False) if one == two]
    return f"{state.information_state_string(seat)}{equal}"


GOOFSPIEL = SameGame(
    "goofspiel",
    "turn_based_simultaneous_game(game=goofspiel(num_cards=4,imp_info=True,returns_type=total_points))",
    _goofspiel_deal,
    {f"{suit}-{rank}": rank - 1 for suit in ("Heart", "Spade") for rank in range(1, 5)},
    deals=24,
    options=("secret-bids", "four-cards"),
    known=_goofspiel_known,
)


@pytest.mark.parametrize(
    ("same", "histories", "decisions", "known"),
    [
        (KUHN, 30, 24, 12),
        (TINY_HANABI, 36, 16, 8),
        (LEDUC, 5520, 3780, 936),
        (GOOFSPIEL, 13824, 11156, 3608),
    ],
    ids=lambda each: getattr(each, "edition", ""),
)
def test_the_whole_tree_is_the_same(
    same: SameGame, histories: int, decisions: int, known: int
) -> None:
    """Information states are compared for both seats at every decision; those of who decides are counted."""
    compared, root = Comparison(same), pyspiel.load_game(same.theirs).new_initial_state()
    for deal, game in same.games().items():
        compared.walk(game, root.clone(), deal)

    assert len(compared.histories) == histories
    assert len(compared.decisions) == decisions
    assert len(compared.deciding) == known
    assert {len(each) for each in compared.ours.values()} == {1}
    assert {len(each) for each in compared.theirs.values()} == {1}


def assert_even(dealt: Counter[Any], outcomes: int, free: int) -> None:
    """Require Pearson's statistic to lie within five standard deviations of `free`, its degrees of freedom."""
    statistic = sum((each - DEALS_EACH) ** 2 / DEALS_EACH for each in dealt.values())

    assert len(dealt) == outcomes
    assert statistic < free + 5 * (2 * free) ** 0.5


@pytest.mark.parametrize(
    "same", [KUHN, TINY_HANABI, LEDUC, GOOFSPIEL], ids=lambda each: each.edition
)
def test_every_deal_is_equally_likely(same: SameGame) -> None:
    dealt = Counter(same.deal_of(same.new_game(seed)) for seed in range(DEALS_EACH * same.deals))
    assert_even(dealt, same.deals, same.deals - 1)


HEARTS_WAYS = ("keep", "left", "opposite", "right")
HEARTS_SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")


def _pack_card(name: str) -> int:
    """Return OpenSpiel's number of a card."""
    suit, rank = name.split("-")
    return (int(rank) - 2) * len(HEARTS_SUITS) + HEARTS_SUITS.index(suit)


def _hearts_deal(game: Game) -> tuple[int, ...]:
    """Return the direction of the pass, and the cards that OpenSpiel deals to one seat after the other."""
    hands = [[_pack_card(each) for each in _cards(game, seat)] for seat in range(4)]
    way = HEARTS_WAYS.index(game.view(None)["table"]["tracks"]["passing"])
    return way, *(hands[dealt % 4][dealt // 4] for dealt in range(52))


@pytest.mark.parametrize("seed", day_seeds(HEARTS_GAMES, HEARTS_GAMES))
def test_a_game_of_hearts_is_the_same(seed: int) -> None:
    """OpenSpiel's returns are 26 less the penalties."""
    game = rules("hearts").new_game(4, seed, ask_forced=True)
    state, generator = pyspiel.load_game("hearts").new_initial_state(), Random(seed)
    for outcome in _hearts_deal(game):
        state.apply_action(outcome)
    while game.decision is not None:
        assert state.current_player() == game.decision.player, str(state)
        actions = [_pack_card(each.data["card"]) for each in game.decision.options]
        assert sorted(actions) == state.legal_actions(), str(state)
        option = generator.randrange(len(actions))
        game.choose(option)
        state.apply_action(actions[option])

    assert state.is_terminal()
    assert game.outcome is not None
    assert [26 + each for each in game.outcome.scores] == state.returns()


def test_hearts_are_dealt_and_passed_evenly() -> None:
    """OpenSpiel draws each direction and each card with equal chances."""
    games = [rules("hearts").new_game(4, seed, ask_forced=True) for seed in range(4 * DEALS_EACH)]
    deals = [_hearts_deal(each) for each in games]

    assert_even(Counter(way for way, *_ in deals), 4, 3)
    holders = Counter((card, at % 4) for _, *cards in deals for at, card in enumerate(cards))
    assert_even(holders, 52 * 4, 52 * 3)


DRAW, PASS, NOMINATE = 52, 53, 54
EIGHTS_DEALER = 52


def _eights_deal(game: Game) -> tuple[int, ...]:
    """Return the dealer, the cards that OpenSpiel deals from the dealer's left on, and the one turned up."""
    players = len(game.view(None)["seats"])
    assert game.decision is not None
    first = game.decision.player
    hands = [[_pack_card(each) for each in _cards(game, seat)] for seat in range(players)]
    size = len(hands[0])
    (upcard,) = game.view(None)["table"]["zones"]["heap"]["cards"]
    dealt = [hands[(first + at) % players][at // players] for at in range(size * players)]
    return EIGHTS_DEALER + (first - 1) % players, *dealt, _pack_card(upcard["name"])


def _eights_action(data: Mapping[str, Any]) -> int:
    """Return OpenSpiel's action for an option of ours."""
    if "suit" in data:
        return NOMINATE + HEARTS_SUITS.index(data["suit"].capitalize())
    if data["option"] == "shed":
        return _pack_card(data["card"])
    return {"draw": DRAW, "pass": PASS}[data["option"]]


def _eights_cost(action: int) -> int:
    """Return what OpenSpiel takes for a card: for one from 2 to 10 its number and 2, where its rank is meant."""
    rank = action // len(HEARTS_SUITS) + 2
    return 50 if rank == 8 else 10 if rank > 10 else action + 2


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("seed", day_seeds(EIGHTS_GAMES, EIGHTS_GAMES))
def test_a_game_of_crazy_eights_is_the_same(seed: int, engine: Literal["native", "python"]) -> None:
    """Only the returns differ, by OpenSpiel's fault: they are held to the final hands, priced as it prices them."""
    players = 2 + seed % 4
    game = rules("crazy-eights").new_game(players, seed, ask_forced=True, engine=engine)
    state = pyspiel.load_game(f"crazy_eights(players={players})").new_initial_state()
    generator = Random(seed)
    for outcome in _eights_deal(game):
        state.apply_action(outcome)
    while game.decision is not None:
        decider = game.decision.player
        assert state.current_player() == decider, str(state)
        actions = [_eights_action(each.data) for each in game.decision.options]
        assert sorted(actions) == state.legal_actions(), str(state)
        option = generator.randrange(len(actions))
        before = set(_cards(game, decider))
        game.choose(option)
        state.apply_action(actions[option])
        if actions[option] == DRAW:
            (drawn,) = set(_cards(game, decider)) - before
            state.apply_action(_pack_card(drawn))

    assert state.is_terminal()
    hands = [[_pack_card(each) for each in _cards(game, seat)] for seat in range(players)]
    assert [-sum(map(_eights_cost, hand)) for hand in hands] == state.returns()
    worth = [[min(card // 4 + 2, 10) if card // 4 != 6 else 50 for card in hand] for hand in hands]
    assert game.outcome is not None
    assert [-sum(each) for each in worth] == list(game.outcome.scores)


def test_crazy_eights_are_dealt_evenly() -> None:
    """OpenSpiel draws the dealer and each card with equal chances; an eight is never turned up."""
    games = [
        rules("crazy-eights").new_game(4, seed, ask_forced=True) for seed in range(4 * DEALS_EACH)
    ]
    deals = [_eights_deal(each) for each in games]

    assert_even(Counter(dealer for dealer, *_ in deals), 4, 3)
    assert all(upcard // len(HEARTS_SUITS) + 2 != 8 for *_, upcard in deals)
