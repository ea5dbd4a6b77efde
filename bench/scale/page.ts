import { availableParallelism } from "node:os";
import { markdownTable } from "../markdown-table.js";
import { growth } from "../runtime/growth.js";
import { fastest, type Usage, usageCells } from "./measure.js";
import type { Measured } from "./one-size.js";
import { PART_CASES } from "./part-rows.js";

interface Page {
  readonly circumstances: string;
  readonly rounds: number;
  readonly measured: readonly Measured[];
  /** Rows of tables that are too large for the commands. */
  readonly refused: readonly number[];
  /** Empty where the run was stopped before. */
  readonly formats: string[][];
  /** Empty where no table was large enough, or the run was stopped before. */
  readonly parts: string[][];
}

type Runs = readonly { readonly usage: Usage }[];

const whole = (count: number) => count.toLocaleString("en");
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** bench/SCALE.md. */
export function scalePage({ circumstances, rounds, measured, refused, formats, parts }: Page): string {
  const peers = measured.some(({ facts }) => facts.length > 0);
  const ran =
    rounds === 1
      ? "Everything ran once."
      : `Everything ran ${rounds} times, in turns: the least wall time, and the largest in parentheses.`;
  return `${[
    "# Large files",
    "Made by `node scripts/run-bench.mjs scale --write`. [Large files](../docs/scale.md) says what an audit does with them.",
    circumstances,
    `The table is made up: an id, sex, origin and age to compare groups by, four numbers, three categories, and a decision by
a rule with noise. Every line is a process of its own, from its start to its end. ${ran}
CPU is user and system time of all threads in the fastest run, memory the largest resident memory of any run.`,
    "## An audit with default settings",
    `\`recast check\` reads the file and looks for problems, and nothing else. Above 4,000 people an audit counts every row and
fits its methods on a sample of 4,000.`,
    markdownTable(
      ["rows", "command", "wall", "CPU", "memory"],
      measured.flatMap(({ rows, check, single, cores }) => [
        [whole(rows), "`recast check`", ...usageCells(check)],
        [whole(rows), "`recast audit --jobs 1`", ...usageCells(single)],
        [whole(rows), `\`recast audit --jobs ${availableParallelism()}\``, ...usageCells(cores)],
      ]),
    ),
    ...refused.map(
      (rows) => `\`recast check\` refuses ${whole(rows)} rows: they do not fit into memory (\`TOO_LARGE\`).`,
    ),
    ...(measured.length < 2 ? [] : growthSection(measured)),
    "## Beside others, on the same file",
    `They do less than an audit. DuckDB, and pandas with fairlearn, read the file and count people and approvals by sex, origin,
age and each pair of them; fairlearn also gives ratios and differences of rates. DuckDB may use every core.
scikit-learn reads the file and fits \`HistGradientBoostingClassifier\` in five folds on everybody, on one thread. Its last
column is the share of people left out whose decision it gives, and ours the same for people outside the sample (in five
folds where everybody was fitted on).${peers ? "" : " pandas, fairlearn and scikit-learn were not installed for this run."}`,
    markdownTable(["rows", "what", "wall", "CPU", "memory", "right about others"], measured.flatMap(besideRows)),
    "### The same counts",
    `${agreement(measured)} The bench fails where one count differs.`,
    ...(formats.length === 0 ? [] : formatsSection(formats, measured.at(-1)?.rows ?? 0)),
    ...(parts.length === 0 ? [] : partsSection(parts)),
  ].join("\n\n")}\n`;
}

function growthSection(measured: readonly Measured[]): string[] {
  return [
    "### Growth",
    "Ten times the rows take 10 to this power times as much: 0 is no growth, 1 grows with the rows.",
    markdownTable(["from", "to", "command", "wall", "CPU", "memory"], growthRows(measured)),
  ];
}

function growthRows(measured: readonly Measured[]): string[][] {
  return measured.slice(1).flatMap((to, k) => {
    const from = measured[k]!;
    const row = (command: string, runsOf: (one: Measured) => Runs) => {
      const [before, after] = [fastest(runsOf(from)).usage, fastest(runsOf(to)).usage];
      const power = (of: (usage: Usage) => number) =>
        growth([
          [from.rows, of(before)],
          [to.rows, of(after)],
        ])?.toFixed(2) ?? "–";
      const powers = [power((one) => one.seconds), power((one) => one.cpuSeconds), power((one) => one.megabytes)];
      return [whole(from.rows), whole(to.rows), command, ...powers];
    };
    return [row("`recast check`", ({ check }) => check), row("`recast audit --jobs 1`", ({ single }) => single)];
  });
}

function besideRows({ rows, single, database, facts, rebuilds, right }: Measured): string[][] {
  const line = (what: string, runs: Runs, share = "–") =>
    runs.length === 0 ? [] : [[whole(rows), what, ...usageCells(runs), share]];
  return [
    ...line("DuckDB, counts", database),
    ...line("pandas and fairlearn, rates", facts),
    ...line("scikit-learn, rebuild", rebuilds, percent(rebuilds[0]?.right ?? Number.NaN)),
    ...line("`recast audit --jobs 1`, all of it", single, percent(right)),
  ];
}

function agreement(measured: readonly Measured[]): string {
  const groups = measured.map(({ databaseAgrees }) => databaseAgrees.groups);
  const compared = measured.flatMap(({ factsAgree }) => factsAgree ?? []);
  const largest = Math.max(0, ...compared.map((one) => one.largest));
  const counted = `${Math.min(...groups)} groups at every size. \`audit.json\` has the same people and approvals in each as DuckDB`;
  if (compared.length === 0) return `${counted}.`;
  const apart = largest === 0 ? "the same to the last bit" : `at most ${largest.toExponential(1)} apart`;
  return `${counted} and as fairlearn. Ratios and differences of rates are ${apart}.`;
}

function formatsSection(formats: string[][], rows: number): string[] {
  return [
    "## Formats",
    `\`recast check\` on ${whole(rows)} rows. An audit of each counts the same people.`,
    markdownTable(["file", "size", "wall", "CPU", "memory"], formats),
  ];
}

function partsSection(parts: string[][]): string[] {
  const heads = PART_CASES.map(({ rows, columns }) => `${whole(rows)} × ${columns}`);
  return [
    "## Where the time goes",
    `Processor time by part of an audit on one thread, from the library, rows × columns; the report is not written. The further
columns are numbers and categories that the rule does not read.`,
    markdownTable(["part", ...heads], parts),
  ];
}
