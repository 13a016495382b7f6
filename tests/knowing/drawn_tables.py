"""Tables drawn by lot: places of every sort, cards of which there are copies, deeds of every form between them."""

from __future__ import annotations

from pathlib import Path
from random import Random

from attrs import define, field

from rulewright.runtime.ir.module import Module
from rulewright.runtime.session.rules.rulebook import load_rulebook

EDITION = """\
edition: drawn
name: A drawn table
rules: [drawn.rules]
players: 2-4
cast:
  card: CAST
"""

RULES = """\
game drawn

labels hue: red, green

kind card
    rank: number
    starts in the stock

PLACES
there is a looker, a player or nobody, seen by everyone
there is a guest, a player, seen by nobody
a card may be dusty, while in a pit, seen by everyone

list of card
    printed "drawn by lot"
    name  rank
    Ace   1
    Bow   2
    Cup   3
    Die   4

flow
    repeat at most 8 times
        play deal
        for each n in 1 to 3
            for each player in players
                play turn for the player

phase deal
DEALING

phase turn for a player
    choose
DEEDS
value a player's points is the number of cards in the pit
outcome by points
"""

CASTS = (
    "{Ace: 3, Bow: 3, Cup: 1, Die: 2}",
    "{Ace: 1, Bow: 5, Cup: 1, Die: 1}",
    "{Ace: 40, Bow: 1, Cup: 30, Die: 2}",
)
"""The last needs more than the 64 bits of one word."""

NAMES = ("shelf", "nook", "den", "tray", "cellar", "loft")
OWNERS = ("", "", "each player has", "each player has", "for each hue", "each card has")
SEATS = ("me", "my left", "my right", "the guest", "everyone", "everyone")
MENU = 14
MINE = ("my", "my", "my left's", "the guest's")


@define
class Place:
    """A sort of places: what it is called, whose it is, whether its order counts, who sees it."""

    name: str
    owner: str
    ordered: bool
    seen: str

    @property
    def declared(self) -> str:
        """The line that declares it."""
        order = ", in order" if self.ordered else ""
        if self.owner.startswith("each"):
            return f"{self.owner} a {self.name} of cards{order}, seen by {self.seen}"
        hues = f" {self.owner}" if self.owner else ""
        return f"there is a {self.name} of cards{hues}{order}, seen by {self.seen}"


