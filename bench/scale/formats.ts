import { statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { countsOf, readAudit } from "./counts.js";
import { toParquet } from "./database.js";
import { usageCells } from "./measure.js";
import { type Measured, type Place, runAudit, runCheck } from "./one-size.js";
import { pack } from "./table.js";

/** `recast check` on a table as CSV, gzip and Parquet. Throws where an audit of one counts other people. */
export async function formatRows(place: Place, { file, check }: Measured): Promise<string[][]> {
  const counts = countsOf(readAudit(join(place.folder, "audit/audit.json")));
  const size = (path: string) => `${(statSync(path).size / 1e6).toFixed(1)} MB`;
  const rows = [["CSV", size(file), ...usageCells(check.slice(0, 1))]];
  for (const [name, path, write] of [
    ["CSV, gzip", `${file}.gz`, pack],
    ["Parquet", `${file}.parquet`, toParquet],
  ] as const) {
    await write(file, path);
    rows.push([name, size(path), ...usageCells([await runCheck(place, path)])]);
    await runAudit(place, path, 1);
    const own = countsOf(readAudit(join(place.folder, "audit/audit.json")));
    if (!isDeepStrictEqual(own, counts)) throw new Error(`the audit of ${name} counts other people than that of CSV`);
  }
  return rows;
}
