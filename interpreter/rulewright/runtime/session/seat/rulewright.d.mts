// The types of rulewright.mjs, which plays a file that `rulewright build` has written.

/** The rules in the bytes of a file. Throws a TypeError for other bytes, and for files that were built --silent. */
export function load(bytes: BufferSource): Promise<Rules>;

/** What a file says of itself: docs/native-in-node.md tells what stands in it. */
export type About = Record<string, any> & { players: number; names: string[]; rules: string };

/** A game as plain data. */
export interface Saved {
  edition: string;
  /** The digest of the rules: with others the game cannot be taken up. */
  rules: string;
  players: number;
  seed: string;
  names: string[];
  /** The options that were chosen, one after the other. */
  choices: number[];
}

export interface Rules {
  readonly about: About;
  /** What the file exports, for who wants more of it: states of its own, many games, a search. */
  readonly wasm: WebAssembly.Exports;
  /** A new game, with a seed by lot unless one is given; of what `Game.save` gave, that game. */
  game(begun?: { seed?: number | bigint | string; names?: string[] } | Saved): Game;
}

export interface Game {
  readonly seed: bigint;
  readonly names: string[];
  /** The options that were chosen so far. */
  readonly choices: readonly number[];
  /** How many options the decision has; 0 when the game is over. */
  readonly count: number;
  readonly over: boolean;
  /** The seat that is asked; null when the game is over. */
  readonly asked: number | null;
  /** Choose an option. Throws a RangeError if the index is none; then the game is as it was. */
  choose(index: number): void;
  /** Choose the one option with this data; entries that it can be told by are enough. Throws a RangeError. */
  chooseData(data: Record<string, unknown>): void;
  /** Take back the last choice. Throws a RangeError if there is none. */
  undo(): void;
  /** An independent game at the same point. */
  copy(): Game;
  /** All that `Rules.game` needs to take the game up again. It says more than a seat may know. */
  save(): Saved;
  /** What a seat (null: who only looks on) sees, is asked, and was told from its event of number `since` on. */
  seat(seat?: number | null, since?: number): Seen;
}

export interface Seen {
  /** The version of this format; it grows with each incompatible change. */
  version: 1;
  /** The edition of the game. */
  edition: Edition;
  /** Words for unknown and empty things. */
  words: Words;
  /** The seat of this value, from 0; null for a spectator. */
  seat: number | null;
  /** The current turn: player, phases and round. */
  turn: Turn;
  /** The table's numbers, pointers and marks, without empty ones. */
  numbers: Array<Track>;
  /** Open marks on cards whose place the seat does not know. */
  marked: Array<Marked>;
  /** The players, in the order of their seats. */
  seats: Array<Seat>;
  /** The places for cards: those without an owner first, then seat by seat. */
  places: Array<Place>;
  /** All cards in the game, with their printed fields; constant during a game. */
  cards: Array<Card>;
  /** The labels of the rules, by their lists; constant during a game. */
  labels: Record<string, Record<string, Label>>;
  /** The open question; null when the game is over. */
  decision: Decision | null;
  /** The number of events in the seat's story: `since` of the next call, for new events only. */
  told: number;
  /** The events of the seat's story, from `since` on. */
  story: Array<Telling>;
  /** The current scores if everybody can calculate them; else null. */
  scores: Array<Score> | null;
  /** The result of the game; null while it runs. */
  outcome: Outcome | null;
}

export interface Edition {
  /** The id of the game that the rules belong to. */
  game: string;
  /** The id of the edition. */
  id: string;
  /** The title of the edition. */
  name: string;
  /** The language of all texts, such as `en` or `fr`; ids are independent of it. */
  language: string;
}

export interface Words {
  /** The words for an unknown card. */
  "a card": string;
  /** The word for no thing. */
  nothing: string;
  /** The word for no player. */
  nobody: string;
  /** The word for yes. */
  yes: string;
  /** The word for no. */
  no: string;
}

