// `npm start`: set-up, then the demo audit, with anything after `npm start --` passed on to it.
import { join } from "node:path";
import { root } from "./files.mjs";
import { run } from "./run.mjs";
import { setUp } from "./set-up.mjs";

const out = "recast-demo";
await setUp();
const demo = [process.execPath, join(root, "dist/cli/main.js"), "demo", "--out", out, ...process.argv.slice(2)];
const { code } = await run(demo, { show: true });
if (code === 0) {
  console.error(`\nThe report is in ${join(root, out)}`);
  console.error("The same in a browser, with your own files too: node dist/cli/main.js studio");
}
process.exitCode = code;
