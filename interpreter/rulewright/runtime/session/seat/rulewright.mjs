// Plays a file that `rulewright build` has written, and says what the seats of its games see.
//
//     const rules = await load(bytes);
//     const game = rules.game({ seed: 7 });
//     while (!game.over) game.choose(game.seat(game.asked).decision.options[0].index);
//
// It needs nothing besides that file, in node or in a browser. What a seat sees is the same, byte for byte, as what
// Rulewright gives: knowledge/sight.py, view.py, decision.py, story.py and session/seat/projection.py do it in
// Python, and here are the same things in the same order. The file beside this one tells the types.

const SECTION = "rulewright";
const FORMAT = 4;
const NO_NUMBER = -(2 ** 31);
const COUNTS = "counts ";
const MOVES_BEFORE = -1;
const LOOKED_BACK = 8;
const FEW = 4;
const CHOICES_BACK = 30;
const BITS = 64n;
const MULTIPLIER = 6364136223846793005n;

/** The rules in the bytes of a file. */
export async function load(bytes) {
  const module = await WebAssembly.compile(bytes);
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (section === undefined) throw new TypeError("this is no file of `rulewright build`");
  const about = JSON.parse(new TextDecoder().decode(section));
  if (about.format !== FORMAT) throw new TypeError(`the file has format ${about.format}, not ${FORMAT}`);
  if (about.layout === undefined) throw new TypeError("the file was built --silent, without what a seat is told");
  const { exports } = await WebAssembly.instantiate(module, {});
  return new Rules(about, exports);
}

// ------------------------------------------------------------------ rules: what hangs on no game

class Rules {
  /** The state that is worked on lies where the file says that memory is free; `holder` is the game in it. */
  constructor(about, wasm) {
    this.about = about;
    this.wasm = wasm;
    this.state = about.memory.free;
    this.holder = null;
    const missing = this.state + about.state.bytes - wasm.memory.buffer.byteLength;
    if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
    const named = (entries) => Object.entries(entries).map(([name, each]) => ({ name, ...each }));
    this.zones = named(about.places);
    this.variables = named(about.state.numbers);
    this.kinds = [...new Set(about.cards.map((card) => card.kind))];
    this.placesOf = this.#belongings(this.zones);
    this.keptOf = this.#belongings(this.variables);
    this.number = Object.fromEntries(this.variables.map((each) => [each.name, each]));
    const names = about.cards.map((card) => card.name);
    this.firstCopy = names.map((name) => names.indexOf(name));
    const lying = [["", this.placesOf.common], ...this.placesOf.seats.map((owned, seat) => [`${seat}/`, owned])];
    this.placeIds = new Map(
      lying.flatMap(([before, owned]) => owned.map(([name, zone, number]) => [zone.first + number, before + name])),
    );
    this.copied = names.map((name) => names.indexOf(name) !== names.lastIndexOf(name));
    this.lying = new Map(
      this.zones.flatMap((zone) => [...Array(zone.count).keys()].map((at) => [zone.first + at, [zone, at]])),
    );
  }

  /** A new game; with the choices of a saved one, that game. */
  game({ seed = drawn(), names = this.about.names, choices = [], rules = this.about.rules } = {}) {
    if (rules !== this.about.rules) throw new TypeError("the game was saved with other rules");
    const game = new Game(this, BigInt(seed), [...names]);
    for (const index of choices) game.choose(index);
    return game;
  }

  /** How many of something each owner has: one, or one for each label. */
  wide(kept) {
    return kept.each === null ? 1 : this.about.labels[kept.each].length;
  }

