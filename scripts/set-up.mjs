// Installs the dependencies and builds the kernels, the package and the page, each only when what it is made from has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFiles, isMain, readIfThere, root } from "./files.mjs";
import { npm, run, tool } from "./run.mjs";

/**
 * @typedef {object} Step
 * @property {string} name what the step does, for people
 * @property {readonly string[]} inputs files and folders the result depends on
 * @property {readonly string[]} outputs files that must exist afterwards
 * @property {string} stamp where the hash of the inputs is kept
 * @property {readonly string[]} command
 */

/** @type {readonly Step[]} */
export const setUpSteps = [
  {
    name: "install dependencies",
    inputs: ["package-lock.json"],
    outputs: ["node_modules/typescript/package.json"],
    stamp: "node_modules/.recast-stamp",
    command: npm("ci", "--include=dev", "--no-audit", "--no-fund"),
  },
  {
    name: "build the kernels",
    inputs: ["wasm", "scripts/build-kernels.mjs", "package-lock.json"],
    outputs: ["build/recast.wasm", "src/kernels/wasm/binary.ts"],
    stamp: "build/kernels.stamp",
    command: [process.execPath, join(root, "scripts/build-kernels.mjs")],
  },
  {
    name: "build the package",
    inputs: ["src", "tsdown.config.ts", "tsconfig.json", "package.json", "package-lock.json"],
    outputs: ["index.js", "index.d.ts", "kernels/index.js", "lab/index.js", "node/index.js", "cli/main.js"].map(
      (file) => `dist/${file}`,
    ),
    stamp: "build/dist.stamp",
    command: tool("tsdown/dist/run.mjs", "--log-level", "warn"),
  },
  {
    name: "build the page",
    inputs: ["studio", "src", "scripts/build-studio.mjs", "package.json", "package-lock.json"],
    outputs: ["dist/studio/index.html", "dist/studio/studio.html"],
    stamp: "build/studio.stamp",
    command: [process.execPath, join(root, "scripts/build-studio.mjs")],
  },
];

/** The oldest Node.js that package.json allows, as [major, minor]. */
function oldestNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [major = 0, minor = 0] = engines.node.replace(/^>=/, "").split(".").map(Number);
  return [major, minor];
}

/**
 * What to tell a person whose Node.js is too old, or null.
 * @param {string} version such as "20.19.0"
 */
export function nodeComplaint(version) {
  const [needMajor = 0, needMinor = 0] = oldestNode();
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return null;
  return `Recast needs Node.js ${needMajor}.${needMinor} or newer, and this is ${version}: install a newer one and run the same command again.`;
}

/**
 * Brings one step up to date.
 * @param {Step} step
 * @returns {Promise<{ changed: boolean, code: number, output: string }>}
 */
export async function bringUpToDate(step) {
  const stampFile = join(root, step.stamp);
  const missing = () => step.outputs.filter((file) => !existsSync(join(root, file)));
  const hash = hashFiles(root, step.inputs);
  if (missing().length === 0 && readIfThere(stampFile) === hash) return { changed: false, code: 0, output: "" };
  const { code, output } = await run(step.command);
  if (code !== 0) return { changed: true, code, output };
  if (missing().length > 0) return { changed: true, code: 1, output: `${output}not made: ${missing().join(", ")}\n` };
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
  return { changed: true, code: 0, output };
}

/** Brings everything up to date, and ends the process with a message when that fails. */
export async function setUp() {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== null) {
    console.error(complaint);
    process.exit(1);
  }
  for (const step of setUpSteps) {
    const began = performance.now();
    const { changed, code, output } = await bringUpToDate(step);
    if (code !== 0) {
      console.error(`${output}\nSet-up failed at: ${step.name}`);
      process.exit(1);
    }
    if (changed) console.error(`${step.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

if (isMain(import.meta.url)) await setUp();
