"""Rules that players bring: refused unless the host allows them, checked, and within bounds."""

from pathlib import Path

import pytest
from httpx2 import Response

from hostile.kit import Files, acting, game
from hostile.test_fuel import CHOICE, HEAVY, HEAVY_SCORE, loops
from rulewright.cli.common.exits import NotPossible
from rulewright.web.tables.edition_catalogue import UPLOADED_STEPS
from rulewright.web.tables.uploads import MOST_BYTES, MOST_FILES, store_upload
from table.kit import Person, new_table, person, play_to_the_end, service_of, serving

pytestmark = pytest.mark.process

EDITION = b"edition: ours\nextends: liars-hand\nname: Ours\n"
ENDLESS = b"""edition: ours
extends: liars-hand
name: Ours
players: nonsense
"""


def brought(somebody: Person, **files: bytes) -> Response:
    sent = [("files", (name.replace("_", "."), data)) for name, data in files.items()]
    return somebody.client.post("/rules", data={"key": somebody.key}, files=sent)


def put(files: Files, folder: Path) -> Path:
    """Write a made-up game among the rules that were brought; return its edition."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "hostile.yaml"


def test_nobody_brings_rules_unless_the_host_allows_it(tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        ann = person(app)
        assert "Your own rules" not in ann.look("/").text
        assert brought(ann, ours_yaml=EDITION).status_code == 403


@pytest.mark.rotating
def test_rules_of_a_player_are_checked_and_played(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    with serving(tmp_path, uploads=folder) as app:
        ann = person(app)
        assert "Your own rules" in ann.look("/").text
        wrong = brought(ann, ours_yaml=ENDLESS)
        made = brought(ann, ours_yaml=EDITION)
        strange = ann.client.post(
            "/rules", data={"key": "x"}, files=[("files", ("a.yaml", EDITION))]
        )
        large = brought(ann, ours_yaml=b"x" * (600 << 10))
        source = made.url.params["edition"]
        table = new_table(ann, source, "3", bots=2)
        ann.send(f"{table}/start")
        outside = ann.look(f"/new?edition={folder / 'x' / '..' / '..' / 'ours.yaml'}")

        assert (wrong.status_code, made.status_code, strange.status_code) == (422, 200, 403)
        assert "expected a number" in wrong.text
        assert str(tmp_path) not in wrong.text
        assert large.status_code == 413
        assert outside.status_code == 404
        assert service_of(app).store.load(table.removeprefix("/t/")).row["state"] == "playing"
        assert [each.name for each in folder.iterdir()] == [Path(source).parent.name]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"../ours.yaml": EDITION},
        {f"{'n' * 300}.yaml": EDITION},
        {f"{'é' * 60}.yaml": EDITION},
        {"ours.yaml": EDITION, "rulewright.yaml": b"edition: ours.yaml\n"},
        {"ours.yaml": EDITION, "Rulewright.yml": b"edition: ours.yaml\n"},
        {"/etc/ours.yaml": EDITION},
        {"a/ours.yaml": EDITION},
        {".hidden.yaml": EDITION},
        {"ours.yaml": EDITION, "run.py": b""},
        {"ours.yaml": EDITION, "two.yaml": EDITION},
        {"ours.yaml": EDITION, "big.rules": b"x" * MOST_BYTES},
        {"ours.yaml": EDITION, **{f"n{number}.rules": b"" for number in range(MOST_FILES)}},
    ],
    ids=lambda files: next(iter(files), "nothing"),
)
def test_what_may_do_harm_is_not_taken(tmp_path: Path, files: dict[str, bytes]) -> None:
    with pytest.raises(NotPossible):
        store_upload(files, tmp_path / "rules")
    assert [each.name for each in tmp_path.iterdir()] in ([], ["rules"])


def test_a_rule_that_is_long_at_work_ends_its_table_and_holds_up_no_other(tmp_path: Path) -> None:
    """The check lets it pass, as it comes to an end; where others wait it has fewer steps."""
    files = game("", acting(*CHOICE, *loops(500, 90, 90)))
    edition = put(files, tmp_path / "rules" / "long")
    with serving(tmp_path, uploads=tmp_path / "rules") as app:
        ann = person(app)
        table = new_table(ann, str(edition), "2", bots=1)
        ann.send(f"{table}/start")
        asked, options = ann.asked(ann.look(table).text)
        ann.send(f"{table}/choose", asked=asked, option=options[0])

        assert f"{UPLOADED_STEPS:,} steps" in ann.look(table).text
        assert new_table(ann)


@pytest.mark.parametrize("files", [HEAVY, HEAVY_SCORE], ids=["all", "score"])
@pytest.mark.rotating
def test_a_value_that_grows_heavy_in_play_ends_its_table_and_holds_up_no_other(
    tmp_path: Path, files: Files
) -> None:
    """Until somebody has chosen, the score is nothing, so no check refuses it."""
    edition = put(files, tmp_path / "rules" / "heavy")
    with serving(tmp_path, uploads=tmp_path / "rules") as app:
        ann, ben = person(app), person(app)
        heavy = new_table(ann, str(edition), "2", bots=1)
        light = new_table(ben, "liars-hand", "2", bots=1)
        for somebody, table in ((ben, light), (ann, heavy)):
            somebody.send(f"{table}/start")
        asked, options = ann.asked(ann.look(heavy).text)
        ann.send(f"{heavy}/choose", asked=asked, option=options[0])

        page = ann.look(heavy)

        state = service_of(app).store.load(heavy.removeprefix("/t/")).row["state"]
        assert state in ("stopped", "over")
        assert "the rules never end" in page.text
        assert play_to_the_end([ben], light)


@pytest.mark.rotating
def test_rules_that_need_more_than_a_request_may_stop_their_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, uploads=tmp_path / "rules") as app:
        people = [person(app) for _ in range(3)]
        people[0].look("/")
        source = brought(people[0], ours_yaml=EDITION).url.params["edition"]
        states = []
        for edition in (source, "liars-hand"):
            table = new_table(people[0], edition)
            for each in people[1:]:
                each.send(f"{table}/join")
            people[0].send(f"{table}/start")
            which = [(each, *each.asked(each.look(table).text)) for each in people]
            somebody, asked, options = next(each for each in which if each[1])
            with monkeypatch.context() as narrow:
                narrow.setattr("rulewright.web.limits.request_budget.STEPS", 0)
                somebody.send(f"{table}/choose", asked=asked, option=options[0])
            page = somebody.look(table)
            assert page.status_code == 200
            assert str(tmp_path) not in page.text
            states.append(service_of(app).store.load(table.removeprefix("/t/")).row["state"])

        assert states == ["stopped", "playing"]
