// Plays random games of a file that `rulewright build` wrote:  node random-games.mjs classic.wasm [SEED] [GAMES]
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const [file, seed = "1", games = "100000"] = argv.slice(2);
const { load } = await import(new URL("rulewright.mjs", pathToFileURL(resolve(file))));
const rules = await load(await readFile(file));

// ---------------------------------------------------------------- one game, as who looks on sees it

const game = rules.game({ seed });
const all = game.seat(game.asked).decision;
console.log(`${game.names[all.player]} ${all.kind}: ${all.options.map((option) => option.text).join(", ")}`);
let told = 0;
while (!game.over) {
  game.choose(Math.floor(Math.random() * game.count));
  if (game.choices.length > 12) continue;
  const seen = game.seat(null, told);
  for (const { text } of seen.story) console.log(`  ${text}`);
  ({ told } = seen);
}
const { scores, winners, reason } = game.seat().outcome;
const points = scores.map((score, seat) => `${game.names[seat]} ${score.points}`).join(", ");
console.log(`after ${game.choices.length} choices (${reason}): ${points}; won by ${winners.map((seat) => game.names[seat])}`);

// ---------------------------------------------------------------- very many games, added up in the module

const { about, wasm } = rules;
const begun = performance.now();
wasm.sums(Number(games), BigInt(seed));
const seconds = (performance.now() - begun) / 1000;
const { at, columns } = about.memory.sums;
const sums = new BigInt64Array(wasm.memory.buffer, at, columns.length);
const mean = (column) => Number(sums[columns.findIndex(column)]) / Number(games);
const won = columns.filter((each) => "wins" in each).map((each) => (mean((other) => other === each) / each.parts).toFixed(3));
console.log(`${games} games of ${about.name}, ${Math.round(games / seconds)} a second`);
console.log(
  `decisions ${mean((each) => each.count === "decisions").toFixed(1)}, winner's score ` +
    `${mean((each) => each.count === "winner score").toFixed(2)}, won by seat ${won.join(" ")}`,
);
