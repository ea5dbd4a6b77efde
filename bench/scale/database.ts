import { DuckDBInstance } from "@duckdb/node-api";
import { AGES, SENSITIVE } from "./table.js";

const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`;

/** The rows of a CSV; DuckDB would otherwise read yes and no as true and false. */
const csv = (path: string) => `read_csv(${quoted(path)}, types = {'decision': 'VARCHAR'})`;

async function connect() {
  const settings = { autoinstall_known_extensions: "false", autoload_known_extensions: "false" };
  return (await DuckDBInstance.create(":memory:", settings)).connect();
}

/** Counts people and approvals in DuckDB by each sensitive column and each pair of them, from the CSV, in one query. */
export async function databaseCounts(path: string): Promise<Record<string, number>> {
  const cases = AGES.cuts.map((cut, k) => `WHEN age < ${cut} THEN '${AGES.names[k]}'`).join(" ");
  const connection = await connect();
  const reader = await connection.runAndReadAll(`
    SELECT sex, origin, age_group, COUNT(*) AS people, COUNT(*) FILTER (WHERE decision = 'yes') AS approved
    FROM (
      SELECT sex, origin, CASE ${cases} ELSE '${AGES.names.at(-1)}' END AS age_group, decision
      FROM ${csv(path)}
    )
    GROUP BY GROUPING SETS ((sex), (origin), (age_group), (sex, origin), (sex, age_group), (origin, age_group))`);
  const out: Record<string, number> = {};
  for (const row of reader.getRows()) {
    const present = [0, 1, 2].filter((k) => row[k] !== null);
    const name = `${present.map((k) => SENSITIVE[k]).join(" × ")}: ${present.map((k) => row[k]).join(" × ")}`;
    out[`n ${name}`] = Number(row[3]);
    out[`yes ${name}`] = Number(row[4]);
  }
  return out;
}

/** Writes a CSV as Parquet. */
export async function toParquet(path: string, written: string): Promise<void> {
  await (await connect()).run(`COPY (FROM ${csv(path)}) TO ${quoted(written)} (FORMAT parquet)`);
}
