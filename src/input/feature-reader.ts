import { AuditError } from "../errors.js";
import { asGiven } from "./column-style.js";
import type { FeatureSchema } from "./evidence.js";
import {
  EXAMPLE_ROWS,
  listValues,
  noSightings,
  type Problem,
  plural,
  problemList,
  type Sightings,
  sight,
} from "./problem.js";
import type { RawBatch } from "./raw-table.js";
import type { Table } from "./table.js";
import { MISSING_MARKERS, type ReadColumn, readColumn, sizeLimit, toColumn } from "./values.js";

export interface FeatureRows {
  readonly table: Table;
  /** 1 for each row that could not be read: too few or too many cells, a broken quote, or a number that is none. */
  readonly unreadable: Uint8Array;
}

export interface FeatureReaderOptions {
  /** Name of the file, for messages. @default "the file" */
  readonly file?: string;
  /** Cells that mean "missing"; an empty cell always does. @default ?, NA, N/A */
  readonly missing?: readonly string[];
}

export interface FeatureReader {
  read(batch: RawBatch): FeatureRows;
  /** What was wrong with all rows so far; of severity "warning", because the other rows can be answered. */
  problems(): readonly Problem[];
}

/**
 * A reader for rows under the names of columns. Throws COLUMN_MISSING when a feature is not among them; other columns
 * are left alone. An unreadable cell is missing in the table and its row marked.
 */
export function featureReader(
  features: readonly FeatureSchema[],
  names: readonly string[],
  { file = "the file", missing = MISSING_MARKERS }: FeatureReaderOptions = {},
): FeatureReader {
  const markers = new Set(missing);
  const positions = features.map(({ name }) => findFeature(name, names, file));
  const ragged = noSightings();
  let raggedCells = 0; // in the first ragged row
  const unclosed = noSightings();
  const unparsable = features.map(noSightings);
  return {
    read({ rows, rowNumbers, columns, broken }) {
      const unreadable = new Uint8Array(rows);
      for (const [i, why] of broken) {
        unreadable[i] = 1;
        if (why !== "unclosed" && ragged.count === 0) raggedCells = why;
        sight(why === "unclosed" ? unclosed : ragged, rowNumbers[i]!);
      }
      const read = features.map(({ type, numbers = "plain", ranges = false }, f) => {
        const column = readColumn(columns[positions[f]!]!, markers, type, asGiven({ style: numbers, ranges }));
        if (type === "number") markTexts(column, rowNumbers, unreadable, unparsable[f]!);
        return toColumn(column);
      });
      return { table: { rows, columns: read }, unreadable };
    },
    problems() {
      const problems = problemList(file);
      const quote = 'a quote (") is not closed properly. Close it, or write "" for a quote inside a quoted cell';
      problems.report("warning", "QUOTE_UNCLOSED", unclosed, quote);
      const header = `the header has ${plural(names.length, "column")}`;
      const found = plural(raggedCells, "cell");
      const counted = ragged.count === 1 ? found : `more or fewer cells (the first has ${found})`;
      const cells = `${counted} where ${header}. Look for a missing or unquoted delimiter`;
      problems.report("warning", "ROW_RAGGED", ragged, cells);
      for (const [f, { name: column }] of features.entries()) {
        const found = { column, ...unparsable[f]! };
        const size = sizeLimit(found.cells);
        const words = `${listValues(found.cells)} cannot be read as a number${size}. Correct the cell, or empty it`;
        problems.report("warning", "VALUE_UNPARSABLE", found, words);
      }
      return problems.all;
    },
  };
}

function findFeature(name: string, names: readonly string[], file: string): number {
  const position = names.indexOf(name);
  if (position === -1) {
    const known = listValues(names, 30);
    const message = `${file} has no column '${name}', which the model needs. Its columns are ${known}`;
    throw new AuditError("COLUMN_MISSING", message, { file, column: name });
  }
  if (names.indexOf(name, position + 1) !== -1) {
    const message = `${file}, row 1: the column name '${name}' occurs more than once. Rename or delete all but one`;
    throw new AuditError("COLUMN_DUPLICATE", message, { file, column: name, row: 1 });
  }
  return position;
}

/** Marks rows whose cell is neither missing nor a usable number; a row is reported once, for its first trouble. */
function markTexts(
  { raw, numbers, missing }: ReadColumn,
  rowNumbers: Int32Array,
  unreadable: Uint8Array,
  found: Sightings,
): void {
  const isText = Uint8Array.from(numbers, (value, code) => (missing[code] === 0 && !Number.isFinite(value) ? 1 : 0));
  if (!isText.includes(1)) return;
  for (let i = 0; i < raw.codes.length; i++) {
    const code = raw.codes[i]!;
    if (isText[code] === 0) continue;
    if (unreadable[i] === 0) sight(found, rowNumbers[i]!, found.count < EXAMPLE_ROWS ? raw.levels[code]! : undefined);
    unreadable[i] = 1;
  }
}
