import { AuditError } from "../../errors.js";
import type { CategoryColumn, Column, NumberColumn } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { refuseOption } from "../../options.js";

/** Numbers with at most this many different values form one group each. */
const MOST_VALUES = 8;

/** People sorted into groups by one attribute or by two together: `labels[groupOf[i]]`. */
export interface Grouping {
  /** "sex", or "sex × origin". */
  readonly attribute: string;
  /** The columns it was formed from: one, or two. */
  readonly columns: readonly string[];
  readonly kind: "category" | "number" | "intersection";
  /** Only groups somebody belongs to, in order. */
  readonly labels: readonly string[];
  /** One entry per person; −1 where a value is missing, so that the group is not known. */
  readonly groupOf: Int32Array;
}

/**
 * How people are sorted into groups, fitted on the evidence so that other people can be sorted the same way; for two
 * attributes, a group per pair of groups somebody belongs to.
 */
export type GroupingRule =
  | SingleRule
  | { readonly kind: "intersection"; readonly parts: readonly [SingleRule, SingleRule] };

/** A group per category, the evidence's first; a group per number; or parts from one cut, included, to the next. */
type SingleRule =
  | { readonly kind: "category"; readonly column: string; readonly labels: readonly string[] }
  | { readonly kind: "number"; readonly column: string; readonly cuts: null }
  | {
      readonly kind: "number";
      readonly column: string;
      readonly cuts: Float64Array;
      readonly labels: readonly string[];
    };

export interface GroupingOptions {
  /**
   * Cut points of numeric attributes, ascending. A cut point belongs to the part above it: [25, 45] makes
   * "under 25", "25 to 44" and "45 and over". Columns not named are cut at their quartiles, or left
   * uncut if they have at most eight different values.
   */
  readonly bins: Readonly<Record<string, readonly number[]>>;
  /** Whether each pair of attributes is an attribute too. */
  readonly intersections: boolean;
}

/**
 * One rule per sensitive column, in the order given, then one per pair of columns. `people` says how many people each
 * entry of the columns stands for, as in a tally; null: one.
 */
export function groupingRules(
  columns: readonly Column[],
  { bins, intersections }: GroupingOptions,
  people: Float64Array | null = null,
): readonly GroupingRule[] {
  for (const [name, cuts] of Object.entries(bins)) requireCuts(name, cuts, columns);
  const single = columns.map((column): SingleRule => {
    if (column.type === "category") return categoryRule(column);
    return numberRule(column, Object.hasOwn(bins, column.name) ? (bins[column.name] ?? null) : null, people);
  });
  if (!intersections) return single;
  const pairs = single.flatMap((first, k) => single.slice(k + 1).map((second) => [first, second] as const));
  return [...single, ...pairs.map((parts) => ({ kind: "intersection", parts }) as const)];
}

/** Sorts people into groups: those the rule was fitted on, or others with the same columns, such as a population. */
export function applyGrouping(rule: GroupingRule, columns: readonly Column[]): Grouping {
  if (rule.kind === "intersection") {
    const [first, second] = rule.parts;
    return intersect(applyGrouping(first, columns), applyGrouping(second, columns));
  }
  const column = columns.find(({ name }) => name === rule.column);
  if (column === undefined) {
    throw new AuditError("COLUMN_MISSING", `groups are formed by '${rule.column}', which is not among the columns`, {
      column: rule.column,
    });
  }
  return { attribute: rule.column, columns: [rule.column], kind: rule.kind, ...keepPresent(sortInto(rule, column)) };
}

/** Sums of a value over the people of each group; people of unknown group (−1) are in none. */
export function sumByGroup(groupOf: Int32Array, groups: number, value: (i: number) => number): Float64Array {
  const sums = new Float64Array(groups);
  for (let i = 0; i < groupOf.length; i++) if (groupOf[i]! >= 0) sums[groupOf[i]!]! += value(i);
  return sums;
}

interface Sorted {
  readonly order: readonly string[];
  readonly groupOf: Int32Array;
}

function sortInto(rule: SingleRule, column: Column): Sorted {
  if (rule.kind === "category" && column.type === "category") return byCategory(rule.labels, column);
  if (rule.kind === "number" && column.type === "number") {
    if (rule.cuts === null) return byValue(column.values);
    const { cuts, labels: order } = rule;
    const partOf = (value: number) => cuts.reduce((part, cut) => part + (value >= cut ? 1 : 0), 0);
    return { order, groupOf: Int32Array.from(column.values, (value) => (Number.isNaN(value) ? -1 : partOf(value))) };
  }
  const [there, here] = rule.kind === "category" ? ["categories", "numbers"] : ["numbers", "categories"];
  throw new AuditError(
    "SHAPE_MISMATCH",
    `column '${rule.column}' holds ${there} in the evidence and ${here} here; give it the same type in both`,
    { column: rule.column },
  );
}

function byCategory(labels: readonly string[], { codes, levels }: CategoryColumn): Sorted {
  const known = new Set(labels);
  const order = [...labels, ...[...new Set(levels)].filter((level) => !known.has(level)).sort(compareText)];
  const place = new Map(order.map((label, k) => [label, k]));
  const placeOf = Int32Array.from(levels, (level) => place.get(level) ?? -1);
  return { order, groupOf: codes.map((code) => (code < 0 ? -1 : placeOf[code]!)) };
}

