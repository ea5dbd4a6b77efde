import type { ColumnSummary } from "../findings/evidence.js";
import type { NumberReading } from "./column-style.js";
import { inspectTable, type TableSource } from "./csv.js";
import { checkClasses, checkDuplicateRows, checkFeatures } from "./decision-checks.js";
import { readDecisionColumn } from "./decision-column.js";
import { type DecisionsOptions, type ResolvedDecisionsOptions, resolveDecisionsOptions } from "./decisions-options.js";
import type { FeatureSchema, Schema } from "./evidence.js";
import { isPercentage } from "./number-style.js";
import { readIds, readWeights } from "./people.js";
import { type Inspection, type Problem, type ProblemList, problemList, settled } from "./problem.js";
import { keepRows, type RawColumn, type RawTable } from "./raw-table.js";
import { noteReading } from "./reading-notes.js";
import { checkReasonMap, type ReasonRules, reasonBook } from "./reason-map.js";
import { type GivenReasons, type ReasonPeople, readReasons } from "./reasons.js";
import { assignRoles, checkHeader, nameColumns, type Roles, settleOutcome } from "./roles.js";
import { keptRows, readColumns } from "./skipped-rows.js";
import type { CategoryColumn, Column, Table } from "./table.js";
import { countMissing, presentLevels, type ReadColumn, toCategoryColumn, toColumn } from "./values.js";

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
  /** Ids of people left out: their decision is missing, or their row was to be skipped. */
  readonly excludedIds: ReadonlySet<string>;
  /** Row in the file as a spreadsheet counts it: the header is row 1. */
  readonly rowNumbers: Int32Array;
  /** How columns write their numbers, by name, for other files to be read alike; plain ones are left out. */
  readonly readings: ReadonlyMap<string, NumberReading>;
  /** Cells that mean "missing", for the letters to be read alike. */
  readonly missing: readonly string[];
  /** What was said about reasons, for those in the letters as well. */
  readonly reasonRules: ReasonRules;
  /** Reasons that the file itself gives, by observation; null without a column of them. */
  readonly reasons: GivenReasons | null;
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
  refuseLibrary(csv.table, problems);
  const draft =
    csv.table === null || csv.table.rows === 0 || csv.table.library
      ? null
      : draftDecisions(csv.table, options, problems);
  return { problems: problems.all, rows: csv.table?.rows ?? 0, draft };
}

/** Counterfactuals are no decisions, whatever columns they have. */
function refuseLibrary(table: RawTable | null, problems: ProblemList): void {
  if (table?.library === undefined) return;
  const { name } = table.library;
  const message = `${problems.file} was written by ${name}: it has letters, not decisions. Give it as the letters file`;
  problems.add("error", "DECISION_UNKNOWN", message);
}

function draftDecisions(table: RawTable, options: ResolvedDecisionsOptions, problems: ProblemList): Decisions | null {
  if (options.header) checkHeader(table, problems);
  const columns = nameColumns(table, { ignored: new Set(options.ignore), skip: options.skip }, problems);
  const roles = assignRoles(columns, options, problems);
  const decisionColumn = roles === null ? undefined : columns.get(roles.decision);
  if (roles === null || decisionColumn === undefined) return null;
  const decided = readDecisionColumn(decisionColumn, table, options, problems);
  if (decided === null) return null;

  const observed = keptRows(decided, [...columns.values()], { roles, options }, problems);
  const { rowNumbers } = observed;
  const read = readColumns(keepRows([...columns.values()], observed.keep), options);
  const look = (name: string | null) => (name === null ? undefined : read.get(name));

  const features = checkFeatures(roles, read, observed, problems);
  const ids = readIds(look(roles.id), rowNumbers, problems);
  const weight = look(roles.weight);
  if (weight !== undefined) noteReading(weight, rowNumbers, problems);
  const weights = readWeights(weight, rowNumbers, problems);
  checkClasses(observed, weights !== null, problems);
  checkDuplicateRows(features, observed, problems);

  const used = new Set(features.map(({ raw }) => raw.name));
  const immutable = new Set(options.immutable);
  const featureSchemas = features.map((column) => featureOf(column, immutable));
  checkReasonMap(options.reasons, [...columns.keys()], problems);
  const fixed = featureSchemas.filter((feature) => feature.immutable).map(({ name }) => name);
  const reasonRules = { map: options.reasons, neverCited: options.neverCited ?? [...roles.sensitive, ...fixed] };
  const best = observed.names.length - 1;
  const reasons = readOwnReasons(
    roles.reasons.flatMap((name) => read.get(name)?.raw ?? []),
    {
      rowNumbers,
      file: options.file,
      book: reasonBook(reasonRules, featureSchemas),
      missing: options.missing,
      isAccepted: (i) => observed.decisions[i] === best,
    },
    problems,
  );
  const outcome = look(roles.outcome);
  return {
    file: options.file,
    delimiter: table.delimiter,
    rows: table.rows,
    schema: {
      features: featureSchemas,
      decision: { column: roles.decision, favourable: observed.names.at(-1)!, unfavourable: observed.names[0]! },
      sensitive: roles.sensitive,
      outcome: roles.outcome,
      favourableOutcome:
        outcome === undefined
          ? null
          : settleOutcome(presentLevels(outcome), outcome.raw.name, options.favourableOutcome, problems),
      id: roles.id,
      weight: roles.weight,
      ignored: [...roles.features.filter((name) => !used.has(name)), ...roles.ignored, ...roles.reasons],
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
    readings: readingsOf(read),
    missing: options.missing,
    reasonRules,
    reasons,
    problems: problems.all,
  };
}

function featureOf({ raw, type, style, ranges }: ReadColumn, immutable: ReadonlySet<string>): FeatureSchema {
  return {
    name: raw.name,
    type,
    immutable: immutable.has(raw.name),
    ...(type === "number" && style !== "plain" && { numbers: style }),
    ...(type === "number" && ranges && { ranges }),
  };
}

function readingsOf(columns: ReadonlyMap<string, ReadColumn>): Map<string, NumberReading> {
  const own = [...columns.values()].filter(
    ({ type, style, ranges }) => type === "number" && (style !== "plain" || ranges),
  );
  return new Map(
    own.map(({ raw, style, ranges }) => [raw.name, { style, ranges, percents: raw.levels.some(isPercentage) }]),
  );
}

/** The reasons in columns of the decisions themselves; null without such columns. */
function readOwnReasons(
  columns: readonly RawColumn[],
  { rowNumbers, ...people }: ReasonPeople & { readonly rowNumbers: Int32Array },
  problems: ProblemList,
): GivenReasons | null {
  if (columns.length === 0) return null;
  const everybody = Int32Array.from(rowNumbers.keys());
  return readReasons(
    { columns, direction: null, fieldAt: () => null, rowNumbers, people: everybody },
    people,
    problems,
  );
}

function summarise(column: ReadColumn, roles: Roles, immutable: ReadonlySet<string>): ColumnSummary {
  const { name } = column.raw;
  const role = (["decision", "id", "weight", "outcome"] as const).find((candidate) => roles[candidate] === name);
  return {
    name,
    role: role ?? (roles.ignored.includes(name) || roles.reasons.includes(name) ? "ignored" : "feature"),
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
