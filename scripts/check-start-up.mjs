// Checks that `recast --help` answers soon: its time minus the time of an empty Node.js program, the least of several runs each.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./files.mjs";

const LIMIT_MS = 150;
/** The least of these many runs; on a machine busy with other work more are needed to see an undisturbed one. */
const RUNS = 12;
const MOST_RUNS = 80;

/** @param {readonly string[]} args */
function timeMs(args) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) {
    console.error(`node ${args.join(" ")} ended with ${status}:\n${stderr}`);
    process.exit(1);
  }
  return performance.now() - began;
}

let help = Number.POSITIVE_INFINITY;
let empty = Number.POSITIVE_INFINITY;
for (let run = 0; run < RUNS || (run < MOST_RUNS && help - empty >= LIMIT_MS); run += 1) {
  empty = Math.min(empty, timeMs(["-e", "0"]));
  help = Math.min(help, timeMs([join(root, "dist/cli/main.js"), "--help"]));
}
const extra = Math.round(help - empty);
console.log(`recast --help takes ${extra} ms more than an empty program; limit ${LIMIT_MS} ms`);
process.exitCode = extra < LIMIT_MS ? 0 : 1;
