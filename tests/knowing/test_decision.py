"""Decisions: who is asked what; labels for people, data for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.kit import choose, data, labels, make_rules, new
from properties.kit import state_of
from rulewright import Game
from rulewright.base.records import evolve
from rulewright.runtime.game.state import GameState
from rulewright.runtime.observation.decision import Decision, Options
from rulewright.runtime.session.rules.internals import inside

FLOW = """
flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
        move the top of the crate to the player's basket
"""


def test_one_of_a_list(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + "    A-choice\n".replace("A-choice", CHOICE))
    assert game.decision is not None
    assert (game.decision.player, game.decision.kind) == (0, "opening.fruit")
    assert game.decision.prompt == "choose a fruit"
    assert labels(game) == ["Apple", "Apple"]
    assert data(game) == [
        {"kind": "choose", "card": "Apple", "piece": 0, "owner": 0},
        {"kind": "choose", "card": "Apple", "piece": 1, "owner": 0},
    ]


CHOICE = """for each player in players
        the player chooses a fruit from fruits in the player's basket
        move the fruit to the player's stand"""


def test_a_card_is_called_as_the_edition_says_and_known_by_its_own_name(tmp_path: Path) -> None:
    game = choose(new(tmp_path, FLOW + "    " + CHOICE), "Apple")
    assert labels(game) == ["Citron", "Cherry"]
    assert data(game)[0] == {"kind": "choose", "card": "Lemon", "piece": 2, "owner": 1}


def test_players_labels_and_numbers(tmp_path: Path) -> None:
    game = new(
        tmp_path,
        FLOW
        + """
    for each player in players
        the player chooses a rival from players
        the player chooses a sort from sorts
        the player chooses a bid from 0 to 2
        set the rival's money to the bid
""",
    )
    assert labels(game) == ["A", "B"]
    assert data(game) == [{"kind": "choose", "player": 0}, {"kind": "choose", "player": 1}]
    choose(game, "B")
    assert labels(game) == ["sweet", "half sour"]
    assert data(game)[1] == {"kind": "choose", "sort": "half-sour"}
    choose(game, "sweet")
    assert labels(game) == ["0", "1", "2"]
    assert data(game)[2] == {"kind": "choose", "number": 2}
    choose(game, "2")
    assert game.view(None)["seats"][1]["tracks"]["money"] == 2


