import { describeRows, type ProblemList } from "./problem.js";
import { rowsWhere } from "./raw-table.js";
import type { ReadColumn } from "./values.js";

/** One id per row, empty where missing; refuses ids that occur twice. */
export function readIds(
  column: ReadColumn | undefined,
  rowNumbers: Int32Array,
  problems: ProblemList,
): readonly string[] | null {
  if (column === undefined) return null;
  const { raw, missing } = column;
  const absent = rowsWhere(raw, rowNumbers, (code) => missing[code] === 1);
  if (absent.count > 0) {
    const people = `${absent.count} ${absent.count === 1 ? "person" : "people"} without an id`;
    const words = `${people} (${describeRows(absent)}), so no letter can be paired with them. Add the ids`;
    problems.add("warning", "ID_MISSING", `${problems.file}, column '${raw.name}': ${words}`, absent);
  }
  const seen = new Uint8Array(raw.levels.length);
  const repeated = rowsWhere(raw, rowNumbers, (code) => {
    const again = seen[code] === 1 && missing[code] === 0;
    seen[code] = 1;
    return again;
  });
  if (repeated.count > 0) {
    const words = `${describeRows(repeated)} ${repeated.count === 1 ? "repeats" : "repeat"} an id`;
    const advice = "Keep one row per person (--skip repeated keeps the first), or name another id column (--id)";
    problems.add("error", "ID_DUPLICATE", `${problems.file}, column '${raw.name}': ${words}. ${advice}`, repeated);
  }
  return Array.from(raw.codes, (code) => (missing[code] === 1 ? "" : raw.levels[code]!));
}

/** One weight per row; refuses weights that are missing, negative or not finite. */
export function readWeights(
  column: ReadColumn | undefined,
  rowNumbers: Int32Array,
  problems: ProblemList,
): Float64Array | null {
  if (column === undefined) return null;
  const { raw, numbers } = column;
  const usable = (code: number) => isUsableWeight(numbers[code]!);
  const bad = rowsWhere(raw, rowNumbers, (code) => !usable(code));
  if (bad.count > 0) {
    const words =
      `${describeRows(bad)} ${bad.count === 1 ? "has" : "have"} no usable weight. ` +
      "Write a number of 0 or more, or leave such rows out (--skip unreadable)";
    problems.add("error", "WEIGHT_INVALID", `${problems.file}, column '${raw.name}': ${words}`, bad);
  }
  const weights = Float64Array.from(raw.codes, (code) => (usable(code) ? numbers[code]! : 0));
  if (bad.count === 0 && weights.every((weight) => weight === 0)) {
    const place = { column: raw.name };
    problems.report("error", "WEIGHT_INVALID", place, "all weights are 0. Correct them, or name no weight column");
  }
  return weights;
}

export function isUsableWeight(weight: number): boolean {
  return weight >= 0 && weight < Number.POSITIVE_INFINITY;
}
