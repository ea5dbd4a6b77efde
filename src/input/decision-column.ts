import type { Decided } from "./decision-checks.js";
import type { ResolvedDecisionsOptions } from "./decisions-options.js";
import { describeRows, listValues, type ProblemList, plural } from "./problem.js";
import { type RawColumn, type RawTable, rowsWhere } from "./raw-table.js";
import { matchValue, settleFavourable } from "./roles.js";
import { presentLevels, readColumn } from "./values.js";

export interface ObservedDecisions extends Decided {
  /** 1 for each row of the file that counts. */
  readonly keep: Uint8Array;
}

/** The decision of each row that has one; null, with a problem, when there are not two kinds of them, or K classes. */
export function readDecisionColumn(
  raw: RawColumn,
  { rowNumbers }: RawTable,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): ObservedDecisions | null {
  const read = readColumn(raw, new Set(options.missing), "category");
  const column = raw.name;
  const all = presentLevels(read).sort();
  const place = `${problems.file}, column '${column}'`;
  const none = undecidedValues(all, column, options.notDecided, problems);
  if (none === null) return null;
  const values = all.filter((value) => !none.includes(value));
  const isNone = raw.levels.map((level) => none.includes(level));
  const absent = rowsWhere(raw, rowNumbers, (code) => read.missing[code] === 1);
  if (values.length === 0) {
    const message = `${place}: no row has a decision. Name another column (--decision)`;
    problems.add("error", "DECISION_MISSING", message, absent);
    return null;
  }
  if (absent.count > 0) {
    const left = `${plural(absent.count, "row")} without a decision left out: ${describeRows(absent)}`;
    problems.add("warning", "DECISION_MISSING", `${place}: ${left}`, absent);
  }
  const undecided = rowsWhere(raw, rowNumbers, (code) => isNone[code] === true);
  if (undecided.count > 0) {
    const left = `${plural(undecided.count, "row")} with ${listValues(none)} left out: no decision on the person`;
    problems.add("note", "DECISION_NONE", `${place}: ${left}`, undecided);
  }
  if (values.length === 1) {
    const words =
      `every decision is ${listValues(values)}. ` +
      "Add people who got another decision, or name another column (--decision)";
    problems.report("error", "SINGLE_CLASS", { column }, words);
    return null;
  }
  const sides =
    options.classes === null
      ? twoSides(values, column, options, problems)
      : asClasses(values, column, options.classes, problems);
  if (sides === null) return null;
  const placeOf = raw.levels.map((level) => sides.findIndex((side) => side.includes(level)));
  const keep = Uint8Array.from(raw.codes, (code) => (isNone[code] === true ? 0 : 1 - read.missing[code]!));
  const isKept = (_: number, i: number) => keep[i] === 1;
  const decisions = Uint8Array.from(raw.codes.filter(isKept), (code) => placeOf[code]!);
  const names = options.decisionNames ?? sides.map((side) => side.join(" or "));
  return { keep, rowNumbers: rowNumbers.filter(isKept), decisions, column, names };
}

/** The values named as no decision, as the file writes them; null, with a problem, for one that no row has. */
function undecidedValues(
  values: readonly string[],
  column: string,
  given: Named,
  problems: ProblemList,
): readonly string[] | null {
  const named = [eachValue(given, values) ?? []].flat();
  const absent = named.filter((value) => matchValue(value.trim(), values) === null);
  if (absent.length === 0) return matches(named, values);
  const words = `no row has the decision ${listValues(absent)}, named as none. The values are ${listValues(values)}`;
  problems.report("error", "FAVOURABLE_UNKNOWN", { column }, words);
  return null;
}

/** Values that count as one decision each, the least favourable first. */
type Sides = readonly (readonly string[])[];

function asClasses(
  values: readonly string[],
  column: string,
  classes: readonly string[],
  problems: ProblemList,
): Sides | null {
  const strange = values.filter((value) => !classes.includes(value));
  if (strange.length === 0) return classes.map((name) => [name]);
  const words =
    `${listValues(strange)} ${strange.length === 1 ? "is" : "are"} not among the classes ` +
    `${listValues(classes)}. Add it in its place from least to most favourable (--classes), ` +
    "or mark it as missing (--missing)";
  problems.report("error", "CLASS_UNKNOWN", { column, count: strange.length }, words);
  return null;
}

