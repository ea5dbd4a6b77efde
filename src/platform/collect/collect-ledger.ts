import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type LedgerBook, type LedgerState, ledgerBook } from "../../collect/ledger.js";
import type { LedgerEvent } from "../../collect/ledger-line.js";
import { AuditError } from "../../errors.js";
import { openForAppending } from "../append-file.js";
import { cannotRead } from "../file-errors.js";

/** Name of the ledger in a folder. */
export const LEDGER_NAME = "ledger.jsonl";

/** A ledger on the disk that lines can be added to. */
export interface DiskLedger {
  readonly state: LedgerState;
  /** Adds a line; resolves when it is on the disk for good. */
  append(event: LedgerEvent): Promise<void>;
  close(): Promise<void>;
}

/** A ledger as it lies on the disk. */
export interface LedgerFile {
  readonly book: LedgerBook;
  /** Bytes of complete lines. */
  readonly bytes: number;
  /** Whether a last line without its end follows, as a dying process leaves one. */
  readonly torn: boolean;
}

/** Reads and checks the ledger of a folder; one that is not there is empty. */
export async function readLedger(folder: string): Promise<LedgerFile> {
  const path = join(folder, LEDGER_NAME);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw cannotRead(error, path);
  });
  const complete = bytes.lastIndexOf(0x0a) + 1;
  const book = ledgerBook(path);
  const lines = bytes.subarray(0, complete).toString("utf8").split("\n").slice(0, -1);
  for (const line of lines) book.replay(line);
  return { book, bytes: complete, torn: complete < bytes.length };
}

/**
 * Opens the ledger of a folder to continue it. A last line without its end is cut off: nobody acted on it, since a
 * question leaves and a run goes on only after the whole line is on the disk.
 */
export async function openLedger(folder: string): Promise<DiskLedger> {
  const { book, bytes } = await readLedger(folder);
  const path = join(folder, LEDGER_NAME);
  const handle = await guarded(path, () => openForAppending(folder, path, bytes));
  return {
    get state() {
      return book.state;
    },
    append: (event) =>
      guarded(path, async () => {
        await handle.appendFile(`${book.add(event)}\n`, "utf8");
        await handle.datasync();
      }),
    close: () => handle.close(),
  };
}

async function guarded<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof AuditError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError("WRITE_FAILED", `cannot write ${path}: ${reason}`, { file: path }, { cause: error });
  }
}
