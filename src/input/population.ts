import type { NeedsTwo } from "../options.js";
import { withDefaults } from "../options.js";
import { inspectTable, type TableSource } from "./csv.js";
import type { Decisions } from "./decisions.js";
import { requireDelimiter, requireTextOrNull } from "./decisions-options.js";
import { readWeights } from "./people.js";
import {
  describeRows,
  isNot,
  listValues,
  type Problem,
  type ProblemList,
  problemList,
  throwFirstError,
} from "./problem.js";
import type { RawColumn } from "./raw-table.js";
import { rowsWhere } from "./raw-table.js";
import { nameColumns } from "./roles.js";
import type { CategoryColumn, Column, ColumnType, Table } from "./table.js";
import { type ReadColumn, readColumn, toCategoryColumn, toColumn } from "./values.js";

/** What this stage does not do for more than two decisions. */
export const populationNeedsTwo: NeedsTwo = {
  what: "population files",
  reason: "they are read for two decisions only",
  settings: ["population"],
};

/** How to read a population file; roles and types follow from the decisions it belongs to. */
export interface PopulationOptions {
  /** Cell delimiter. @default detected among comma, semicolon, tab and | */
  readonly delimiter?: string | null;
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

const DEFAULTS: Required<PopulationOptions> = { delimiter: null, file: "population" };

/** Reads a population file against the decisions it belongs to; throws its first problem of severity "error". */
export function parsePopulation(text: TableSource, decisions: Decisions, given: PopulationOptions = {}): Population {
  const options = withDefaults("population", DEFAULTS, given);
  requireTextOrNull("delimiter", options.delimiter);
  requireDelimiter(options.delimiter);
  const { file } = options;
  const { schema } = decisions;
  const problems = problemList(file);
  const { table, problems: csvProblems } = inspectTable(text, options);
  problems.all.push(...csvProblems);
  throwFirstError(problems.all);
  if (table === null) throw new Error("a CSV text without errors has a table");

  const wanted = neededColumns(decisions);
  const unneeded = new Set(table.columns.map(({ name }) => name).filter((name) => !wanted.has(name)));
  const columns = nameColumns(table, unneeded, problems);
  const absent = [...wanted].filter((name) => !columns.has(name));
  if (absent.length > 0) {
    problems.add(
      "error",
      "COLUMN_MISSING",
      `${file}: ${listValues(absent)} ${isNot(absent.length, "column")} of the file; ` +
        `a population file needs every feature and every sensitive column of ${decisions.file}`,
      { column: absent[0]!, count: absent.length },
    );
  }
  throwFirstError(problems.all);

  const markers = new Set(decisions.missing);
  const read = (name: string, type: ColumnType | undefined): ReadColumn =>
    readColumn(columns.get(name) as RawColumn, markers, type);
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

/** Features and sensitive columns; outcome and weight are welcome and not needed. */
function neededColumns({ schema }: Decisions): Set<string> {
  return new Set([...schema.features.map(({ name }) => name), ...schema.sensitive]);
}

function refuseTexts(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, numbers, missing } = column;
  const unusable = (code: number) => missing[code] === 0 && !Number.isFinite(numbers[code]!);
  const found = rowsWhere(raw, rowNumbers, unusable);
  if (found.count === 0) return;
  const cells = raw.levels.filter((_, code) => unusable(code));
  problems.add(
    "error",
    "VALUE_UNPARSABLE",
    `${problems.file}, column '${raw.name}', ${describeRows(found)}: ` +
      `${listValues(cells)} cannot be read as a number; ` +
      `${raw.name} holds numbers in the decisions. Correct the cells, or empty them`,
    { column: raw.name, ...found },
  );
}
