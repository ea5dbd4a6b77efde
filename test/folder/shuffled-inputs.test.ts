import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { isOfTwo, makeAudit, type ProducedAudit } from "../../src/folder/make-audit.js";
import { withCopies } from "../../src/folder/sources.js";
import { rowsOf } from "../../src/input/file-rows.js";
import type { Problem } from "../../src/input/problem.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { demoTiers } from "../../src/lab/demo/tiers.js";
import { seededRandom } from "../../src/math/random.js";
import { packageIdentity } from "../../src/platform/version.js";
import { type Shuffle, shuffledCsv } from "../support/shuffled-csv.js";

const kernels = await loadKernels();

interface Files {
  readonly decisions: string;
  readonly letters: string;
  readonly population?: string;
}

async function made(files: Files, configuration: AuditConfiguration): Promise<ProducedAudit> {
  const source = async (name: string, text: string) => ({
    ...(await rowsOf(new TextEncoder().encode(text), name)),
    name,
  });
  const sources = withCopies({
    decisions: await source("decisions.csv", files.decisions),
    letters: await source("letters.csv", files.letters),
    population: files.population === undefined ? null : await source("population.csv", files.population),
  });
  return makeAudit({ sources, configuration, package: packageIdentity() }, kernels);
}

/**
 * Everything an audit says except what is about the files themselves: their hashes, where their columns stand, and the
 * rows that problems, examples and tables/people.csv name. Reports and the other tables are made from this.
 */
function saidOf(audit: ProducedAudit) {
  const { files, columns, problems, ...findings } = audit.file;
  const text = (path: string) => String(audit.outputs.find((output) => output.path === path)?.text);
  const people = isOfTwo(audit) ? text("tables/people.csv").split("\n") : [];
  const [, ...lines] = people.map((line) => line.slice(line.indexOf(",")));
  return {
    findings: canonicalJson(findings).replaceAll(/"(?:letterRow|personRow)": \d+/g, "a row"),
    columns: columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    problems: problems.map(({ code, count }: Problem) => `${code} ${count}`).sort(),
    rows: [files.decisions.rows, files.letters?.rows, files.population?.rows],
    model: text("surrogate.json"),
    people: lines.sort(),
  };
}

/** The files with rows, columns or both in another order. */
function shuffled(files: Files, how: Shuffle): Files {
  const entries = Object.entries(files).map(([role, csv], k) => [role, shuffledCsv(csv, how, k + 1)]);
  return Object.fromEntries(entries) as unknown as Files;
}

/** The file with a weight and an outcome, a cell in twenty without one. */
function withOutcomes(csv: string, seed: number): string {
  const random = seededRandom(seed, "outcomes");
  const outcome = () => (random.uniform() < 0.05 ? "" : random.uniform() < 0.7 ? "yes" : "no");
  return addColumns(csv, "weight,repaid", () => `${(0.1 + random.uniform()).toFixed(3)},${outcome()}`);
}

function addColumns(csv: string, names: string, cells: () => string): string {
  const [header = "", ...rows] = csv.trimEnd().split("\n");
  return [`${header},${names}`, ...rows.map((row) => `${row},${cells()}`)].map((line) => `${line}\n`).join("");
}

/** The file without one of its columns. */
function withoutColumn(csv: string, name: string): string {
  const lines = csv.trimEnd().split("\n");
  const k = lines[0]!.split(",").indexOf(name);
  return lines.map((line) => `${line.split(",").toSpliced(k, 1).join(",")}\n`).join("");
}

/** The file with its first rows a second time. */
function withTwins(csv: string, rows: number): string {
  return (
    csv +
    csv
      .split("\n")
      .slice(1, 1 + rows)
      .join("\n")
      .concat("\n")
  );
}

/** Rows of the refused people with more income: letters as full rows. */
function fullLetters(decisionsCsv: string): string {
  const [header = "", ...rows] = decisionsCsv.trimEnd().split("\n");
  const names = header.split(",");
  const income = names.indexOf("income");
  const refused = rows.map((row) => row.split(",")).filter((cells) => cells[names.indexOf("decision")] === "refused");
  const offers = refused.map((cells) => cells.with(income, String(Number(cells[income]) + 9000)));
  return withoutColumn([names, ...offers].map((cells) => `${cells.join(",")}\n`).join(""), "decision");
}

const demo = demoLending(2, { people: 80, population: 2100 });
const quick: AuditConfiguration = {
  ...demo.roles,
  methods: ["bracket", "recast"],
  folds: 3,
  refits: 3,
  resamples: 100,
  sensitivity: false,
};
const tiny = demoLending(4, { people: 40, population: 60 });
const tiers = demoTiers(1, { people: 90 });
const { id: _, ...unnamed } = quick;

const CASES: readonly { readonly name: string; readonly files: Files; readonly configuration: AuditConfiguration }[] = [
  {
    name: "weights, outcomes, bins, and a population larger than its sample",
    files: {
      decisions: withOutcomes(demo.decisionsCsv, 1),
      letters: demo.lettersCsv,
      population: withOutcomes(demo.populationCsv, 2),
    },
    configuration: {
      ...quick,
      sensitive: ["sex", "origin", "age"],
      bins: { age: [30, 50] },
      weight: "weight",
      outcome: "repaid",
      favourableOutcome: "yes",
    },
  },
  {
    name: "letters as full rows with ids",
    files: { decisions: demo.decisionsCsv, letters: fullLetters(demo.decisionsCsv) },
    configuration: { ...quick, sensitive: ["sex", "age"] },
  },
  {
    name: "letters as full rows to nobody known, and people who are alike in everything",
    files: {
      decisions: withTwins(withoutColumn(demo.decisionsCsv, "id"), 20),
      letters: withTwins(withoutColumn(fullLetters(demo.decisionsCsv), "id"), 10),
      population: withTwins(withoutColumn(tiny.populationCsv, "id"), 20),
    },
    configuration: unnamed,
  },
  {
    name: "everything an audit does by default",
    files: { decisions: tiny.decisionsCsv, letters: tiny.lettersCsv, population: tiny.populationCsv },
    configuration: { ...tiny.roles, resamples: 100, refits: 5 },
  },
  {
    name: "three classes",
    files: { decisions: tiers.decisionsCsv, letters: tiers.lettersCsv },
    configuration: {
      id: "id",
      decision: "tier",
      classes: ["decline", "standard", "prime"],
      sensitive: ["sex", "age"],
      methods: ["recast", "no-cf-lr"],
      folds: 3,
      resamples: 100,
    },
  },
];

const BOTH = { rows: true, columns: true };

describe("an audit says the same with files in another order", () => {
  it.each(CASES)("with $name", async ({ files, configuration }) => {
    const other = shuffled(files, BOTH);
    for (const role of Object.keys(files) as (keyof Files)[]) expect(other[role]).not.toBe(files[role]);
    const [given, again] = [await made(files, configuration), await made(other, configuration)];
    expect(saidOf(again)).toEqual(saidOf(given));
  });

  it("of one file, of rows alone and of columns alone", async () => {
    const { files, configuration } = CASES[0]!;
    const both = shuffled(files, BOTH);
    const orders: readonly Files[] = [
      { ...files, decisions: both.decisions },
      { ...files, letters: both.letters },
      { ...files, population: both.population! },
      shuffled(files, { rows: true }),
      shuffled(files, { columns: true }),
    ];
    const expected = saidOf(await made(files, configuration));
    for (const other of orders) expect(saidOf(await made(other, configuration))).toEqual(expected);
  });
});
