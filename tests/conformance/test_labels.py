"""What players read where they decide: options that say what they do, in both languages."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.runtime.ir.module import Module
from rulewright.runtime.session.rules.internals import inside

EDITIONS = ("classic", "achiles", "first-edition", "french", "lost-cities", "modern")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.rotating
def test_nobody_is_asked_for_a_bare_yes(name: str) -> None:
    """Whoever may do something reads what it is."""
    rules = rulewright.load(name)
    low, high = rules.players
    for players in (low, high):
        for asked in inside(rules).compiled(players).module.decisions:
            assert asked.form != "may" or asked.options[0].shown, asked.name


def module(lang: str, *cast: str) -> Module:
    rules = rulewright.load("modern", lang).with_cast(cast)
    return inside(rules).compiled(4, ("any-districts",)).module


def texts(made: Module, decision: str) -> list[str]:
    """The options of a decision, with … for the values in them."""
    (asked,) = [asked for asked in made.decisions if asked.name == decision]
    return [
        "".join(part if isinstance(part, str) else "…" for part in option.shown)
        for option in asked.options
        if option.shown
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cast", "decision", "english", "french"),
    [
        ("Blackmailer", "Blackmailer.threaten.victim", "make the threat to the … the real one",
         "la menace réelle est pour ce personnage : …"),
        ("Blackmailer", "Blackmailer.threaten.after reveals.unveil", "turn over the threat to …",
         "retourner la menace faite à …"),
        ("Magistrate", "Magistrate.sign.culprit", "sign the warrant on the …",
         "signer le mandat posé sur ce personnage : …"),
        ("Magistrate", "Magistrate.sign.would place.confiscate", "confiscate …'s …", "confisquer … chez …"),
        ("Diplomat", "Diplomat.barter.gift", "give … and pay … gold", "donner … et payer … pièce(s) d'or"),
        ("Seer", "Seer.foresee.gift", "give … to …", "donner … à …"),
        ("Poor House", "Poor House.before close.gain", "gain 1 gold", "recevoir une pièce d'or"),
        ("Park", "Park.before close.draw", "draw 2 cards", "piocher deux cartes"),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_an_option_says_what_it_does(cast: str, decision: str, english: str, french: str) -> None:
    for lang, told in (("en", english), ("fr", french)):
        assert texts(module(lang, cast), decision) == [told]
