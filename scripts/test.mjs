// `npm test`: set-up, every gate and the test suite, one line each; output is shown for what fails only.
// Arguments after `npm test --` go to vitest. The last line counts gates and tests: "N passed, N failed".
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, root } from "./files.mjs";
import { run, tool } from "./run.mjs";
import { bringUpToDate, nodeComplaint, setUpSteps } from "./set-up.mjs";
import { readTestCounts } from "./test-counts.mjs";

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {readonly string[]} command
 */

/** @param {string} name @param {...string} args */
const script = (name, ...args) => [process.execPath, join(root, "scripts", name), ...args];

/** @type {readonly Gate[]} */
const gates = [
  { name: "format and lint", command: tool("@biomejs/biome/bin/biome", "check", "--error-on-warnings") },
  { name: "types", command: tool("typescript/bin/tsc", "-p", ".") },
  { name: "imports, cycles, sizes", command: script("check-imports.mjs") },
  { name: "links in the docs", command: script("check-links.mjs") },
  { name: "no machine's own names", command: script("check-text.mjs") },
  { name: "unused code", command: tool("knip/bin/knip.js") },
  { name: "packed package", command: script("check-package.mjs") },
  { name: "start-up time", command: script("check-start-up.mjs") },
];

let passed = 0;
let failed = 0;
/** @type {string[]} */
const skipped = [];

/**
 * Prints the line of one step, and what it said when it failed.
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string, note?: string }>} work
 */
async function step(name, work) {
  const began = performance.now();
  process.stdout.write(name.padEnd(26));
  const { code, output, note = "" } = await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  console.log(`${code === 0 ? "ok    " : "FAILED"}${seconds} s${note === "" ? "" : `   ${note}`}`);
  if (code !== 0) console.log(`${output.trimEnd()}\n`);
  return code === 0;
}

/** @param {boolean} ok */
function count(ok) {
  if (ok) passed += 1;
  else failed += 1;
}

/** The last line a passing gate printed, if it is short enough to fit after the gate's name. */
function lastLine(/** @type {string} */ output) {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  return line.length <= 80 ? line : "";
}

/**
 * Runs vitest and counts its tests.
 * @param {string} name of the report it leaves
 * @param {readonly string[]} args
 */
async function runTests(name, args) {
  const report = `build/vitest-${name}.json`;
  rmSync(join(root, report), { force: true });
  rmSync(join(root, "coverage"), { recursive: true, force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const { code, output } = await run(tool("vitest/vitest.mjs", "run", ...reporters, ...args), { env });
  const counts = readTestCounts(readIfThere(join(root, report)), code);
  passed += counts.passed;
  failed += counts.failed;
  skipped.push(...counts.skipped);
  const summary = readIfThere(join(root, "coverage/coverage-summary.json"));
  const covered = summary === null ? "" : `, ${JSON.parse(summary).total.lines.pct} % of lines covered`;
  return { code: counts.failed === 0 ? code : 1, output, note: `${counts.passed} passed${covered}` };
}

async function main() {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== null) {
    console.log(complaint);
    failed += 1;
    return;
  }
  for (const setUpStep of setUpSteps) {
    const ok = await step(setUpStep.name, async () => {
      const { changed, code, output } = await bringUpToDate(setUpStep);
      return { code, output, note: changed ? "" : "nothing changed" };
    });
    count(ok);
    if (!ok && setUpStep.name.startsWith("install")) return;
  }
  for (const gate of gates) {
    const ok = await step(gate.name, async () => {
      const { code, output } = await run(gate.command);
      return { code, output, note: code === 0 && gate.command[1]?.includes("scripts") ? lastLine(output) : "" };
    });
    count(ok);
  }
  const given = process.argv.slice(2);
  if (given.length > 0) await step("tests", () => runTests("some", given));
  else {
    await step("tests of the whole", () => runTests("whole", ["--project=whole"]));
    await step("tests of the units", () => runTests("unit", ["--project=unit", "--coverage"]));
  }
  if (skipped.length > 0) console.log(`left out: ${skipped.join("; ")}`);
}

await main();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
