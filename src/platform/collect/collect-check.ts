import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LedgerState } from "../../collect/ledger.js";
import { AuditError } from "../../errors.js";
import { LEDGER_NAME, readLedger } from "./collect-ledger.js";

/** What a ledger proves, and whether the files beside it are the ones it vouches for. */
export interface CollectCheck {
  readonly state: LedgerState;
  /** Files compared with their SHA-256; empty when the last run did not end normally. */
  readonly files: readonly string[];
  /** Whether a last line was left unfinished. */
  readonly torn: boolean;
}

/** Checks the chain and counts of a folder's ledger, and the files its last line vouches for. Throws LEDGER_INVALID. */
export async function checkCollect(folder: string): Promise<CollectCheck> {
  const { book, torn } = await readLedger(folder);
  const { state } = book;
  if (state.lines === 0) {
    throw new AuditError(
      "LEDGER_INVALID",
      `${join(folder, LEDGER_NAME)} is missing or empty; name the folder given to --out`,
      {
        file: folder,
      },
    );
  }
  const files = Object.entries(state.ended?.files ?? {});
  for (const [name, wanted] of files) {
    const path = join(folder, name);
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null)
      throw new AuditError(
        "LEDGER_INVALID",
        `${path} is missing, and the ledger vouches for it; get the folder as it was written`,
        { file: path },
      );
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== wanted) {
      throw new AuditError(
        "LEDGER_INVALID",
        `${path} has SHA-256 ${found}, but the ledger vouches for ${wanted}; get the folder as it was written`,
        {
          file: path,
        },
      );
    }
  }
  return { state, files: files.map(([name]) => name), torn };
}
