import type { RawTable } from "../../input/raw-table.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import type { DataSet } from "./data-set.js";
import { binaryLabels, cutCsv, makeDataSet, planFeatures } from "./raw-data.js";

// adult.data has no header. `fnlwgt` says how many people of the census a row stands for, and `education` is
// `education-num` in words: neither is a feature, see docs/data.md.
const COLUMNS =
  "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex," +
  "capital-gain,capital-loss,hours-per-week,native-country,income";

const FEATURES = planFeatures(
  {
    numbers: ["age", "education-num", "capital-gain", "capital-loss", "hours-per-week"],
    categories: ["workclass", "marital-status", "occupation", "relationship", "race", "sex", "native-country"],
  },
  ["age", "race", "sex", "native-country"],
);

/** Adult as the paper has it: every row above 50K and as many of the others, always the same. */
export function loadAdult(text: string): DataSet {
  const { table, labels } = cutAdult(text);
  const others: number[] = [];
  labels.forEach((label, i) => {
    if (label === 0) others.push(i);
  });
  const keep = Uint8Array.from(labels);
  const wanted = Math.min(labels.length - others.length, others.length);
  for (const k of sampleWithoutReplacement(others.length, wanted, seededRandom(0, "adult-balanced"))) {
    keep[others[k]!] = 1;
  }
  return plan("adult", table, labels, keep);
}

/** All of adult.data. */
export function loadAdultFull(text: string): DataSet {
  const { table, labels } = cutAdult(text);
  return plan("adult-full", table, labels, new Uint8Array(table.rows).fill(1));
}

function cutAdult(text: string): { readonly table: RawTable; readonly labels: Uint8Array } {
  const table = cutCsv(`${COLUMNS}\n${text}`, "adult.data");
  return { table, labels: binaryLabels(table, "income", { favourable: ">50K", unfavourable: "<=50K" }) };
}

function plan(name: string, table: RawTable, labels: Uint8Array, keep: Uint8Array): DataSet {
  return makeDataSet(table, { name, features: FEATURES, sensitive: ["sex", "race"], missing: ["?"], keep, labels });
}
