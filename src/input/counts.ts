import { AuditError } from "../errors.js";
import { preciseSums } from "../math/precise-sums.js";
import { inspectTable, type TableSource } from "./csv.js";
import { checkAttributes } from "./decision-checks.js";
import { type ObservedDecisions, readDecisionColumn } from "./decision-column.js";
import { type DecisionsOptions, type ResolvedDecisionsOptions, resolveDecisionsOptions } from "./decisions-options.js";
import type { Schema } from "./evidence.js";
import { columnHint } from "./nearest-name.js";
import { isDateStyle } from "./number-style.js";
import { type Inspection, listValues, type Problem, type ProblemList, problemList, settled } from "./problem.js";
import { keepRows, type RawColumn, type RawTable, rowsWhere } from "./raw-table.js";
import { noteReading } from "./reading-notes.js";
import { checkNames, findDecision, nameColumns } from "./roles.js";
import { readColumns } from "./skipped-rows.js";
import type { Column } from "./table.js";
import { mergeTally, type Tally } from "./tally.js";
import { type ReadColumn, toColumn } from "./values.js";

/** How a table of counts is read: as decisions, with a column that says how many people each row stands for. */
export interface CountsOptions extends Omit<DecisionsOptions, "id" | "weight" | "outcome" | "favourableOutcome"> {
  readonly count: string;
}

/** A table of counts, as authorities publish them: group columns, the decision, and how many people had both. */
export interface Counts {
  readonly file: string;
  /** Rows in the file, not people. */
  readonly rows: number;
  /** No column is a feature: nothing can be rebuilt from counts. */
  readonly schema: Schema;
  /** Rows of equal values and decision together; columns that are not compared are added up over. */
  readonly tally: Tally;
  /** Warnings and notes. */
  readonly problems: readonly Problem[];
}

/** Reads a table of counts; throws its first problem of severity "error" as an AuditError. */
export function parseCounts(source: TableSource, options: CountsOptions): Counts {
  return settled(inspectCounts(source, options));
}

/** Lists every problem of a table of counts. Bad data never throw; options no file could satisfy do. */
export function inspectCounts(source: TableSource, { count, ...given }: CountsOptions): Inspection<Counts> {
  const options = resolveDecisionsOptions(given);
  refuseClash(count, options);
  const problems = problemList(options.file);
  // a count such as <5 is one that was withheld, not a range with a middle
  const ranges = { ...options.ranges, [count]: "category" as const };
  const { table, problems: found } = inspectTable(source, options);
  problems.all.push(...found);
  const draft = table === null || table.rows === 0 ? null : draftCounts(table, { ...options, ranges, count }, problems);
  return { problems: problems.all, rows: table?.rows ?? 0, draft };
}

function draftCounts(
  table: RawTable,
  options: ResolvedDecisionsOptions & { readonly count: string },
  problems: ProblemList,
): Counts | null {
  const { file, sensitive, count, ignore, skip } = options;
  const columns = nameColumns(table, { ignored: new Set(ignore), skip }, problems);
  requireCountColumn(count, columns, problems);
  if (!columns.has(count)) return null;
  checkNames(columns, options, problems);
  const decision = findDecision(columns, options.decision, problems);
  if (decision === null) return null;
  const decided = readDecisionColumn(columns.get(decision)!, table, options, problems);
  if (decided === null) return null;
  const attributes = [...new Set(sensitive)].filter((name) => columns.has(name));
  const used = [count, ...attributes].map((name) => columns.get(name)!);
  const kept = leaveOut(decided, used, options, problems);
  const read = readColumns(keepRows(used, kept.keep), options);
  const people = readCounts(read.get(count)!, kept.rowNumbers, problems);
  const compared = attributes.map((name) => read.get(name)!);
  checkAttributes(compared, kept.rowNumbers, problems);
  const entries = compared.map((column): Column => toColumn(column));
  const rest = [...columns.keys()].filter((name) => name !== decision && name !== count && !attributes.includes(name));
  return {
    file,
    rows: table.rows,
    schema: {
      features: [],
      decision: { column: decision, favourable: decided.names.at(-1)!, unfavourable: decided.names[0]! },
      sensitive: attributes,
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: rest,
    },
    tally: mergeTally({ rows: people.length, columns: entries, decisions: kept.decisions, people, weights: null }),
    problems: problems.all,
  };
}

