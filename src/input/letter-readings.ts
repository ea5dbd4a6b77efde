import { withoutSign } from "./change-cells.js";
import { asGiven, type NumberReading, PLAIN_READING, settleAs } from "./column-style.js";
import type { LettersSource, LongHeader } from "./letter-header.js";
import type { ProblemList } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { noteReading } from "./reading-notes.js";
import { missingTest, readColumn } from "./values.js";

/** "4,000 higher", "≥ 30,000": words and signs of comparison are read elsewhere, and are no way to write a number. */
const SPOKEN = /[<>≤≥=]|\p{L}{4}/u;

/**
 * How a letters file writes the numbers of each feature: as the decisions do, unless all its cells are in another
 * convention, which is then said. Plain ones are left out.
 */
export function letterReadings(
  source: LettersSource,
  long: LongHeader | null,
  problems: ProblemList,
): Map<string, NumberReading> {
  const { decisions, table, ignored } = source;
  const isMissing = missingTest(decisions.missing);
  const readings = new Map<string, NumberReading>();
  for (const { name, type } of decisions.schema.features) {
    if (type !== "number") continue;
    const own = decisions.readings.get(name) ?? PLAIN_READING;
    const column = long === null ? table.columns.find((one) => one.name === name) : cellsOf(name, long);
    const written = column === undefined || ignored.has(name) ? [] : column.levels.filter((cell) => !isMissing(cell));
    const cells = long === null ? written : written.filter((cell) => !SPOKEN.test(cell)).map(withoutSign);
    // the file holds numbers, not texts; a library writes either with a decimal point
    const isNumeric = (long?.values[0].column ?? column)?.numbers !== undefined || table.library !== undefined;
    const reading = isNumeric ? PLAIN_READING : settleAs(cells, own);
    if (reading.style !== "plain" || reading.ranges) readings.set(name, reading);
    if (column === undefined || reading === own || isNumeric) continue;
    const rows = Int32Array.from(column.codes.keys());
    noteReading(readColumn(column, new Set(decisions.missing), "number", asGiven(reading)), rows, problems);
  }
  return readings;
}

/** What a file with one change per row says about a field, as a column of its own. */
function cellsOf(name: string, { field, values }: LongHeader): RawColumn {
  const codeOf = new Map<string, number>();
  const codes: number[] = [];
  for (let i = 0; i < field.codes.length; i++) {
    if (cellAt(field, i) !== name) continue;
    const cell = values.map(({ column }) => cellAt(column, i)).find((one) => one !== "") ?? "";
    const code = codeOf.get(cell) ?? codeOf.size;
    codeOf.set(cell, code);
    codes.push(code);
  }
  return { name, codes: Int32Array.from(codes), levels: [...codeOf.keys()] };
}
