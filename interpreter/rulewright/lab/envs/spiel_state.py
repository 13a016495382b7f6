"""A game for OpenSpiel, whose algorithms can then play every edition.

A game begins with one chance node, which deals it and fixes all that is random. Its outcomes are either sampled
(OpenSpiel's sampled stochastic mode) or, for `deals`, every deal with its probability. States play on native code
alone; the edition's own game, with the logs of its seats, is played after them when somebody asks for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from typing import Any, Final

import pyspiel

from rulewright.lab.envs.deals import Deal, TreeSummary, deals_of, walked
from rulewright.lab.envs.spiel_observers import SpielObserver, observer_of
from rulewright.lab.envs.utility import utility_of
from rulewright.runtime.ir.outcome_rules import Returns, check_returns
from rulewright.runtime.observation.vectors.information_state import entries_of
from rulewright.runtime.session.batch.batches import batch_of
from rulewright.runtime.session.batch.positions import OVER, BatchPosition, Positions, Random, Root
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.rules.internals import inside

MOST_MOVES: Final = 100_000
"""The upper bound of game length that OpenSpiel requires; rules have none, unless their tree is walked."""

MOST_RECALLED: Final = 4096
"""The most entries of a log that an information state tensor holds, unless more are asked for."""

TRIALS: Final = 32
"""The games that are played to find how many entries a log has."""

DEALT: Final = 32
"""The games that are dealt at once where deals are sampled."""

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)

SAMPLED: Final = (
    "deals are sampled, one for each new_initial_state(): "
    "to walk chance, or to deal from one state again, create the game with deals="
)

NAME: Final = "rulewright"
"""The short name of the game in OpenSpiel; its parameters say which edition."""

DEFAULTS: Final[dict[str, Any]] = {
    "edition": "classic", "players": 2, "options": "", "cast": "", "seed": 1, "recall": 0, "returns": "shares",
    "deals": 0, "seeds": "",
}  # fmt: skip
"""The parameters of `pyspiel.load_game`, as `open_spiel` has them; items of lists are separated by `:`."""

LARGEST_PARAMETER: Final = 2**31 - 1
"""The largest whole number among the parameters of a game for OpenSpiel."""

_UNDEALT: Final = BatchPosition(None, b"", CHANCE, [])
"""The position before the deal."""


def new_open_spiel_game(
    rules: Rules,
    players: int,
    options: Sequence[str],
    seed: int,
    recall: int | None,
    returns: Returns,
    deals: int | Sequence[int] | None,
) -> OpenSpielGame:
    """Return a game for OpenSpiel. Raises RulesError, and ValueError if `deals` cannot be walked."""
    check_returns(returns)
    deals = _checked_deals(deals)
    book = inside(rules)
    compiled, module = book.compiled(players, options), book.module(players, options)
    positions = batch_of(
        book, DEALT, players, seed, options, "native", mask=True, observation=False, kind=Positions
    )  # fmt: skip
    assert isinstance(positions, Positions)
    outcomes, roots, tree = (
        list[Deal](),
        list[Root](),
        TreeSummary(MOST_MOVES, utility_of(module, returns)),
    )
    if isinstance(deals, int):
        outcomes = deals_of(compiled, deals)
        roots = [positions.deal(each.seed) for each in outcomes]
        tree = walked(positions, roots, returns)
    elif deals is not None:
        outcomes = [Deal(each, 1 / len(deals)) for each in deals]
    given = {
        "edition": book.source, "players": players, "options": ":".join(options),
        "cast": ":".join(book.cast), "seed": seed, "recall": recall or 0, "returns": returns,
        "deals": deals if isinstance(deals, int) else 0,
        "seeds": "" if deals is None or isinstance(deals, int) else "".join(f"{each}:" for each in deals),
    }  # fmt: skip
    return OpenSpielGame(rules, positions, given, outcomes, roots, tree)


def _checked_deals(deals: Any) -> int | list[int] | None:
    """Return a number of deals that a parameter of OpenSpiel can hold, or seeds. Raises ValueError."""
    if deals is None:
        return None
    if isinstance(deals, Integral) and int(deals) >= 1 and not isinstance(deals, bool):
        return min(int(deals), LARGEST_PARAMETER)
    if isinstance(deals, Sequence) and deals and all(isinstance(each, Integral) for each in deals):
        return [int(each) for each in deals]
    raise ValueError(f"deals are a number from 1, or a list of seeds, not {deals!r}")


def loaded(given: dict[str, Any]) -> OpenSpielGame:
    """Return the game with OpenSpiel's parameters `given`. Raises RulesError and ValueError."""
    items = {name: [*filter(None, given[name].split(":"))] for name in ("options", "cast", "seeds")}
    rules = Rules.load(given["edition"])
    return new_open_spiel_game(
        rules.with_cast(items["cast"]) if items["cast"] else rules,
        given["players"], items["options"], given["seed"], given["recall"] or None, given["returns"],
        given["deals"] or [*map(int, items["seeds"])] or None,
    )  # fmt: skip


