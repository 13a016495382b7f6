// Plays games of built files as it is told, and compares what their seats see:  node in_node.mjs MODULE JOBS
// Each line of JOBS is a game: a file, a seed, names, and steps. A step is an option that is chosen,
// [seat, since, text], which is what a seat is to see, or the bytes of a state, in hexadecimal, that is put there.
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(argv[2]));
let compared = 0;
for (const line of (await readFile(argv[3], "utf-8")).trimEnd().split("\n")) {
  const { file, seed, names, steps } = JSON.parse(line);
  const rules = await load(await readFile(file));
  const game = rules.game({ seed, names });
  steps.forEach((step, number) => {
    if (typeof step === "number") return game.choose(step);
    if (typeof step === "string") {
      game.asked; // the state of this game is the one in memory
      return new Uint8Array(rules.wasm.memory.buffer).set(Buffer.from(step, "hex"), rules.state);
    }
    const [seat, since, text] = step;
    const found = JSON.stringify(game.seat(seat, since));
    compared += 1;
    if (found === text) return;
    let at = 0;
    while (found[at] === text[at]) at += 1;
    const near = [text, found].map((each) => each.slice(Math.max(at - 300, 0), at + 200));
    throw new Error(`${file}, step ${number}, seat ${seat}:\n  ${near[0]}\nbut in node:\n  ${near[1]}`);
  });
}
console.log(compared);
