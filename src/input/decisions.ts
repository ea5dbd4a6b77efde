import type { ColumnSummary } from "../findings/evidence.js";
import { inspectTable, type TableSource } from "./csv.js";
import { checkClasses, checkDuplicateRows, checkFeatures, type Decided } from "./decision-checks.js";
import { type DecisionsOptions, type ResolvedDecisionsOptions, resolveDecisionsOptions } from "./decisions-options.js";
import type { Schema } from "./evidence.js";
import { readIds, readWeights } from "./people.js";
import {
  describeRows,
  type Inspection,
  listValues,
  type Problem,
  type ProblemList,
  plural,
  problemList,
  settled,
} from "./problem.js";
import { keepRows, type RawColumn, type RawTable, rowsWhere } from "./raw-table.js";
import { assignRoles, checkHeader, nameColumns, type Roles, settleFavourable, settleOutcome } from "./roles.js";
import type { CategoryColumn, Column, Table } from "./table.js";
import { countMissing, presentLevels, type ReadColumn, readColumn, toCategoryColumn, toColumn } from "./values.js";

/** A decisions file, read and typed. Arrays have one entry per observation: a row whose decision is known. */
export interface Decisions {
  readonly file: string;
  readonly delimiter: string;
  /** Rows in the file, with those left out. */
  readonly rows: number;
  readonly schema: Schema;
  readonly columns: readonly ColumnSummary[];
  /** Feature columns only, in file order. */
  readonly observations: Table;
  /** 1 = favourable; with `classes` the place of the decision among them. */
  readonly decisions: Uint8Array;
  /** All values of the decision, the least favourable first, where the reader was told so; null for two. */
  readonly classes: readonly string[] | null;
  readonly groups: readonly Column[];
  readonly outcomes: CategoryColumn | null;
  readonly weights: Float64Array | null;
  /** An empty text where a person has no id. */
  readonly ids: readonly string[] | null;
  /** Ids of people left out because their decision is missing. */
  readonly excludedIds: ReadonlySet<string>;
  /** Row in the file as a spreadsheet counts it: the header is row 1. */
  readonly rowNumbers: Int32Array;
  /** Cells that mean "missing", for the letters to be read alike. */
  readonly missing: readonly string[];
  /** Warnings and notes. */
  readonly problems: readonly Problem[];
}

/** Every problem of a decisions file; the draft is null when not even the decisions could be told. */
export type DecisionsInspection = Inspection<Decisions>;

/** Reads a decisions file; throws its first problem of severity "error" as an AuditError. */
export function parseDecisions(text: TableSource, options: DecisionsOptions = {}): Decisions {
  return settled(inspectDecisions(text, options));
}

/** Lists every problem of a decisions file. Bad data never throw; options no file could satisfy do. */
export function inspectDecisions(text: TableSource, given: DecisionsOptions = {}): DecisionsInspection {
  const options = resolveDecisionsOptions(given);
  const problems = problemList(options.file);
  const csv = inspectTable(text, options);
  problems.all.push(...csv.problems);
  const draft = csv.table === null || csv.table.rows === 0 ? null : draftDecisions(csv.table, options, problems);
  return { problems: problems.all, rows: csv.table?.rows ?? 0, draft };
}

function draftDecisions(table: RawTable, options: ResolvedDecisionsOptions, problems: ProblemList): Decisions | null {
  const markers = new Set(options.missing);
  checkHeader(table, problems);
  const columns = nameColumns(table, new Set(options.ignore), problems);
  const roles = assignRoles(columns, options, problems);
  const decisionColumn = roles === null ? undefined : columns.get(roles.decision);
  if (roles === null || decisionColumn === undefined) return null;
  const observed = readDecisionColumn(decisionColumn, table, options, problems);
  if (observed === null) return null;

  const kept = keepRows([...columns.values()], observed.keep);
  const { rowNumbers } = observed;
  const read = new Map<string, ReadColumn>();
  for (const column of kept) {
    const forced = Object.hasOwn(options.types, column.name) ? options.types[column.name] : undefined;
    read.set(column.name, readColumn(column, markers, forced));
  }
  const look = (name: string | null) => (name === null ? undefined : read.get(name));

  const features = checkFeatures(roles, read, observed, problems);
  const ids = readIds(look(roles.id), rowNumbers, problems);
  const weights = readWeights(look(roles.weight), rowNumbers, problems);
  checkClasses(observed, weights !== null, problems);
  checkDuplicateRows(features, observed, problems);

  const used = new Set(features.map(({ raw }) => raw.name));
  const immutable = new Set(options.immutable);
  const outcome = look(roles.outcome);
  return {
    file: options.file,
    delimiter: table.delimiter,
    rows: table.rows,
    schema: {
      features: features.map(({ raw, type }) => ({ name: raw.name, type, immutable: immutable.has(raw.name) })),
      decision: { column: roles.decision, favourable: observed.names.at(-1)!, unfavourable: observed.names[0]! },
      sensitive: roles.sensitive,
      outcome: roles.outcome,
      favourableOutcome:
        outcome === undefined
          ? null
          : settleOutcome(presentLevels(outcome), outcome.raw.name, options.favourableOutcome, problems),
      id: roles.id,
      weight: roles.weight,
      ignored: [...roles.features.filter((name) => !used.has(name)), ...roles.ignored],
    },
    columns: [...read.values()].map((column) => summarise(column, roles, immutable)),
    observations: { rows: rowNumbers.length, columns: features.map(toColumn) },
    decisions: observed.decisions,
    classes: options.classes,
    groups: roles.sensitive.flatMap((name) => look(name) ?? []).map(toColumn),
    outcomes: outcome === undefined ? null : toCategoryColumn(outcome),
    weights,
    ids,
    excludedIds: excludedIds(columns.get(roles.id ?? ""), observed.keep),
    rowNumbers,
    missing: options.missing,
    problems: problems.all,
  };
}

