// `node scripts/run-bench.mjs scale`: time, processor time and memory of `recast audit` and `recast check` on made-up tables of 1,000 to a million
// rows, beside DuckDB, pandas with fairlearn, and scikit-learn on the same files. Fails where they count another number of people. `--write` keeps
// the page in bench/SCALE.md; `--most N` changes the largest table, `--rounds N` how often everything runs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startPeer } from "../speed/peer.js";
import { databaseCounts } from "./database.js";
import { formatRows } from "./formats.js";
import { Refused } from "./measure.js";
import { type Measured, measureSize } from "./one-size.js";
import { scalePage } from "./page.js";
import { partRows } from "./part-rows.js";
import { partSeconds } from "./parts.js";
import { writeTable } from "./table.js";

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const [, script = "", task, path = ""] = process.argv;

// processes of its own, so that each has its own memory
if (task === "--counts") console.log(JSON.stringify(await databaseCounts(path)));
else if (task === "--parts") console.log(JSON.stringify(await partSeconds(path)));
else await bench();

async function bench(): Promise<void> {
  const most = numberAfter("--most", 1_000_000);
  const rounds = numberAfter("--rounds", 2);
  const load = loadavg()[0] ?? 0;
  const folder = mkdtempSync(join(tmpdir(), "recast-scale-"));
  const place = { root, folder, script };
  try {
    const versions = await peerVersions();
    const sizes = [1000, 10_000, 100_000, 1_000_000, 10_000_000].filter((rows) => rows <= most);
    const head = { circumstances: circumstances(versions, load), rounds };
    const measured: Measured[] = [];
    const refused: number[] = [];
    const keep = (formats: string[][], parts: string[][]) => {
      const text = scalePage({ ...head, measured, refused, formats, parts });
      if (process.argv.includes("--write")) writeFileSync(join(root, "bench/SCALE.md"), text);
      return text;
    };
    for (const rows of sizes) {
      const file = join(folder, `${rows}.csv`);
      await writeTable(file, rows);
      try {
        measured.push(await measureSize(place, { file, rows, rounds, peers: versions !== null }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push(rows);
        break;
      }
      keep([], []); // a run that is stopped leaves what it has measured
    }
    const formats = await formatRows(place, measured.at(-1)!);
    keep(formats, []);
    console.log(keep(formats, await partRows(place, most)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function peerVersions(): Promise<Readonly<Record<string, string>> | null> {
  const peer = await startPeer(root, "scale_peer.py");
  peer?.close();
  return peer?.versions ?? null;
}

function numberAfter(name: string, usual: number): number {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!(value >= 1)) throw new Error(`${name} needs a number of at least 1`);
  return value;
}

function circumstances(versions: Readonly<Record<string, string>> | null, load: number): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
    devDependencies: Record<string, string>;
  };
  return [
    `recast-audit ${version} at ${commit}`,
    `Node ${process.versions.node}`,
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    `load before the run ${load.toFixed(1)}`,
    `DuckDB ${devDependencies["@duckdb/node-api"]}`,
    ...Object.entries(versions ?? {}).map(([name, own]) => `${name} ${own}`),
    ...(versions === null ? ["pandas, fairlearn and scikit-learn left out: not installed"] : []),
  ].join("; ");
}
