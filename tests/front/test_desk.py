"""What a page that runs Python itself is answered: an editor's answers, commands and a game, as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.terminal.single_seat import SingleSeatTable
from rulewright.editor.playground import QUESTIONS, PlaygroundFolder, run, token_types

CARD = """\
character Bard
    rank 3
    reading "Ours."

    power sing at main
        choose a host from other players
        the hst gives 1 gold to me
"""
EDITION = (
    "edition: our-table\nextends: classic\nname: Ours\nrules: [bard.rules]\n"
    "cast: {character: {add: [Bard]}}\n"
)
SAID = {"line": 6, "character": 13}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlaygroundFolder:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bard.rules").write_text(CARD, encoding="utf-8")
    (tmp_path / "our-table.yaml").write_text(EDITION, encoding="utf-8")
    return PlaygroundFolder.at(str(tmp_path))


def asked(desk: PlaygroundFolder, question: str, **about: Any) -> Any:
    return json.loads(desk.ask(question, json.dumps({"file": "bard.rules", **about})))


def test_a_mistake_is_told_helped_and_gone(desk: PlaygroundFolder) -> None:
    (told,) = json.loads(desk.complaints("bard.rules"))["bard.rules"]

    assert told["code"] == "E0201"
    assert told["range"]["start"] == {"line": 6, "character": 12}

    (fix,) = told["fixes"]
    ((edit,),) = fix["edit"]["changes"].values()
    mended = CARD.replace("hst", edit["newText"])

    assert json.loads(desk.change("bard.rules", mended))["bard.rules"] == []


def test_what_takes_longer_is_told_once_one_rests(desk: PlaygroundFolder) -> None:
    desk.put("bard.rules", CARD.replace("hst", "host"))
    soon = desk.change("our-table.yaml", EDITION + "players: 2-9\n")
    (told, *_) = json.loads(desk.complaints("our-table.yaml"))["our-table.yaml"]

    assert json.loads(soon)["our-table.yaml"] == []
    assert "cannot be played with 8-9 players" in told["message"]


def test_other_words_for_a_line_are_told_once_one_rests(desk: PlaygroundFolder) -> None:
    text = CARD.replace("the hst gives 1 gold to me", "the poorest player gains 2 gold")
    (soon,) = json.loads(desk.change("bard.rules", text))["bard.rules"]
    (rested,) = json.loads(desk.complaints("bard.rules"))["bard.rules"]

    assert soon["message"].startswith("there are two names side by side")
    assert rested["message"].startswith(soon["message"])
    assert "\nfor example:" in rested["message"]
    assert not soon["fixes"]
    assert not rested["fixes"]  # an example is no answer


def test_what_takes_longer_is_found_in_steps(desk: PlaygroundFolder) -> None:
    desk.change(
        "bard.rules",
        CARD.replace("the hst gives 1 gold to me", "steal 1 coin from the richest player"),
    )
    at_once = PlaygroundFolder.at(str(desk.folder)).complaints("bard.rules")
    steps = 1
    while desk.goes_on():
        steps += 1

    assert steps > 2
    assert desk.complaints("bard.rules") == at_once


def test_what_was_said_of_other_files_stays_until_one_rests(desk: PlaygroundFolder) -> None:
    desk.change("our-table.yaml", EDITION.replace("Bard", "Bard, Brad"))
    (told,) = json.loads(desk.complaints("our-table.yaml"))["our-table.yaml"]
    soon = json.loads(desk.change("bard.rules", CARD))
    rested = json.loads(desk.complaints("bard.rules"))

    assert "Brad" in told["message"]
    assert soon["bard.rules"]
    assert soon["our-table.yaml"] == rested["our-table.yaml"] == [told]


def test_a_page_is_answered_what_an_editor_is(desk: PlaygroundFolder) -> None:
    desk.change("bard.rules", CARD.replace("hst", "host"))
    found = [item["label"] for item in asked(desk, "complete", position=SAID)["items"]]
    refused = asked(desk, "rename", position={"line": 2, "character": 6}, newName="guest")
    colours = asked(desk, "colours")["data"]
    sorts = json.loads(token_types())

    assert {"host", "crown"} <= set(found)
    assert "line 6" in asked(desk, "hover", position=SAID)["contents"]["value"]
    assert "no name" in refused["refused"]
    assert sorts[colours[3]] == "type"
    assert asked(desk, "format") == []


def test_what_is_offered_while_one_types_is_what_the_word_may_become(
    desk: PlaygroundFolder,
) -> None:
    text = CARD.replace("hst", "ho")
    found = [
        item["label"]
        for item in asked(desk, "offer", position={"line": 6, "character": 14}, text=text)["items"]
    ]

    assert "host" in found
    assert "crown" not in found


def test_commands_say_what_they_say_in_a_terminal(desk: PlaygroundFolder) -> None:
    told = json.loads(run("check", "."))

    assert told["code"] == 1
    assert "error[E0201]: there is no thing here called `hst`\n --> bard.rules:7:13" in told["text"]
    assert json.loads(run("say"))["code"] == 2


def test_a_person_plays_against_bots_that_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_THREADS", "1")
    table = SingleSeatTable.new_game("oh-hell", 3, 7)
    while table.bot_turn():
        pass
    before = json.loads(table.value())
    table.choose(0)
    after = json.loads(table.value(before["told"]))
    appearance = json.loads(table.appearance())
    lines = json.loads(table.why(after["story"][0]["number"]))

    assert before["decision"]["options"]
    assert appearance["names"][0] == before["seats"][0]["name"]
    assert appearance["looks"]["zones"]
    assert lines[0].startswith("| ")
    assert table.undo()
    assert json.loads(table.value()) == before
    assert not table.undo()
    (nothing,) = json.loads(table.why_not("no such thing"))
    assert nothing == "No option is called no such thing."


def test_what_another_chose_since_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_THREADS", "1")
    table = SingleSeatTable.new_game("orchard", 3, 7)
    while table.bot_turn():
        pass
    while not table.bot_turn():
        table.choose(0)

    assert not table.undo()


def test_the_desk_needs_no_library_of_the_protocol() -> None:
    code = (
        "import sys, rulewright.editor.playground, rulewright.cli.terminal.single_seat\n"
        "sys.exit(not {'lsprotocol', 'pygls', 'rich'}.isdisjoint(sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cut", [0, 9, 60, 95, 130, 170])
def test_whatever_is_asked_of_half_a_file_is_no_fault(desk: PlaygroundFolder, cut: int) -> None:
    for name, text in (("bard.rules", CARD), ("our-table.yaml", EDITION)):
        half = text[: len(text) * cut // 170]
        desk.change(name, half + "\n\t{[“")
        end = {"line": half.count("\n"), "character": len(half) - half.rfind("\n") - 1}
        about = {"file": name, "position": end, "newName": "guest"}
        for question in QUESTIONS:
            asked(desk, question, **about, range={"start": end, "end": end})