export interface Phase {
  /** The name in the rules. */
  phase: string;
  /** The name in the language of the game. */
  called: string;
  /** The player of the phase. */
  player: number | null;
  /** The card of the phase, if this seat may know it. */
  card: string | null;
}

export interface Turn {
  /** The player of the running phase, or else the deciding player. */
  player: number | null;
  /** The card of that player's turn, by its name in the rules. */
  as: string | null;
  /** The deciding player. */
  asked: number | null;
  /** The running phases, the outermost first. */
  phases: Array<Phase>;
  /** The number of the round, if the rules count rounds openly. */
  round: number | null;
}

export interface Track {
  /** The name in the rules. */
  name: string;
  /** The name in the language of the game. */
  called: string;
  /** The value. */
  value: Value;
  /** The value in words; null for a mark. */
  said: string | null;
  /** Whether it is book-keeping that a small table may leave out. */
  aside: boolean;
  /** Whether it is hidden from spectators. */
  secret: boolean;
}

export interface MarkedCard {
  /** The card, by its name in the rules. */
  card: string;
  /** The name in the language of the game. */
  called: string;
  /** The value of the mark. */
  value: Value;
  /** The value in words; null for a mark without a value. */
  said: string | null;
}

export interface Marked {
  /** The name of the mark in the rules. */
  name: string;
  /** The name in the language of the game. */
  called: string;
  /** Whether it is book-keeping that a small table may leave out. */
  aside: boolean;
  /** The cards with the mark. */
  cards: Array<MarkedCard>;
}

export interface Sign {
  /** The name in the rules. */
  name: string;
  /** The name in the language of the game. */
  called: string;
}

export interface Seat {
  /** The number of the seat, from 0. */
  seat: number;
  /** The name of the player. */
  name: string;
  /** Pointers to this player, such as the dealer. */
  signs: Array<Sign>;
  /** The player's numbers, pointers and marks, without empty ones. */
  numbers: Array<Track>;
}

export interface Piece {
  /** The number of the piece. A unique card keeps it; copies get new numbers each time. */
  piece: number;
  /** The card, by its name in the rules; see `cards`. */
  card: string;
  /** The name in the language of the game. */
  called: string;
  /** The number of cards above it, if the place has an order. */
  at: number | null;
  /** Its numbers and marks, without empty ones. */
  marks: Array<Track>;
}

export interface Place {
  /** The id in this value: `deck`, `2/hand`, `#17/stack`. */
  place: string;
  /** The name in the rules. */
  name: string;
  /** The seat of the owner. */
  seat: number | null;
  /** The piece that owns the place. */
  on: number | null;
  /** The name in the language of the game. */
  called: string;
  /** The kind of all cards that can lie there, also of the unknown ones. */
  kind: string;
  /** The number of cards there. */
  count: number;
  /** Whether the cards have an order. */
  ordered: boolean;
  /** Whether spectators see less of it. */
  secret: boolean;
  /** The known cards there; the others are only counted. */
  pieces: Array<Piece>;
}

export interface Field {
  /** The name in the rules. */
  name: string;
  /** The name in the language of the game. */
  called: string;
  /** A number, yes or no, a label, or nothing. */
  value: number | boolean | string | null;
  /** The label in words. */
  said: string | null;
}

export interface Card {
  /** The name in the rules. */
  card: string;
  /** The name in this edition and language. */
  called: string;
  /** The kind of the card. */
  kind: string;
  /** The name of the kind in the language of the game. */
  kind_called: string;
  /** The number of copies in the game. */
  count: number;
  /** The text of the card; may be empty. */
  text: string;
  /** The printed fields in this edition, such as cost, rank and colour. */
  fields: Array<Field>;
}

export interface Label {
  /** The name in the language of the game. */
  called: string;
  /** The colour in this edition. */
  colour: string | null;
}

export interface About {
  /** The text of that option, addressed to the deciding player. */
  text: string;
  /** The cards, players and labels in it. */
  names: Array<Ref>;
}