def test_yes_or_no(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player may earn 2 money, shown as "take {the number of players} coins, {player}"
            tell "thanks"
        otherwise
            tell "no thanks"
event a player earns some money
    set my money to my money + the money
"""
    game = new(tmp_path, FLOW + rules)
    assert labels(game) == ["take 2 coins, A", "no"]
    assert data(game) == [
        {"kind": "answer", "answer": "yes"},
        {"kind": "answer", "answer": "no"},
    ]
    choose(game, "take 2 coins, A", "no")
    assert [event.text() for event in game.events] == ["thanks", "no thanks"]
    assert [seat["tracks"]["money"] for seat in game.view()["seats"]] == [2, 0]


def test_one_or_none(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player may choose a fruit from fruits in the player's basket where its price is 2
            move the fruit to the player's stand
"""
    game = new(tmp_path, FLOW + rules)
    assert labels(game) == ["Apple", "Apple", "no"]
    assert data(game)[-1] == {"kind": "done"}
    choose(game, "no")
    assert game.decision is None


def test_a_row_of_choices(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player repeatedly chooses a fruit from fruits in the player's basket, at most 2 times,
                shown as "sell {fruit}"
            move the fruit to the sack
"""
    game = new(tmp_path, FLOW + rules)
    assert labels(game) == ["sell Apple", "sell Apple", "done"]
    game.choose(0)
    assert labels(game) == ["sell Apple", "done"]
    game.choose(0)
    assert game.decision is not None
    assert game.decision.player == 1
    assert labels(game) == ["sell Citron", "sell Cherry", "done"]


def test_a_menu(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player chooses
            option rest
                do nothing
            option give-away "give {fruit} away" for each fruit from fruits in the player's basket
                move the fruit to the sack
            option invite for each guest from players
                set the guest to the guest
"""
    game = new(tmp_path, FLOW + rules.replace("each guest", "each friend").replace(
        "to the guest\n", "to the friend\n"))  # fmt: skip
    assert labels(game) == ["rest", "give Apple away", "give Apple away", "invite A", "invite B"]
    assert data(game)[0] == {"kind": "option", "option": "rest"}
    assert data(game)[1] == {
        "kind": "option", "option": "give-away", "card": "Apple", "piece": 0, "owner": 0,
    }  # fmt: skip
    assert data(game)[4] == {"kind": "option", "option": "invite", "player": 1}


POWERS = """
    for each player in players
        the player uses powers at market
power sell "sell {fruit} for {fruit's price}" at market, repeatedly, for each fruit from fruits in my basket
    move the fruit to my stand
    the fruit becomes ripe
    tell "{me} sells {fruit}"
power look-round at market
    tell "{me} looks round"
"""


def test_powers_at_a_moment(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + POWERS)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.prompt) == ("market", "the market is open")
    assert labels(game) == ["sell Apple for 2", "sell Apple for 2", "look round", "done"]
    assert data(game)[2:] == [{"kind": "power", "power": "look-round"}, {"kind": "done"}]
    choose(game, "look round")
    assert labels(game) == ["sell Apple for 2", "sell Apple for 2", "done"]
    choose(game, "done")
    assert game.decision.player == 1


def test_an_option_is_said_to_who_decides(tmp_path: Path) -> None:
    rules = """
    for each player in players
        move all fruits in the player's basket to the player's stand
    for each player in players
        the player chooses a fruit from fruits in any stand, shown as "take {fruit} from {fruit's owner}'s stand"
        set the guest to the player
"""
    game = new(tmp_path, FLOW + rules)
    assert labels(game)[1:3] == ["take Apple from A's stand", "take Citron from B's stand"]
    assert spoken(game)[1:3] == ["take Apple from your stand", "take Citron from B's stand"]
    game.choose(0)
    assert spoken(game)[1:3] == ["take Apple from A's stand", "take Citron from your stand"]


def spoken(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.spoken for option in game.decision.options]


def test_the_rule_that_asks_can_be_asked_for(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + POWERS)
    assert game.decision is not None
    assert (game.decision.rule.name, game.decision.rule.cites) == ("opening", ())
    assert "stall.rules:" in game.decision.rule.place
    (sell,) = inside(game.rules).powers("sell")
    assert sell.lines[0].startswith('power sell "sell {fruit} for')
    assert sell.lines[1:] == (
        "    move the fruit to my stand", "    the fruit becomes ripe", '    tell "{me} sells {fruit}"',
    )  # fmt: skip
    assert (sell.card, inside(game.rules).powers("buy")) == ("", ())


PAYING = """
flow
    play opening
phase opening
    for each player in players
        move Peach to the player's stand
        move Lemon to the player's basket
        set the player's money to 5
        the player buys Blood Orange
event a player buys a fruit
    TEXT
    first pay (the fruit's price) money
    move the fruit to my basket
event a player pays some money
    only if my money is at least the money
    set my money to my money - the money
fruit Peach
    price 2, sort sweet
    reading "For tests."
    means barter "give {stuff} for it" to buy a fruit, for each stuff from fruits in my basket
        move the stuff to the sack
"""


@pytest.mark.parametrize(
    ("text", "plain"), [('text "pay the price"', "pay the price"), ('reading "For tests."', "buys")]
)
def test_the_plain_way_among_means_is_called_as_the_event_says(
    tmp_path: Path, text: str, plain: str
) -> None:
    game = make_rules(tmp_path, PAYING.replace("TEXT", text), "Peach: 1, Lemon: 1").new_game(2, 1)
    assert labels(game) == [plain, "give Citron for it"]
    assert data(game)[0] == {"kind": "option", "option": "buys"}


def test_whose_card_it_is_shows_where_the_player_knows(tmp_path: Path) -> None:
    rules = """
    for each player in players
        for each fruit in fruits in the player's basket where its price is at least 3
            move the fruit to the player's stand
    for each player in players
        the player chooses a fruit from fruits
        set the player's money to the fruit's price
"""
    game = new(tmp_path, FLOW + rules)
    assert labels(game) == ["Apple", "Apple", "Citron (B)", "Cherry", "Blood Orange"]
    assert [option["owner"] for option in data(game)] == [0, 0, 1, None, None]
    game.choose(0)
    assert labels(game) == ["Apple", "Apple", "Citron", "Cherry", "Blood Orange"]
    assert [option["owner"] for option in data(game)] == [None, None, 1, 1, None]


def test_data_is_stable_json(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + POWERS)
    found = data(game)
    assert json.loads(json.dumps(found)) == found
    assert data(game) == found
    assert data(game.copy()) == found
    assert data(Game.from_json(game.to_json())) == found


def test_options_are_a_sequence(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + POWERS)
    assert game.decision is not None
    options = game.decision.options
    assert len(options) == 4
    assert [option.label for option in options[1:3]] == ["sell Apple for 2", "look round"]
    assert options[-1].label == "done"
    assert [option.label for option in options] == labels(game)
    assert repr(options[2]) == "<Option 'look round'>"
    assert repr(game.decision) == "<Decision market of seat 0>"
    with pytest.raises(IndexError):
        options[4]


def test_one_option_is_no_question(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player chooses a fruit from fruits in the player's basket where its price is 1
        tell "{player} has {fruit}"
"""
    game = new(tmp_path, FLOW + rules)
    assert game.decision is None
    assert (game.forced, game.made, game.decisions) == (1, 0, [])
    assert [event.text() for event in game.events] == ["B has a card"]
    assert [event.text(1) for event in game.events] == ["B has Cherry"]


def test_names_of_seats_stand_in_labels(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + "    for each player in players\n"
        "        the player chooses a rival from players\n"
        "        set the rival's money to 1\n")  # fmt: skip
    game.names[:] = ["Ann", "Bo"]
    assert labels(game) == ["Ann", "Bo"]
    again = Game.from_json(game.to_json())
    assert again.names == ["Ann", "Bo"]
    assert labels(again) == ["Ann", "Bo"]


def test_a_number_is_not_taken_for_a_card(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + """
    for each player in players
        move all fruits in the player's basket to the player's stand
    for each player in players
        the player chooses a bid from 0 to 4
        set the player's money to the bid
""")  # fmt: skip
    assert labels(game) == ["0", "1", "2", "3", "4"]
    assert data(game)[2] == {"kind": "choose", "number": 2}


def test_a_card_has_the_number_that_it_has_in_the_view(tmp_path: Path) -> None:
    game = new(tmp_path, "there is a best, a fruit or nothing, seen by nobody\n" + FLOW + """
    for each player in players
        set the best to the first of fruits in the player's basket
        move the best to the sack
    for each player in players
        the player may choose a fruit from fruits in the player's basket
            move the fruit to the player's stand
""")  # fmt: skip
    view = game.view(0)
    (sold,) = [card for card in view["table"]["zones"]["sack"]["cards"] if card]
    (kept,) = view["seats"][0]["zones"]["basket"]["cards"]
    assert (sold["name"], sold["piece"]) == ("Apple", 0)
    assert (kept["name"], kept["piece"]) == ("Apple", 1)
    assert data(game)[0] == {"kind": "choose", "card": "Apple", "piece": 1, "owner": 0}


def test_answers_are_said_in_the_language_of_the_game(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + """
    for each player in players
        the player may whistle
event a player whistles
    set the player's money to 1
""")  # fmt: skip
    assert labels(game) == ["yes", "no"]
    state_of(game).game.messages.update({"yes": "ja", "no": "nein"})
    assert labels(game) == ["ja", "nein"]


def test_who_answers_for_chance_reads_everything(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + """
    for each player in players
        chance chooses a fruit from fruits in the player's basket
        move the fruit to the sack
""", 2)  # fmt: skip
    at = state_of(game)
    asked = GameState(at.game, at.engine.start(1, asks_chance=True, asks_forced=True), None)
    at.engine.run(asked.state, asked)
    options = Decision(asked, ["A", "B"]).options
    assert asked.decider == -1
    assert [option.label for option in options] == ["Apple (A)", "Apple (A)"]
    assert [option.data["piece"] for option in options] == [0, 1]


def test_a_question_is_private_where_others_cannot_know_what_it_hangs_on(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW + POWERS)
    at = state_of(game)
    layout, zones = at.game.module.layout, at.game.module.zones

    def is_private(*secrets: str) -> bool:
        decision = Decision(at, ["A", "B"])
        decision._question = evolve(decision._question, secrets=secrets)
        return decision.is_private

    found = [is_private(*names) for names in ((), ("money",), ("basket",), ("sack",), ("crate",))]
    assert found == [False, True, True, False, True]
    assert is_private("sack", "basket")
    for card in at.state[zones["basket"].run.base]:
        at.state[layout.known + card] = 7
    assert not is_private("basket")
    for seat in (0, 1, 2):
        at.state[layout.known + card] = 7 - 2**seat
        assert is_private("basket") == (seat > 0)


@pytest.mark.parametrize(
    ("said", "label"), [("nimm {} mit", "nimm Apple mit"), ("nimm", "nimm Apple")]
)
def test_words_of_a_language_say_where_the_card_stands(
    tmp_path: Path, said: str, label: str
) -> None:
    at = state_of(new(tmp_path, FLOW + "    " + CHOICE))
    asked = at.game.module.decisions[at.seen.decision]
    words = tuple(evolve(each, translated_word=said) for each in asked.options)
    options = Options(at, evolve(asked, options=words), ["A", "B"])
    assert [option.label for option in options] == [label] * 2
