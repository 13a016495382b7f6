"""Pages outside a table: the start page, new tables, the link of a person, and the host's page."""

from __future__ import annotations

import hmac
import json
from typing import Final
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from rulewright.cli.common.exits import NotPossible
from rulewright.language.edition.translations.program_text import say
from rulewright.web.pages.cast_form import card_pictures, cast_choices
from rulewright.web.pages.fragments import inline_json
from rulewright.web.pages.option_form import option_topics
from rulewright.web.pages.table_routes import TablePages, late_words
from rulewright.web.refusals import Refused
from rulewright.web.request_context import COOKIE, Visit, download
from rulewright.web.tables.table_service import TableSettings
from rulewright.web.tables.time_limits import LATE
from rulewright.web.tables.uploads import store_upload

USUAL_PLAYERS: Final = 4
LONGEST_MOVE: Final = 24 * 60
MOST_TABLES: Final = 50


class LobbyPages:
    """The pages that are open to everybody, and those behind the host's link."""

    def __init__(self, pages: TablePages) -> None:
        self.pages, self.service, self.catalogue = pages, pages.service, pages.service.catalogue

    def start_page(self, visit: Visit) -> Response:
        """Return the start page: the editions, and the person's tables."""
        mine = self.service.store.tables_of(visit.person, MOST_TABLES)
        return visit.page("start.html", mine=mine, catalogue=self.catalogue)

    def upload(self, visit: Visit) -> Response:
        """Accept uploaded rules, if the host allows it and they can be played."""
        if self.catalogue.uploads is None:
            raise Refused(say("The host does not allow players to upload rules."), 403)
        try:
            edition = store_upload(visit.files, self.catalogue.uploads)
        except NotPossible as error:
            raise Refused(str(error), 422) from error
        return visit.redirect(f"/new?edition={quote(str(edition))}")

    def new_table_form(self, visit: Visit) -> Response:
        """Return the form for a new table."""
        source = visit.text("edition")
        rules = self.catalogue.offered_rules(source, visit.language)
        low, high = rules.players
        usual = min(max(USUAL_PLAYERS, low), high)
        casts, looks = cast_choices(rules), self.catalogue.looks(source)
        faces = inline_json({**card_pictures(rules, casts), "looks": looks})
        return visit.page(
            "new.html",
            rules=rules,
            source=source,
            usual=usual,
            casts=casts,
            faces=faces,
            topics=option_topics(rules),
            look=looks.get("cover", {}),
            late_rules=late_words(),
        )

    def create_table(self, visit: Visit) -> Response:
        """Create a new table from the form."""
        source = visit.text("edition")
        rules = self.catalogue.offered_rules(source, visit.language)
        low, high = rules.players
        players = visit.number("players", USUAL_PLAYERS)
        minutes = visit.number("minutes", 0)
        late = visit.text("late")
        options, cards = visit.fields("option"), tuple(filter(None, visit.cards()))
        known = set(options) <= set(rules.options) and set(cards) <= set(rules.castable)
        if not (low <= players <= high and known and 0 <= minutes <= LONGEST_MOVE and late in LATE):
            raise Refused(
                say(
                    "This game cannot be played with this number of players, these cards or these options."
                ),
                400,
            )
        settings = TableSettings(
            source, visit.language, players, options, cards, minutes,
            bool(visit.text("hints")), bool(visit.text("undo")), bool(visit.text("spectators")),
            late, bool(visit.text("away")),
        )  # fmt: skip
        table = self.service.create(settings, visit.person, visit.text("name"))
        return visit.redirect(f"/t/{table}")

    def link_page(self, visit: Visit) -> Response:
        """Return the page with the link that makes another device the same person."""
        return visit.page("me.html", link=f"{visit.base}/me/{visit.token}")

    def adopt_link(self, visit: Visit) -> Response:
        """Make this device the person of the link, after a confirmation, so that no link does it unseen."""
        token = str(visit.request.path_params["token"])
        if not visit.tokens.is_valid(token):
            raise Refused(say("This link is not valid."), 404)
        if visit.request.method == "GET":
            return visit.page("me.html", link="")
        visit.cookies[COOKIE] = token
        return RedirectResponse("/", 303)

    # ------------------------------------------------------------------ who hosts

    def _check(self, visit: Visit) -> str:
        """Return the host's key. Raises Refused if the URL has another one."""
        key = self.service.store.secret("host")
        key_in_url = str(visit.request.path_params["key"])
        if not hmac.compare_digest(key.encode(), key_in_url.encode()):
            raise Refused(say("There is no such page."), 404)
        return key

    def host_page(self, visit: Visit) -> Response:
        """Return the host's page: all tables, and the load of the server."""
        self._check(visit)
        store = self.service.store
        streams = sum(map(len, self.pages.streams.pages_by_table.values()))
        return visit.page(
            "host.html", tables=store.all_tables(), open=store.open_tables(),
            streams=streams, games=len(self.service.game_cache.games),
        )  # fmt: skip

    def run_host_command(self, visit: Visit) -> Response:
        """End or delete a table; export or delete the data of a player."""
        key = self._check(visit)
        command, table, person = visit.text("do"), visit.text("table"), visit.text("person")
        if command == "give":
            data = json.dumps(self.service.store.data_of(person), ensure_ascii=False, indent=1)
            return download(data, "player.json", "application/json")
        if command == "end":
            self.service.end(table)
        elif command == "drop":
            self.service.drop(table)
        elif command == "forget" and person:
            for each in self.service.forget_person(person):
                self.pages.notifier.notify(each)
        else:
            raise Refused(say("There is no such command."), 400)
        self.pages.notifier.notify(table)
        return RedirectResponse(f"/host/{key}", 303)
