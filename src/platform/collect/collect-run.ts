import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { type CollectBasis, requireSameBasis } from "../../collect/basis.js";
import {
  type CollectOptions,
  type CollectProgress,
  collect,
  collected,
  resolveCollectOptions,
} from "../../collect/collect.js";
import { collectedFiles, requireFreeName } from "../../collect/files.js";
import type { Ending } from "../../collect/ledger-line.js";
import type { People } from "../../collect/people.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { compareText } from "../../math/compare.js";
import { lockFolder } from "../folder-lock.js";
import type { OpenTarget } from "../open-target.js";
import { readText } from "../read-file.js";
import { makeFolder, writeFiles } from "../write-file.js";
import { type DiskLedger, openLedger } from "./collect-ledger.js";
import { collectSession } from "./collect-session.js";

/** Names of the files in a folder of answers. */
export const COLLECT_FILES = { basis: "collect.json", decisions: "decisions.csv", letters: "letters.csv" } as const;

export interface CollectRunOptions extends CollectOptions {
  readonly folder: string;
  /** Name of the column with the answers. @default "decision" */
  readonly decisionName?: string;
  /** Least time between two questions. @default 0 */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CollectProgress) => void;
}

/** What a run leaves, all runs of the folder together. */
export interface CollectOutcome {
  readonly why: Ending;
  readonly budget: number;
  readonly sent: number;
  readonly failed: number;
  readonly lost: number;
  readonly refused: number;
  readonly decided: number;
  readonly favourable: number;
  readonly letters: number;
  /** Fields of letters that no column has, or that hold no number where one is needed. */
  readonly unread: readonly string[];
  /** SHA-256 of the ledger's last line. */
  readonly digest: string;
}

/** Errors after which what was collected is still written to the files. */
const ORDERLY: Readonly<Record<string, Ending>> = {
  ABORTED: "interrupted",
  TARGET_FAILED: "stopped",
  TARGET_REFUSED: "stopped",
};

/**
 * Collects decisions and letters in a folder, or goes on where an earlier run stopped. decisions.csv and letters.csv
 * are written whenever a run ends normally, and hold the answers of all runs.
 */
export async function runCollect(
  people: People,
  sha256: string,
  { target, identity }: OpenTarget,
  given: CollectRunOptions,
): Promise<CollectOutcome> {
  const { folder, decisionName = "decision", intervalMs = 0, signal, onProgress, ...rest } = given;
  const options = resolveCollectOptions(rest);
  requireFreeName(people, decisionName);
  const { seed, favourable, decisions, letters, balanced, budget, perLetter } = options;
  const basis: CollectBasis = {
    format: "recast-collect/1",
    people: { file: basename(people.file), sha256, rows: people.table.rows, id: people.idName },
    target: identity,
    features: people.features,
    favourable,
    decisionName,
    seed,
    balanced,
    goals: { decisions, letters, budget, perLetter },
  };
  await makeFolder(folder);
  const unlock = await lockFolder(folder);
  try {
    const before = await readHead(folder);
    if (before !== null) requireSameBasis(folder, before, basis);
    const ledger = await openLedger(folder);
    try {
      await writeFiles([{ path: join(folder, COLLECT_FILES.basis), text: canonicalJson(basis) }]);
      const run = { people, ledger, basis, folder };
      const session = collectSession(ledger, intervalMs, signal);
      const why = await collect(people, target, session, { ...options, onProgress }).catch(async (error: unknown) => {
        const ending = error instanceof AuditError ? ORDERLY[error.code] : undefined;
        if (ending !== undefined) await finish(run, ending);
        throw error;
      });
      return await finish(run, why);
    } finally {
      await ledger.close();
    }
  } finally {
    await unlock();
  }
}

interface CollectRun {
  readonly people: People;
  readonly ledger: DiskLedger;
  readonly basis: CollectBasis;
  readonly folder: string;
}

/** Writes the files and, last of all, the line that vouches for them. */
async function finish({ people, ledger, basis, folder }: CollectRun, why: Ending): Promise<CollectOutcome> {
  const list = collected(people, ledger.state, basis);
  const { decisions, letters } = collectedFiles(people, list, basis.decisionName);
  await writeFiles([
    { path: join(folder, COLLECT_FILES.decisions), text: decisions },
    { path: join(folder, COLLECT_FILES.letters), text: letters },
  ]);
  const files = { [COLLECT_FILES.decisions]: sum(decisions), [COLLECT_FILES.letters]: sum(letters) };
  await ledger.append({ event: "ended", why, files });
  const { budget, sent, failed, lost, refusals, digest } = ledger.state;
  return {
    why,
    budget,
    sent,
    failed,
    lost,
    refused: refusals.size,
    decided: list.length,
    favourable: list.filter((entry) => entry.favourable).length,
    letters: list.filter(({ letter }) => letter !== null).length,
    unread: [...new Set(list.flatMap((entry) => entry.unread))].sort(compareText),
    digest,
  };
}

function sum(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** What the folder says its answers rest on; null for a new folder. */
export async function readHead(folder: string): Promise<CollectBasis | null> {
  const path = join(folder, COLLECT_FILES.basis);
  const file = await readText(path).catch((error: unknown) => {
    if (error instanceof AuditError && error.code === "FILE_NOT_FOUND") return null;
    throw error;
  });
  if (file === null) return null;
  let basis: CollectBasis | null = null;
  try {
    basis = JSON.parse(file.text);
  } catch {
    // said below
  }
  if (basis?.format === "recast-collect/1") return basis;
  throw new AuditError(
    "COLLECT_CHANGED",
    `${path} was not written by 'recast collect'; choose another folder for --out`,
    {
      file: path,
    },
  );
}
