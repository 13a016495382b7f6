// Bundles the extension into build/extension.js, with the licences of all that went into it beside it.
import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { metafile } = await build({
  entryPoints: ["extension.js"], outfile: "build/extension.js", bundle: true, minify: true, metafile: true,
  platform: "node", target: "node20", format: "cjs", external: ["vscode"], logLevel: "warning",
});
const packages = new Set(Object.keys(metafile.inputs).map((file) => file.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]));
const notices = [...packages].filter(Boolean).sort().map((folder) => {
  const name = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!name) throw new Error(`${folder} comes without a licence`);
  return `${folder.replace(/.*node_modules\//, "")}\n\n${readFileSync(join(folder, name), "utf8").trim()}\n`;
});
writeFileSync("build/NOTICES.txt", notices.join(`\n${"-".repeat(80)}\n\n`));
