import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CollectSession } from "../../collect/ask.js";
import { type CollectBasis, collectBasis, requireSameBasis } from "../../collect/basis.js";
import type { CollectOptions, CollectProgress } from "../../collect/collect.js";
import { collect, collected, resolveCollectOptions } from "../../collect/collect.js";
import { collectedFiles, requireFreeName } from "../../collect/files.js";
import type { Ending } from "../../collect/ledger.js";
import type { People } from "../../collect/people.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { compareText } from "../../math/compare.js";
import { lockFolder } from "../folder-lock.js";
import { sha256Of } from "../hash-file.js";
import type { OpenTarget } from "../open-target.js";
import { readHead } from "../run-folder.js";
import { makeFolder, writeFiles } from "../write-file.js";
import { type DiskLedger, openLedger } from "./collect-ledger.js";

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

export type CollectOutcome = Awaited<ReturnType<typeof finish>>;

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
    const head = join(folder, COLLECT_FILES.basis);
    const origin = { code: "COLLECT_CHANGED", command: "recast collect" } as const;
    const before = await readHead(head, collectBasis, origin);
    if (before !== null) requireSameBasis(folder, before, basis);
    const ledger = await openLedger(folder);
    try {
      await writeFiles([{ path: head, text: canonicalJson(basis) }]);
      const session = collectSession(ledger, intervalMs, signal);
      const why = await collect(people, target, session, { ...options, onProgress }).catch(async (error: unknown) => {
        const ending = error instanceof AuditError ? ORDERLY[error.code] : undefined;
        if (ending !== undefined) await finish(people, ledger, { basis, folder }, ending);
        throw error;
      });
      return await finish(people, ledger, { basis, folder }, why);
    } finally {
      await ledger.close();
    }
  } finally {
    await unlock();
  }
}

async function finish(
  people: People,
  ledger: DiskLedger,
  { basis, folder }: { basis: CollectBasis; folder: string },
  why: Ending,
) {
  const list = collected(people, ledger.state, basis);
  const { decisions, letters } = collectedFiles(people, list, basis.decisionName);
  const texts = { [COLLECT_FILES.decisions]: decisions, [COLLECT_FILES.letters]: letters };
  await writeFiles(Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text })));
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sha256Of(text)]));
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
    /** Fields of letters that no column has, or that hold no number where one is needed. */
    unread: [...new Set(list.flatMap((entry) => entry.unread))].sort(compareText),
    digest,
  };
}

/**
 * A session with a ledger on the disk and the system's clock. Questions leave at least `intervalMs` apart; when earlier
 * runs asked some, the first one waits too. An answer is waited for even after an interrupt: it may have been paid.
 */
export function collectSession(
  ledger: DiskLedger,
  intervalMs: number,
  signal: AbortSignal | undefined,
): CollectSession {
  let next = ledger.state.sent > 0 ? performance.now() + intervalMs : Number.NEGATIVE_INFINITY;
  const wait = async (ms: number) => {
    if (ms > 0) await sleep(Math.ceil(ms), undefined, signal && { signal }).catch(() => undefined);
  };
  return {
    state: ledger.state,
    append: (event) => ledger.append(event),
    async pace() {
      await wait(Math.min(intervalMs, next - performance.now())); // however a clock jumps
      next = performance.now() + intervalMs;
    },
    wait,
    interrupted: () => signal?.aborted === true,
  };
}
