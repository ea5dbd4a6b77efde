import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRows } from "../../src/platform/read-file.js";
import { freshFolder } from "../cli/support.js";
import { cellsOf } from "./raw-cells.js";

const folder = freshFolder();
const ROWS = 3000;

/** Columns that make a writer use its different encodings: few values, many, runs, steps, shared beginnings, gaps. */
const COLUMNS: Readonly<Record<string, { sql: string; as?: string }>> = {
  step: { sql: "i::INTEGER" },
  far: { sql: "(i * 1000003 % 7919)::BIGINT" },
  big: { sql: "(i * 461168601842738::BIGINT)" },
  small: { sql: "(i % 200)::UTINYINT" },
  unsigned: { sql: "(4294967295 - i)::UINTEGER" },
  real: { sql: "(i / 7.0)::DOUBLE" },
  single: { sql: "(i / 4)::FLOAT" },
  truth: { sql: "(i % 3 = 0)" },
  gap: { sql: "CASE WHEN i % 5 = 0 THEN NULL ELSE i * 0.5 END::DOUBLE" },
  nothing: { sql: "NULL::INTEGER" },
  few: { sql: "['a', 'bb', 'größe'][1 + i % 3]" },
  words: { sql: "'person number ' || i" },
  long: { sql: "CASE WHEN i % 2 = 0 THEN repeat('x', 1 + i % 50) END" },
  money: { sql: "(i * 1.25)::DECIMAL(9, 2)", as: "money::DOUBLE" },
  fortune: { sql: "(i * 1.25)::DECIMAL(30, 2)", as: "fortune::DOUBLE" },
  day: { sql: "DATE '1990-01-01' + i::INTEGER", as: "strftime(day, '%Y-%m-%dT00:00:00.000Z')" },
  moment: {
    sql: "TIMESTAMP '2001-02-03 04:05:06' + INTERVAL (i) SECOND",
    as: "strftime(moment, '%Y-%m-%dT%H:%M:%S.000Z')",
  },
};

describe("Parquet that DuckDB wrote", () => {
  let instance: DuckDBInstance;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(":memory:", { autoinstall_known_extensions: "false" });
  });
  afterAll(() => instance.closeSync());

  const settings = ["uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "brotli"].flatMap((codec) =>
    ["V1", "V2"].map((version) => ({ codec, version })),
  );

  it.each(settings)("is read as DuckDB reads it: $codec, $version", async ({ codec, version }) => {
    const connection = await instance.connect();
    const path = join(folder(), `${codec}-${version}.parquet`);
    const made = Object.entries(COLUMNS).map(([name, { sql }]) => `${sql} AS ${name}`);
    const options = `FORMAT parquet, CODEC '${codec}', PARQUET_VERSION ${version}, ROW_GROUP_SIZE 2048`;
    await connection.run(`COPY (SELECT ${made} FROM range(${ROWS}) t(i)) TO '${path}' (${options})`);
    const asked = Object.entries(COLUMNS).map(([name, { as }]) => as ?? name);
    const expected = (await connection.runAndReadAll(`SELECT ${asked} FROM '${path}'`)).getRowsJS();
    connection.closeSync();
    const [header, ...rows] = cellsOf((await readRows(path)).rows);
    expect(header).toEqual(Object.keys(COLUMNS));
    expect(rows).toEqual(expected.map((row) => row.map((cell) => (cell === null ? "" : String(cell)))));
  });
});
