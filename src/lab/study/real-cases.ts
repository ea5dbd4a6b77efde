import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import type { DataSet } from "../data/data-set.js";
import type { AuditCase } from "../demo/audit-case.js";
import type { Generator } from "../generators/generator.js";
import { mccf } from "../generators/least-change.js";
import { oneNearest } from "../generators/nearest-rows.js";
import { recordedTarget } from "../targets/recorded.js";
import type { Target } from "../targets/target.js";
import { trainTarget } from "../targets/train-target.js";
import { caseFiles } from "./case-files.js";
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
  const source = { data, decisions: data.labels, pool: data.table, target, generator: oneNearest(), kernels, seed };
  const rows = Int32Array.from(data.labels.keys());
  return {
    ...drawCase(source, rows, rows, vendor.outcomes),
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
  const source = { data, decisions, pool, target, generator: mccf(), kernels, seed };
  return {
    ...drawCase(source, validation, test, data.labels),
    title: "Adult, a net that guesses who earns more than 50,000",
    notice:
      "Real people: the 1994 United States census (UCI Adult), without names. " +
      "The black box is a small net trained for this demo; it decides about nobody.",
    system: "Demo net on UCI Adult (20 and 10 hidden units)",
    purpose: "guess whether income is above 50,000 a year",
    target: "the net",
  };
}

interface CaseSource {
  readonly data: DataSet;
  readonly decisions: Uint8Array;
  /** Rows letters may draw on. */
  readonly pool: DataSet["table"];
  readonly target: Target;
  readonly generator: Generator;
  readonly kernels: Kernels;
  readonly seed: number;
}

/** Draws people of each answer from `observable`; everybody in `others` who was not drawn is the population. */
function drawCase(
  { data, decisions, pool, target, generator, kernels, seed }: CaseSource,
  observable: Int32Array,
  others: Int32Array,
  outcomes: Uint8Array,
) {
  const byAnswer = [0, 1].map((answer) => observable.filter((row) => decisions[row] === answer));
  const [rejected, accepted] = byAnswer.map((rows, answer) => {
    const random = seededRandom(seed, `case-${answer}`);
    const places = sampleWithoutReplacement(rows.length, Math.min(PER_CLASS, rows.length), random).sort();
    return Int32Array.from(places, (k) => rows[k]!);
  }) as [Int32Array, Int32Array];
  const request = {
    rejected: selectTableRows(data.table, rejected),
    target,
    pool,
    immutable: data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
    seed,
  };
  const taken = new Set([...rejected, ...accepted]);
  return caseFiles({
    data,
    decisions,
    outcomes,
    rejected,
    accepted,
    letters: generator.generate(request, kernels),
    population: others.filter((row) => !taken.has(row)),
    weights: [byAnswer[0]!.length / rejected.length, byAnswer[1]!.length / accepted.length],
  });
}
