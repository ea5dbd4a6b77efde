import { AuditError } from "../errors.js";

/** Most bytes one problem may ask for: what a WebAssembly module can address. */
const LIMIT_BYTES = 4 * 1024 ** 3 - 65536;

/** Refuses a problem by its size, before anything is allocated. */
export function requireMemory(what: string, bytes: number, wayOut = "use fewer rows"): void {
  if (bytes > LIMIT_BYTES) throw tooLarge(what, bytes, wayOut);
}

/** The error of a problem that does not fit. */
export function tooLarge(what: string, bytes: number, wayOut = "use fewer rows"): AuditError {
  const gigabytes = (bytes / 1024 ** 3).toFixed(1);
  return new AuditError(
    "TOO_LARGE",
    `${what} needs about ${gigabytes} GB of working memory and this machine's kernels have at most 4 GB; ${wayOut}`,
  );
}