def _type_of(long_name: str, explicit: bool, kind: str, players: int) -> Any:
    """Return the type of a game for OpenSpiel."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, kind),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class OpenSpielGame(pyspiel.Game):
    """An edition for a number of players; its states are `OpenSpielState`."""

    def __init__(
        self,
        rules: Rules,
        positions: Positions,
        given: dict[str, Any],
        deals: Sequence[Deal],
        roots: Sequence[Root],
        tree: TreeSummary,
    ) -> None:
        """Create the game with the parameters `given`; `deals` are the outcomes of chance, if they are listed."""
        self.rules, self.positions, self.given, self.deals = rules, positions, given, deals
        self.players, self.options = (
            positions.players,
            tuple(filter(None, given["options"].split(":"))),
        )
        self.paid: Returns = given["returns"]
        self.rng = random.Random(given["seed"])
        self.outcomes = [(at, deal.probability) for at, deal in enumerate(deals)] or [(0, 1.0)]
        self.roots: list[Root | None] = [*roots] or [None] * len(deals)
        self._ahead = list[tuple[int, BatchPosition, Random]]()
        low, high, kind, total = tree.utility
        info = pyspiel.GameInfo(
            num_distinct_actions=len(positions.action_names),
            max_chance_outcomes=len(self.outcomes),
            num_players=self.players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=tree.longest,
        )
        super().__init__(_type_of(rules.name, bool(deals), kind, self.players), info, given)

    def __reduce__(self) -> Any:
        return _revived, (self.given, self.rng.getstate())

    def __deepcopy__(self, memo: dict[int, Any]) -> OpenSpielGame:
        return _revived(self.given, self.rng.getstate())

    @cached_property
    def recall(self) -> int:
        """The number of entries of a log in an information state tensor.

        If it was not given, it is at least twice that of some random games, but at most `MOST_RECALLED`.
        """
        if self.given["recall"]:
            return int(self.given["recall"])
        longest = 0
        for seed in range(1, TRIALS + 1):
            game = self.rules.new_game(self.players, seed, self.options)
            lot = random.Random(seed)
            while (decision := game.decision) is not None:
                game.choose(lot.randrange(len(decision.options)))
            for seat in range(self.players):
                longest = max(longest, sum(1 for _ in entries_of(game.log(seat))))
            if 2 * longest > MOST_RECALLED:
                return MOST_RECALLED
        return int(1 << (2 * longest - 1).bit_length())

    def new_initial_state(self) -> OpenSpielState:
        """Return a state that is not dealt yet."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer for the requested view, as tensors and strings. Raises ValueError."""
        return observer_of(self, iig_obs_type)

    def deal(self, outcome: int) -> tuple[int, BatchPosition, Random]:
        """Return the seed of an outcome of chance, and the position that it deals."""
        if not self.deals:
            if not self._ahead:
                seeds = [self.rng.getrandbits(63) for _ in self.positions]
                dealt = self.positions.deal_all(seeds)
                self._ahead = [(seed, *root) for seed, root in zip(seeds, dealt, strict=True)]
            return self._ahead.pop()
        root = self.roots[outcome]
        if root is None:
            self.roots[outcome] = root = self.positions.deal(self.deals[outcome].seed)
        return self.deals[outcome].seed, *root


