// One who thinks against others who choose by lot:  node thinking.mjs classic.wasm [SEED] [GAMES] [SIMULATIONS]
import { readFile } from "node:fs/promises";
import { argv, cpuUsage } from "node:process";

const [file, seed = "1", games = "20", simulations = "500"] = argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "rulewright")[0]));
const { exports: wasm } = await WebAssembly.instantiate(module, {});
const { memory } = about;

// ---------------------------------------------------------------- memory: what is beyond `free` is ours

let free = memory.free;

function room(bytes) {
  const at = free;
  free += Math.ceil(bytes / 16) * 16;
  const missing = free - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  return at;
}

const WORLDS = 8; // games dealt anew at a time, in one after the other of which simulations are made
const EACH = 8; // simulations in each of them
const CHOICES = 1 << 14; // as many has a tree room for, and a game
const first = room(about.state.bytes);
const now = room(about.state.bytes);
const worlds = room(about.state.bytes * WORLDS);
const back = room(memory.dealing.bytes);
const tree = room(memory.search.head + memory.search.choice * CHOICES);
const made = room(4 * CHOICES);

// ---------------------------------------------------------------- thinking: what a seat knows, and nothing else

let worldsDealt = 0;
let simulated = 0;

function think(count, lot) {
  wasm.look_back(back, first, made, count, wasm.decider(now));
  wasm.plant(tree, CHOICES, lot());
  for (let left = Number(simulations); left > 0; left -= WORLDS * EACH) {
    for (let world = 0; world < WORLDS; world++) wasm.deal(worlds + world * about.state.bytes, back, lot());
    try {
      wasm.search(worlds, WORLDS, WORLDS * EACH, tree);
    } catch {
      // a game for which the module has no room: what was simulated before it counts all the same
    }
    worldsDealt += WORLDS;
    simulated += WORLDS * EACH;
  }
  const options = wasm.found(worlds, tree);
  const found = new DataView(wasm.memory.buffer, memory.search.at);
  const visits = Array.from({ length: options }, (_, index) => found.getBigInt64(index * memory.search.bytes, true));
  return visits.reduce((best, often, index) => (often > visits[best] ? index : best), 0);
}

// ---------------------------------------------------------------- games, the thinker at one seat after the other

let drawn = BigInt(seed) * 1_000_003n;
const lot = () => (drawn = BigInt.asUintN(64, drawn * 6364136223846793005n + 1442695040888963407n)) >> 20n;
let won = 0;
let thought = 0;
let spent = 0; // microseconds of CPU time
for (let game = 0; game < Number(games); game++) {
  const thinker = game % about.players;
  let count = wasm.new_game(first, BigInt(seed) + BigInt(game));
  wasm.copy(now, first);
  for (let decision = 0; count > 0; decision++) {
    const begun = cpuUsage();
    const thinks = wasm.decider(now) === thinker;
    const index = thinks ? think(decision, lot) : Number(lot() % BigInt(count));
    if (thinks) [thought, spent] = [thought + 1, spent + cpuUsage(begun).user];
    new Int32Array(wasm.memory.buffer, made, CHOICES)[decision] = index;
    count = wasm.choose(now, index);
  }
  const winners = wasm.winners(now);
  if ((winners >> thinker) & 1) won += 1 / winners.toString(2).replaceAll("0", "").length;
}
console.log(`${games} games of ${about.name}: one of ${about.players} thinks, and wins ${won.toFixed(1)}`);
const each = (count) => Math.round((1e6 * count) / spent);
console.log(`${thought} decisions, ${(spent / 1000 / thought).toFixed(1)} ms each; ` +
  `${each(simulated)} simulations and ${each(worldsDealt)} games dealt anew a second`);
