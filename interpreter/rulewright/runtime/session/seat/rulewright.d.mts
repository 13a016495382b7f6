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
  /** Of this form: more with every change that a reader has to know of. */
  version: 1;
  /** What is played. */
  edition: Edition;
  /** Words for what has no name. */
  words: Words;
  /** Whose value it is, counted from 0; null for who only looks on. */
  seat: number | null;
  /** Whose turn it is, and what is going on. */
  turn: Turn;
  /** Numbers, pointers and marks of the whole table that say something. */
  numbers: Array<Track>;
  /** Open marks on cards of which the seat cannot tell where they lie. */
  marked: Array<Marked>;
  /** The players, by their seats. */
  seats: Array<Seat>;
  /** Where cards can lie: places of nobody, then seat by seat. */
  places: Array<Place>;
  /** All cards of which one is in the game, with what is printed on them; it is the same all through a game. */
  cards: Array<Card>;
  /** The labels of the rules, by their lists; they are the same all through a game. */
  labels: Record<string, Record<string, Label>>;
  /** What is asked; null when the game is over. */
  decision: Decision | null;
  /** How many events this seat was told: `since` of the next call, for what is new. */
  told: number;
  /** What this seat was told, from the event on that was asked for. */
  story: Array<Telling>;
  /** The scores as the table lies, where everybody can work them out; else null. */
  scores: Array<Score> | null;
  /** How the game ended; null while it runs. */
  outcome: Outcome | null;
}

export interface Edition {
  /** The game that its rules are of. */
  game: string;
  /** Its id. */
  id: string;
  /** Its title. */
  name: string;
  /** The language of all words but ids: `en`, `fr`. */
  language: string;
}

export interface Words {
  /** A card that is not known. */
  "a card": string;
  /** No thing. */
  nothing: string;
  /** No player. */
  nobody: string;
  /** Yes. */
  yes: string;
  /** No. */
  no: string;
}

export interface Turn {
  /** Whose turn it is: for whom a phase is played, else who is asked. */
  player: number | null;
  /** The card as which that player plays, by its name in the rules. */
  as: string | null;
  /** Who has to decide. */
  asked: number | null;
  /** The phases that are surely being played, the outermost first. */
  phases: Array<Phase>;
  /** Which round it is, where the rules count rounds openly. */
  round: number | null;
}

export interface Phase {
  /** Its name in the rules. */
  phase: string;
  /** What it is called. */
  called: string;
  /** For whom it is played. */
  player: number | null;
  /** As or for which card, if this seat may know it. */
  card: string | null;
}

export interface Track {
  /** Its name in the rules. */
  name: string;
  /** What it is called. */
  called: string;
  /** What it holds. */
  value: Value;
  /** The same in words; null for a mark, which is or is not. */
  said: string | null;
  /** Whether it is book-keeping, which a small table leaves out. */
  aside: boolean;
  /** Whether who only looks on does not see it. */
  secret: boolean;
}

export interface Marked {
  /** The name of the mark in the rules. */
  name: string;
  /** What it is called. */
  called: string;
  /** Whether it is book-keeping, which a small table leaves out. */
  aside: boolean;
  /** The cards that have it. */
  cards: Array<MarkedCard>;
}

export interface MarkedCard {
  /** The card, by its name in the rules. */
  card: string;
  /** What it is called. */
  called: string;
  /** What the mark holds. */
  value: Value;
  /** The same in words; null for a mark that is or is not. */
  said: string | null;
}

export interface Seat {
  /** Its number, from 0. */
  seat: number;
  /** What its player is called. */
  name: string;
  /** What points to this player, as at who deals. */
  signs: Array<Sign>;
  /** The player's numbers, pointers and marks that say something. */
  numbers: Array<Track>;
}

export interface Sign {
  /** Its name in the rules. */
  name: string;
  /** What it is called. */
  called: string;
}

export interface Place {
  /** Its id in this value: `deck`, `2/hand`, `#17/stack`. */
  place: string;
  /** Its name in the rules. */
  name: string;
  /** Whose it is. */
  seat: number | null;
  /** The piece on which it is. */
  on: number | null;
  /** What it is called. */
  called: string;
  /** How many cards lie there. */
  count: number;
  /** Whether the cards have an order. */
  ordered: boolean;
  /** Whether who only looks on sees less of it. */
  secret: boolean;
  /** The cards that the seat knows there; the others of the count are unknown. */
  pieces: Array<Piece>;
}