/**
 * The unfavourable values and the favourable ones. Values are merged only where both sides were named, or several
 * favourable ones: then the others are not.
 */
function twoSides(
  values: readonly string[],
  column: string,
  { favourable: said, unfavourable: other }: ResolvedDecisionsOptions,
  problems: ProblemList,
): Sides | null {
  const favourable = eachValue(said, values);
  const named = eachValue(other, values);
  const isSeveral = Array.isArray(favourable) && favourable.length > 1;
  const isRest = named === null && isSeveral && favourable.every((value) => matchValue(value.trim(), values) !== null);
  const unfavourable = isRest ? values.filter((value) => !matches(favourable, values).includes(value)) : named;
  const refuse = (count: number, words: string) => {
    problems.report("error", "DECISION_NOT_BINARY", { column, count }, words);
    return null;
  };
  if (unfavourable === null) {
    const [first, second, ...more] = values;
    const [only, ...others] = favourable === null ? [] : [favourable].flat();
    if (first !== undefined && second !== undefined && more.length + others.length === 0) {
      const names = settleFavourable([first, second], column, only ?? null, problems);
      return names?.map((name) => [name]) ?? null;
    }
    const found = `the decision has ${values.length} values instead of two: ${listValues(values)}`;
    return refuse(
      values.length,
      `${found}. Say which are good for the person (--favourable) and which are not (--unfavourable), list them all ` +
        "from least to most favourable (--classes), mark the others as missing (--missing), or name another column " +
        "(--decision)",
    );
  }
  for (const [as, given] of Object.entries({ favourable, unfavourable })) {
    const absent = [given ?? []].flat().filter((value) => matchValue(value.trim(), values) === null);
    if (absent.length === 0) continue;
    const words = `no row has the decision ${listValues(absent)}, named as ${as}. The values are ${listValues(values)}`;
    problems.report("error", "FAVOURABLE_UNKNOWN", { column }, words);
    return null;
  }
  const [good, bad] = [matches(favourable, values), matches(unfavourable, values)];
  const unsaid = values.filter((value) => !good.includes(value) && !bad.includes(value));
  if (unsaid.length > 0) {
    const neither = `${listValues(unsaid)} ${unsaid.length === 1 ? "is" : "are"} neither favourable nor unfavourable`;
    return refuse(unsaid.length, `${neither}. Name each as one of the two, or as no decision (--not-decided)`);
  }
  const sides = [bad, good].map((side) => values.filter((value) => side.includes(value)));
  if (sides.some((side) => side.length === 0)) {
    const all = sides[1]?.length === 0 ? "unfavourable" : "favourable";
    const other = all === "favourable" ? "unfavourable" : "favourable";
    const words = `every decision counts as ${all}. Name at least one of ${listValues(values)} as ${other}`;
    problems.report("error", "FAVOURABLE_UNKNOWN", { column }, words);
    return null;
  }
  for (const [k, side] of sides.entries()) {
    if (side.length < 2) continue;
    const as = k === 1 ? "favourable" : "unfavourable";
    const words = `${listValues(side)} count as one ${as} decision`;
    problems.report("note", "DECISIONS_MERGED", { column, count: side.length }, words);
  }
  return sides;
}

type Named = string | readonly string[] | null;

/** The values that were named, as the file writes them. */
function matches(named: Named, values: readonly string[]): readonly string[] {
  return [named ?? []].flat().flatMap((value) => matchValue(value.trim(), values) ?? []);
}

/** "Low,Medium" as two values where the file has both and not the whole text. */
function eachValue(named: Named, values: readonly string[]): Named {
  if (named === null) return null;
  const each = [named].flat().flatMap((value) => {
    const parts = value.split(",").map((part) => part.trim());
    const isList = parts.length > 1 && matchValue(value.trim(), values) === null;
    return isList && parts.every((part) => matchValue(part, values) !== null) ? parts : [value];
  });
  return each.length === 1 ? each[0]! : each;
}