def _revived(given: dict[str, Any], chance: Any) -> OpenSpielGame:
    """Return a copy of a game with the state of its random generator."""
    game = loaded(given)
    game.rng.setstate(chance)
    return game


class _Held:
    """All that a state holds: a position, and where the game began that leads to it.

    `origin` is the seed of the deal, or a game that was dealt for a player; the actions of the state's history
    from `since` on lead from there to the position. `told` is that game after the first `told_until` actions of
    the history; a state that shares it with copies does not own it. `root` is what counts the deals from one new
    state and its copies: this, where it is None.
    """

    game: OpenSpielGame | None = None
    origin: Any = None
    since = 0
    position: BatchPosition | None = _UNDEALT
    random: Random = None
    root: _Held | None = None
    deals = 0
    told: Game | None = None
    told_until = 0
    owned = False
    keys: Mapping[int, Any] = {}
    entries: Mapping[int, Any] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> _Held:
        other = _Held()
        self.owned = False
        other.__dict__.update(self.__dict__)
        if self.position is _UNDEALT:
            other.root = self.root or self
        if self.keys or self.entries:
            other.keys = {player: key.copy() for player, key in self.keys.items()}
            other.entries = {player: row.copy() for player, row in self.entries.items()}
        return other

    def __reduce__(self) -> Any:
        origin = self.origin.to_json() if isinstance(self.origin, Game) else self.origin
        return _unbound, (origin, self.since)


def _unbound(origin: Any, since: int) -> _Held:
    """Return what a state holds in another process: where its game began. Its position is played again."""
    held = _Held()
    held.origin, held.since, held.told_until = origin, since, since
    held.position = _UNDEALT if origin is None else None
    return held


