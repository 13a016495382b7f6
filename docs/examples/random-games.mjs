// Plays random games of a file that `rulewright build` wrote:  node random-games.mjs classic.wasm [SEED] [GAMES]
import { readFile } from "node:fs/promises";
import { argv } from "node:process";

const [file, seed = "1", games = "100000"] = argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "rulewright")[0]));
const { exports: wasm } = await WebAssembly.instantiate(module, {});

// ---------------------------------------------------------------- memory: what is beyond `free` is ours

let free = about.memory.free;

function newState() {
  const at = free;
  free += Math.ceil(about.state.bytes / 16) * 16;
  const missing = free - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  return at;
}

// ---------------------------------------------------------------- words

function word(type, value) {
  const [kind, of] = type.split(" ");
  if (kind === "number") return value === -(2 ** 31) ? about.words.nothing : String(value);
  if (kind === "yes") return value ? about.words.yes : about.words.no;
  if (kind === "player") return value < 0 ? about.words.nobody : "ABCDEFGH"[value];
  if (value < 0) return about.words.nothing;
  return ({ piece: about.cards, design: about.designs }[kind] ?? about.labels[of])[value].called;
}

function filled(parts, values, told) {
  const part = (each) => {
    if (typeof each === "string") return each;
    if (typeof each === "number") return word(values[each].type, told[each]);
    const [at, one, several] = each; // a word that bends to a number
    return about.singular.includes(told[at]) ? one : several;
  };
  return parts.map(part).join("");
}

function label(state, index) {
  const asked = about.decisions[wasm.decision(state)];
  const [list, element] = [wasm.option_list(index), wasm.option_element(index)];
  if (list < 0) return asked.end;
  const { text, values } = asked.options[list];
  return filled(text, values, values.map(({ call }) => (call ? wasm[call](state, element) : element)));
}

// ---------------------------------------------------------------- one game, a decision at a time

const state = newState();
let count = wasm.new_game(state, BigInt(seed));
while (count > 0) {
  const labels = Array.from({ length: count }, (_, index) => label(state, index));
  const index = Math.floor(Math.random() * count);
  if (wasm.made(state) < 8) {
    const { name } = about.decisions[wasm.decision(state)];
    console.log(`${word("player", wasm.decider(state))} ${name}: ${labels.join(", ")} -> ${labels[index]}`);
  }
  count = wasm.choose(state, index);
}
const seats = [...Array(about.players).keys()];
const scores = seats.map((seat) => `${word("player", seat)} ${wasm.score(state, seat)}`);
const winners = seats.filter((seat) => (wasm.winners(state) >> seat) & 1);
console.log(`after ${wasm.made(state)} decisions: ${scores.join(", ")}; won by ${winners.map((s) => word("player", s))}`);

// ---------------------------------------------------------------- very many games, added up in the module

const begun = performance.now();
wasm.sums(Number(games), BigInt(seed));
const seconds = (performance.now() - begun) / 1000;
const { at, columns } = about.memory.sums;
const sums = new BigInt64Array(wasm.memory.buffer, at, columns.length);
const mean = (column) => Number(sums[columns.findIndex(column)]) / Number(games);
const won = seats.map((seat) => (mean((c) => c.wins === seat) / 840).toFixed(3));
console.log(`${games} games of ${about.name}, ${Math.round(games / seconds)} a second`);
console.log(`decisions ${mean((c) => c.count === "decisions").toFixed(1)}, winner's score ` +
  `${mean((c) => c.count === "winner score").toFixed(2)}, won by seat ${won.join(" ")}`);