  /** What belongs to nobody and to labels, to each seat, and to the first card of each kind, as views name it. */
  #belongings(every) {
    const labels = (list) => (list === null ? [""] : this.about.labels[list].map((label) => label.name));
    const each = (kept, owner) =>
      labels(kept.each).map((label, at) => [`${label} ${kept.name}`.trimStart(), kept, owner * this.wide(kept) + at]);
    const owned = (owner, number) =>
      every.filter((kept) => kept.owner === owner).flatMap((kept) => each(kept, number));
    const common = every.flatMap((kept) => {
      if (kept.owner === null) return each(kept, 0);
      if (!Object.hasOwn(this.about.labels, kept.owner)) return [];
      return labels(kept.owner).flatMap((label, owner) =>
        each(kept, owner).map(([name, ...rest]) => [`${label} ${name}`, ...rest]),
      );
    });
    return {
      common,
      seats: this.about.names.map((_, seat) => owned("player", seat)),
      kinds: Object.fromEntries(this.kinds.map((kind) => [kind, owned(kind, 0)])),
    };
  }

  /** The players for whom phases are running in the state in memory; all seats see them. */
  phasePlayers() {
    const memory = new DataView(this.wasm.memory.buffer);
    const held = this.about.state.subjects.map(({ number }) => this.number[number]);
    const players = held.filter(({ type }) => type === "player");
    return players.map(({ at, bytes, signed }) =>
      memory[`get${signed ? "Int" : "Uint"}${8 * bytes}`](this.state + at, true),
    );
  }

  // ---------------------------------------------------------------- words

  /** The things of a type that has a list of them: cards, designs, labels. */
  listed(type) {
    return { piece: this.about.cards, design: this.about.designs }[type] ?? this.about.labels[listOf(type)];
  }

  /** A value in words. */
  word(type, value, names) {
    const { words } = this.about;
    if (type === "number") return value === NO_NUMBER ? words.nothing : String(value);
    if (type === "yes or no") return value ? words.yes : words.no;
    if (type === "player") return value < 0 ? words.nobody : names[value];
    return value < 0 ? words.nothing : this.listed(type)[value].called;
  }

  /** A text with its values in it, which are in words already, bent to them and to who reads it. */
  filled(text, types, values, said, reader) {
    const words = text.map((part) => {
      if (typeof part === "string") return part;
      if (typeof part === "number") return said[part];
      const [at, first, second] = part;
      const isFirst = types[at] === "player" ? values[at] !== reader : this.about.singular.includes(values[at]);
      return (isFirst ? first : second) ?? said[at];
    });
    return words.join("");
  }

  /** What a value speaks of, as data; cards are looked at elsewhere. */
  things(type, value) {
    if (value < 0 || type === "number" || type === "yes or no") return [];
    if (type === "player") return [{ player: value }];
    const { name } = this.listed(type)[value];
    return type === "design" ? [{ card: name }] : [{ label: name, of: listOf(type) }];
  }
}

function listOf(type) {
  return type.slice("label ".length);
}

/** A seed that nobody guesses. */
function drawn() {
  return globalThis.crypto.getRandomValues(new BigUint64Array(1))[0];
}

/** A long seed as one of 64 bits, which hangs on all of its bits. */
function folded(seed) {
  const high = seed >> BITS;
  return high <= 0n ? seed : BigInt.asUintN(64, seed ^ (high * MULTIPLIER));
}

// ------------------------------------------------------------------ a game

class Game {
  #rules;
  #bytes;
  #count;
  #log = [];
  #past = [];

  constructor(rules, seed, names, like = null) {
    this.#rules = rules;
    this.seed = seed;
    this.names = names;
    this.choices = like === null ? [] : [...like.choices];
    if (like === null) {
      rules.holder = null;
      this.#goOn(rules.wasm.new_game(rules.state, folded(seed)));
    } else {
      this.#bytes = like.#bytes;
      this.#count = like.#count;
      this.#log = [...like.#log];
      this.#past = [...like.#past];
    }
  }

  /** How many options the decision has; 0 when the game is over. */
  get count() {
    return this.#count;
  }

  /** Whether nothing is asked any more. */
  get over() {
    return this.#count === 0;
  }

  /** The seat that is asked; null when the game is over. */
  get asked() {
    this.#enter();
    return this.over ? null : this.#rules.wasm.decider(this.#rules.state);
  }

  /** Choose an option by its index. The game stays as it was if that is none. */
  choose(index) {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) {
      throw new RangeError(`${index} is none of the options 0 to ${this.#count - 1}`);
    }
    this.#enter();
    const before = { bytes: this.#bytes, count: this.#count, told: this.#log.length };
    this.#rules.holder = null;
    this.#goOn(this.#rules.wasm.choose(this.#rules.state, index));
    this.#past.push(before);
    this.choices.push(index);
  }

  /** Choose the one option with this data; entries that it can be told by are enough. */
  chooseData(data) {
    const found = this.seat(this.asked).decision?.options ?? [];
    const entries = Object.entries(data);
    const alike = found.filter((option) => entries.every(([key, value]) => option.data[key] === value));
    const same = alike.filter((option) => Object.keys(option.data).length === entries.length);
    const fits = same.length ? same : alike;
    if (fits.length !== 1) throw new RangeError(`${fits.length} options have the data ${JSON.stringify(data)}`);
    this.choose(fits[0].index);
  }

