import type { Column } from "../evidence/table.js";
import { compareText } from "../math/compare.js";

/** People sorted into groups: `labels[groupOf[i]]`. Every person is in one group. */
export interface Groups {
  readonly labels: readonly string[];
  readonly groupOf: Int32Array;
}

/** People without a value form a group of their own. */
export const MISSING_GROUP = "(missing)";

const MOST_VALUES = 8;

/**
 * The groups of a sensitive column: one per category, sorted by name, or one per number; numbers with more than eight
 * different values are cut at their quartiles. Categories nobody has are left out.
 */
export function groupPeople(column: Column): Groups {
  const texts = column.type === "number" ? numberTexts(column.values) : categoryTexts(column);
  const present = new Set(texts.ofRow);
  const labels = texts.inOrder.filter((label) => present.has(label));
  const place = new Map(labels.map((label, k) => [label, k]));
  return { labels, groupOf: Int32Array.from(texts.ofRow, (label) => place.get(label) ?? -1) };
}

interface Labelled {
  readonly inOrder: readonly string[];
  readonly ofRow: readonly string[];
}

function categoryTexts({ codes, levels }: Extract<Column, { type: "category" }>): Labelled {
  const sorted = [...new Set(levels)].sort(compareText);
  return { inOrder: [...sorted, MISSING_GROUP], ofRow: Array.from(codes, (code) => levels[code] ?? MISSING_GROUP) };
}

function numberTexts(values: Float64Array): Labelled {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const distinct = sorted.filter((value, k) => k === 0 || value !== sorted[k - 1]);
  if (distinct.length <= MOST_VALUES) {
    const text = (value: number) => (Number.isNaN(value) ? MISSING_GROUP : String(value));
    return { inOrder: [...Array.from(distinct, text), MISSING_GROUP], ofRow: Array.from(values, text) };
  }
  // A value belongs to the first part whose upper end it does not exceed; equal ends merge two parts.
  const ends = [...new Set([1, 2, 3, 4].map((k) => sorted[Math.ceil((k * sorted.length) / 4) - 1]!))];
  const labels = ends.map((end, k) => {
    const start = k === 0 ? sorted[0]! : distinct.find((value) => value > ends[k - 1]!)!;
    return start === end ? String(end) : `${start} to ${end}`;
  });
  const partOf = (value: number) => labels[ends.findIndex((end) => value <= end)] ?? MISSING_GROUP;
  return { inOrder: [...labels, MISSING_GROUP], ofRow: Array.from(values, partOf) };
}
