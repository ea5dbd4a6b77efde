import { count } from "../document/format.js";
import { asGiven, type NumberReading, PLAIN_READING } from "./column-style.js";
import { finish, reportBroken } from "./csv.js";
import { readDecisionColumn } from "./decision-column.js";
import { type Decisions, inspectDecisions } from "./decisions.js";
import { type ResolvedDecisionsOptions, resolveDecisionsOptions } from "./decisions-options.js";
import { heldTable } from "./held-table.js";
import { isUsableWeight } from "./people.js";
import { type Problem, problemList, settled, throwFirstError } from "./problem.js";
import { keepRows, type RawBatch, type RawColumn, type RawTable } from "./raw-table.js";
import { assignRoles, nameColumns } from "./roles.js";
import type { ScanOptions } from "./scan-options.js";
import { type Pass, type PassPlan, scanPass } from "./scan-pass.js";
import { type ScannedRows, scannedReader } from "./scanned-rows.js";
import { mergeTally, type Tally, tallyOf } from "./tally.js";
import { readColumn, toColumn } from "./values.js";

/** A file of decisions that is too long to be held: all of its people counted, and some of them read. */
export interface Scan {
  /** Rows in the file, but those that could not be cut into cells. */
  readonly rows: number;
  /** Everybody with a decision, by sensitive values and decision. */
  readonly tally: Tally;
  /** Whether `sample` has everybody: the file has no more rows than were asked for. */
  readonly isWhole: boolean;
  /** The drawn rows, with the types, number styles and problems of the whole file; ids are compared among them only. */
  readonly sample: Decisions;
  /** Others, drawn in the same way, to measure on. */
  readonly measured: ScannedRows;
  /** The decision that each cell of the decision column stands for; cells without one are not in it. */
  readonly decisionOf: ReadonlyMap<string, number>;
}

const MEASURED = 20_000;

/**
 * Scans a file of decisions in memory that does not grow with it. `open` gives its rows from the first on; it is called
 * a second time where only the first pass could tell how weights are written or which rows are to be skipped. Throws
 * the first problem of severity "error", as `parseDecisions` does.
 */
export async function scanDecisions(open: () => AsyncIterable<RawBatch>, given: ScanOptions): Promise<Scan> {
  const { size, measured = MEASURED, seed = 1 } = given;
  const options = resolveDecisionsOptions(given.decisions);
  const plan = { options, size, measured, seed, weights: PLAIN_READING, unreadable: new Map<string, Set<string>>() };
  const before = await passOver(open, plan);
  const { draft, problems } = inspectPass(before, options);
  if (before.all !== null || draft === null) return readPass(before, options);
  const weights = draft.readings.get(draft.schema.weight ?? "") ?? PLAIN_READING;
  const unreadable = options.skip.includes("unreadable") ? unreadableCells(before, draft, options) : plan.unreadable;
  if (weights.style === "plain" && !weights.ranges && unreadable.size === 0) return readPass(before, options);
  const again = readPass(await passOver(open, { ...plan, weights, unreadable }), options);
  const skipped = problems.filter(isSkipNote);
  return { ...again, sample: { ...again.sample, problems: [...again.sample.problems, ...skipped] } };
}

function isSkipNote({ severity, code }: Problem): boolean {
  return severity === "warning" && (code === "VALUE_UNPARSABLE" || code === "WEIGHT_INVALID");
}

async function passOver(open: () => AsyncIterable<RawBatch>, plan: Omit<PassPlan, "roles">): Promise<Pass> {
  let pass: ReturnType<typeof scanPass> | null = null;
  for await (const batch of open()) {
    pass ??= scanPass(batch, { ...plan, roles: rolesIn(batch, plan.options) });
    pass.take(batch);
  }
  if (pass !== null) return pass.finish();
  const problems = problemList(plan.options.file);
  finish(null, ",", problems);
  throwFirstError(problems.all);
  throw new Error("a file without a header is refused");
}

/** What the columns are for, as far as their names tell. */
function rolesIn(first: RawBatch, options: ResolvedDecisionsOptions) {
  const problems = problemList(options.file);
  const table = { ...first, file: options.file, delimiter: "," };
  const columns = nameColumns(table, { ignored: new Set(options.ignore), skip: options.skip }, problems);
  const roles = assignRoles(columns, options, problems);
  throwFirstError(problems.all);
  if (roles === null) throw new Error("a file without a decision column is refused");
  return roles;
}

/** The rows that were drawn, as the reader of decisions sees them. */
function inspectPass({ all, notes, broken, columns, sample }: Pass, options: ResolvedDecisionsOptions) {
  const problems = problemList(options.file);
  problems.all.push(...notes);
  reportBroken(broken, options, problems);
  const about = { file: options.file, delimiter: broken.delimiter, isWhole: all !== null };
  return inspectDecisions(finish(heldTable(sample, columns, about), broken.delimiter, problems), options);
}

