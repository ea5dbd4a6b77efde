import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Table } from "../../src/input/table.js";

/** One row of a query's answer per person. */
export interface SqlAnswers {
  readonly margin: Float64Array;
  readonly score: Float64Array;
  readonly decision: readonly (string | null)[];
}

/** A database of its own in memory that fetches nothing. */
export async function openDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    threads: "2",
  });
  return instance.connect();
}

/** Puts the rows into the table `people`, with a column `place` that keeps their order. */
export async function loadPeople(connection: DuckDBConnection, table: Table): Promise<void> {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const columns = table.columns.map(({ name, type }) => `${quoted(name)} ${type === "number" ? "DOUBLE" : "VARCHAR"}`);
  await connection.run(`CREATE OR REPLACE TABLE people ("place" INTEGER, ${columns.join(", ")})`);
  const appender = await connection.createAppender("people");
  for (let i = 0; i < table.rows; i++) {
    appender.appendInteger(i);
    for (const column of table.columns) {
      if (column.type === "number") {
        const value = column.values[i]!;
        if (Number.isNaN(value)) appender.appendNull();
        else appender.appendDouble(value);
      } else {
        const code = column.codes[i]!;
        if (code < 0) appender.appendNull();
        else appender.appendVarchar(column.levels[code] ?? "");
      }
    }
    appender.endRow();
  }
  appender.closeSync();
}

/** The last three columns of the query's answer, in the order of `place`. */
export async function runSql(connection: DuckDBConnection, sql: string, rows: number): Promise<SqlAnswers> {
  const margin = new Float64Array(rows);
  const score = new Float64Array(rows);
  const decision = new Array<string | null>(rows).fill(null);
  const stream = await connection.stream(sql);
  for (let chunk = await stream.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    const last = chunk.columnCount - 1;
    const places = chunk.getColumnValues(0);
    const [margins, scores, words] = [last - 2, last - 1, last].map((column) => chunk.getColumnValues(column));
    places.forEach((place, i) => {
      margin[Number(place)] = Number(margins![i]);
      score[Number(place)] = Number(scores![i]);
      decision[Number(place)] = words![i] === null ? null : String(words![i]);
    });
  }
  return { margin, score, decision };
}
