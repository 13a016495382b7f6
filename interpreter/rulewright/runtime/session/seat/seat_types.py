"""The types of the seat value, from which its JSON Schema and the types of JavaScript are made.

Every key is always present. The text of an annotation describes its key for readers of the schema.
"""

from typing import Annotated, Any, Literal, TypedDict

from rulewright.runtime.ir.module import Form


class Minimum(int):
    """The smallest value of a number."""


Count = Annotated[int, Minimum(0)]
"""A number of things, or the number of one of them, from 0."""


class PlayerRef(TypedDict):
    """A player."""

    player: Count


class LabelRef(TypedDict):
    """A label of a list."""

    label: str
    of: str


class CardRef(TypedDict):
    """A card by its name in the rules; null if unknown."""

    card: str | None


class PieceRef(TypedDict):
    """A card of an option, with its piece and place if the seat sees it."""

    card: str | None
    piece: Count | None
    place: str | None


class ShownCard(TypedDict):
    """A card by its name in the rules, and its name in the language of the game."""

    card: str
    shown: str


class PlaceRef(TypedDict):
    """A place, by its id in `places`."""

    place: str


AnyRef = Annotated[
    PlayerRef | LabelRef | CardRef | PieceRef | PlaceRef,
    "A player, a label of a list, or a card by its name in the rules (null if unknown). "
    "In options, a card also has its piece and place, if the seat sees it; and a place has its id in `places`.",
]
AnyValue = Annotated[
    int | bool | str | PlayerRef | ShownCard, "A number, true, a label, a player or a card."
]


class EditionValue(TypedDict):
    """The edition of a game."""

    game: Annotated[str, "The id of the game that the rules belong to."]
    id: Annotated[str, "The id of the edition."]
    name: Annotated[str, "The title of the edition."]
    language: Annotated[
        str, "The language of all texts, such as `en` or `fr`; ids are independent of it."
    ]


WordsValue = TypedDict(
    "WordsValue",
    {
        "a card": Annotated[str, "The words for an unknown card."],
        "nothing": Annotated[str, "The word for no thing."],
        "nobody": Annotated[str, "The word for no player."],
        "yes": Annotated[str, "The word for yes."],
        "no": Annotated[str, "The word for no."],
    },
)


class PhaseValue(TypedDict):
    """A running phase."""

    phase: Annotated[str, "The name in the rules."]
    called: Annotated[str, "The name in the language of the game."]
    player: Annotated[Count | None, "The player of the phase."]
    card: Annotated[str | None, "The card of the phase, if this seat may know it."]


TurnValue = TypedDict(
    "TurnValue",
    {
        "player": Annotated[
            Count | None, "The player of the running phase, or else the deciding player."
        ],
        "as": Annotated[str | None, "The card of that player's turn, by its name in the rules."],
        "asked": Annotated[Count | None, "The deciding player."],
        "phases": Annotated[list[PhaseValue], "The running phases, the outermost first."],
        "round": Annotated[
            int | None, "The number of the round, if the rules count rounds openly."
        ],
    },
)


class NumberValue(TypedDict):
    """A number, pointer or mark."""

    name: Annotated[str, "The name in the rules."]
    called: Annotated[str, "The name in the language of the game."]
    value: Annotated[AnyValue, "The value."]
    said: Annotated[str | None, "The value in words; null for a mark."]
    aside: Annotated[bool, "Whether it is book-keeping that a small table may leave out."]
    secret: Annotated[bool, "Whether it is hidden from spectators."]


class MarkedCardValue(TypedDict):
    """A card with a mark."""

    card: Annotated[str, "The card, by its name in the rules."]
    called: Annotated[str, "The name in the language of the game."]
    value: Annotated[AnyValue, "The value of the mark."]
    said: Annotated[str | None, "The value in words; null for a mark without a value."]


class MarkedValue(TypedDict):
    """An open mark on cards whose place the seat does not know."""

    name: Annotated[str, "The name of the mark in the rules."]
    called: Annotated[str, "The name in the language of the game."]
    aside: Annotated[bool, "Whether it is book-keeping that a small table may leave out."]
    cards: Annotated[list[MarkedCardValue], "The cards with the mark."]


class SignValue(TypedDict):
    """A pointer to a player, such as the dealer."""

    name: Annotated[str, "The name in the rules."]
    called: Annotated[str, "The name in the language of the game."]