/** Without the rows whose count cannot be read, where they are to be skipped. */
function leaveOut(
  decided: ObservedDecisions,
  columns: readonly RawColumn[],
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): ObservedDecisions {
  if (!options.skip.includes("unreadable")) return decided;
  const [raw] = columns;
  const { numbers } = readColumns(keepRows([raw!], decided.keep), options).get(raw!.name)!;
  const [kept] = keepRows([raw!], decided.keep);
  const isBad = (code: number) => wrongWith(numbers[code]!) !== null;
  const bad = rowsWhere(kept!, decided.rowNumbers, isBad);
  const words = `${listValues(bad.cells, 5)} cannot be used as a count; left out`;
  problems.report("warning", "COUNT_INVALID", bad, words);
  let i = 0;
  const stays = (_: number, k: number) => !isBad(kept!.codes[k]!);
  return {
    ...decided,
    keep: decided.keep.map((isKept) => (isKept === 1 && stays(0, i++) ? 1 : 0)),
    rowNumbers: decided.rowNumbers.filter(stays),
    decisions: decided.decisions.filter(stays),
  };
}

/** What a count cannot be, in words; null for one that can be used. */
function wrongWith(value: number): string | null {
  if (Number.isNaN(value)) return "no number";
  if (value < 0) return "below 0";
  if (value > Number.MAX_SAFE_INTEGER) return "above 2^53 − 1, up to which every whole number can be told";
  return Number.isInteger(value) ? null : "not a whole number";
}

function readCounts(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): Float64Array {
  const { raw, missing, style } = column;
  const numbers = isDateStyle(style) ? column.numbers.fill(Number.NaN) : column.numbers;
  const advice = "Write how many people the row stands for, or leave such rows out (--skip unreadable)";
  const report = (why: string, condition: (code: number) => boolean) => {
    const found = rowsWhere(raw, rowNumbers, condition);
    problems.report("error", "COUNT_INVALID", found, `${why.replace("%", listValues(found.cells, 5))}. ${advice}`);
    return found.count;
  };
  let bad = report("there is no count", (code) => missing[code] === 1);
  const reasons = new Set(Array.from(numbers, wrongWith));
  for (const why of reasons) {
    if (why === null) continue;
    bad += report(`% as a count: ${why}`, (code) => missing[code] === 0 && wrongWith(numbers[code]!) === why);
  }
  if (bad === 0) noteReading(column, rowNumbers, problems);
  const people = Float64Array.from(raw.codes, (code) => (wrongWith(numbers[code]!) === null ? numbers[code]! : 0));
  if (bad === 0) checkTotal(people, raw.name, problems);
  return people;
}

function checkTotal(people: Float64Array, column: string, problems: ProblemList): void {
  const sums = preciseSums(1);
  for (const count of people) sums.add(0, count);
  const total = sums.finish()[0]!;
  if (total > Number.MAX_SAFE_INTEGER) {
    const words = "the counts add up to more than 2^53 − 1 people, up to which every whole number can be told";
    problems.report("error", "COUNT_INVALID", { column }, `${words}. Correct them`);
  } else if (total === 0) {
    const words = "all counts are 0. Correct them, or name another column (--count)";
    problems.report("error", "COUNT_INVALID", { column }, words);
  }
}

function requireCountColumn(column: string, columns: ReadonlyMap<string, unknown>, problems: ProblemList): void {
  if (columns.has(column)) return;
  const hint = columnHint(column, [...columns.keys()]);
  const message = `${problems.file} has no column '${column}' (named as count). ${hint}`;
  problems.add("error", "COLUMN_UNKNOWN", message, { column });
}

function refuseClash(column: string, { decision, sensitive, ignore }: ResolvedDecisionsOptions): void {
  const roles = { decision: [decision], sensitive, ignore };
  const other = Object.entries(roles).find(([, names]) => names.includes(column));
  if (other === undefined) return;
  const message = `column '${column}' cannot be both count and ${other[0]}; name another column for one of them`;
  throw new AuditError("INVALID_OPTION", message, { column });
}