interface ObservedDecisions extends Decided {
  /** 1 for each row of the file whose decision is known. */
  readonly keep: Uint8Array;
}

function readDecisionColumn(
  raw: RawColumn,
  { rowNumbers }: RawTable,
  { missing, classes, favourable }: ResolvedDecisionsOptions,
  problems: ProblemList,
): ObservedDecisions | null {
  const read = readColumn(raw, new Set(missing), "category");
  const column = raw.name;
  const values = presentLevels(read).sort();
  const [first, second] = values;
  const absent = rowsWhere(raw, rowNumbers, (code) => read.missing[code] === 1);
  const place = `${problems.file}, column '${column}'`;
  if (first === undefined) {
    const message = `${place}: no row has a decision; name another column with decision`;
    problems.add("error", "DECISION_MISSING", message, absent);
    return null;
  }
  if (absent.count > 0) {
    const left = `${plural(absent.count, "row")} without a decision left out (${describeRows(absent)})`;
    problems.add("warning", "DECISION_MISSING", `${place}: ${left}`, absent);
  }
  if (second === undefined) {
    const words =
      `every decision is ${listValues(values)}; ` +
      "a model can only be rebuilt from people who were accepted and people who were rejected";
    problems.report("error", "SINGLE_CLASS", { column }, words);
    return null;
  }
  if (classes === null && values.length > 2) {
    const message =
      `${place}: a decision has two values, but ${values.length} were found: ${listValues(values)}; ` +
      "name them all with classes, the least favourable first, merge them into two, mark the others as missing, " +
      "or name another column";
    problems.add("error", "DECISION_NOT_BINARY", message, { column, count: values.length });
    return null;
  }
  const names = classes ?? settleFavourable([first, second], column, favourable, problems);
  if (names === null) return null;
  const strange = values.filter((value) => !names.includes(value));
  if (strange.length > 0) {
    const message =
      `${place}: ${listValues(strange)} ${strange.length === 1 ? "is" : "are"} not among the classes ` +
      `${listValues(names)}; add it in its place from least to most favourable, or mark it as missing`;
    problems.add("error", "CLASS_UNKNOWN", message, { column, count: strange.length });
    return null;
  }
  const placeOf = raw.levels.map((level) => names.indexOf(level));
  const keep = Uint8Array.from(raw.codes, (code) => 1 - read.missing[code]!);
  const isKept = (_: number, i: number) => keep[i] === 1;
  const decisions = Uint8Array.from(raw.codes.filter(isKept), (code) => placeOf[code]!);
  return { keep, rowNumbers: rowNumbers.filter(isKept), decisions, column, names };
}

function summarise(column: ReadColumn, roles: Roles, immutable: ReadonlySet<string>): ColumnSummary {
  const { name } = column.raw;
  const role = (["decision", "id", "weight", "outcome"] as const).find((candidate) => roles[candidate] === name);
  return {
    name,
    role: role ?? (roles.ignored.includes(name) ? "ignored" : "feature"),
    sensitive: roles.sensitive.includes(name),
    immutable: immutable.has(name),
    type: column.type,
    missing: countMissing(column),
    distinct: presentLevels(column).length,
  };
}

function excludedIds(column: RawColumn | undefined, keep: Uint8Array): Set<string> {
  const excluded = new Set<string>();
  column?.codes.forEach((code, i) => {
    if (keep[i] === 0) excluded.add(column.levels[code] ?? "");
  });
  excluded.delete("");
  return excluded;
}