class SeatValue(TypedDict):
    """A player, with what everybody or this seat sees of the player's numbers."""

    seat: Annotated[Count, "The number of the seat, from 0."]
    name: Annotated[str, "The name of the player."]
    signs: Annotated[list[SignValue], "Pointers to this player, such as the dealer."]
    numbers: Annotated[
        list[NumberValue], "The player's numbers, pointers and marks, without empty ones."
    ]


class PieceValue(TypedDict):
    """A known card in a place."""

    piece: Annotated[
        Count, "The number of the piece. A unique card keeps it; copies get new numbers each time."
    ]
    card: Annotated[str, "The card, by its name in the rules; see `cards`."]
    called: Annotated[str, "The name in the language of the game."]
    at: Annotated[Count | None, "The number of cards above it, if the place has an order."]
    marks: Annotated[list[NumberValue], "Its numbers and marks, without empty ones."]


class PlaceValue(TypedDict):
    """A place for cards."""

    place: Annotated[str, "The id in this value: `deck`, `2/hand`, `#17/stack`."]
    name: Annotated[str, "The name in the rules."]
    seat: Annotated[Count | None, "The seat of the owner."]
    on: Annotated[Count | None, "The piece that owns the place."]
    called: Annotated[str, "The name in the language of the game."]
    kind: Annotated[str, "The kind of all cards that can lie there, also of the unknown ones."]
    count: Annotated[Count, "The number of cards there."]
    ordered: Annotated[bool, "Whether the cards have an order."]
    secret: Annotated[bool, "Whether spectators see less of it."]
    pieces: Annotated[list[PieceValue], "The known cards there; the others are only counted."]


class FieldValue(TypedDict):
    """A printed field of a card."""

    name: Annotated[str, "The name in the rules."]
    called: Annotated[str, "The name in the language of the game."]
    value: Annotated[int | bool | str | None, "A number, yes or no, a label, or nothing."]
    said: Annotated[str | None, "The label in words."]


class CardValue(TypedDict):
    """A card of the game, with its copies."""

    card: Annotated[str, "The name in the rules."]
    called: Annotated[str, "The name in this edition and language."]
    kind: Annotated[str, "The kind of the card."]
    kind_called: Annotated[str, "The name of the kind in the language of the game."]
    count: Annotated[Count, "The number of copies in the game."]
    text: Annotated[str, "The text of the card; may be empty."]
    fields: Annotated[
        list[FieldValue], "The printed fields in this edition, such as cost, rank and colour."
    ]


class LabelValue(TypedDict):
    """A label of the rules."""

    called: Annotated[str, "The name in the language of the game."]
    colour: Annotated[str | None, "The colour in this edition."]


class AboutValue(TypedDict):
    """The option that a question is a part of."""

    text: Annotated[str, "The text of that option, addressed to the deciding player."]
    names: Annotated[list[AnyRef], "The cards, players and labels in it."]


class RuleValue(TypedDict):
    """A rule that asks or causes something."""

    rule: Annotated[str, "The name of the rule."]
    called: Annotated[str, "The name for people: that of its card, if it has one."]
    card: Annotated[str | None, "The card with the rule, by its name in the rules."]
    place: Annotated[str, "The place in the rules: file, line and column."]
    cites: Annotated[list[str], "The sources of the rule."]


class OptionValue(TypedDict):
    """An option of the pending question."""

    index: Annotated[Count, "The argument of `Game.choose`."]
    text: Annotated[str, "The text of the option, addressed to the deciding player."]
    data: Annotated[dict[str, Any], "The option as data: the argument of `Game.choose_data`."]
    names: Annotated[list[AnyRef], "The cards, players and labels in it."]


class DecisionValue(TypedDict):
    """The pending question."""

    player: Annotated[Count, "The deciding player."]
    kind: Annotated[str, "The name of the question in the rules."]
    form: Annotated[Form, "The form of the question: one of several, perhaps none, or any number."]
    prompt: Annotated[str, "A short text of the question."]
    doing: Annotated[
        str, "What the others read meanwhile, after the player's name: *is choosing a character*."
    ]
    about: Annotated[
        AboutValue | None,
        "The option that the question is a part of, if any; null for all other seats.",
    ]
    card: Annotated[str | None, "The card that the question is about, by its name in the rules."]
    because: Annotated[RuleValue, "The rule behind the question."]
    options: Annotated[list[OptionValue] | None, "The options; null for all other seats."]


