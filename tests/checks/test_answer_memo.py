"""What was checked and has not changed is known, wherever it lies by now; everything else is checked anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, WALKS, our_table, walks, write
from rulewright.cache import folder
from rulewright.checks import edition_checks
from rulewright.checks.answer_memo import Question, about_rules, answer, known_answer
from rulewright.checks.complaint_book import EDITION, Example, examples, folder as book
from rulewright.checks.owners import owner_of
from rulewright.library import find_library
from rulewright.program.checking import whole_program
from rulewright.session.rulebook import load_rulebook
from rulewright.text import Complaint, read_source, show_complaint
from tiers import LONG

SCENARIO = """\
scenario "Somewhere else"
    in "../far/walks.yaml", 2 players
    then
        A's steps is 0
"""
IN_A_FOLDER = [each for each in examples().values() if each.sort == EDITION]


class Counted:
    """A check that reads some files and counts how often it is made."""

    def __init__(self, *reads: Path) -> None:
        self.times, self.reads = 0, reads

    def __call__(self, asked: object) -> tuple[Complaint, ...]:
        self.times += 1
        for file in self.reads:
            read_source(file)
        return ()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path_factory.mktemp("kept") / "cache"))


def count_checks(monkeypatch: pytest.MonkeyPatch, *reads: Path) -> Counted:
    """Let nothing be checked, and count how often it would be."""
    check = Counted(*reads)
    monkeypatch.setattr(Question, "check", lambda self, *once: check(self))
    return check


def edition(path: Path) -> Question:
    return Question("edition", (path,))


def rules(path: Path) -> Question:
    return about_rules(path, owner_of(path, lambda: "classic"))


def told(found: tuple[Complaint, ...] | None) -> list[str]:
    assert found is not None
    return [f"{show_complaint(each)} {each.fixes}" for each in found]


def test_nothing_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, check = edition(our_table(tmp_path)), count_checks(monkeypatch)

    assert [answer(asked) for _ in range(3)] == [(), (), ()]
    assert check.times == 1


@pytest.mark.parametrize("name", ["bard.rules", "our-table.yaml"])
def test_a_changed_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, check = edition(our_table(tmp_path)), count_checks(monkeypatch)
    answer(asked)
    write(tmp_path / name, (BARD if name == "bard.rules" else TABLE) + "\n")
    answer(asked)

    assert check.times == 2


@pytest.mark.parametrize("where", ["", "cards/"])
def test_a_file_that_was_added(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / where / "bard.rules", BARD)
    table = TABLE.replace("[bard.rules]", f"[{where}bard.rules]")
    asked = edition(write(tmp_path / "our-table.yaml", table))
    check = count_checks(monkeypatch)
    answer(asked)
    write(tmp_path / where / "bard.scenarios.rules", "")
    answer(asked)

    assert check.times == 2


def test_a_file_elsewhere_that_the_check_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = write(tmp_path / "far" / "away.yaml", "edition: away\n")
    asked, check = edition(our_table(tmp_path / "here")), count_checks(monkeypatch, far)
    answer(asked)
    answer(asked)
    assert check.times == 1

    write(far, "edition: afar\n")
    answer(asked)
    assert check.times == 2


def test_a_file_that_became_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, check = edition(our_table(tmp_path / "here")), count_checks(monkeypatch)
    answer(asked)
    (tmp_path / "here" / "bard.rules").rename(tmp_path / "bard.rules")
    (tmp_path / "here" / "bard.rules").symlink_to(tmp_path / "bard.rules")
    answer(asked)

    assert check.times == 2


def test_what_is_damaged_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, check = edition(our_table(tmp_path)), count_checks(monkeypatch)
    answer(asked)
    place = folder()
    assert place is not None
    for kept in place.glob("*.kept"):
        kept.write_bytes(kept.read_bytes()[:-5])
    answer(asked)

    assert check.times == 2


def test_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "a.scenarios.rules", "")
    asked, check = Question("scenarios", (file,)), count_checks(monkeypatch)
    answer(asked)
    answer(asked)
    assert check.times == 1

    write(file, "# more\n")
    answer(asked)
    assert check.times == 2


def test_after_a_changed_test_only_tests_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = edition(our_table(tmp_path, BARD.replace("draw 1 card", "draw 1 crad")))
    wrong = told(answer(asked))
    tests = write(tmp_path / "bard.scenarios.rules", SCENARIO.replace("../far/walks", "our-table"))
    with monkeypatch.context() as patch:
        patch.setattr(edition_checks, "_check_rules", None)
        found = told(answer(asked))
    tests.unlink()

    assert set(wrong) < set(found)
    assert any("bard.scenarios.rules" in each for each in found)
    assert told(answer(asked)) == wrong


def test_after_a_changed_edition_its_rules_are_not_looked_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "odd.rules", "value the song-length is 3\n")
    table = TABLE.replace("[bard.rules]", "[bard.rules, odd.rules]")
    asked = edition(our_table(tmp_path, BARD, table))
    found = told(answer(asked))
    monkeypatch.setattr(whole_program, "complaints_about", None)
    write(tmp_path / "our-table.yaml", table.replace("Our table", "Our tables"))

    assert "song-length" in found[0]
    assert told(answer(asked)) == found


def test_an_edition_that_was_loaded_before_the_scenarios_that_name_it_were_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not read then, and what they say hangs on it none the less."""
    monkeypatch.chdir(tmp_path)
    far = walks(tmp_path / "far")
    asked = Question("scenarios", (write(tmp_path / "near" / "a.scenarios.rules", SCENARIO),))
    load_rulebook(far)
    assert answer(asked) == ()

    write(tmp_path / "far" / "walks.rules", WALKS.replace("steps", "paces"))
    assert "steps" in told(answer(asked))[0]


