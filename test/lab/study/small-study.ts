import type { DataSet } from "../../../src/lab/data/data-set.js";
import { dataSetFromCsv } from "../../../src/lab/data/own-csv.js";
import { demoLending } from "../../../src/lab/demo/lending.js";
import { checkStudy, type StudySpec } from "../../../src/lab/study/spec.js";

/** The made-up lending population as a CSV with outcomes: nobody in it exists. */
export function lendingCsv(rows: number): string {
  return demoLending(5, { people: 1, population: rows }).populationCsv;
}

/** The same as a data set. */
export function lendingData(rows: number): DataSet {
  return dataSetFromCsv(lendingCsv(rows), {
    label: "decision",
    favourable: "granted",
    sensitive: ["sex", "origin"],
    immutable: ["age", "sex", "origin"],
    file: "lending.csv",
  });
}

/** A study small enough for a test, as the data of its file. */
export const smallStudy = {
  format: "recast-study/1",
  name: "small",
  title: "A small study <of> lending",
  datasets: ["lending"],
  targets: ["lr", "dt"],
  generators: ["1nn"],
  sizes: [10, 30],
  methods: ["ridge", "recast", { name: "broken", method: "recast", options: { solver: "none" } }],
  seeds: 2,
};

/** A small study with some parts changed. */
export function smallSpec(changes: Readonly<Record<string, unknown>> = {}): StudySpec {
  return checkStudy({ ...smallStudy, ...changes }, "small.json");
}