  /** Take back the last choice. */
  undo() {
    const before = this.#past.pop();
    if (before === undefined) throw new RangeError("there is no choice to take back");
    this.choices.pop();
    this.#log.length = before.told;
    this.#bytes = before.bytes;
    this.#count = before.count;
    if (this.#rules.holder === this) this.#rules.holder = null;
  }

  /** An independent game at the same point. */
  copy() {
    return new Game(this.#rules, this.seed, [...this.names], this);
  }

  /** All that the game can be taken up again with, by `Rules.game`: plain data. */
  save() {
    const { edition, rules, players } = this.#rules.about;
    return { edition, rules, players, seed: String(this.seed), names: this.names, choices: [...this.choices] };
  }

  /** What a seat (null: who only looks on) sees, was told from its event `since` on, and is asked. */
  seat(seat = null, since = 0) {
    if (seat !== null && !(seat in this.names)) throw new RangeError(`there is no seat ${seat}`);
    this.#enter();
    const sight = new Sight(this.#rules, seat, this.names);
    const heard = this.#log.filter((entry) => entry.to === -1 || entry.to === seat);
    const value = new Projection(this.#rules, sight, storyOf(heard, this.#rules.about.tellings), since).value();
    if (value.decision?.player === seat && seat !== null) value.decision.about = this.#purpose(seat);
    return value;
  }

  /** The option of its own that the decision of a seat is a part of, as it was offered; null if there is none. */
  #purpose(seat) {
    const { wasm, state, about } = this.#rules;
    const { decisions, parts } = about.layout;
    const players = () => this.#rules.phasePlayers().join();
    const [number, turn, later] = [wasm.decision(state), players(), []];
    for (let at = this.#past.length - 1; at >= 0 && parts.includes(later.at(-1) ?? number); at--) {
      this.#rules.holder = null;
      new Uint8Array(wasm.memory.buffer).set(this.#past[at].bytes, state);
      if (wasm.decider(state) !== seat) continue;
      if (players() !== turn) break;
      const decision = wasm.decision(state);
      wasm.options(state);
      const inside = decisions[decision].leads[wasm.option_list(this.choices[at])] ?? [];
      if (inside.includes(number) && later.every((each) => inside.includes(each))) {
        const chosen = new Asked(new Sight(this.#rules, seat, this.names), decision).list()[this.choices[at]];
        return { text: chosen.text, names: chosen.names.map((ref) => ("piece" in ref ? { card: ref.card } : ref)) };
      }
      if (later.push(decision) === CHOICES_BACK) break;
    }
    return null;
  }

  /** Put the state where the code finds it. */
  #enter() {
    const { wasm, state, holder } = this.#rules;
    if (holder === this) return;
    new Uint8Array(wasm.memory.buffer).set(this.#bytes, state);
    this.#rules.holder = this;
  }

  /** Take up what came of a choice: nothing of it if there was more to tell than finds room. */
  #goOn(count) {
    const { wasm, state, about } = this.#rules;
    const told = wasm.told();
    if (told < 0) throw new RangeError("more was told than finds room");
    const lines = new Int32Array(wasm.memory.buffer, about.memory.story.at, told / about.memory.story.bytes);
    this.#log.push(...entries([...lines], about.tellings));
    this.#bytes = new Uint8Array(wasm.memory.buffer).slice(state, state + about.state.bytes);
    this.#count = count;
    this.#rules.holder = this;
  }
}

/**
 * What was told, line by line; values are lists, of cards with the bits of those who know them. Moves of cards are
 * added to the next line for all, or to the last one.
 */
function entries(left, tellings) {
  const found = [], moves = [];
  let at = 0;
  const isForAll = ({ telling, to }) => to < 0 && tellings[telling].text.length > 0;
  const one = (type) => (type === "piece" ? [left[at++], left[at++]] : left[at++]);
  while (at < left.length) {
    if (left[at] < 0) {
      const line = left[at++] === MOVES_BEFORE ? found.length : found.findLastIndex(isForAll);
      moves.push([line, ...left.slice(at, at + 4)]);
      at += 4;
      continue;
    }
    const [telling, why, to] = [left[at++], left[at++], left[at++]];
    const values = tellings[telling].values.map(({ type, many }) =>
      many ? Array.from({ length: left[at++] }, () => one(type)) : [one(type)],
    );
    const turn = tellings[telling].turn.map(one);
    found.push({ telling, why, to, values, turn, moves: [] });
  }
  for (const [first, card, from, to, bits] of moves) {
    const line = first < 0 ? undefined : found.slice(first).find(isForAll);
    const same = line?.moves.find((move) => move.from === from && move.to === to);
    if (same) same.cards.push([card, bits]);
    else line?.moves.push({ from, to, cards: [[card, bits]] });
  }
  return found;
}

/** Names with commas between them; what is there more than once is said once, with how often. */
function eachOnce(names) {
  const times = (name) => names.filter((each) => each === name).length;
  return [...new Set(names)].map((name) => (times(name) > 1 ? `${name} ×${times(name)}` : name)).join(", ");
}

/** The events among such lines, each with the line that says which cards were counted for it. */
function storyOf(lines, tellings) {
  const counts = ({ telling }) => tellings[telling].event.startsWith(COUNTS);
  const plain = ({ telling, values }) =>
    values.flatMap((value, at) => {
      const { type, many } = tellings[telling].values[at];
      return many ? [value.length] : type === "number" ? value : [];
    });
  return lines.flatMap((line, at) => {
    if (counts(line)) return [];
    const before = lines.slice(Math.max(at - LOOKED_BACK, 0), at).findLast((each) => each.why === line.why);
    const isFor = before !== undefined && counts(before) && plain(line).includes(before.values[1][0]);
    return [{ ...line, counted: isFor ? before.values : null }];
  });
}

// ------------------------------------------------------------------ what a seat can tell of the table

/** What a seat (null: who only looks on) can tell: which cards it knows where, and what tells copies apart for it. */
class Sight {
  constructor(rules, seat, names) {
    const { about, wasm, state } = rules;
    this.rules = rules;
    this.seat = seat;
    this.names = names;
    this.memory = new DataView(wasm.memory.buffer);
    this.known = about.cards.map((_, card) => wasm.knows(state, card, seat ?? about.players) === 1);
    this.numbers = new Map();
    const every = about.cards.map((card) => card.name);
    const free = new Map(every.map((name) => [name, every.indexOf(name)]));
    for (const card of this.#inOrder()) {
      this.numbers.set(card, free.get(every[card]));
      free.set(every[card], free.get(every[card]) + 1);
    }
  }

  /** All cards that the seat knows, as it comes upon them: on the table, then on other cards. */
  #inOrder() {
    const { common, seats } = this.rules.placesOf;
    const found = [...common, ...seats.flat()].flatMap(([, zone, number]) => this.#knownIn(zone, number));
    for (const host of found) {
      if (!this.isSure(host)) continue;
      for (const [, zone, number] of this.on(host, this.rules.placesOf)) found.push(...this.#knownIn(zone, number));
    }
    const left = [...this.known.keys()].filter((card) => this.known[card] && !found.includes(card));
    return [...found, ...sorted(left, (card) => this.#look(card))];
  }

  /** The cards in a place that the seat knows, as they come in its view. */
  #knownIn(zone, number) {
    const known = this.pieces(zone, number).filter((card) => this.known[card]);
    const names = known.map((card) => this.card(card).name);
    if (zone.ordered || new Set(names).size === names.length) return known;
    return sorted(known, (card) => [names.indexOf(this.card(card).name), ...this.#look(card)]);
  }

  /** What tells a card from its copies: what is kept on it, and how many cards lie there. */
  #look(card) {
    const kept = this.#keptOn(card).map(([, variable, number]) => this.value(variable, number));
    return [...kept, ...this.on(card, this.rules.placesOf).map(([, zone, number]) => this.pieces(zone, number).length)];
  }

  #keptOn(card) {
    return this.on(card, this.rules.keptOf).filter(([, variable, number]) => this.opens(variable, number));
  }

  /** What of some belongings belongs to a card. */
  on(card, { kinds }) {
    return kinds[this.card(card).kind].map(([name, kept, number]) => [
      name,
      kept,
      number + (card - kept.from) * this.rules.wide(kept),
    ]);
  }

  card(card) {
    return this.rules.about.cards[card];
  }

  /** The cards in a place, the topmost first where there is an order. */
  pieces(zone, number) {
    const { about, wasm, state } = this.rules;
    const count = wasm.pieces(state, zone.first + number);
    const { at, bytes } = about.memory.pieces;
    return Array.from({ length: count }, (_, place) => this.memory.getInt16(at + bytes * place, true));
  }

  /** What a number, pointer or mark holds. */
  value({ at, bytes, signed }, number) {
    const read = `get${signed ? "Int" : "Uint"}${8 * bytes}`;
    return this.memory[read](this.rules.state + at + bytes * number, true);
  }

  /** Whether the seat sees what is kept there. */
  opens(kept, number) {
    if (kept.seen === "owner") {
      return kept.owner === "player" && Math.floor(number / this.rules.wide(kept)) === this.seat;
    }
    if (kept.seen === "expression") return this.rules.wasm[kept.sight](this.rules.state) === this.seat;
    return kept.seen === "everyone";
  }

  /** Whether the seat knows of a card not only where a copy of it lies, but that it is this one. */
  isSure(card) {
    if (!this.known[card]) return false;
    return !this.rules.copied[card] || this.opens(...this.lying(card));
  }

  /** The place in which a card lies, and which of its zone that is. */
  lying(card) {
    return this.rules.lying.get(this.rules.wasm.place(this.rules.state, card));
  }

  /** In whose place a card lies; null if in nobody's, or if the seat may not know. */
  owner(card) {
    if (!this.known[card]) return null;
    const [zone, number] = this.lying(card);
    return zone.owner === "player" ? Math.floor(number / this.rules.wide(zone)) : null;
  }

  // ---------------------------------------------------------------- the table

  /** Numbers, pointers and marks that the seat may see, by their names. */
  tracks(owned) {
    const open = owned.filter(([, variable, number]) => this.opens(variable, number));
    return new Map(open.map(([name, variable, number]) => [name, this.data(variable, this.value(variable, number))]));
  }

  /** Places by their names: how many cards lie there, and those that the seat knows, null for others. */
  zones(owned) {
    return new Map(owned.map(([name, zone, number]) => [name, this.#zone(zone, this.pieces(zone, number))]));
  }

  #zone(zone, pieces) {
    const numbered = (card) => [this.numbers.get(card) ?? Infinity];
    const cards = zone.ordered ? pieces : sorted(pieces, numbered);
    return { count: cards.length, cards: cards.map((card) => (this.numbers.has(card) ? this.#shown(card) : null)) };
  }

  #shown(card) {
    const { name, called } = this.card(card);
    const isSure = this.isSure(card);
    const places = isSure ? this.on(card, this.rules.placesOf) : [];
    const held = places.filter(([, zone, number]) => this.pieces(zone, number).length);
    const marks = isSure ? this.marks(card) : new Map();
    return { name, called, piece: this.numbers.get(card), marks, zones: this.zones(held) };
  }

  /** What is kept on a card, as far as the seat may see it, but nothing of what holds nothing. */
  marks(card) {
    const something = ([, variable, number]) => {
      const value = this.value(variable, number);
      const isCounted = variable.type === "number" || variable.type === "yes or no";
      return isCounted ? value !== 0 && value !== NO_NUMBER : value >= 0;
    };
    return this.tracks(this.#keptOn(card).filter(something));
  }

  /** What a number, pointer or mark holds, as JSON. */
  data({ type }, value) {
    if (type === "yes or no") return value !== 0;
    if (type === "number") return value === NO_NUMBER ? null : value;
    if (value < 0) return null;
    if (type === "player") return { player: value };
    const thing = this.rules.listed(type.startsWith("label ") ? type : "piece")[value];
    return type.startsWith("label ") ? thing.name : { card: thing.name, shown: thing.called };
  }

  /** For whom and what phases are played, as far as the seat may know. */
  acting() {
    const running = new Map();
    for (const { phase, number, player } of this.rules.about.state.subjects) {
      const variable = this.rules.number[number];
      const value = this.value(variable, 0);
      const holds = (name) => name !== null && this.value(this.rules.number[name], 0) === this.seat;
      if (value < 0 || (variable.type === "piece" && !this.known[value] && !holds(player))) continue;
      running.set(phase, [...(running.get(phase) ?? []), this.data(variable, value)]);
    }
    return running;
  }
}

/** A list in the order of a key, a list of numbers or of strings. */
function sorted(list, key) {
  return list
    .map((each) => [key(each), each])
    .sort(([one], [other]) => compared(one, other))
    .map(([, each]) => each);
}

function compared(one, other) {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    const order = typeof a === "string" ? compared(points(a), points(b)) : Number(a > b) - Number(a < b);
    if (order) return order;
  }
  return one.length - other.length;
}

/** The characters of a text by their numbers, as which Python compares them. */
function points(text) {
  return Array.from(text, (each) => each.codePointAt(0));
}

// ------------------------------------------------------------------ the decision

/** The options of the decision that is awaited, for who is asked. */
class Asked {
  constructor(sight, number) {
    const { about, wasm, state } = sight.rules;
    this.sight = sight;
    this.rules = sight.rules;
    this.asked = about.decisions[number];
    const { places } = about.layout.decisions[number];
    const count = wasm.options(state);
    this.options = Array.from({ length: count }, (_, at) => {
      const list = wasm.option_list(at);
      return { told: this.asked.options[list] ?? null, element: wasm.option_element(at), pattern: places[list] ?? null };
    });
    this.numbers = this.#numbered();
  }

  /** The numbers of the view, and others for cards that it does not show, as they are offered. */
  #numbered() {
    const numbers = new Map(this.sight.numbers);
    const names = this.rules.about.cards.map((card) => card.name);
    const given = new Set(numbers.values());
    for (const { told, element } of this.options) {
      if (told?.type !== "piece" || numbers.has(element)) continue;
      let free = this.#names(told, element) ? names.indexOf(names[element]) : names.length;
      const isOther = (at) => at < names.length && names[at] !== names[element];
      while (given.has(free) || isOther(free)) free++;
      numbers.set(element, free);
      given.add(free);
    }
    return numbers;
  }

  /** Whether who decides may read in an option which card this is. */
  #names(told, card, element = card) {
    return card < 0 || (told.of_all && card === element) || this.sight.known[card];
  }

  /** All options: text, data, and what they speak of. */
  list() {
    return this.options.map(({ told, element, pattern }) => {
      if (told === null) return { text: this.asked.end, data: { kind: "done" }, names: [] };
      const values = told.values.map(({ call }) => (call ? this.rules.wasm[call](this.rules.state, element) : element));
      return {
        text: this.#text(told, element, values),
        data: this.#data(told, element),
        names: this.#placed(pattern, this.#things(told, element, values)),
      };
    });
  }

  /** What an option names, with the place that it is about, if there is one for its label. */
  #placed(pattern, names) {
    if (pattern === null) return names;
    return [...names, { place: pattern.replace("{seat}", this.sight.seat).replace("{label}", () => names[0].label) }];
  }

  #text(told, element, values) {
    const types = told.values.map(({ type }) => type);
    const said = values.map((value, at) => {
      if (types[at] === "piece" && !this.#names(told, value, element)) return this.rules.about.words["a card"];
      const word = this.rules.word(types[at], value, this.sight.names);
      return told.values[at].call ? word : word + this.#whose(told, element);
    });
    return this.rules.filled(told.text, types, values, said, this.sight.seat);
  }

  /** Whose the card is that is offered, if it is another player's. */
  #whose(told, element) {
    const owner = told.type === "piece" ? this.sight.owner(element) : null;
    return owner === null || owner === this.sight.seat ? "" : ` (${this.sight.names[owner]})`;
  }

  #data(told, element) {
    const { word, type } = told;
    const { form } = this.asked;
    if (form === "may") return { kind: "answer", answer: word };
    const kind = { powers: "power", menu: "option" }[form] ?? "choose";
    const data = { kind };
    if (word) data[kind === "power" ? "power" : "option"] = word;
    if (type === "player") data.player = element >= 0 ? element : null;
    else if (type === "number") data.number = element === NO_NUMBER ? null : element;
    else if (type === "yes or no") data["yes-or-no"] = element;
    else if (type === "piece") {
      data.card = this.#names(told, element) ? this.sight.card(element).name : null;
      data.piece = this.numbers.get(element);
      data.owner = this.sight.owner(element);
    } else if (type !== null) {
      data[listOf(type)] = element >= 0 ? this.rules.listed(type)[element].name : null;
    }
    return data;
  }

  #things(told, element, values) {
    const found = told.type === null ? [] : this.#thing(told, told.type, element, element);
    told.values.forEach(({ type, call }, at) => {
      if (call) found.push(...this.#thing(told, type, values[at], element));
    });
    const texts = found.map((each) => JSON.stringify(each));
    return found.filter((_, at) => texts.indexOf(texts[at]) === at);
  }

  #thing(told, type, value, element) {
    if (type !== "piece") return this.rules.things(type, value);
    if (value < 0) return [];
    const isNamed = this.#names(told, value, element);
    const piece = this.numbers.get(value) ?? null;
    return isNamed || piece !== null ? [{ card: isNamed ? this.sight.card(value).name : null, piece }] : [];
  }
}

// ------------------------------------------------------------------ what a seat sees, as one value

class Projection {
  /** What there is to see for a `sight`, who only looks on (`open`), and of what was `told`. */
  constructor(rules, sight, told, since) {
    const { wasm, state, about } = rules;
    this.rules = rules;
    this.layout = about.layout;
    this.sight = sight;
    this.open = sight.seat === null ? sight : new Sight(rules, null, sight.names);
    this.told = told;
    this.since = Math.max(since, 0);
    this.called = new Map(this.layout.cards.map((card) => [card.card, card.called]));
    this.tracks = sight.tracks(rules.keptOf.common);
    this.decision = wasm.decision(state);
    this.asked = this.decision < 0 ? null : wasm.decider(state);
    this.where = new Map();
  }

  value() {
    const { version, edition, words, cards, labels } = this.layout;
    const places = this.#places();
    return {
      version,
      edition,
      words,
      seat: this.sight.seat,
      turn: this.#turn(),
      numbers: this.#kept(
        new Map([...this.tracks].filter(([, value]) => playerIn(value) === null)),
        this.open.tracks(this.rules.keptOf.common),
      ),
      marked: this.#marked(),
      seats: this.sight.names.map((name, seat) => this.#seat(seat, name)),
      places,
      cards,
      labels,
      decision: this.#question(),
      told: this.told.length,
      story: this.told.slice(this.since).map((entry, at) => this.#event(entry, this.since + at)),
      scores: this.layout.score !== null && this.asked !== null ? this.#scores() : null,
      outcome: this.#outcome(),
    };
  }

  // ---------------------------------------------------------------- whose turn it is

  #turn() {
    const acting = this.sight.acting();
    const certain = this.asked === null ? [] : this.layout.decisions[this.decision].phases;
    const names = [...certain, ...[...acting.keys()].filter((name) => !certain.includes(name))];
    const phases = names.map((name) => this.#phase(name, acting.get(name) ?? []));
    const turn = phases.find((each) => each.player !== null);
    const { counted } = this.layout;
    const counting = names.find((name) => Object.hasOwn(counted, name));
    return {
      player: turn ? turn.player : this.asked,
      as: turn ? turn.card : null,
      asked: this.asked,
      phases,
      round: counting === undefined ? null : this.tracks.get(counted[counting]),
    };
  }

  #phase(phase, given) {
    return {
      phase,
      called: this.layout.phases[phase],
      player: given.find((value) => playerIn(value) !== null)?.player ?? null,
      card: given.find((value) => value?.card !== undefined)?.card ?? null,
    };
  }

  // ---------------------------------------------------------------- numbers and marks

  /** What of this says something; it is `secret` if others see less. */
  #kept(tracks, others) {
    return Object.entries(this.layout.kept).flatMap(([name, { called, labels, passing, aside }]) => {
      const value = tracks.get(name) ?? null;
      if (value === null || value === false || (value === 0 && passing)) return [];
      const secret = JSON.stringify(others.get(name)) !== JSON.stringify(value);
      return [{ name, called, value, said: this.#said(value, labels), aside, secret }];
    });
  }

  #said(value, labels) {
    if (typeof value === "boolean") return null;
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return this.layout.labels[labels][value].called;
    return playerIn(value) !== null ? this.sight.names[value.player] : this.called.get(value.card);
  }

  /** What is kept openly on cards of which the seat does not know where they lie. */
  #marked() {
    const found = new Map();
    this.sight.known.forEach((_, piece) => {
      if (this.sight.isSure(piece)) return;
      const { name: card, called } = this.sight.card(piece);
      for (const [name, value] of this.sight.marks(piece)) {
        const said = this.#said(value, this.layout.kept[name].labels);
        found.set(name, [...(found.get(name) ?? []), { card, called, value, said }]);
      }
    });
    const names = Object.keys(this.layout.kept).filter((name) => found.has(name));
    return names.map((name) => {
      const { called, aside } = this.layout.kept[name];
      const key = ({ card, said, value }) => [card, said ?? "", JSON.stringify(value)];
      return { name, called, aside, cards: sorted(found.get(name), key) };
    });
  }

  // ---------------------------------------------------------------- seats, places and pieces

  #seat(seat, name) {
    const owned = this.rules.keptOf.seats[seat];
    const signs = Object.entries(this.layout.kept).filter(([sign]) => playerIn(this.tracks.get(sign)) === seat);
    return {
      seat,
      name,
      signs: signs.map(([sign, { called }]) => ({ name: sign, called })),
      numbers: this.#kept(this.sight.tracks(owned), this.open.tracks(owned)),
    };
  }

  #places() {
    const { common, seats } = this.rules.placesOf;
    const zones = (owned) => [this.sight.zones(owned), this.open.zones(owned)];
    const theirs = seats.flatMap((owned, seat) => this.#zones(`${seat}/`, seat, null, ...zones(owned)));
    return [...this.#zones("", null, null, ...zones(common)), ...theirs];
  }

  #zones(before, seat, on, zones, others) {
    const names = Object.keys(this.layout.places).filter((name) => zones.has(name));
    return names.flatMap((name) =>
      this.#place({ place: before + name, name, seat, on }, zones.get(name), others.get(name)),
    );
  }

  /** A place, and those on the cards in it; it is `secret` if others see less of it. */
  #place(head, { count, cards }, other) {
    const { called, kind, ordered } = this.layout.places[head.name];
    const known = (zone) => JSON.stringify(zone.cards.map((card) => card?.name));
    const secret = other === undefined || known({ cards }) !== known(other);
    const both = cards.map((card, at) => [card, secret ? card : other.cards[at], at]);
    const pairs = both.filter(([card]) => card !== null);
    const pieces = pairs.map(([card, same, at]) => this.#piece(card, same, ordered ? at : null, head.place));
    const hosts = pairs.filter(([card]) => card.zones.size);
    const below = hosts.flatMap(([card, same]) =>
      this.#zones(`#${card.piece}/`, head.seat, card.piece, card.zones, same.zones),
    );
    return [{ ...head, called, kind, count, ordered, secret, pieces }, ...below];
  }

  #piece({ piece, name, called, marks }, other, at, place) {
    this.where.set(piece, place);
    return { piece, card: name, called, at, marks: this.#kept(marks, other.marks) };
  }

  // ---------------------------------------------------------------- the question and the news

  #question() {
    if (this.asked === null) return null;
    const { kind, form, prompt, doing, card, why } = this.layout.decisions[this.decision];
    const isAsked = this.asked === this.sight.seat;
    const options = isAsked ? new Asked(this.sight, this.decision).list() : null;
    return {
      player: this.asked,
      kind,
      form,
      prompt,
      doing,
      about: null,
      card,
      because: this.layout.rules[why],
      options: options?.map(({ names, ...rest }, index) => {
        const placed = (ref) => ("piece" in ref ? { ...ref, place: this.where.get(ref.piece) ?? null } : ref);
        return { index, ...rest, names: names.map(placed) };
      }) ?? null,
    };
  }

  #event({ telling, why, values, turn, moves, counted }, number) {
    const told = this.rules.about.tellings[telling];
    const { words } = this.rules.about;
    const viewer = this.sight.seat ?? this.rules.about.players;
    const [said, names, numbers] = [[], [], []];
    told.values.forEach(({ type, many }, at) => {
      const word = (value) => this.rules.word(type, value, this.sight.names);
      const isHidden = ([, bits]) => !((bits >> viewer) & 1);
      const list = type === "piece" ? values[at].filter((each) => !isHidden(each)).map(([card]) => word(card)) : values[at].map(word);
      const hidden = values[at].length - list.length;
      if (hidden) list.push(hidden > 1 ? words["{count} cards"].replace("{count}", hidden) : words["a card"]);
      said.push(list.join(", ") || words.nothing);
      for (const value of values[at]) {
        if (type === "number" && value !== NO_NUMBER) numbers.push(value);
        names.push(...(type === "piece" ? this.#told(value, viewer) : this.rules.things(type, value)));
      }
    });
    const types = told.values.map(({ type, many }) => (many ? "" : type));
    const single = values.map(([value]) => value);
    const text = this.rules.filled(told.text, types, single, said, this.sight.seat);
    const because = this.layout.rules[why];
    const reason = this.#reason(because, counted, viewer);
    const head = { number, event: told.event, turn: this.#turnOf(turn, viewer), text, names, numbers };
    return { ...head, moves: this.#moves(moves, viewer), ...reason, why: this.layout.why[why], because };
  }

  /** The moves of cards that belong to an event: cards that the seat does not know have no name and come last. */
  #moves(moves, viewer) {
    const { firstCopy, placeIds } = this.rules;
    return moves.flatMap(({ from, to, cards }) => {
      const known = cards.filter(([, bits]) => (bits >> viewer) & 1).map(([card]) => firstCopy[card]);
      const ends = { from: placeIds.get(from) ?? null, to: placeIds.get(to) ?? null };
      const found = [...new Set(known)].sort((one, other) => one - other).map((card) => ({
        card: this.rules.about.cards[card].name,
        count: known.filter((each) => each === card).length,
        ...ends,
      }));
      const others = cards.length - known.length;
      return others ? [...found, { card: null, count: others, ...ends }] : found;
    });
  }

  /** In which round and whose turn something happened, and as which card, if the seat knows it. */
  #turnOf([round = NO_NUMBER, player = -1, card = [-1, 0]], viewer) {
    const [known] = this.#told(card, viewer);
    return {
      round: round === NO_NUMBER ? null : round,
      player: player < 0 ? null : player,
      as: known?.card ?? null,
    };
  }

  /** Which cards were counted for an event, whose power that is, and both in words. */
  #reason(because, counted, viewer) {
    const isKnown = counted !== null && [...counted[0], counted[2][0]].every(([, bits]) => (bits >> viewer) & 1);
    const cards = isKnown ? counted[0].map(([card]) => this.sight.card(card).name) : [];
    const played = isKnown && counted[2][0][0] >= 0 ? this.sight.card(counted[2][0][0]).name : null;
    const by = because.card ?? played;
    const called = eachOnce(cards.map((card) => this.called.get(card)));
    const said = [];
    if (cards.length && cards.length <= FEW) said.push(this.rules.about.words["for {cards}"].replace("{cards}", () => called));
    if (by !== null) said.push(`(${this.called.get(by)})`);
    return { for: cards.map((card) => ({ card })), by, reason: said.join(" ") };
  }

  /** A card in the story, as a seat was told it. */
  #told([card, bits], viewer) {
    if (!((bits >> viewer) & 1)) return [{ card: null }];
    return card >= 0 ? [{ card: this.sight.card(card).name }] : [];
  }

  // ---------------------------------------------------------------- how it ended

  #scores() {
    const { wasm, state, about } = this.rules;
    return this.sight.names.map((_, seat) => {
      const points = wasm.score(state, seat);
      const lines = new Map();
      for (const { called, call } of about.outcome.parts) {
        lines.set(called, (lines.get(called) ?? 0) + wasm[call](state, seat));
      }
      const rest = points - [...lines.values()].reduce((sum, each) => sum + each, 0);
      const other = about.words["other rules"];
      if (rest && lines.size) lines.set(other, (lines.get(other) ?? 0) + rest);
      const shown = [...lines].filter(([, each], at) => each || at === 0);
      return { points, parts: shown.map(([called, each]) => ({ called, points: each })) };
    });
  }

