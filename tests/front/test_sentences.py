"""What one player does in a row is told in one sentence; what was done to who reads it stands out."""

import random
import re

import pytest
from rich.text import Text

from front.conftest import loaded
from rulewright.cli.terminal.story.storyteller import STRIKING, Storyteller
from rulewright.cli.terminal.table_view.card_styles import CardStyles
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.rules.internals import inside

pytestmark = pytest.mark.usefixtures("quick")


def told(game: Game, seat: int | None, decisions: int, seed: int = 1) -> list[str]:
    """The story of so many decisions, told to a seat as at a table."""
    story, lot, lines = Storyteller(seat, CardStyles({}, {})), random.Random(seed), list[Text]()
    before: int | None = None
    for _ in range(decisions):
        if game.decision is None:
            break
        lines += story.new_sentences(game, before)
        if game.decision.player != before:
            lines += story.flush(game, before)
        before = game.decision.player
        game.choose(lot.randrange(len(game.decision.options)))
    lines += [*story.new_sentences(game, before), *story.flush(game, before)]
    return [line.plain for line in lines]


def classic(seed: int, lang: str = "en") -> Game:
    game = loaded("classic", lang).new_game(4, seed=seed)
    game.names[:] = ["Ada", "Boris", "Clara", "David"]
    return game


def test_gains_in_a_row_are_one_sentence_with_reasons() -> None:
    lines = [line for seed in range(6) for line in told(classic(seed), None, 100, seed)]

    assert any("gains 2 gold (action), 1 gold (Merchant)" in line for line in lines)
    assert any("gains 1 gold for Temple (Bishop)" in line for line in lines)
    assert any("draws 2 cards (action), 2 cards (Architect)" in line for line in lines)
    assert any(line.endswith("builds Tavern") and "pays 1 gold, builds" in line for line in lines)


def test_what_counts_twice_is_said_once() -> None:
    """With the first edition a city may have a district twice."""
    rules = loaded("first-edition")
    lines = [
        line for seed in range(6) for line in told(rules.new_game(4, seed=seed), None, 200, seed)
    ]

    assert any(re.search(r"gold for (\w+, )*\w+ ×2 ?", line) for line in lines)


def test_reasons_are_in_the_language_of_the_game() -> None:
    lines = [line for seed in range(6) for line in told(classic(seed, "fr"), None, 60, seed)]

    assert any("(Marchand)" in line for line in lines)
    assert not any("(Merchant)" in line or "(gather)" in line for line in lines)


def test_who_gives_to_whom_is_told_with_whose_power_it_is() -> None:
    lines = [line for seed in range(8) for line in told(classic(seed), 0, 200, seed)]

    assert any(
        line.startswith(STRIKING) and "give 3 gold to Boris (Thief)" in line for line in lines
    )


def test_the_one_who_is_called_is_named_and_so_is_silence() -> None:
    lines = [line for seed in range(3) for line in told(classic(seed), 0, 40, seed)]

    assert any("calls rank 1, the Assassin: nobody answers" in line for line in lines)
    assert any(line.endswith("calls rank 1, the Assassin") for line in lines)


def test_what_two_do_together_is_a_sentence_by_itself() -> None:
    lines = [line for seed in range(12) for line in told(classic(seed), None, 60, seed)]

    together = [line for line in lines if "exchange their hands" in line]
    assert together
    assert all("," not in line for line in together)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.rotating
def test_what_was_done_to_the_reader_stands_out(seat: int) -> None:
    marked = [
        line
        for seed in range(8)
        for line in told(classic(seed), seat, 200, seed)
        if line.startswith(STRIKING)
    ]

    assert any("destroys" in line and "your city" in line for line in marked)
    assert all("you" in line.casefold() for line in marked)


def test_nothing_is_told_twice_or_left_out() -> None:
    """Whatever is told of one event alone stands in the sentences, but for what stands there already."""
    game = classic(5)
    lines = told(game, 1, 80)
    events = [event.text(1, speaking=True) for event in game.events if event.text(1)]

    assert len(lines) < len(events)
    for event in events:
        last = event.split(" ")[-1]
        assert any(last in line for line in lines), event


def test_what_is_done_again_just_so_is_counted() -> None:
    lines = list[str]()
    for seed in range(4):
        game = loaded("orchard").new_game(2, seed=seed)
        game.names[:] = ["Ada", "Boris"]
        lines += told(game, None, 40, seed)

    assert any("plants Seed ×" in line for line in lines)
    assert not any("plants Seed, plants Seed" in line for line in lines)


@pytest.mark.parametrize("edition", ["classic", "expeditions"])
def test_only_who_draws_is_told_which_cards(edition: str) -> None:
    def drawn(seat: int | None, lang: str = "en", verb: str = "draws") -> list[str]:
        game = loaded(edition, lang).new_game(2, seed=3)
        game.names[:] = ["Ada", "Boris"]
        for _ in range(60):
            game.choose(0)
        return [text for event in game.events if verb in (text := event.text(seat, speaking=True))]

    names = [inside(loaded(edition)).card_name(name) for name in loaded(edition).cards]
    own = drawn(0, verb="You draw ")
    assert own
    assert all(any(name in line for name in names) for line in own)
    assert all(re.search(r" draws (a card|[2-9] cards)$", line) for line in drawn(None))
    assert any("carte" in line for line in drawn(None, "fr", "pioche "))