@define
class Drawing:
    """Draws one table."""

    lot: Random
    turns: Random
    places: list[Place] = field(factory=list)

    def draw(self) -> str:
        """The rules of a table."""
        lot = self.lot
        stock = Place("stock", "", True, lot.choice(("nobody", "nobody", "everyone")))
        self.places = [stock, Place("pit", "", False, lot.choice(("nobody", "the looker")))]
        self.places += [self._place(name) for name in lot.sample(NAMES, 4)]
        deeds = [
            line
            for number in range(MENU)
            for line in (
                f"        option deed-{number}",
                *(f"            {each}" for each in self._deed()),
            )
        ]
        places = "\n".join(place.declared for place in self.places)
        text = RULES.replace("PLACES", places).replace("DEEDS", "\n".join(deeds) + "\n")
        return text.replace("DEALING", "\n".join(f"    {line}" for line in self._dealing()))

    def _dealing(self) -> list[str]:
        """All cards are gathered, and some go to places by chance, so that there is something to do."""
        gather = [f"move all cards in {_all_of(place)} to the stock" for place in self.places[1:]]
        deal = list[str]()
        for place in self.lot.sample(self.places[1:], len(self.places) - 1):
            some = f"move the {self._end()} {self.lot.choice((1, 2, 2))} cards of the stock to"
            if place.owner == "each player has":
                deal += ["for each player in players", f"    {some} the player's {place.name}"]
            else:
                deal.append(f"{some} {self._at(place)}")
        looker = ["for each player in players", "    set the looker to the player"]
        return [*gather, "shuffle the stock", *looker, *deal]

    def _place(self, name: str) -> Place:
        owner = self.lot.choice(OWNERS)
        seen = ["everyone", "nobody", "nobody", "the looker"]
        seen += ["its owner"] * 4 if "player" in owner else []
        return Place(name, owner, self.lot.random() < 0.4, self.lot.choice(seen))

    # ------------------------------------------------------------------ what rules say

    def _at(self, place: Place) -> str:
        """One place of a sort, as a deed names it."""
        lot = self.lot
        if place.owner == "each card has":
            return f"Cup's {place.name}"
        if place.owner == "each player has":
            return f"{lot.choice(MINE)} {place.name}"
        return f"the {place.name}{' for red' if place.owner else ''}"

    def _some(self) -> str:
        return self._at(self.lot.choice(self.places))

    def _in_order(self) -> str:
        return self._at(self.lot.choice([place for place in self.places if place.ordered]))

    def _to(self) -> str:
        """Where a card goes to."""
        place = self.lot.choice(self.places)
        end = self.lot.choice(("", "the top of ", "the bottom of ")) if place.ordered else ""
        return end + self._at(place)

    def _whole(self) -> str:
        """All of a place, or of all places of a sort."""
        place = self.lot.choice(self.places)
        if place.owner == "each player has":
            return f"{self.lot.choice(('any', 'any other', 'my'))} {place.name}"
        return _all_of(place)

    def _chosen(self, name: str) -> str:
        """A card of a place gets a name: somebody chooses it, or chance does."""
        who = self.lot.choice(("chance chooses", "choose", "my left chooses"))
        return f"{who} a {name} from cards in {self._some()}"

    def _seat(self) -> str:
        return self.lot.choice(SEATS)

    def _deed(self) -> list[str]:
        """One deed and what it takes, line by line."""
        forms = (
            self._move_an_end, self._move_an_end, self._move_a_chosen, self._move_a_chosen,
            self._move_all, self._move_some, self._go_through, self._exchange_places,
            self._exchange_places, self._exchange_cards, self._exchange_cards, self._rearrange,
            self._show_a_chosen, self._show_a_chosen, self._show_an_end, self._show_all,
            self._point, self._point, self._mark,
        )  # fmt: skip
        return self.lot.choice(forms)()

    def _move_an_end(self) -> list[str]:
        return [f"move the {self._end()} of {self._in_order()} to {self._to()}"]

    def _end(self) -> str:
        return self.lot.choice(("top", "top", "bottom"))

    def _move_a_chosen(self) -> list[str]:
        return [self._chosen("pick"), f"move the pick to {self._to()}"]

    def _move_all(self) -> list[str]:
        return [f"move all cards in {self._whole()} to {self._to()}"]

    def _move_some(self) -> list[str]:
        number = self.lot.choice((2, 3))
        return [f"move the {self._end()} {number} cards of {self._in_order()} to {self._to()}"]

    def _go_through(self) -> list[str]:
        cards = f"cards in {self._some()} where its rank is more than 1"
        return [f"for each pick in {cards}", f"    move the pick to {self._to()}"]

    def _exchange_places(self) -> list[str]:
        return [f"exchange {self._some()} with {self._some()}"]

    def _exchange_cards(self) -> list[str]:
        return [self._chosen("pick"), self._chosen("second"), "exchange the pick with the second"]

    def _rearrange(self) -> list[str]:
        how, place = self.lot.choice(("shuffle", "reverse")), self._in_order()
        if how == "shuffle" or self.turns.random() < 0.5:
            return [f"{how} {place}"]
        secret = f"the number of cards in {place} where its rank is 1"
        return [f"rotate {place} by {self.turns.choice((-1, 2, 5, secret))}"]

    def _show_a_chosen(self) -> list[str]:
        lines = [self._chosen("pick"), f"show the pick to {self._seat()}"]
        source = lines[0].partition(" from ")[2]
        # Another of the same place: perhaps a copy that one takes for it.
        second = [f"chance chooses a second from {source}", f"show the second to {self._seat()}"]
        moved = [f"move the pick to {self._to()}"]
        return lines + self.lot.choice(([], second, moved, [*second, *moved]))

    def _show_an_end(self) -> list[str]:
        what = self.lot.choice(("", " 2 cards"))
        return [f"show the {self._end()}{what} of {self._in_order()} to {self._seat()}"]

    def _show_all(self) -> list[str]:
        what = f"all cards in {self._whole()}"
        moved = [f"move {what} to {self._to()}"] if self.lot.random() < 0.3 else []
        return [f"show {what} to {self._seat()}", *moved]

    def _point(self) -> list[str]:
        who = self.lot.choice((*SEATS[:3], "nobody"))
        return [f"set the looker to {who}", f"set the guest to {self.lot.choice(SEATS[:3])}"]

    def _mark(self) -> list[str]:
        return [
            "choose a pick from cards in the pit where it is not dusty",
            "the pick becomes dusty",
        ]


def _all_of(place: Place) -> str:
    """Wherever there is a place of this sort."""
    return f"any {place.name}" if place.owner else f"the {place.name}"


def drawn_table(folder: Path, seed: int) -> Module:
    """The module of a table drawn from a seed, for as many players as are drawn too."""
    lot = Random(seed)
    (folder / "drawn.rules").write_text(Drawing(lot, Random(~seed)).draw(), encoding="utf-8")
    # Most tables are small, so that the same cards meet again.
    cast = CASTS[seed % 8 // 4 + (seed % 8 == 7)]
    (folder / "drawn.yaml").write_text(EDITION.replace("CAST", cast), encoding="utf-8")
    return load_rulebook(folder / "drawn.yaml").module(2 + lot.randrange(3))