  #outcome() {
    const { wasm, state, about } = this.rules;
    const { values, sides, because } = about.outcome;
    if (this.asked !== null || !values.length) return null;
    const seats = [...this.sight.names.keys()];
    const winners = wasm.winners(state);
    const side = (seat) => about.labels[sides][wasm[values.at(-1)](state, seat)].called;
    return {
      reason: because === null ? "" : this.#ending(because),
      winners: seats.filter((seat) => (winners >> seat) & 1),
      teams: typeof sides === "string" ? seats.map(side) : [],
      together: sides === true,
      scores: about.outcome.counted ? this.#scores() : [],
    };
  }

  /** Why the game is over, as all read it: a card that not all know is none in particular. */
  #ending({ text, values }) {
    const { wasm, state, about } = this.rules;
    const all = [...Array(about.players + 1).keys()];
    const found = values.map(({ call }) => wasm[call](state));
    const said = values.map(({ type }, at) => {
      const isKnown = type !== "piece" || found[at] < 0 || all.every((seat) => wasm.knows(state, found[at], seat));
      return isKnown ? this.rules.word(type, found[at], this.sight.names) : about.words["a card"];
    });
    return this.rules.filled(text, values.map(({ type }) => type), found, said, null);
  }
}

/** The seat that a value points to, if it points to one. */
function playerIn(value) {
  return value?.player ?? null;
}
