"""Games that keep their rules: they go on when the edition's files change, vanish or have mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from rulewright import Game, RulesError
from rulewright.cli.terminal.files.save_files import (
    ARCHIVES,
    SavedGame,
    archive_path,
    read_save,
    write_save,
)
from rulewright.runtime.session.games import keep_rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive

CARD = """character Bard
    rank 3
    reading "A card for tests."
    power sing "sing" at main
        gain {gold} gold
        tell "{{me}} sing(|s)"
"""
EDITION = """edition: house
extends: classic
name: {en: House, fr: Maison}
rules: [citadels, bard.rules]
cast:
  character: {add: [Bard], remove: [Magician]}
"""


def write_house(folder: Path, gold: int = 1) -> Path:
    (folder / "bard.rules").write_text(CARD.format(gold=gold), encoding="utf-8")
    path = folder / "house.yaml"
    path.write_text(EDITION, encoding="utf-8")
    return path


def begun(folder: Path) -> Game:
    game = keep_rules(rulewright.load(write_house(folder))).new_game(4, 5)
    for _ in range(12):
        game.choose(0)
    return game


def saved(folder: Path) -> tuple[Path, Game]:
    game = begun(folder)
    path = folder / "game.json"
    write_save(path, SavedGame(game, 0, "random"))
    return path, game


def refusal(path: Path) -> str:
    with pytest.raises((RulesError, Exception)) as caught:
        read_save(path)
    return str(caught.value)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("change", ["other play", "mistake", "gone", "other edition"])
@pytest.mark.rotating
def test_a_game_with_its_rules_goes_on(tmp_path: Path, change: str) -> None:
    path, game = saved(tmp_path)
    if change == "other play":
        write_house(tmp_path, gold=2)
    elif change == "mistake":
        (tmp_path / "bard.rules").write_text("character Bard rank", encoding="utf-8")
    elif change == "gone":
        (tmp_path / "house.yaml").unlink()
    else:
        (tmp_path / "house.yaml").write_text("edition: house\nextends: modern\n", encoding="utf-8")
    again = read_save(path).game
    assert again == game
    assert again.view(0) == game.view(0)
    again.choose(0)
    write_save(path, SavedGame(again, 0, "random"))
    assert read_save(path).game == again


def test_rules_are_kept_once(tmp_path: Path) -> None:
    path, game = saved(tmp_path)
    write_save(tmp_path / "other.json", SavedGame(game, 0, "random"))
    write_house(tmp_path, gold=2)
    later = keep_rules(rulewright.load(tmp_path / "house.yaml")).new_game(4, 5)
    write_save(tmp_path / "later.json", SavedGame(later, 0, "random"))
    assert len(list((tmp_path / ARCHIVES).iterdir())) == 2
    assert inside(read_save(path).game.rules).archive != inside(later.rules).archive


@pytest.mark.rotating
def test_without_its_rules_a_changed_game_is_refused(tmp_path: Path) -> None:
    path, game = saved(tmp_path)
    kept = archive_path(path, inside(game.rules).archive.key)  # type: ignore[union-attr]
    text = kept.read_text(encoding="utf-8")
    kept.unlink()
    assert read_save(path).game == game  # nothing has changed
    write_house(tmp_path, gold=2)
    assert "are missing" in refusal(path)
    kept.write_text(text[:-20], encoding="utf-8")
    assert "are damaged" in refusal(path)
    kept.write_text(text.replace("gain 1 gold", "gain 9 gold"), encoding="utf-8")
    assert "are damaged" in refusal(path)
    kept.write_text(text, encoding="utf-8")
    assert read_save(path).game == game


@pytest.mark.parametrize(
    "files",
    [
        {"own/../../x.rules": "x"}, {"/etc/x.rules": "x"}, {"own/x.py": "x"}, {"own/x.rules": 3},
        {"": ""}, {"own//x.rules": ""}, {"rules": "x"}, {"own/..": "x"},
    ],
)  # fmt: skip
def test_a_forged_archive_writes_nothing_elsewhere(files: dict[str, object]) -> None:
    import hashlib

    data = {"format": "rulewright-rules", "main": next(iter(files)), "files": files}
    text = json.dumps(data)
    with pytest.raises(RulesError):
        RuleArchive.from_json(text, hashlib.sha256(text.encode()).hexdigest())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[" * 10_000, '{"files": []}', '{"files": {"a": 1}}']
)
def test_any_other_text_is_no_archive(text: str) -> None:
    import hashlib

    with pytest.raises(RulesError):
        RuleArchive.from_json(text, hashlib.sha256(text.encode()).hexdigest())
