"""What `rulewright check` finds to work on."""

from pathlib import Path

import pytest

from rulewright.base.library import find_library
from rulewright.cli.checking.check_targets import find_targets, shipped_targets
from rulewright.cli.common.exits import NotPossible
from rulewright.language.text import RulesError

ROOT = find_library().root


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_all_shipped_editions_and_rules_are_found() -> None:
    targets = shipped_targets(ROOT)

    assert ROOT / "editions" / "classic.yaml" in targets.editions
    assert set((ROOT / "rules").resolve().rglob("*.rules")) <= targets.seen


def test_rules_of_an_edition_are_checked_with_it_only(tmp_path: Path) -> None:
    write(tmp_path / "house" / "witch.rules")
    edition = write(tmp_path / "mine.yaml", "edition: mine\nextends: classic\nrules: [house]\n")

    targets = find_targets([str(tmp_path)], ROOT)

    assert targets.editions == (edition,)
    assert targets.rules == ()
    assert tmp_path.resolve() / "house" / "witch.rules" in targets.seen


def test_rules_without_an_edition_are_checked_by_the_highest_folder(tmp_path: Path) -> None:
    write(tmp_path / "one" / "game.rules")
    write(tmp_path / "one" / "deep" / "card.rules")
    write(tmp_path / "two" / "game.rules")

    targets = find_targets([str(tmp_path)], ROOT)

    assert targets.rules == (tmp_path / "one", tmp_path / "two")
    assert len(targets.seen) == 3


def test_other_yaml_in_a_repository_is_none_of_ours(tmp_path: Path) -> None:
    write(tmp_path / ".github" / "workflows" / "ci.yaml", "edition: no\n")
    write(tmp_path / "mkdocs.yml", "site_name: mine\nnav:\n  edition: no\n")
    write(tmp_path / "rulewright.yaml", "edition: mine\n")
    edition = write(tmp_path / "boxes" / "mine.yml", "# mine\n'extends' : classic\n")

    assert find_targets([str(tmp_path)], ROOT).editions == (edition,)


def test_an_edition_that_forgets_its_id_is_not_passed_over(tmp_path: Path) -> None:
    edition = write(tmp_path / "mine.yaml", "name: Mine\ncast: {card: [One]}\n")

    assert find_targets([str(tmp_path)], ROOT).editions == (edition,)


def test_scenarios_beside_a_rule_that_is_used_are_checked_by_themselves(tmp_path: Path) -> None:
    write(tmp_path / "mine.yaml", "edition: mine\nextends: classic\nrules: [witch.rules]\n")
    write(tmp_path / "witch.rules")
    scenarios = write(tmp_path / "witch.scenarios.rules")

    targets = find_targets([str(tmp_path)], ROOT)

    assert (targets.rules, targets.scenarios) == ((), (scenarios,))


def test_a_folder_of_scenarios_alone_is_checked_with_the_editions_that_they_name(
    tmp_path: Path,
) -> None:
    scenarios = write(tmp_path / "tests" / "witch.scenarios.rules")

    targets = find_targets([str(tmp_path)], ROOT)

    assert (targets.rules, targets.scenarios) == ((), (scenarios,))


def test_a_file_that_is_named_is_always_taken(tmp_path: Path) -> None:
    odd = write(tmp_path / "odd.yaml", "cast: []\n")
    rules = write(tmp_path / "card.rules")

    targets = find_targets([str(odd), str(rules), str(odd)], ROOT)

    assert (targets.editions, targets.rules) == ((odd,), (rules,))


def test_an_id_names_a_shipped_edition() -> None:
    assert find_targets(["classic"], ROOT).editions == (ROOT / "editions" / "classic.yaml",)


def test_an_unknown_id_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="classic"):
        find_targets(["clasic"], ROOT)


@pytest.mark.parametrize("name", ["none.rules", "none.yaml", "no/where"])
def test_what_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises((NotPossible, RulesError), match=r"none|no/where"):
        find_targets([str(tmp_path / name)], ROOT)


def test_a_file_of_another_sort_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="neither a rule file"):
        find_targets([str(write(tmp_path / "notes.txt"))], ROOT)


@pytest.mark.parametrize("name", ["/", "/tmp/.."])
def test_nobody_means_the_whole_disk(name: str) -> None:
    with pytest.raises(NotPossible, match="is the whole disk"):
        find_targets([name], ROOT)


def test_an_empty_folder_gives_no_work(tmp_path: Path) -> None:
    targets = find_targets([str(tmp_path)], ROOT)

    assert (targets.editions, targets.rules) == ((), ())
