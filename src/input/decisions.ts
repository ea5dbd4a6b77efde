import type { ColumnSummary } from "../findings/evidence.js";
import { inspectTable, type TableSource } from "./csv.js";
import { checkClasses, checkDuplicateRows, checkFeatures, type Decided } from "./decision-checks.js";
import { type DecisionsOptions, type ResolvedDecisionsOptions, resolveDecisionsOptions } from "./decisions-options.js";
import type { Schema } from "./evidence.js";
import { checkHeader } from "./header-check.js";
import { readIds, readWeights } from "./people.js";
import {
  describeRows,
  listValues,
  type Problem,
  type ProblemList,
  plural,
  problemList,
  throwFirstError,
} from "./problem.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import { keepRows, rowsWhere } from "./raw-table.js";
import { assignRoles, nameColumns, type Roles, settleFavourable, settleOutcome } from "./roles.js";
import type { CategoryColumn, Column, ColumnType, Table } from "./table.js";
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

/** Every problem of a decisions file, and as much of its content as could be read. */
export interface DecisionsInspection {
  readonly problems: readonly Problem[];
  /** Rows in the file. */
  readonly rows: number;
  /** Null when not even the decisions could be told; otherwise complete only if no problem is an error. */
  readonly draft: Decisions | null;
}

/** Reads a decisions file; throws its first problem of severity "error" as an AuditError. */
export function parseDecisions(text: TableSource, options: DecisionsOptions = {}): Decisions {
  const { problems, draft } = inspectDecisions(text, options);
  throwFirstError(problems);
  if (draft === null) throw new Error("a decisions file without errors has a draft");
  return draft;
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
  for (const column of kept) read.set(column.name, readColumn(column, markers, forcedType(options, column.name)));
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
      decision: { column: roles.decision, favourable: observed.favourable, unfavourable: observed.unfavourable },
      sensitive: roles.sensitive,
      outcome: roles.outcome,
      favourableOutcome: outcome === undefined ? null : settleOutcome(presentLevels(outcome), options, problems),
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
  readonly favourable: string;
  readonly unfavourable: string;
}

function readDecisionColumn(
  column: RawColumn,
  table: RawTable,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): ObservedDecisions | null {
  const read = readColumn(column, new Set(options.missing), "category");
  const { file } = options;
  const { name } = column;
  const values = presentLevels(read).sort();
  const [first, second] = values;
  const absent = rowsWhere(column, table.rowNumbers, (code) => read.missing[code] === 1);
  if (first === undefined) {
    problems.add(
      "error",
      "DECISION_MISSING",
      `${file}, column '${name}': no row has a decision; name another column with decision`,
      {
        column: name,
        ...absent,
      },
    );
    return null;
  }
  if (absent.count > 0) {
    problems.add(
      "warning",
      "DECISION_MISSING",
      `${file}, column '${name}': ${plural(absent.count, "row")} without a decision left out (${describeRows(absent)})`,
      { column: name, ...absent },
    );
  }
  if (second === undefined) {
    problems.add(
      "error",
      "SINGLE_CLASS",
      `${file}, column '${name}': every decision is ${listValues(values)}; ` +
        "a model can only be rebuilt from people who were accepted and people who were rejected",
      { column: name },
    );
    return null;
  }
  const { classes } = options;
  if (classes === null && values.length > 2) {
    problems.add(
      "error",
      "DECISION_NOT_BINARY",
      `${file}, column '${name}': a decision has two values, but ${values.length} were found: ${listValues(values)}; ` +
        "name them all with classes, the least favourable first, merge them into two, mark the others as missing, " +
        "or name another column",
      { column: name, count: values.length },
    );
    return null;
  }
  const names = classes === null ? twoNames([first, second], name, options, problems) : classes;
  if (names === null || hasStrangers(values, names, name, problems)) return null;
  const placeOf = column.levels.map((level) => names.indexOf(level));
  const keep = Uint8Array.from(column.codes, (code) => 1 - read.missing[code]!);
  return {
    keep,
    rowNumbers: table.rowNumbers.filter((_, i) => keep[i] === 1),
    decisions: Uint8Array.from(
      column.codes.filter((_, i) => keep[i] === 1),
      (code) => placeOf[code]!,
    ),
    column: name,
    names,
    favourable: names.at(-1) ?? "",
    unfavourable: names[0] ?? "",
  };
}

/** The unfavourable and the favourable of two values; null, with a problem, when they cannot be told apart. */
function twoNames(
  values: readonly [string, string],
  column: string,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): readonly string[] | null {
  const settled = settleFavourable(values, column, options, problems);
  return settled && [settled.unfavourable, settled.favourable];
}

/** Refuses a value that is none of the classes. */
function hasStrangers(
  values: readonly string[],
  names: readonly string[],
  column: string,
  problems: ProblemList,
): boolean {
  const strange = values.filter((value) => !names.includes(value));
  if (strange.length === 0) return false;
  problems.add(
    "error",
    "CLASS_UNKNOWN",
    `${problems.file}, column '${column}': ${listValues(strange)} ${strange.length === 1 ? "is" : "are"} not among ` +
      `the classes ${listValues(names)}; ` +
      "add it in its place from least to most favourable, or mark it as missing",
    { column, count: strange.length },
  );
  return true;
}

function forcedType({ types }: ResolvedDecisionsOptions, name: string): ColumnType | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
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
