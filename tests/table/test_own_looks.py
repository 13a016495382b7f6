"""The looks of an edition reach the page as data, with pictures from its own folder, and nothing else does."""

import json
import re
from pathlib import Path

import pytest

from rulewright.base.library import find_library
from rulewright.language.edition.looks import Looks, contrast_with_white, load_looks, read_looks
from rulewright.language.text import Complaints
from rulewright.testing.checks.edition_checks import check_edition
from table.kit import new_table, person, serving

EDITIONS = find_library().root / "editions"
HOUSE = "edition: ours\nextends: classic\nname: Ours\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(EDITIONS.glob("*.table.json")), ids=lambda path: path.stem)
def test_shipped_looks_belong_to_an_edition_and_can_be_read(path: Path) -> None:
    assert path.with_name(path.name.replace(".table.json", ".yaml")).exists()
    json.loads(path.read_text())
    complaints = Complaints()
    looks = read_looks(path.with_name(path.name.replace(".table.json", ".yaml")), complaints)
    assert looks is not None
    assert looks.data
    assert complaints.in_order() == ()


def test_a_house_edition_has_the_looks_of_what_it_extends_and_its_own_over_them(
    tmp_path: Path,
) -> None:
    house = written(tmp_path / "ours.yaml", HOUSE)
    written(tmp_path / "dot.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    written(
        tmp_path / "ours.table.json",
        '{"labels": {"noble": {"colour": "#123456"}}, "pictures": {"Temple": "dot.svg"}}',
    )
    with serving(tmp_path, str(house)) as app:
        somebody = person(app)
        table = new_table(somebody, str(house), "4", bots=3)
        somebody.send(f"{table}/start")
        page = somebody.look(table).text
        data = re.search(r'id="data">(.*?)</script>', page)
        assert data is not None
        looks = json.loads(data[1])["looks"]
        address = looks["pictures"]["Temple"]
        picture = somebody.look(address)
        none = somebody.look(address.replace("/0", "/7"))
    with serving(tmp_path, str(house)) as other:  # it has shown no page of that table
        assert person(other).look(address).content == picture.content

    assert looks["labels"]["noble"] == {"colour": "#123456"}
    assert looks["signs"]["crown"] == "crown"
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in picture.headers["content-security-policy"]
    assert none.status_code == 404


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"labels": {"noble": {"colour": "#d9a400"}}}',
        '{"script": "x"}',
        '{"labels": {"noble": {"colour": "red; } body { display: none"}}}',
        '{"labels": {"noble": "red"}}',
        '{"signs": {"crown": 7}}',
        '{"quiet": "city"}',
        '{"pictures": {"Temple": "../secret.svg"}}',
        '{"pictures": {"Temple": "gone.svg"}}',
        '{"pictures": {"Temple": "ours.yaml"}}',
    ],
)
def test_what_is_no_looks_is_told_and_not_used(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = written(tmp_path / "ours.yaml", HOUSE)
    written(tmp_path / "ours.table.json", text)

    assert load_looks((house,)) == Looks()
    assert "ours.table.json is not used" in caplog.text


@pytest.mark.rotating
def test_names_are_those_of_the_rules(tmp_path: Path) -> None:
    house = written(tmp_path / "ours.yaml", HOUSE)
    looks = {
        "zones": {"citty": "main"},
        "kinds": {"district": {"frame": "hue"}},
        "labels": {"nobel": {"colour": "#123456"}},
        "emblems": {"Templ": "temple", "Market": "M3 3h18v18H3z"},
        "backs": {"pile": "caracter"},
        "quiet": ["golds"],
    }
    written(tmp_path / "ours.table.json", json.dumps(looks))

    complaints = check_edition(house)

    assert [each.code for each in complaints] == ["Y0503"] * 6
    assert [each.span.text.strip('"') for each in complaints if each.span] == [
        "citty", "hue", "nobel", "Templ", "caracter", "golds"
    ]  # fmt: skip


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast_with_white("#ffffff") == 1
    assert contrast_with_white("#000000") == 21
    assert 4.5 < contrast_with_white("#767676") < 4.6
