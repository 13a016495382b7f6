"""Checking an edition without playing it: everything that can be found wrong beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulewright.checks.echoes import drop_echoes
from rulewright.checks.layers import Layers
from rulewright.checks.leaning import complain_leaning
from rulewright.checks.scenario_checks import check_own_scenarios
from rulewright.checks.ways import check_ways
from rulewright.checks.word_checks import check_words
from rulewright.edition.edition import Edition
from rulewright.edition.load import read_edition
from rulewright.library import find_library
from rulewright.link.rule_files import listed_once, rule_files
from rulewright.session.read_rules import check_places
from rulewright.text import Complaint, Complaints, RulesError, open_in_editor

_UNREAD: Final = ("Y0202", "Y0203")


def check_edition(name_or_path: str | Path) -> tuple[Complaint, ...]:
    """Every complaint about an edition: its file, its rules, and how they fit for each number of players.

    All files of its folders of cards are checked. Then it is checked as it is played, with those that it reads,
    and so are the scenarios of its own rules; those of shipped rules are not looked at.
    """
    complaints = Complaints()
    try:
        edition = read_edition(name_or_path, find_library().root, complaints)
    except RulesError as error:
        return error.complaints
    if edition is not None:
        with listed_once():
            _check_rules(edition, complaints)
    return complaints.in_order()


def check_open(edition: Path, texts: Mapping[Path, str]) -> tuple[Complaint, ...]:
    """Every complaint about an edition, with these texts in place of what is in their files.

    For editors: what a change leaves as it was is not worked out again within a process.
    """
    with open_in_editor(texts):
        return check_edition(edition)


def _check_rules(edition: Edition, complaints: Complaints) -> None:
    layers = Layers(edition)
    found = Complaints()
    program = layers.whole(found)
    if any(each.code in _UNREAD for each in complaints):
        # What an edition leaves unsaid because it cannot be read would only seem to be wrong with its rules.
        if program.flow:
            complaints.extend(found)
        return
    check_places(edition, layers.files, program, found)
    if not found.has_errors:
        complain_leaning(layers.graph, rule_files(edition.card_paths), found)
    complaints.extend(found)
    check_ways(edition, program, complaints)
    if not complaints.has_errors:
        complaints.extend(check_words(edition, program, [each.span for each in complaints]))
        # One may lean on a card that is not read in a game.
        program = layers.as_played(complaints)
    drop_echoes(complaints)
    check_own_scenarios(layers, program, complaints)