def test_in_a_checkout_only_the_folders_of_the_library_are_shipped() -> None:
    """What somebody writes elsewhere in it is checked anew when it has changed."""
    library = find_library()

    assert library.holds(library.root / "rules" / "any.rules")
    assert not library.holds(library.root / "docs" / "any.rules")


# ------------------------------------------------------------------ from wherever


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "example", IN_A_FOLDER[:: 1 if LONG else 2], ids=lambda example: example.code
)
def test_a_kept_answer_is_what_a_check_of_a_copy_finds_from_anywhere(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "elsewhere" / "second"
    for name in ("frame.rules", "harvest.yaml"):
        write(first / name, (book() / name).read_text(encoding="utf-8"))
    for name, text in example.files.items():
        write(first / name, text)
    shutil.copytree(first, second)
    monkeypatch.chdir(first)
    answer(edition(Path("example.yaml")))

    for here, path in [
        (first, "example.yaml"),
        (tmp_path, "first/example.yaml"),
        (second, "example.yaml"),
        (second.parent, "second/example.yaml"),
        (first, str(second / "example.yaml")),
        (first, "../elsewhere/second/example.yaml"),
    ]:
        monkeypatch.chdir(here)
        asked = edition(Path(path))
        assert told(answer(asked)) == told(asked.check())


def test_the_answer_for_a_copy_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = edition(our_table(tmp_path / "first", BARD.replace("gives 1 gold", "hands 1 gold")))
    found = told(answer(asked))
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    check = count_checks(monkeypatch)
    copied = told(known_answer(edition(tmp_path / "second" / "our-table.yaml")))

    assert [each.replace("/first/", "/second/") for each in found] == copied
    assert "second" in copied[0]
    assert check.times == 0


@pytest.mark.parametrize("name", ["", "walks.rules"])
def test_rules_that_no_edition_reads_are_known_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "first" / "walks.rules", WALKS.replace("play day", "play dya"))
    (found,) = answer(rules(tmp_path / "first" / name))
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    check = count_checks(monkeypatch)
    monkeypatch.chdir(tmp_path / "second")
    (known,) = known_answer(rules(Path(name))) or ()

    assert (known.message, known.help) == (found.message, found.help)
    assert str(known.span).startswith("walks.rules:")
    assert check.times == 0


def test_of_rules_that_an_edition_reads_the_answer_about_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "odd.rules", "value the song-length is 3\n")
    text = BARD.replace("gives 1 gold", "hands 1 gold")
    path = our_table(tmp_path, text, TABLE.replace("[bard.rules]", "[bard.rules, odd.rules]"))
    whole = told(answer(edition(path)))
    check = count_checks(monkeypatch)
    known = told(known_answer(rules(tmp_path / "bard.rules")))

    assert len(known) == 1
    assert set(known) < set(whole)
    assert check.times == 0


def test_a_complaint_that_names_a_file_in_its_words_is_for_one_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = our_table(tmp_path / "first")
    (tmp_path / "first" / "bard.rules").write_bytes(b"\xff")
    found = told(answer(edition(path)))
    shutil.copytree(tmp_path / "first", tmp_path / "second")

    assert "first/bard.rules is not UTF-8" in found[0]
    assert known_answer(edition(path)) is not None
    assert known_answer(edition(tmp_path / "second" / "our-table.yaml")) is None


def test_an_answer_that_hangs_on_the_working_folder_is_for_one_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "walks.rules", WALKS)
    asked = edition(walks(tmp_path / "inside"))
    text = asked.paths[0].read_text(encoding="utf-8")
    write(asked.paths[0], text.replace("walks.rules", "../walks.rules"))
    (tmp_path / "inside" / "walks.rules").unlink()
    monkeypatch.chdir(tmp_path)
    assert answer(asked) == ()

    # What is known of its rules hangs on that too, where only its tests have changed.
    write(tmp_path / "inside" / "walks.scenarios.rules", "")
    assert answer(asked) == ()

    monkeypatch.chdir(tmp_path / "inside")
    assert "Y0313" in told(answer(asked))[0]


@pytest.mark.long
def test_several_at_once_find_the_same(tmp_path: Path) -> None:
    our_table(tmp_path, BARD.replace("gives 1 gold", "hands 1 gold"))
    command = [sys.executable, "-m", "rulewright", "check", "our-table.yaml"]
    running = [
        subprocess.Popen(command, cwd=tmp_path, env={**os.environ}, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    said = [each.communicate()[0] for each in running]
    warm = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, check=False)

    assert {*said, warm.stdout} == {said[0]}
    assert b"E0301" in said[0]
