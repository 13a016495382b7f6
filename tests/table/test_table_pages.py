"""A table in the browser without script: made, joined, played to its end, gone through again."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rulewright.cli.terminal.files.save_files import read_save
from rulewright.web.store.db_schema import LOG, SEATS, TALK
from table.kit import Person, new_table, person, play_to_the_end, service_of, serving


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


def three(app: Starlette, **more: Any) -> tuple[list[Person], str]:
    people = [person(app) for _ in range(3)]
    table = new_table(people[0], name="Ann", **more)
    for each, name in zip(people[1:], ("Bob", "Cy"), strict=True):
        assert "Sit down" in each.look(table).text
        assert each.send(f"{table}/join", name=name).status_code == 200
    assert people[0].send(f"{table}/start").status_code == 200
    return people, table


def test_one_control_for_each_free_seat_says_who_plays_it(app: Starlette) -> None:
    ann = person(app)
    room = ann.look(new_table(ann, name="Ann")).text

    assert re.findall(r'<select [^>]*name="([^"]+)"', room) == ["bot1", "bot2"]
    assert "waits for a player; else a bot plays" in room


def choose_first(people: list[Person], table: str) -> None:
    somebody = next(each for each in people if each.asked(each.look(table).text)[0])
    asked, options = somebody.asked(somebody.look(table).text)
    somebody.send(f"{table}/choose", asked=asked, option=options[0])


@pytest.mark.rotating
def test_three_people_play_to_the_end_by_forms_and_go_through_it_again(
    app: Starlette, tmp_path: Path
) -> None:
    people, table = three(app)
    assert people[0].look(f"{table}/save").status_code == 403

    end = play_to_the_end(people, table)

    assert "wins" in end
    assert "Play again with the same people" in end
    for path in (
        "steps",
        "steps?at=0",
        "steps?at=4&seen=1",
        "steps?at=5&seen=all",
        "scenario?at=9",
    ):
        assert people[1].look(f"{table}/{path}").status_code == 200
    saved = people[0].look(f"{table}/save")
    (tmp_path / "game.json").write_bytes(saved.content)
    game = read_save(tmp_path / "game.json").game
    assert game.outcome is not None
    assert game.names == ["Ann", "Bob", "Cy"]


def test_each_free_seat_has_a_bot_of_its_own_level_or_waits_for_somebody(app: Starlette) -> None:
    ann, bob = person(app), person(app)
    table = new_table(ann, players="4", bots=2, name="Ann")
    kept = service_of(app).store.load
    assert ann.send(f"{table}/seat", seat="2", bot2="search-hard").status_code == 200
    assert ann.send(f"{table}/seat", seat="0", bot0="first").status_code == 409  # Ann sits there
    assert ann.send(f"{table}/lend", seat="0").status_code == 409  # nobody plays yet
    assert bob.send(f"{table}/seat", seat="3", bot3="").status_code == 403

    bots = [each.bot for each in kept(table.removeprefix("/t/")).seats]
    assert bots == ["", "", "search-hard", "first"]
    assert bob.send(f"{table}/join", name="Bob").status_code == 200
    assert person(app).send(f"{table}/join").status_code == 409
    ann.send(f"{table}/seat", seat="3", bot3="")
    assert person(app).send(f"{table}/join").status_code == 200


def test_again_brings_the_same_people_to_one_new_table(app: Starlette) -> None:
    people, table = three(app)
    assert people[0].send(f"{table}/again").status_code == 409
    service_of(app).end(table.removeprefix("/t/"))

    again = {str(each.send(f"{table}/again").url.path) for each in people}

    assert len(again) == 1
    assert all("Begin the game" in each.look(again.copy().pop()).text for each in people)


def test_who_looks_on_sees_no_hand_and_chooses_nothing(app: Starlette) -> None:
    people, table = three(app)
    stranger = person(app)

    page = stranger.look(table).text

    assert 'name="option"' not in page
    asked = next(filter(None, (each.asked(each.look(table).text)[0] for each in people)))
    assert stranger.send(f"{table}/choose", asked=asked, option="0").status_code == 403


def test_where_nobody_may_look_on_others_are_sent_away(app: Starlette) -> None:
    people, table = three(app, spectators="")

    assert person(app).look(table).status_code == 403
    assert people[2].look(table).status_code == 200


def test_a_double_click_and_an_old_page_are_told_so(app: Starlette) -> None:
    people, table = three(app)
    somebody = next(each for each in people if each.asked(each.look(table).text)[0])
    asked, options = somebody.asked(somebody.look(table).text)
    first = somebody.send(f"{table}/choose", asked=asked, option=options[0])
    second = somebody.send(f"{table}/choose", asked=asked, option=options[0])

    assert (first.status_code, second.status_code) == (200, 409)
    assert "already made" in second.text


def test_a_seat_is_lent_to_a_bot_and_taken_back(app: Starlette) -> None:
    people, table = three(app)
    deeds = service_of(app)
    assert people[1].send(f"{table}/lend", seat="0").status_code == 409  # Ann still has time

    assert people[0].send(f"{table}/lend", seat="0").status_code == 200
    kept = deeds.store.load(table.removeprefix("/t/"))
    assert kept.seats[0].lent

    assert people[0].send(f"{table}/back").status_code == 200
    assert not deeds.store.load(table.removeprefix("/t/")).seats[0].lent


def test_bots_play_the_rest_and_hints_tell_of_each_option(app: Starlette) -> None:
    ann = person(app)
    table = new_table(ann, players="3", bots=2, name="Ann")
    ann.send(f"{table}/start")
    while not ann.asked(ann.look(table).text)[0]:
        time.sleep(0.02)

    hint = ann.client.post(
        f"{table}/ask", data={"key": ann.key, "ask": "hint"}, headers={"x-quiet": "1"}
    )

    assert "%" in hint.json()["html"]
    choose_first([ann], table)
    while not ann.asked(ann.look(table).text)[0]:
        time.sleep(0.02)


def test_questions_are_answered(app: Starlette) -> None:
    people, table = three(app)
    while not (why := re.search(r'value="(why \d+)"', people[0].look(table).text)):
        choose_first(people, table)
    somebody = next(each for each in people if each.asked(each.look(table).text)[0])

    for asked in ("rules", why[1]):
        assert somebody.send(f"{table}/ask", ask=asked).status_code == 200
    assert somebody.send(f"{table}/ask", ask="why not", what="dance").status_code == 200
    assert somebody.send(f"{table}/ask", ask="why 99999").status_code == 404


def test_names_and_talk_are_shown_as_they_are_and_run_nothing(app: Starlette) -> None:
    ann = person(app)
    table = new_table(ann, players="3", bots=2, name="<b>\u202eAnn")
    ann.send(f"{table}/say", line="<script>alert(1)</script>")
    ann.send(f"{table}/start")
    page = ann.look(table).text

    assert "&lt;b&gt; Ann" in page
    assert "<b>\u202e" not in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_lobby_shows_each_game_once_with_a_cover_and_all_its_editions(tmp_path: Path) -> None:
    with serving(tmp_path, "modern", "classic", "liars-hand") as own:
        page = person(own).look("/").text

    assert page.count('class="cover"') == 2
    assert page.index("edition=classic") < page.index("edition=modern") < page.index("liars-hand")
    assert "30–60 min" in page


def test_pages_are_told_in_french(app: Starlette) -> None:
    somebody = person(app)
    assert "Jouer entre amis" in somebody.look("/?lang=fr").text
    table = new_table(somebody, "classic", "4", bots=3, name="Zoé")
    somebody.send(f"{table}/start")
    page = somebody.look(table).text

    assert 'lang="fr"' in page
    assert "Ce qui s" in page


def test_another_device_becomes_the_person_of_a_link_when_it_says_so(app: Starlette) -> None:
    people, table = three(app)
    link = re.search(r"/me/[\w-]+", people[0].look("/me").text)
    assert link is not None
    other = person(app)
    seen = other.look(link[0])
    assert "Ann" not in other.look(table).text.split("(you)")[0][-200:]

    assert "Play as this player on this device" in seen.text
    other.look(link[0])
    other.send(link[0])

    assert other.look(table).text == people[0].look(table).text


def test_the_host_ends_a_table_and_deletes_a_player(app: Starlette) -> None:
    people, table = three(app)
    people[1].send(f"{table}/say", line="a line of mine")
    deeds = service_of(app)
    host = f"/host/{deeds.store.secret('host')}"
    bob = deeds.store.load(table.removeprefix("/t/")).seats[1].person
    stranger = person(app)
    assert stranger.look("/host/guess").status_code == 404
    assert table in stranger.look(host).text

    given = stranger.client.post(host, data={"do": "give", "person": bob})
    stranger.client.post(host, data={"do": "forget", "person": bob})

    assert "a line of mine" in json.dumps(given.json())
    page = people[0].look(table).text
    assert "Bob" not in page
    assert "a line of mine" not in page
    assert people[1].send(f"{table}/say", line="again").status_code == 403
    stranger.client.post(host, data={"do": "end", "table": table.removeprefix("/t/")})
    assert "The host has ended this table" in people[0].look(table).text
    stranger.client.post(host, data={"do": "drop", "table": table.removeprefix("/t/")})
    with deeds.store.reading() as connection:
        for kept in (SEATS, LOG, TALK):
            own = kept.select().where(kept.c.of == table.removeprefix("/t/"))
            assert not connection.execute(own).all()


@pytest.mark.rotating
def test_the_form_offers_cards_that_the_edition_has_not_and_one_of_each_rank(
    app: Starlette,
) -> None:
    page = person(app).look("/new?edition=classic").text
    names = re.findall(r'name="card[-\w]*" value="([^"]+)"', page)

    assert len(set(names)) == len(names)
    assert {"Witch", "Queen", "Capitol"} <= set(names)
    assert {"Assassin", "Temple"}.isdisjoint(names)
    french = person(app).look("/new?edition=classic&lang=fr").text
    for text, rank, called in ((page, "Rank 1", "Assassin"), (french, "Rang 1", "Assassin")):
        first = text.partition(f"{rank}</span>")[2].partition("</div>")[0]
        assert 'value="" checked><span class="face" data-face="Assassin"></span>' in first
        assert f'<span class="pick-name">{called}</span>' in first
        assert first.count("<input") == 3
    faces = re.search(r'<script type="application/json" id="faces">(.+?)</script>', french)
    assert faces is not None
    witch = json.loads(faces[1])["cards"]["Witch"]
    assert (witch["called"], witch["kind_called"]) == ("Sorcière", "personnage")
    assert {"name": "rank", "called": "rang", "value": 1, "said": None} in witch["fields"]


def test_variants_are_folded_by_topic_and_say_what_they_change(app: Starlette) -> None:
    page = person(app).look("/new?edition=classic").text
    topics = dict(
        re.findall(
            r'<details class="topic"><summary>(.+?) <span.*?</summary>(.+?)</details>',
            page,
            re.DOTALL,
        )
    )

    course, cast, single = topics.values()
    assert next(iter(topics)) == "The course of the game"
    assert "the seventh district" in course
    assert "without this variant: 8" in course
    assert "added: Lighthouse, Armory" in cast
    assert "the Library keeps two cards" in single
    assert sum(each.count('name="option"') for each in topics.values()) == 10
    french = person(app).look("/new?edition=classic&lang=fr").text
    assert "Certaines cartes (seulement si la carte est en jeu)" in french
    assert "ajoute : Phare" in french.replace("\xa0", " ")


def test_a_chosen_card_takes_the_place_of_its_rank(app: Starlette) -> None:
    chosen: dict[str, Any] = {"card-character-1": "Witch", "card-character-2": ""}
    table = new_table(person(app), "classic", "3", 0, card=["Capitol"], **chosen)
    stored = service_of(app).store.load(table.removeprefix("/t/"))

    assert sorted(json.loads(stored.row["cards"])) == ["Capitol", "Witch"]
