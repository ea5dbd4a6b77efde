import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startPeer } from "../speed/peer.js";
import { type Agreement, compareCounts, countsOf, readAudit } from "./counts.js";
import { measureNode, type Ran, type Usage } from "./measure.js";
import { AGES, BINS, ROLES, SENSITIVE } from "./table.js";

/** Where a bench runs. */
export interface Place {
  readonly root: string;
  /** A folder for its files. */
  readonly folder: string;
  /** The bundled bench, which can start itself for one task. */
  readonly script: string;
}

/** A run of scikit-learn: what it took, and how often it was right about people left out. */
export interface Rebuilt {
  readonly usage: Usage;
  readonly right: number;
}

/** Every run on a table, in the order of the rounds. */
export interface Measured {
  readonly file: string;
  readonly rows: number;
  readonly check: readonly Ran[];
  readonly single: readonly Ran[];
  readonly cores: readonly Ran[];
  readonly database: readonly Ran[];
  /** Empty without Python. */
  readonly facts: readonly { readonly usage: Usage }[];
  readonly rebuilds: readonly Rebuilt[];
  readonly right: number;
  readonly databaseAgrees: Agreement;
  readonly factsAgree: Agreement | null;
}

interface Task {
  readonly file: string;
  readonly rows: number;
  readonly rounds: number;
  readonly peers: boolean;
}

/** Runs everything on a table, in turns. Throws where two of them count other people. */
export async function measureSize(place: Place, { file, rows, rounds, peers }: Task): Promise<Measured> {
  const check: Ran[] = [];
  const single: Ran[] = [];
  const cores: Ran[] = [];
  const database: Ran[] = [];
  const facts: { usage: Usage }[] = [];
  const rebuilds: Rebuilt[] = [];
  let agreed: Pick<Measured, "databaseAgrees" | "factsAgree" | "right"> | null = null;
  for (let round = 0; round < rounds; round++) {
    check.push(await runCheck(place, file));
    single.push(await runAudit(place, file, 1));
    cores.push(await runAudit(place, file, availableParallelism()));
    database.push(await measureNode(place.root, place.folder, [place.script, "--counts", file]));
    const theirs = peers ? await askPeer(place, "facts", file) : null;
    const rebuilt = peers ? await askPeer(place, "rebuild", file) : null;
    if (theirs) facts.push(theirs);
    if (rebuilt) rebuilds.push({ usage: rebuilt.usage, right: Number(rebuilt.answer["right"]) });
    const audit = readAudit(join(place.folder, "audit/audit.json"));
    const counts = countsOf(audit);
    agreed = {
      databaseAgrees: compareCounts(counts, JSON.parse(database.at(-1)!.printed) as Record<string, unknown>, "DuckDB"),
      factsAgree: theirs && compareCounts(counts, theirs.answer, "fairlearn"),
      right: rightShare(audit),
    };
    const last = [check, single, cores, database].map((runs) => runs.at(-1)!.usage.seconds.toFixed(1));
    console.error(`${rows} rows: check ${last[0]} s, audit ${last[1]} and ${last[2]} s, DuckDB ${last[3]} s`);
  }
  return { file, rows, check, single, cores, database, facts, rebuilds, ...agreed! };
}

/** How often the rebuilt model is right about people it has not seen. */
function rightShare({ sample, methods, recommendation }: ReturnType<typeof readAudit>): number {
  const own = methods.find(({ method }) => method === recommendation.method);
  return (sample?.right.overall ?? own?.agreement?.overall)?.share ?? Number.NaN;
}

export function runCheck({ root, folder }: Place, file: string): Promise<Ran> {
  return measureNode(root, folder, [join(root, "dist/cli/main.js"), "check", file, ...ROLES, "--quiet"]);
}

/** An audit of the file, into the folder `audit`. */
export function runAudit({ root, folder }: Place, file: string, jobs: number): Promise<Ran> {
  const out = ["--out", join(folder, "audit"), "--force", "--quiet", "--jobs", String(jobs)];
  return measureNode(root, folder, [join(root, "dist/cli/main.js"), "audit", file, ...ROLES, ...BINS, ...out]);
}

/** One task in a Python process of its own, from its start to its answer. */
async function askPeer({ root }: Place, task: "facts" | "rebuild", file: string) {
  const began = performance.now();
  const peer = await startPeer(root, "scale_peer.py");
  if (peer === null) throw new Error("the Python peer started once, and then did not");
  try {
    const answer = await peer.ask({ task, file, threads: 1, sensitive: SENSITIVE, ...AGES });
    const seconds = (performance.now() - began) / 1000;
    const { cpuSeconds, kilobytes } = answer;
    return { answer, usage: { seconds, cpuSeconds: cpuSeconds!, megabytes: kilobytes! / 1024 } };
  } finally {
    peer.close();
  }
}
