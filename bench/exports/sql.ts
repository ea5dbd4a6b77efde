import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type Model, type Table, toSql } from "recast-audit";

/** A database in memory that fetches nothing. */
export async function openDatabase(): Promise<DuckDBConnection> {
  const settings = { autoinstall_known_extensions: "false", autoload_known_extensions: "false" };
  const instance = await DuckDBInstance.create(":memory:", settings);
  return instance.connect();
}

/** Puts the rows into the table `people`, with their number in `place`. */
export async function loadPeople(connection: DuckDBConnection, table: Table): Promise<void> {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const columns = table.columns.map(({ name, type }) => `${quoted(name)} ${type === "number" ? "DOUBLE" : "VARCHAR"}`);
  await connection.run(`CREATE OR REPLACE TABLE people ("place" INTEGER, ${columns.join(", ")})`);
  const appender = await connection.createAppender("people");
  for (let i = 0; i < table.rows; i++) {
    appender.appendInteger(i);
    for (const column of table.columns) {
      const missing = column.type === "number" ? Number.isNaN(column.values[i]!) : column.codes[i]! < 0;
      if (missing) appender.appendNull();
      else if (column.type === "number") appender.appendDouble(column.values[i]!);
      else appender.appendVarchar(column.levels[column.codes[i]!] ?? "");
    }
    appender.endRow();
  }
  appender.closeSync();
}

/** Decisions of the query in DuckDB, its length, and the seconds it took. */
export async function runSql(connection: DuckDBConnection, model: Model, rows: number) {
  const sql = toSql(model, { keep: ["place"] });
  const accepted = new Uint8Array(rows);
  const answered = new Uint8Array(rows);
  const start = performance.now();
  const stream = await connection.stream(sql);
  for (let chunk = await stream.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    const places = chunk.getColumnValues(0);
    const words = chunk.getColumnValues(chunk.columnCount - 1);
    places.forEach((place, i) => {
      answered[Number(place)] = 1;
      accepted[Number(place)] = words[i] === model.decision.favourable ? 1 : 0;
    });
  }
  const seconds = (performance.now() - start) / 1000;
  if (answered.includes(0)) throw new Error("the query left people out");
  return { accepted, characters: sql.length, seconds };
}