function readPass(pass: Pass, options: ResolvedDecisionsOptions): Scan {
  const { rows, broken, columns } = pass;
  const isWhole = pass.all !== null;
  const read = settled(inspectPass(pass, options));
  const decisionOf = decisionsByCell(pass.tally.columns[0]!, options);
  // the decision column is counted with the rows that have none, which are not among the people
  const summaries = read.columns.map((one) =>
    one.role === "decision" ? { ...one, missing: 0, distinct: decisionOf.size } : one,
  );
  const problems = [...read.problems, ...scanNotes(read, rows)];
  const sample: Decisions = isWhole ? read : { ...read, rows, columns: summaries, problems };
  const reader = scannedReader(
    { sample, decisionOf },
    columns.map(({ name }) => name),
  );
  const about = { file: options.file, delimiter: broken.delimiter, isWhole: true };
  const others = heldTable(pass.measured, columns, about);
  return {
    rows,
    tally: isWhole ? tallyOf(read.groups, read.decisions, read.weights) : countedTally(pass, sample, decisionOf),
    isWhole,
    sample,
    measured: reader({ ...others, broken: new Map() }),
    decisionOf,
  };
}

/** What was not looked at in everybody, because it would need memory for everybody. */
function scanNotes({ file, schema, decisions }: Decisions, rows: number): readonly Problem[] {
  const notes = problemList(file);
  const held = `the ${count(decisions.length)} people that were drawn from ${count(rows)} rows`;
  notes.report(
    "note",
    "FILE_SCANNED",
    {},
    `the file is large, so it was read in pieces. Repeated rows, and people with the same values but another ` +
      `decision, were looked for among ${held} only. A column may have more different values than were counted`,
  );
  if (schema.id === null) return notes.all;
  const words = `ids are compared among ${held} only, so an id that repeats elsewhere is not noticed`;
  notes.report("note", "ID_DUPLICATE", { column: schema.id }, words);
  return notes.all;
}

/** What the decision column's cells stand for, by the reader of it. */
function decisionsByCell({ name, levels }: RawColumn, options: ResolvedDecisionsOptions): Map<string, number> {
  const codes = Int32Array.from(levels.keys());
  const table: RawTable = { file: options.file, delimiter: ",", rows: levels.length, rowNumbers: codes, columns: [] };
  const read = readDecisionColumn({ name, codes, levels }, table, options, problemList(options.file));
  const kept = levels.filter((_, code) => read?.keep[code] === 1);
  return new Map(kept.map((level, k) => [level, read!.decisions[k]!]));
}

/** The raw counts with the types and styles that the sample was read with. */
function countedTally({ tally }: Pass, sample: Decisions, decisionOf: ReadonlyMap<string, number>): Tally {
  const [decision, ...sensitive] = tally.columns;
  const decided = Array.from(decision!.codes, (code) => decisionOf.get(decision!.levels[code]!) ?? -1);
  const keep = Uint8Array.from(decided, (value) => (value >= 0 ? 1 : 0));
  const isKept = (_: number, i: number) => keep[i] === 1;
  const { weights } = tally;
  const columns = keepRows(sensitive, keep).map((raw, k) => typedColumn(raw, sample, sample.groups[k]!.type));
  return mergeTally({
    rows: columns.length,
    columns,
    decisions: Uint8Array.from(decided.filter(isKept)),
    people: tally.people.filter(isKept),
    weights: weights && {
      people: weights.people.filter(isKept),
      sums: weights.sums.filter(isKept),
      squares: weights.squares.filter(isKept),
    },
  });
}

function typedColumn(raw: RawColumn, { missing, readings }: Decisions, type: "number" | "category") {
  return toColumn(readColumn(raw, new Set(missing), type, asGiven(readings.get(raw.name) ?? PLAIN_READING)));
}

/** Cells that are no usable numbers in columns of numbers, by column: their rows are to be skipped. */
function unreadableCells(
  { columns }: Pass,
  { schema, groups, readings, missing }: Decisions,
  options: ResolvedDecisionsOptions,
): Map<string, Set<string>> {
  const numeric = [...schema.features, ...groups].filter(({ type }) => type === "number").map(({ name }) => name);
  const found = new Map<string, Set<string>>();
  for (const column of columns) {
    const isWeight = column.name === schema.weight;
    if (!isWeight && !numeric.includes(column.name)) continue;
    const raw = { ...column, codes: new Int32Array(0) };
    const reading: NumberReading = readings.get(column.name) ?? PLAIN_READING;
    const read = readColumn(raw, new Set(missing), isWeight ? options.types[column.name] : "number", asGiven(reading));
    const isBad = (code: number) =>
      isWeight
        ? !isUsableWeight(read.numbers[code]!)
        : read.missing[code] === 0 && !Number.isFinite(read.numbers[code]!);
    const cells = column.levels.filter((_, code) => column.census.counts[code]! > 0 && isBad(code));
    if (cells.length > 0) found.set(column.name, new Set(cells));
  }
  return found;
}