function byValue(values: Float64Array): Sorted {
  const distinct = distinctOf(values);
  const place = new Map(Array.from(distinct, (value, k) => [value, k]));
  return { order: Array.from(distinct, String), groupOf: Int32Array.from(values, (value) => place.get(value) ?? -1) };
}

/** Groups of two attributes together, by the first's order and then the second's; unknown where either is. */
function intersect(first: Grouping, second: Grouping): Grouping {
  const width = second.labels.length;
  const pairOf = Float64Array.from(first.groupOf, (group, i) => {
    const other = second.groupOf[i]!;
    return group < 0 || other < 0 ? Number.NaN : group * width + other;
  });
  // in quotation marks where the sign between the parts occurs in the part itself
  const asPart = (label: string) => (label.includes(" × ") ? `“${label}”` : label);
  const joined = (a = "", b = "") => `${asPart(a)} × ${asPart(b)}`;
  const pairs = distinctOf(pairOf);
  const place = new Map(Array.from(pairs, (pair, k) => [pair, k]));
  return {
    attribute: joined(first.attribute, second.attribute),
    columns: [...first.columns, ...second.columns],
    kind: "intersection",
    labels: Array.from(pairs, (pair) => joined(first.labels[Math.floor(pair / width)], second.labels[pair % width])),
    groupOf: Int32Array.from(pairOf, (pair) => place.get(pair) ?? -1),
  };
}

function keepPresent({ order, groupOf }: Sorted): Pick<Grouping, "labels" | "groupOf"> {
  const count = sumByGroup(groupOf, order.length, () => 1);
  let next = 0;
  const renumbered = count.map((people) => (people > 0 ? next++ : -1));
  const labels = order.filter((_, k) => count[k]! > 0);
  return { labels, groupOf: groupOf.map((group) => (group < 0 ? -1 : renumbered[group]!)) };
}

function categoryRule({ name, codes, levels }: CategoryColumn): SingleRule {
  const present = new Set<string>();
  for (const code of codes) if (code >= 0) present.add(levels[code] ?? "");
  return { kind: "category", column: name, labels: [...present].sort(compareText) };
}

function numberRule(
  { name, values }: NumberColumn,
  given: readonly number[] | null,
  people: Float64Array | null,
): SingleRule {
  const distinct = distinctOf(values);
  if (given === null && distinct.length <= MOST_VALUES) return { kind: "number", column: name, cuts: null };
  const cuts = Float64Array.from(given ?? quartileCuts(values, distinct, people));
  return { kind: "number", column: name, cuts, labels: partLabels(cuts, distinct) };
}

/** Different values, ascending, without the missing ones. */
function distinctOf(values: Float64Array): Float64Array {
  return Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
}

/**
 * Where each quarter of the people but the first begins: at the first value above the quartile (the ⌈kn/4⌉-th value),
 * or at the quartile itself when there is none above. Equal values stay together, so that parts can merge.
 */
function quartileCuts(values: Float64Array, distinct: Float64Array, people: Float64Array | null): number[] {
  const upTo = peopleUpTo(values, distinct, people); // by place among the distinct values
  const all = upTo.at(-1)!;
  const begins = [1, 2, 3].map((k) => {
    const quartile = upTo.findIndex((count) => count >= Math.ceil((k * all) / 4));
    return distinct[quartile + 1] ?? distinct[quartile]!;
  });
  return [...new Set(begins)];
}

/** How many people have each of the distinct values or a lower one. */
function peopleUpTo(values: Float64Array, distinct: Float64Array, people: Float64Array | null): Float64Array {
  const place = new Map(Array.from(distinct, (value, k) => [value, k]));
  const placeOf = Int32Array.from(values, (value) => place.get(value) ?? -1);
  let below = 0;
  return sumByGroup(placeOf, distinct.length, (i) => people?.[i] ?? 1).map((count) => {
    below += count;
    return below;
  });
}

/** "under 25", "25 to 44", "45 and over"; "25 to under 45" where not everything is a whole number. */
function partLabels(cuts: Float64Array, distinct: Float64Array): string[] {
  const whole = cuts.every(Number.isSafeInteger) && distinct.every(Number.isSafeInteger);
  const between = Array.from(cuts.subarray(1), (end, k) => {
    const start = cuts[k]!;
    if (!whole) return `${start} to under ${end}`;
    return start === end - 1 ? String(start) : `${start} to ${end - 1}`;
  });
  return [`under ${cuts[0]}`, ...between, `${cuts[cuts.length - 1]} and over`];
}

function requireCuts(name: string, cuts: readonly number[], columns: readonly Column[]): void {
  const column = columns.find((candidate) => candidate.name === name);
  if (column === undefined) {
    const known = columns.map((candidate) => `'${candidate.name}'`).join(", ");
    refuseOption("bins", `cut points of sensitive columns (${known || "there are none"})`, `'${name}'`);
  }
  if (column.type !== "number") {
    refuseOption("bins", "cut points of numeric columns", `'${name}', which holds categories`);
  }
  const ascending = cuts.every((cut, k) => Number.isFinite(cut) && (k === 0 || cut > (cuts[k - 1] ?? cut)));
  if (cuts.length === 0 || !ascending) {
    refuseOption(`bins of '${name}'`, "one or more finite numbers, each greater than the one before", cuts.join(", "));
  }
}