class OpenSpielState(pyspiel.State):
    """A state of an OpenSpiel game.

    Methods without an underscore that OpenSpiel defines too are called from Python only; they save the way
    through its own code.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.held = held = _Held()
        held.game = game

    # ------------------------------------------------------------------ playing

    @property
    def spiel(self) -> OpenSpielGame:
        """The game of this state."""
        game: OpenSpielGame = self.held.game or self.get_game()
        return game

    @property
    def position(self) -> BatchPosition:
        """The position; that of a state from another process is played again."""
        return self.held.position or self._play_again()

    @property
    def is_dealt(self) -> bool:
        """Whether the game is dealt."""
        return self.position is not _UNDEALT

    def current_player(self) -> int:
        """Return the player to act; chance until the game is dealt."""
        return (self.held.position or self._play_again()).player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return (self.held.position or self._play_again()).player == OVER

    def is_chance_node(self) -> bool:
        """Return whether the game is to be dealt."""
        return self.position is _UNDEALT

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals with their probabilities; a single one stands for those that are sampled."""
        return self.spiel.outcomes

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the player to act, sorted; other players have none.

        Raises ValueError before the deal where deals are sampled: who lists its outcomes is about to walk them.
        """
        position = self.held.position or self._play_again()
        if position is _UNDEALT:
            if not self.spiel.deals:
                raise ValueError(SAMPLED)
            return [outcome for outcome, _ in self.chance_outcomes()]
        return position.actions[:] if player is None or player == position.player else []

    def _legal_actions(self, player: int) -> list[int]:
        """Return the actions of the player to act, sorted."""
        return self.position.actions

    def _apply_action(self, action: int) -> None:
        """Deal the game, or choose the first option with this action number."""
        held = self.held
        position = held.position or self._play_again()
        known = position.next.get(action)
        if known is not None:
            held.position = known
            return
        game = self.spiel
        if position is _UNDEALT:
            self._deal(game, action)
        else:
            held.position, held.random = game.positions.move(position, held.random, action)

    def _deal(self, game: OpenSpielGame, outcome: int) -> None:
        """Deal the game. Raises ValueError for a second time where deals are sampled, as they are not listed."""
        held = self.held
        root = held.root or held
        root.deals += 1
        if not game.deals and root.deals > 1:
            raise ValueError(SAMPLED)
        held.origin, held.position, held.random = game.deal(outcome)
        held.since = held.told_until = 1

    def _play_again(self) -> BatchPosition:
        """Play the history of a state from another process, and return its position."""
        held = self.held
        held.game = game = self.spiel
        if isinstance(held.origin, str):
            held.origin = game.rules.game_from_json(held.origin)
        if isinstance(held.origin, Game):
            position, drawn = game.positions.position_of(held.origin)
        else:
            position, drawn = game.positions.deal(held.origin)
        for action in self.history()[held.since :]:
            position, drawn = game.positions.move(position, drawn, action)
        held.position, held.random = position, drawn
        return position

    def returns(self) -> list[float]:
        """Return each player's share of the victory, or its score; zeros until the game is over."""
        position, game = self.position, self.spiel
        if position.player != OVER:
            return [0.0] * game.players
        return list(position.scores if game.paid == "scores" else position.shares)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the name of an action; that of chance is the deal."""
        game = self.spiel
        if player == CHANCE:
            return f"deal {action}" if game.deals else "deal"
        return str(game.positions.action_names[action])

    # ------------------------------------------------------------------ the edition's own game

    @property
    def running(self) -> Game:
        """The edition's own game, with the logs of its seats; it exists only after the deal."""
        assert self.is_dealt
        held, own, actions = self.held, self.spiel, self.history()
        game = held.told
        if game is None:
            game = self._first_game(own)
        elif held.told_until < len(actions) and not held.owned:
            game = game.copy()
        for action in actions[held.told_until :]:
            game.choose(own.positions.decode(game, action))
        held.told, held.owned = game, held.owned or held.told_until < len(actions)
        held.told_until = len(actions)
        return game

    def _first_game(self, own: OpenSpielGame) -> Game:
        """Return the dealt game at the start of this state's history."""
        self.held.owned = True
        if isinstance(self.held.origin, Game):
            return self.held.origin.copy()
        return own.rules.new_game(own.players, self.held.origin, own.options)

    def noted(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return what `make` makes, from the position's notes if its history leads to it alone."""
        held = self.held
        if held.game is None or not held.game.deals or isinstance(held.origin, Game):
            return make()
        position = self.position
        if not hasattr(position, "notes"):
            position.notes = {}
        if key not in position.notes:
            position.notes[key] = make()
        return position.notes[key]

    def held_for(self, name: str, viewer: int, new: Callable[[], Any]) -> Any:
        """Return what is held for a viewer under a name, as what its log was last; made by `new` at first."""
        held = getattr(self.held, name)
        if viewer not in held:
            held = {**held, viewer: new()}
            setattr(self.held, name, held)
        return held[viewer]

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """Return a state that the player cannot distinguish from this one. Raises NoDeterminization."""
        other: OpenSpielState = self.clone()
        seed = int(sampler() * 2**53) if callable(sampler) else random.getrandbits(53)
        game, own = self.running.determinize(player, seed), self.spiel
        other.held = _unbound(game, len(self.history()))
        other.held.game = own
        other.held.position, other.held.random = own.positions.position_of(game)
        return other

    # ------------------------------------------------------------------ copies

    def __deepcopy__(self, memo: dict[int, Any]) -> OpenSpielState:
        copy: OpenSpielState = self.clone()
        return copy

    def __reduce__(self) -> Any:
        return _deserialized, (self.spiel, self.serialize())

    def __str__(self) -> str:
        if not self.is_dealt:
            return "not dealt"
        began = "dealt for a player" if isinstance(self.held.origin, Game) else self.held.origin
        return f"{began}: {self.history()[self.held.since :]}"


def _deserialized(game: OpenSpielGame, text: str) -> Any:
    """Return the state of a game from its text."""
    return game.deserialize_state(text)


class _Loader:
    """A loader of games for OpenSpiel.

    A class, as its reference cycle keeps it alive: OpenSpiel releases it only after Python has shut down.
    """

    def __new__(cls, given: dict[str, Any]) -> Any:
        """Return the game with OpenSpiel's parameters `given`."""
        return loaded(given)


pyspiel.register_game(
    _type_of("Rulewright", explicit=True, kind="GENERAL_SUM", players=20), _Loader
)
