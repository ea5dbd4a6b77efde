// Gives every reader damaged, odd and whole files, and checks that each is read rightly or refused in words:
// node scripts/fuzz.mjs [--cases 100000] [--only NAME,…] [--seed 1] [--jobs 2] [--json FILE]
// Case k of a target is the same for the same seed. What was answered wrongly is kept in build/fuzz/NAME/.
import { execFileSync, fork } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./files.mjs";
import { bringUpToDate, setUpSteps } from "./set-up.mjs";

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {string} oracle
 * @property {number} cases
 * @property {number} read
 * @property {number} refused
 * @property {Record<string, number>} codes
 * @property {number} unexpected
 * @property {number} seconds
 * @property {number} corpus
 * @property {{ k: number, reason: string, file: string }[]} findings
 */

const SECONDS_PER_CASE = 20;
const MOST_FINDINGS = 20; // a reader that hangs again and again is not tried to the end
const CASES_PER_PROCESS = 10_000; // what a reader leaves in memory goes with its process
const folder = join(root, "build/fuzz");

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: String(availableParallelism()) },
    json: { type: "string" },
  },
});
const cases = wholeNumber("cases");
const seed = wholeNumber("seed");
const jobs = Math.max(1, wholeNumber("jobs"));

/** @param {"cases" | "seed" | "jobs"} option */
function wholeNumber(option) {
  const value = Number(values[option]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${option} must be a whole number, got '${values[option]}'`);
  process.exit(2);
}

/** Dependencies and kernels; the readers are bundled from their sources. */
async function build() {
  for (const step of setUpSteps.slice(0, 2)) {
    const { code, output } = await bringUpToDate(step);
    if (code === 0) continue;
    console.error(`${output}\nSet-up failed at: ${step.name}`);
    process.exit(1);
  }
  const { build: bundle } = await import("tsdown"); // there only after set-up
  await bundle({
    config: false,
    entry: { main: join(root, "test/fuzz/main.ts") },
    outDir: join(folder, "program"),
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: false,
    dts: false,
    deps: { neverBundle: [/^@?[a-z]/] },
    logLevel: "warn",
  });
}

/**
 * Runs the program until it ends, or until it has said nothing for too long.
 * @param {readonly string[]} args
 * @param {(message: any) => void} hear
 * @returns {Promise<"ended" | string>} how it ended
 */
function listen(args, hear) {
  return new Promise((resolve) => {
    const child = fork(join(folder, "program/main.js"), args, {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let isSilent = false;
    let said = "";
    const end = () => {
      isSilent = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(end, 3 * SECONDS_PER_CASE * 1000); // it may have models to fit first
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      said = (said + text).slice(-2000);
    });
    child.on("message", (message) => {
      clearTimeout(timer);
      timer = setTimeout(end, SECONDS_PER_CASE * 1000);
      hear(message);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve("ended");
      else if (isSilent) resolve(`did not end within ${SECONDS_PER_CASE} s`);
      else resolve(`ended the process (${signal ?? `exit status ${code}`}) ${said}`);
    });
  });
}

/**
 * @param {{ name: string, oracle: string }} target
 * @param {(done: number) => void} progress
 * @returns {Promise<Result>}
 */
async function runTarget({ name, oracle }, progress) {
  const place = join(folder, name);
  rmSync(place, { recursive: true, force: true });
  const began = performance.now();
  /** @type {Result} */
  const result = {
    ...{ name, oracle, cases, read: 0, refused: 0, codes: {}, unexpected: 0 },
    ...{ seconds: 0, corpus: 0, findings: [] },
  };
  /** @param {string} file @param {string} reason */
  const find = (file, reason, k = -1) => {
    result.unexpected++;
    result.findings.push({ k, reason, file });
  };
  let trying = "";
  const ending = await listen(["corpus", name], (message) => {
    if (message.trying !== undefined) trying = message.trying;
    if (message.corpus !== undefined) result.corpus = message.corpus;
    if (message.wrong !== undefined) {
      find(`corpus/${message.wrong.name}`, `must be ${message.wrong.wanted}, is ${message.wrong.found}`);
    }
  });
  if (ending !== "ended") find(`corpus/${trying}`, ending);
  let from = 0;
  let careful = false;
  while (from < cases) {
    let at = from;
    const to = Math.min(cases, from + CASES_PER_PROCESS);
    const task = { target: name, seed, from, to, folder: place, careful };
    const how = await listen([JSON.stringify(task)], (message) => {
      if (message.trying !== undefined) at = message.trying;
      if (message.found !== undefined) result.findings.push(message.found);
      if (message.done === undefined) return;
      from = message.done;
      result.read += message.read;
      result.unexpected += message.unexpected;
      for (const [code, count] of Object.entries(message.codes)) {
        result.codes[code] = (result.codes[code] ?? 0) + count;
        result.refused += count;
      }
      progress(from);
    });
    if (how === "ended") {
      careful = false;
      continue;
    }
    if (careful) {
      const kept = `${seed}-${at}.bin`;
      const last = join(place, "last.bin"); // none where it died before the first case
      if (existsSync(last)) copyFileSync(last, join(place, kept));
      find(kept, how, at);
      from = at + 1;
    }
    careful = !careful; // once more, a case at a time, to learn which one it was
    if (result.findings.length > MOST_FINDINGS) break;
  }
  result.cases = from;
  result.seconds = Math.round((performance.now() - began) / 100) / 10;
  return result;
}

/** @param {readonly Result[]} results */
function print(results) {
  const line = (/** @type {readonly (string | number)[]} */ cells) =>
    `${String(cells[0]).padEnd(14)}${cells
      .slice(1)
      .map((cell) => String(cell).padStart(11))
      .join("")}`;
  console.log(line(["target", "cases", "read", "refused", "unexpected", "seconds", "corpus"]));
  for (const { name, cases: tried, read, refused, unexpected, seconds, corpus, codes, findings } of results) {
    console.log(line([name, tried, read, refused, unexpected, seconds, corpus]));
    const sorted = Object.entries(codes).sort(([, a], [, b]) => b - a);
    if (sorted.length > 0) console.log(`  ${sorted.map(([code, count]) => `${code} ${count}`).join(", ")}`);
    for (const { reason, file } of findings) console.log(`  UNEXPECTED ${name}/${file}: ${reason}`);
  }
}

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

await build();
/** @type {{ name: string, oracle: string }[]} */
let targets = [];
await listen(["list"], (message) => {
  targets = message.targets;
});
const wanted = values.only === "" ? targets.map(({ name }) => name) : values.only.split(",");
const unknown = wanted.find((name) => !targets.some((target) => target.name === name));
if (unknown !== undefined || targets.length === 0) {
  console.error(`no target '${unknown}'; there are ${targets.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const queue = targets.filter(({ name }) => wanted.includes(name));
/** @type {Result[]} */
const results = [];
const running = new Map();
async function work() {
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    const { name } = target;
    const progress = (/** @type {number} */ done) => {
      running.set(name, done);
      if (!process.stderr.isTTY) return;
      process.stderr.write(`\r\u001b[K${[...running].map(([each, count]) => `${each} ${count}`).join("  ")}`);
    };
    results.push(await runTarget(target, progress));
    running.delete(name);
  }
}
await Promise.all(Array.from({ length: jobs }, work));
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
results.sort((a, b) => wanted.indexOf(a.name) - wanted.indexOf(b.name));
print(results);
if (values.json !== undefined) {
  const file = resolve(root, values.json);
  mkdirSync(dirname(file), { recursive: true });
  const written = { seed, commit: commit(), node: process.version, targets: results };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}
process.exitCode = results.some(({ unexpected }) => unexpected > 0) ? 1 : 0;