export interface Piece {
  /** Its number. A card of which there is only one keeps it all through the game; copies are numbered anew each time. */
  piece: number;
  /** What card it is, by its name in the rules: see `cards`. */
  card: string;
  /** What it is called. */
  called: string;
  /** Where there is an order, how many cards lie above it. */
  at: number | null;
  /** What is kept on it and says something. */
  marks: Array<Track>;
}

export interface Card {
  /** Its name in the rules. */
  card: string;
  /** What it is called in this edition, in its language. */
  called: string;
  /** Its kind. */
  kind: string;
  /** What the kind is called. */
  kind_called: string;
  /** How many of it are in the game, wherever they lie. */
  count: number;
  /** What is printed on it; empty for a card without text. */
  text: string;
  /** What is printed on it in this edition: cost, rank, colour. */
  fields: Array<Field>;
}

export interface Field {
  /** Its name in the rules. */
  name: string;
  /** What it is called. */
  called: string;
  /** A number, yes or no, a label or nothing. */
  value: number | boolean | string | null;
  /** A label in words. */
  said: string | null;
}

export interface Label {
  /** What it is called. */
  called: string;
  /** The colour that the edition gives it. */
  colour: string | null;
}

export interface Decision {
  /** Who is asked. */
  player: number;
  /** The name of the question in the rules. */
  kind: string;
  /** How it asks: for one of several, perhaps none, as many as one likes. */
  form: "choose" | "choose-together" | "may-choose" | "choose-some" | "choose-exactly" | "may" | "menu" | "powers";
  /** The question in a few words. */
  prompt: string;
  /** The card that it is asked for, by its name in the rules. */
  card: string | null;
  /** The rule that asks. */
  because: Rule;
  /** What can be chosen; null for everybody else. */
  options: Array<Option> | null;
}

export interface Option {
  /** What `Game.choose` takes. */
  index: number;
  /** What is offered, said to who decides. */
  text: string;
  /** The same for programs: what `Game.choose_data` takes. */
  data: Record<string, unknown>;
  /** The cards, players and labels that it speaks of. */
  names: Array<Ref>;
}

export interface Telling {
  /** Its number in what this seat was told, from 0. */
  number: number;
  /** Its kind: the event, phase or power of the rules that told it. */
  event: string;
  /** What happened, said to this seat. */
  text: string;
  /** The cards, players and labels that it speaks of. */
  names: Array<Ref>;
  /** The numbers in it. */
  numbers: Array<number>;
  /** The cards that were counted for it, as when each brings one coin. */
  for: Array<Ref>;
  /** The card whose power it is, by its name in the rules. */
  by: string | null;
  /** Both in words, to stand behind the text: *for Barn, Mill (Miller)*; or empty. */
  reason: string;
  /** What set it off. */
  because: Rule;
}

export interface Rule {
  /** The name of the rule. */
  rule: string;
  /** What people call it: by its card, where it stands on one. */
  called: string;
  /** The card that it stands on, by its name in the rules. */
  card: string | null;
  /** Where the rules say it: file, line, column. */
  place: string;
  /** The sources that say so. */
  cites: Array<string>;
}

export interface Score {
  /** The whole. */
  points: number;
  /** How it comes about. */
  parts: Array<Part>;
}

export interface Part {
  /** What the points are for. */
  called: string;
  /** How many there are. */
  points: number;
}

export interface Outcome {
  /** Why the game is over; empty where the rules say nothing. */
  reason: string;
  /** The seats that share the victory. */
  winners: Array<number>;
  /** What the team of each seat is called; none where no teams play. */
  teams: Array<string>;
  /** Whether all win as one or not at all. */
  together: boolean;
  /** The scores, by seats; none where rules only say who has won. */
  scores: Array<Score>;
}

/** A number, true, a label, or what is pointed to: a player or a card. */
export type Value = number | boolean | string | { player: number } | { card: string; shown: string };

/** A player; a label of a list; a card by its name in the rules (null: it is not known), of which options tell the piece and the place where it is seen, if it is. */
export type Ref = { player: number } | { label: string; of: string } | { card: string | null } | { card: string | null; piece: number | null; place: string | null };
