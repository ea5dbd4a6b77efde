import { type NeedsTwo, withDefaults } from "../options.js";
import { asGiven, PLAIN_READING, settleAs } from "./column-style.js";
import { inspectTable, type TableSource } from "./csv.js";
import type { Decisions } from "./decisions.js";
import { readWeights } from "./people.js";
import { listValues, type Problem, type ProblemList, problemList, throwFirstError } from "./problem.js";
import { type RawColumn, rowsWhere } from "./raw-table.js";
import { READING_DEFAULTS, type ReadingOptions, requireReading } from "./reading.js";
import { noteReading } from "./reading-notes.js";
import { nameColumns } from "./roles.js";
import type { CategoryColumn, Column, ColumnType, Table } from "./table.js";
import { presentLevels, type ReadColumn, readColumn, sizeLimit, toCategoryColumn, toColumn } from "./values.js";

export const populationNeedsTwo: NeedsTwo = {
  what: "population files",
  reason: "Recast reads them for two decisions only",
  settings: ["population"],
};

/** How to read a population file; roles and types follow from the decisions it belongs to. */
export interface PopulationOptions extends ReadingOptions {
  /** Name of the file, for messages. @default "population" */
  readonly file?: string;
}

/** People the audited system decides on, without their decisions. Arrays have one entry per row of the file. */
export interface Population {
  readonly file: string;
  readonly rows: number;
  /** Feature columns as in the decisions. */
  readonly people: Table;
  /** One column per sensitive attribute of the decisions. */
  readonly groups: readonly Column[];
  /** The outcome column of the decisions where the file has it. */
  readonly outcomes: CategoryColumn | null;
  /** The weight column of the decisions where the file has it. */
  readonly weights: Float64Array | null;
  /** Warnings and notes. */
  readonly problems: readonly Problem[];
}

const DEFAULTS: Required<PopulationOptions> = { ...READING_DEFAULTS, file: "population" };

/** Reads a population file against the decisions it belongs to; throws its first problem of severity "error". */
export function parsePopulation(text: TableSource, decisions: Decisions, given: PopulationOptions = {}): Population {
  const options = withDefaults("population", DEFAULTS, given);
  requireReading(options);
  const { file } = options;
  const { schema } = decisions;
  const problems = problemList(file);
  const { table, problems: csvProblems } = inspectTable(text, options);
  problems.all.push(...csvProblems);
  throwFirstError(problems.all);
  if (table === null) throw new Error("a CSV text without errors has a table");

  // outcome and weight are welcome and not needed
  const wanted = new Set([...schema.features.map(({ name }) => name), ...schema.sensitive]);
  const unneeded = new Set(table.columns.map(({ name }) => name).filter((name) => !wanted.has(name)));
  const columns = nameColumns(table, { ignored: unneeded, skip: options.skip }, problems);
  const absent = [...wanted].filter((name) => !columns.has(name));
  if (absent.length > 0) {
    const message =
      `${file} has no ${absent.length === 1 ? "column" : "columns"} ${listValues(absent)}. Add what is missing: ` +
      `a population file needs every feature and every sensitive column of ${decisions.file}`;
    problems.add("error", "COLUMN_MISSING", message, { column: absent[0]!, count: absent.length });
  }
  throwFirstError(problems.all);

  const markers = new Set(decisions.missing);
  const read = (name: string, type: ColumnType | undefined): ReadColumn => {
    const raw = columns.get(name) as RawColumn;
    const own = decisions.readings.get(name) ?? PLAIN_READING;
    const column = readColumn(raw, markers, type, asGiven(own));
    const reading = type === "category" ? own : settleAs(presentLevels(column), own);
    if (reading === own) return column;
    const other = readColumn(raw, markers, type, asGiven(reading));
    noteReading(other, table.rowNumbers, problems); // not as in the decisions
    return other;
  };
  const typed = (name: string, type: ColumnType): Column => {
    const column = read(name, type);
    if (type === "number") refuseTexts(column, table.rowNumbers, problems);
    return toColumn(column);
  };
  const optional = (name: string | null, type?: ColumnType) =>
    name !== null && columns.has(name) ? read(name, type) : undefined;

  const people = { rows: table.rows, columns: schema.features.map(({ name, type }) => typed(name, type)) };
  const groups = decisions.groups.map(({ name, type }) => typed(name, type));
  const outcome = optional(schema.outcome, "category");
  const weights = readWeights(optional(schema.weight), table.rowNumbers, problems);
  throwFirstError(problems.all);
  return {
    file,
    rows: table.rows,
    people,
    groups,
    outcomes: outcome === undefined ? null : toCategoryColumn(outcome),
    weights,
    problems: problems.all,
  };
}

function refuseTexts({ raw, numbers, missing }: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const found = rowsWhere(raw, rowNumbers, (code) => missing[code] === 0 && !Number.isFinite(numbers[code]!));
  const words =
    `${listValues(found.cells)} cannot be read as a number${sizeLimit(found.cells)}, ` +
    `and '${raw.name}' holds numbers in the decisions. Correct the cells, or empty them`;
  problems.report("error", "VALUE_UNPARSABLE", found, words);
}