export interface Rule {
  /** The name of the rule. */
  rule: string;
  /** The name for people: that of its card, if it has one. */
  called: string;
  /** The card with the rule, by its name in the rules. */
  card: string | null;
  /** The place in the rules: file, line and column. */
  place: string;
  /** The sources of the rule. */
  cites: Array<string>;
}

export interface Option {
  /** The argument of `Game.choose`. */
  index: number;
  /** The text of the option, addressed to the deciding player. */
  text: string;
  /** The option as data: the argument of `Game.choose_data`. */
  data: Record<string, unknown>;
  /** The cards, players and labels in it. */
  names: Array<Ref>;
}

export interface Decision {
  /** The deciding player. */
  player: number;
  /** The name of the question in the rules. */
  kind: string;
  /** The form of the question: one of several, perhaps none, or any number. */
  form: "choose" | "choose-together" | "may-choose" | "choose-some" | "choose-exactly" | "may" | "menu" | "powers";
  /** A short text of the question. */
  prompt: string;
  /** What the others read meanwhile, after the player's name: *is choosing a character*. */
  doing: string;
  /** The option that the question is a part of, if any; null for all other seats. */
  about: About | null;
  /** The card that the question is about, by its name in the rules. */
  card: string | null;
  /** The rule behind the question. */
  because: Rule;
  /** The options; null for all other seats. */
  options: Array<Option> | null;
}

export interface EventTurn {
  /** The number of the round, if the rules count rounds openly. */
  round: number | null;
  /** The player of the running phase; null between turns. */
  player: number | null;
  /** The card of that player's turn, by its name in the rules. */
  as: string | null;
}

export interface Move {
  /** The card, by its name in the rules; null if this seat may not know it. */
  card: string | null;
  /** The number of such cards. */
  count: number;
  /** The id of the place that they left; null for one on a card. */
  from: string | null;
  /** The id of the place that they went to; null for one on a card. */
  to: string | null;
}

export interface Telling {
  /** The number in this seat's story, from 0. */
  number: number;
  /** The event, phase or power of the rules behind it. */
  event: string;
  /** The turn in which it happened. */
  turn: EventTurn;
  /** The text of the event, addressed to this seat. */
  text: string;
  /** The cards, players and labels in it. */
  names: Array<Ref>;
  /** The numbers in it. */
  numbers: Array<number>;
  /** The moves of cards that were a part of it, as this seat may know them. */
  moves: Array<Move>;
  /** The cards that it counted, for example if each brings one coin. */
  for: Array<Ref>;
  /** The card behind it, by its name in the rules. */
  by: string | null;
  /** `for` and `by` in words, to follow the text: *for Barn, Mill (Miller)*; may be empty. */
  reason: string;
  /** Why it happened: one sentence in the words of the rules. */
  why: string;
  /** The rule that caused it. */
  because: Rule;
}

export interface Part {
  /** The reason for the points. */
  called: string;
  /** The number of points. */
  points: number;
}

export interface Score {
  /** The total. */
  points: number;
  /** The parts of the total. */
  parts: Array<Part>;
}

export interface Outcome {
  /** The reason for the end; empty if the rules give none. */
  reason: string;
  /** The seats that share the victory. */
  winners: Array<number>;
  /** The name of each seat's team; empty without teams. */
  teams: Array<string>;
  /** Whether all players win or lose together. */
  together: boolean;
  /** The scores, by seats; empty if the rules only name winners. */
  scores: Array<Score>;
}

/** A number, true, a label, a player or a card. */
export type Value = number | boolean | string | { player: number } | { card: string; shown: string };

/** A player, a label of a list, or a card by its name in the rules (null if unknown). In options, a card also has its piece and place, if the seat sees it; and a place has its id in `places`. */
export type Ref = { player: number } | { label: string; of: string } | { card: string | null } | { card: string | null; piece: number | null; place: string | null } | { place: string };
