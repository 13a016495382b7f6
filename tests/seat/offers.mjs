// What a game offers besides what its seats see:  node offers.mjs MODULE FILE SEED
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const [path, file, seed] = argv.slice(2);
const { load } = await import(pathToFileURL(path));
const rules = await load(await readFile(file));
const all = (game) => JSON.stringify([null, ...game.names.keys()].map((seat) => game.seat(seat)));

// Games stand beside each other, though they share one memory.
const game = rules.game({ seed });
const other = rules.game({ seed: 5n });
const first = JSON.stringify(game.seat(0));
const before = all(game);
other.choose(0);
assert.equal(all(game), before);

// A wrong choice changes nothing.
for (const wrong of [-1, game.count, 0.5, "0", undefined]) assert.throws(() => game.choose(wrong), RangeError);
assert.throws(() => game.seat(4), RangeError);
assert.throws(() => game.undo(), RangeError);
assert.equal(all(game), before);

// A choice by its data; back again; a copy goes on for itself.
const [option] = game.seat(game.asked).decision.options;
assert.throws(() => game.chooseData({ kind: "shout" }), RangeError);
game.chooseData(option.data);
const after = all(game);
assert.notEqual(after, before);
const copy = game.copy();
copy.choose(0);
assert.equal(all(game), after);
copy.undo();
assert.equal(all(copy), after);
copy.undo();
assert.equal(all(copy), before);
assert.equal(all(game), after);

// Saved, and taken up again; only with the same rules.
for (let made = 0; made < 60; made++) game.choose((made * 7) % game.count);
const saved = JSON.parse(JSON.stringify(game.save()));
assert.equal(all(rules.game(saved)), all(game));
assert.throws(() => rules.game({ ...saved, rules: "others" }), TypeError);

// Played to the end.
while (!game.over) game.choose(0);
assert.equal(game.asked, null);
assert.ok(game.seat().outcome.winners.length);
assert.throws(() => game.choose(0), RangeError);
await assert.rejects(load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), TypeError);
console.log(first);
