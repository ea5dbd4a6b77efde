import { join } from "node:path";
import { type LedgerEvent, type LedgerState, ledgerBook } from "../../collect/ledger.js";
import { AuditError } from "../../errors.js";
import { hashOf } from "../hash-file.js";
import { openWithin, withFile } from "../open-file.js";
import { openLines, readLines } from "../run-folder.js";

export const LEDGER_NAME = "ledger.jsonl";

export interface DiskLedger {
  readonly state: LedgerState;
  append(event: LedgerEvent): Promise<void>;
  close(): Promise<void>;
}

async function readLedger(folder: string) {
  const path = join(folder, LEDGER_NAME);
  const { lines, bytes, torn } = await readLines(path).catch((error: unknown) => {
    if (!(error instanceof AuditError) || error.code !== "FILE_NOT_TEXT") throw error;
    throw new AuditError("LEDGER_INVALID", error.message, error.place, { cause: error });
  });
  const book = ledgerBook(path);
  for (const line of lines) book.replay(line);
  return { path, book, bytes, torn };
}

/**
 * Opens the ledger of a folder to continue it. A last line without its end is cut off: nobody acted on it, since a
 * question leaves and a run goes on only after the whole line is on the disk.
 */
export async function openLedger(folder: string): Promise<DiskLedger> {
  const { path, book, bytes } = await readLedger(folder);
  const file = await openLines(path, bytes);
  return { state: book.state, append: async (event) => file.append(book.add(event)), close: () => file.close() };
}

/**
 * Checks the chain and counts of a folder's ledger, and the files its last line vouches for; none when the last run did
 * not end normally. `torn` says that a last line was left unfinished. Throws LEDGER_INVALID.
 */
export async function checkCollect(folder: string) {
  const refused = (file: string, words: string) => new AuditError("LEDGER_INVALID", words, { file });
  const { path, book, torn } = await readLedger(folder);
  const { state } = book;
  if (state.lines === 0)
    throw refused(folder, `${path} is missing or empty. Name the folder that 'recast collect --out' wrote`);
  const files = Object.entries(state.ended?.files ?? {});
  for (const [name, wanted] of files) {
    const file = join(folder, name);
    const remedy = "Get the folder again from whoever collected it";
    const found = await withFile(openWithin(folder, name), hashOf).catch(() => null);
    if (found === null) throw refused(file, `${file} is missing, and the ledger lists it. ${remedy}`);
    if (found === wanted) continue;
    throw refused(file, `${file} has the SHA-256 ${found}, but the ledger lists ${wanted}. ${remedy}`);
  }
  return { state, files: files.map(([name]) => name), torn };
}
