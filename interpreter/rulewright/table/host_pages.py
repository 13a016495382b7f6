"""The page of who hosts: tables, load, a way to end them, and what is kept of one player."""

from __future__ import annotations

import hmac
import json

from starlette.responses import RedirectResponse, Response

from rulewright.front.common.speech import say
from rulewright.table.deeds import Refused
from rulewright.table.sittings import Sittings
from rulewright.table.table_pages import TablePages
from rulewright.table.visits import Visit, download


class HostPages:
    """What only who has the host's link may do."""

    def __init__(self, sittings: Sittings, pages: TablePages) -> None:
        self.sittings, self.pages, self.news = sittings, pages, pages.news

    def _check(self, visit: Visit) -> str:
        key = self.sittings.keeper.note("host")
        given = str(visit.request.path_params["key"])
        if not hmac.compare_digest(key.encode(), given.encode()):
            raise Refused(say("There is no such page."), 404)
        return key

    def show(self, visit: Visit) -> Response:
        """The tables, and how much there is to do."""
        self._check(visit)
        keeper = self.sittings.keeper
        return visit.page(
            "host.html",
            tables=keeper.all_tables(),
            open=keeper.open_tables(),
            streams=self.pages.streams.count,
            games=self.sittings.hall.held_games,
        )

    def act(self, visit: Visit) -> Response:
        """End or delete a table; give or delete all that is kept of a player."""
        key = self._check(visit)
        deed, table, person = visit.told("do"), visit.told("table"), visit.told("person")
        if deed == "give":
            kept = json.dumps(self.sittings.keeper.data_of(person), ensure_ascii=False, indent=1)
            return download(kept, "player.json", "application/json")
        if deed == "end":
            self.sittings.end(table)
        elif deed == "drop":
            self.sittings.drop(table)
        elif deed == "forget" and person:
            for each in self.sittings.forget_person(person):
                self.news.tell(each)
        else:
            raise Refused(say("There is no such deed."), 400)
        self.news.tell(table)
        return RedirectResponse(f"/host/{key}", 303)
