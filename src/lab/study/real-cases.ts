import { csvCell } from "../../document/csv.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import type { DataSet } from "../data/data-set.js";
import type { AuditCase } from "../demo/audit-case.js";
import type { GeneratedLetters, LetterRequest } from "../generators/generator.js";
import { mccf } from "../generators/least-change.js";
import { oneNearest } from "../generators/nearest-rows.js";
import { cellOf } from "../targets/outside.js";
import { recordedTarget } from "../targets/recorded.js";
import { trainTarget } from "../targets/train-target.js";
import { splitRows } from "./split.js";

const PER_CLASS = 200;

/**
 * The vendor of COMPAS as the black box: 200 people scored Low and 200 scored Medium or High, drawn by `seed`, with
 * sampling weights; everybody else is the population. The vendor sends no letters, so each rejected person gets the row
 * of the most similar person of the same sex and race, where everybody with that row was scored Low: answers the vendor
 * gave, with no model in between.
 */
export function compasCase(
  vendor: { readonly data: DataSet; readonly outcomes: Uint8Array },
  kernels: Kernels,
  seed: number,
): AuditCase {
  // an applicant grows older; sex and race stay
  const features = vendor.data.features.map((f) => (f.name === "age" ? { ...f, immutable: false } : f));
  const data = { ...vendor.data, features };
  const recorded = recordedTarget(data.table, data.labels);
  const always = (rows: Table) => Uint8Array.from(recorded.score(rows), (share) => (share === 1 ? 1 : 0));
  const target = { ...recorded, decide: always };
  const rows = Int32Array.from(data.labels.keys());
  const people = { data, decisions: data.labels, outcomes: vendor.outcomes, observable: rows, others: rows };
  const write = (request: LetterRequest) => oneNearest().generate(request, kernels);
  return {
    ...drawCase(people, { target, pool: data.table, seed }, write),
    title: "COMPAS, the vendor's own scores",
    notice:
      "Real people: court records of Broward County, Florida, 2013 and 2014, published by ProPublica without names. " +
      "Do not try to find out who they are, and do not publish single rows. " +
      "The vendor sends no letters: those in letters.csv are rows of similar people whose score was Low.",
    system: "COMPAS recidivism score: Low is favourable, Medium and High are not",
    purpose: "risk of a new charge within two years, as shown to judges",
    target: "the vendor",
  };
}

/**
 * A net trained on Adult as the black box, with the paper's letters (MCCF): 200 people of each answer whom it was not
 * trained on, with sampling weights; the test rows are the population, and what people really earned is the outcome.
 */
export function adultCase(data: DataSet, kernels: Kernels, seed: number): AuditCase {
  const { train, validation, test } = splitRows(data.labels, seed);
  const pool = selectTableRows(data.table, train);
  const labels = Uint8Array.from(train, (i) => data.labels[i]!);
  const target = trainTarget("mlp", { features: data.features, table: pool, labels }, { seed });
  const decisions = target.decide(data.table);
  const people = { data, decisions, outcomes: data.labels, observable: validation, others: test };
  const write = (request: LetterRequest) => mccf().generate(request, kernels);
  return {
    ...drawCase(people, { target, pool, seed }, write),
    title: "Adult, a net that guesses who earns more than 50,000",
    notice:
      "Real people: the 1994 United States census (UCI Adult), without names. " +
      "The black box is a small net trained for this demo; it decides about nobody.",
    system: "Demo net on UCI Adult (20 and 10 hidden units)",
    purpose: "guess whether income is above 50,000 a year",
    target: "the net",
  };
}

interface CasePeople {
  readonly data: DataSet;
  readonly decisions: Uint8Array;
  /** What later happened to every row, 1 = good for the person. */
  readonly outcomes: Uint8Array;
  /** Rows to draw people of each answer from. */
  readonly observable: Int32Array;
  /** Rows of which those that were not drawn are the population. */
  readonly others: Int32Array;
}

/** Draws people of each answer and writes the three files of their case. */
function drawCase(
  people: CasePeople,
  asked: Pick<LetterRequest, "target" | "pool" | "seed">,
  write: (request: LetterRequest) => GeneratedLetters,
): Pick<AuditCase, "decisionsCsv" | "lettersCsv" | "populationCsv" | "roles" | "counts"> {
  const { data, decisions, observable, others } = people;
  const byAnswer = [0, 1].map((answer) => observable.filter((row) => decisions[row] === answer));
  const [rejected, accepted] = byAnswer.map((rows, answer) => {
    const random = seededRandom(asked.seed, `case-${answer}`);
    const places = sampleWithoutReplacement(rows.length, Math.min(PER_CLASS, rows.length), random).sort();
    return Int32Array.from(places, (k) => rows[k]!);
  }) as [Int32Array, Int32Array];
  const immutable = data.features.filter((feature) => feature.immutable).map(({ name }) => name);
  const letters = write({ ...asked, rejected: selectTableRows(data.table, rejected), immutable });
  const observed = [...rejected, ...accepted];
  const taken = new Set(observed);
  const population = others.filter((row) => !taken.has(row));
  const idOf = (k: number) => `person-${String(k + 1).padStart(4, "0")}`;
  // how many rows each rejected and each accepted observation stands for
  const weights = [byAnswer[0]!.length / rejected.length, byAnswer[1]!.length / accepted.length];
  const found = letters.found.reduce((sum, value) => sum + value, 0);
  return {
    decisionsCsv: peopleText(people, observed, idOf, (row) => String(weights[decisions[row]!])),
    lettersCsv: lettersText(data, rejected, letters, idOf),
    populationCsv: peopleText(people, population, (k) => `other-${String(k + 1).padStart(5, "0")}`, null),
    roles: {
      id: "id",
      decision: "decision",
      favourable: "accepted",
      sensitive: data.sensitive,
      immutable,
      weight: "weight",
      outcome: "outcome",
      favourableOutcome: "good",
    },
    counts: {
      people: observed.length,
      refused: rejected.length,
      letters: found,
      withoutLetter: rejected.length - found,
      population: population.length,
    },
  };
}

function peopleText(
  { data, decisions, outcomes }: CasePeople,
  rows: ArrayLike<number>,
  idOf: (k: number) => string,
  weight: ((row: number) => string) | null,
): string {
  const { columns } = data.table;
  const head = [
    "id",
    ...columns.map(({ name }) => name),
    "outcome",
    ...(weight === null ? [] : ["weight"]),
    "decision",
  ];
  const lines = Array.from(rows, (row, k) => [
    idOf(k),
    ...columns.map((column) => cellText(column, row)),
    outcomes[row] === 1 ? "good" : "bad",
    ...(weight === null ? [] : [weight(row)]),
    decisions[row] === 1 ? "accepted" : "rejected",
  ]);
  return csvText([head, ...lines]);
}

/** One line per changed field of each letter found. */
function lettersText(
  data: DataSet,
  rejected: Int32Array,
  { rows, found }: GeneratedLetters,
  idOf: (k: number) => string,
) {
  const lines = Array.from(rejected).flatMap((row, k) =>
    data.table.columns.flatMap((column) => {
      const offered = rows.columns.find(({ name }) => name === column.name);
      if (found[k] !== 1 || offered === undefined) return [];
      const value = cellText(offered, k);
      return value === cellText(column, row) ? [] : [[idOf(k), column.name, value]];
    }),
  );
  return csvText([["id", "field", "new_value"], ...lines]);
}

function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");
}

function cellText(column: Column, row: number): string {
  return String(cellOf(column, row) ?? "");
}
