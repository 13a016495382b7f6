"""What the others read while somebody decides, and why something happened: in words of the rules, for everybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from edition.test_words import said_of
from properties.every import shipped
from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import root_nodes, walk
from rulewright.runtime.session.rules.internals import inside

GAME = """\
game orbs

kind orb
    starts in the bag

there is a bag of orbs, seen by nobody
each player has a tray of orbs, seen by everyone
each player has coins, a number, seen by everyone

orb Moon
    printed "ours"
    text "Whoever takes it gains a coin."
    after a player called taker takes this
        the taker gains 1 coin

orb Sun
    printed "ours"

moment main "your move"

flow
    shuffle the bag
    for each player in players
        play turn for the player

phase turn for a player
    cite ours "How to take an orb"
    choose an orb from orbs in the bag
    I take the orb
    I may rest
    choose
        option stay "stay"
            do nothing
        option go "go"
            do nothing
    use powers at main

event a player takes an orb
    move the orb to my tray
    tell "{me} take(s) {orb}"

event a player gains some coins
    set my coins to my coins + the coins

event a player rests
    do nothing

power nap at main, repeatedly
    rest

value a player's points is the player's coins
    printed "ours"
outcome by points
"""
EDITION = """\
edition: orbs
rules: [orbs.rules]
players: 2
documents:
  ours: {title: "Ours", year: 2026}
cast:
  orb: {Moon: 2, Sun: 2}
"""
VAGUE = re.compile(r"(is deciding|réfléchit)( \(|$)|That is the rule:|C'est la règle :")
DEFAULTS = {
    "turn.orb": ("is choosing an orb", "réfléchit"),
    "turn.rest": ("is deciding", "réfléchit"),
    "turn.choice": ("is deciding", "réfléchit"),
    "main": ("is deciding what to do", "réfléchit à son choix"),
}


def orbs(folder: Path, words: str = "", language: str = "en") -> rulewright.Rules:
    (folder / "orbs.rules").write_text(GAME, encoding="utf-8")
    (folder / "orbs.yaml").write_text(EDITION, encoding="utf-8")
    if words:
        (folder / f"orbs.{language}.yaml").write_text(words, encoding="utf-8")
    return rulewright.load(folder / "orbs.yaml", language)


def doing(book: rulewright.Rules) -> dict[str, str]:
    """What is read at each kind of decision in one game; to all seats it is the same."""
    game, found = book.new_game(2, 1), {}
    while game.decision is not None:
        seen = {str(game.seat(seat)["decision"]["doing"]) for seat in (0, 1, None)}
        assert len(seen) == 1
        found[game.decision.kind] = seen.pop()
        game.choose(0 if game.decision.kind != "main" else len(game.decision.options) - 1)
    return found


@pytest.mark.parametrize(("language", "which"), [("en", 0), ("fr", 1)])
def test_by_default_it_is_made_from_the_question(tmp_path: Path, language: str, which: int) -> None:
    found = doing(orbs(tmp_path, "cards: {Moon: Lune}" * which, language))

    assert found == {kind: said[which] for kind, said in DEFAULTS.items()}


def test_a_translated_question_is_bent_too(tmp_path: Path) -> None:
    words = "texts: {choose an orb: choisissez une sphère}"

    assert doing(orbs(tmp_path, words, "fr"))["turn.orb"] == "choisit une sphère"


def test_words_beside_the_rules_come_first(tmp_path: Path) -> None:
    found = doing(orbs(tmp_path, "doing: {main: is dreaming, turn.rest: hesitates}"))

    assert (found["main"], found["turn.rest"]) == ("is dreaming", "hesitates")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "The rules say so under “How to take an orb”."),
        ("why: {turn: A turn is to take an orb.}", "A turn is to take an orb."),
    ],
)
def test_why_something_happened(tmp_path: Path, words: str, why: str) -> None:
    game = orbs(tmp_path, words).new_game(2, 1)
    game.choose(0)
    seen = [[event["why"] for event in game.seat(seat)["story"]] for seat in (0, 1, None)]

    assert seen == [[why]] * 3


def test_a_card_says_why_by_its_text(tmp_path: Path) -> None:
    layout = inside(orbs(tmp_path)).layout(2)
    whys = dict(zip([rule["card"] for rule in layout["rules"]], layout["why"], strict=True))

    assert whys["Moon"] == "Moon: Whoever takes it gains a coin."


def test_words_for_what_there_is_not_are_found(tmp_path: Path) -> None:
    _, wrong, other = said_of(tmp_path, "doing: {mian: joue}\nwhy: {flwo: C'est ainsi.}")

    assert (wrong.message, wrong.help) == (
        "the rules have no decision `mian`",
        "did you mean `main`?",
    )
    assert (other.message, other.help) == ("the rules have no rule `flwo`", "did you mean `flow`?")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", shipped())
def test_shipped_games_have_words_of_their_own(edition: str) -> None:
    """In both languages; what these have in common would be English among French."""
    english, french = (rulewright.load(edition, language) for language in ("en", "fr"))
    players = english.players[-1]
    layouts = [inside(book).layout(players) for book in (english, french)]
    both = list(zip(*(layout["decisions"] for layout in layouts), strict=True))
    by_chance = {
        part.name
        for part in walk(root_nodes(inside(english).program))
        if isinstance(part, typed.Choose) and part.decider is None
    }
    pairs = [(one["doing"], two["doing"]) for one, two in both if one["kind"] not in by_chance]

    assert [one for one, two in pairs if one == two or VAGUE.match(one) or VAGUE.match(two)] == []
    game = english.new_game(players, 3)
    game.playout(3)
    causes = {event.site for event in game.events}
    whys = [(layouts[0]["why"][site], layouts[1]["why"][site]) for site in causes]
    assert [one for one, two in whys if one == two or VAGUE.match(one) or VAGUE.match(two)] == []
