// `node scripts/run-bench.mjs exports`: exports of models of the made-up lender, run by the programs they are written for and compared with our own
// decisions. `--rows N` changes the number of people in DuckDB; `--write` keeps the table in bench/EXPORTS.md.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import {
  AuditError,
  fitModel,
  joinEvidence,
  loadKernels,
  type Model,
  parseDecisions,
  parseLetters,
  type SurrogateName,
  surrogateMethods,
  toPmml,
  toSheetFormula,
} from "recast-audit";
import { demoLending } from "recast-audit/lab";
import { markdownTable } from "../markdown-table.js";
import { runOnnx } from "./onnx.js";
import { answersOf, randomPeople } from "./people.js";
import { loadPeople, openDatabase, runSql } from "./sql.js";

const METHODS: readonly SurrogateName[] = [
  "bracket",
  "recast",
  "recast-calibrated",
  "ridge",
  "ridge-letters",
  "nearest",
  "majority",
  "samples-lr",
  "samples-mlp",
  "samples-dt",
  "cca",
  "tra",
  "no-cf-rf",
];
const ONNX_ROWS = 100_000;
const at = process.argv.indexOf("--rows");
const SQL_ROWS = at < 0 ? 1_000_000 : Number(process.argv[at + 1]);
const COMMAND = `node scripts/run-bench.mjs exports${at < 0 ? "" : ` --rows ${SQL_ROWS}`} --write`;

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const kernels = await loadKernels();
const demo = demoLending(1);
const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
const evidence = joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions));
const connection = await openDatabase();
const models = METHODS.map((name) => fitModel(evidence, surrogateMethods[name](), kernels));
const [first] = models;
if (first === undefined) throw new Error("no models");

const many = randomPeople(first, SQL_ROWS, 1, false);
const single = randomPeople(first, ONNX_ROWS, 2, true);
await loadPeople(connection, many);
const rows: string[][] = [];
for (const model of models) {
  const row = await measure(model);
  console.error(row.join("  "));
  rows.push(row);
}

const head = [
  "method",
  "SQL characters",
  `differ of ${grouped(SQL_ROWS)}`,
  "their largest margin",
  "s in DuckDB",
  "s ours",
  "ONNX bytes",
  `differ of ${grouped(ONNX_ROWS)}`,
  "their largest margin",
  "s in ONNX Runtime",
  "formula",
  "PMML",
];
const text = `${[
  "# Exports",
  `Made by \`${COMMAND}\`. Models of the demo's ${evidence.observations.rows} people, ${evidence.schema.features.length} columns, in DuckDB (double precision) and ONNX Runtime (numbers given in single
precision) on random people: numbers in and far outside the range, missing cells, unknown categories. "Differ" counts the people whose decision is not our own; the margin next to it is the
largest of our own margins among them. Times are of one run each, while the machine may have done other work too; DuckDB's include reading the answers.`,
  circumstances(),
  markdownTable(head, rows),
].join("\n\n")}\n`;
console.log(text);
if (process.argv.includes("--write")) writeFileSync(join(root, "bench/EXPORTS.md"), text);

async function measure(model: Model): Promise<string[]> {
  const start = performance.now();
  const ours = answersOf(model, many);
  const seconds = (performance.now() - start) / 1000;
  const sql = await runSql(connection, model, SQL_ROWS);
  const onnx = await runOnnx(model, single);
  return [
    model.method,
    grouped(sql.characters),
    ...differences(ours, sql.accepted),
    sql.seconds.toFixed(1),
    seconds.toFixed(1),
    grouped(onnx.bytes),
    ...differences(answersOf(model, single), onnx.accepted),
    onnx.seconds.toFixed(1),
    sizeOf(() => toSheetFormula(model).formula),
    sizeOf(() => toPmml(model)),
  ];
}

/** How many decisions differ, and the largest of our margins among those. */
function differences({ margins, accepted }: ReturnType<typeof answersOf>, theirs: Uint8Array): string[] {
  let count = 0;
  let largest = 0;
  accepted.forEach((answer, i) => {
    if (answer === theirs[i]) return;
    count++;
    largest = Math.max(largest, Math.abs(margins[i]!));
  });
  return [grouped(count), count === 0 ? "–" : largest.toExponential(1)];
}

/** Characters, or that the format cannot hold the model. */
function sizeOf(write: () => string): string {
  try {
    return grouped(write().length);
  } catch (error) {
    if (error instanceof AuditError && error.code === "EXPORT_UNSUPPORTED") return "refused";
    throw error;
  }
}

function circumstances(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const cpu = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return `Commit ${commit}; Node ${process.versions.node}; ${cpu}; ${kernels.name} kernels.`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