EventTurnValue = TypedDict(
    "EventTurnValue",
    {
        "round": Annotated[
            int | None, "The number of the round, if the rules count rounds openly."
        ],
        "player": Annotated[Count | None, "The player of the running phase; null between turns."],
        "as": Annotated[str | None, "The card of that player's turn, by its name in the rules."],
    },
)


MoveValue = TypedDict(
    "MoveValue",
    {
        "card": Annotated[
            str | None, "The card, by its name in the rules; null if this seat may not know it."
        ],
        "count": Annotated[Count, "The number of such cards."],
        "from": Annotated[
            str | None, "The id of the place that they left; null for one on a card."
        ],
        "to": Annotated[
            str | None, "The id of the place that they went to; null for one on a card."
        ],
    },
)


EventValue = TypedDict(
    "EventValue",
    {
        "number": Annotated[Count, "The number in this seat's story, from 0."],
        "event": Annotated[str, "The event, phase or power of the rules behind it."],
        "turn": Annotated[EventTurnValue, "The turn in which it happened."],
        "text": Annotated[str, "The text of the event, addressed to this seat."],
        "names": Annotated[list[AnyRef], "The cards, players and labels in it."],
        "numbers": Annotated[list[int], "The numbers in it."],
        "moves": Annotated[
            list[MoveValue],
            "The moves of cards that were a part of it, as this seat may know them.",
        ],
        "for": Annotated[
            list[AnyRef], "The cards that it counted, for example if each brings one coin."
        ],
        "by": Annotated[str | None, "The card behind it, by its name in the rules."],
        "reason": Annotated[
            str,
            "`for` and `by` in words, to follow the text: *for Barn, Mill (Miller)*; may be empty.",
        ],
        "why": Annotated[str, "Why it happened: one sentence in the words of the rules."],
        "because": Annotated[RuleValue, "The rule that caused it."],
    },
)


class PartValue(TypedDict):
    """A part of a score."""

    called: Annotated[str, "The reason for the points."]
    points: Annotated[int, "The number of points."]


class ScoreValue(TypedDict):
    """A score with its parts."""

    points: Annotated[int, "The total."]
    parts: Annotated[list[PartValue], "The parts of the total."]


class OutcomeValue(TypedDict):
    """The result of a game."""

    reason: Annotated[str, "The reason for the end; empty if the rules give none."]
    winners: Annotated[list[Count], "The seats that share the victory."]
    teams: Annotated[list[str], "The name of each seat's team; empty without teams."]
    together: Annotated[bool, "Whether all players win or lose together."]
    scores: Annotated[
        list[ScoreValue], "The scores, by seats; empty if the rules only name winners."
    ]


class SeenValue(TypedDict):
    """All that a seat sees of a game."""

    version: Annotated[
        Literal[1], "The version of this format; it grows with each incompatible change."
    ]
    edition: Annotated[EditionValue, "The edition of the game."]
    words: Annotated[WordsValue, "Words for unknown and empty things."]
    seat: Annotated[Count | None, "The seat of this value, from 0; null for a spectator."]
    turn: Annotated[TurnValue, "The current turn: player, phases and round."]
    numbers: Annotated[
        list[NumberValue], "The table's numbers, pointers and marks, without empty ones."
    ]
    marked: Annotated[list[MarkedValue], "Open marks on cards whose place the seat does not know."]
    seats: Annotated[list[SeatValue], "The players, in the order of their seats."]
    places: Annotated[
        list[PlaceValue], "The places for cards: those without an owner first, then seat by seat."
    ]
    cards: Annotated[
        list[CardValue], "All cards in the game, with their printed fields; constant during a game."
    ]
    labels: Annotated[
        dict[str, dict[str, LabelValue]],
        "The labels of the rules, by their lists; constant during a game.",
    ]
    decision: Annotated[DecisionValue | None, "The open question; null when the game is over."]
    told: Annotated[
        Count,
        "The number of events in the seat's story: `since` of the next call, for new events only.",
    ]
    story: Annotated[list[EventValue], "The events of the seat's story, from `since` on."]
    scores: Annotated[
        list[ScoreValue] | None, "The current scores if everybody can calculate them; else null."
    ]
    outcome: Annotated[OutcomeValue | None, "The result of the game; null while it runs."]
