// `node scripts/run-bench.mjs faults`: kills, interrupts and starves the built commands at random steps, looks at what is left, and runs them
// again. `--rounds N` faults (600), `--seed S`, `--only COMMAND` (its name in the table), `--jobs N` rounds at a time, `--write` keeps the tables in
// bench/RELIABILITY.md. A failure prints the words that repeat it: `--mode`, `--at` and `--amount`.
import { availableParallelism } from "node:os";
import { runFaults } from "./harness.js";
import { circumstances, countFaults, type FaultFile, reliabilityPage, writePage } from "./page.js";
import type { Outcome } from "./round.js";

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const given = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const number = (name: string, otherwise: number) => Number(given(name) ?? otherwise);
const [only, mode, at] = [given("--only"), given("--mode"), given("--at")];
const seed = number("--seed", 1);
const fixed = at === undefined ? undefined : { at: Number(at), amount: number("--amount", 0.5) };

const tell = ({ command, mode, at, amount, step, end, problems }: Outcome, done: number) => {
  if (done % 50 === 0) console.error(`${done} faults`);
  if (problems.length === 0 && fixed === undefined) return;
  const words = [`--only "${command}" --mode ${mode} --at ${at} --amount ${amount.toFixed(3)} --rounds 1`];
  console.error(
    [...words, `  ${step ?? ""} → ${end}`, ...problems.map(({ kind, words }) => `  ${kind}: ${words}`)].join("\n"),
  );
};
const result = await runFaults({
  root,
  rounds: number("--rounds", 600),
  seed,
  jobs: number("--jobs", availableParallelism()),
  isWanted: (command, name) => (only ?? command) === command && (mode ?? name) === name,
  ...(fixed !== undefined && { fixed }),
  onOutcome: tell,
});
const file: FaultFile = { ...circumstances(root), seed, ...countFaults(result) };
console.log(reliabilityPage(file, null));
if (process.argv.includes("--write")) writePage(root, file);
if (file.failures.length > 0) process.exitCode = 1;
