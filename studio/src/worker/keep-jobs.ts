import { AuditError } from "../../../src/errors.js";
import { deleteAll, deleteAudit, type KeptAudit, listAudits, readAudit, storeAudit } from "../keep/storage.js";
import type { OpenedSummary } from "../store.js";
import { jobWords } from "../text/jobs.js";
import type { Report, Session } from "./session.js";
import { folderFiles } from "./zip-audit.js";

/** Stores the open audit in this browser: every file of its folder, and the audited files where they are there. */
async function keep(session: Session, { title, keptAt }: { title: string; keptAt: number }): Promise<KeptAudit> {
  const opened = session.opened ?? session.classes;
  if (opened === null) throw new AuditError("FILE_NOT_FOUND", jobWords.open.nothingOpen);
  const files = [...folderFiles(opened)].map(([path, content]) => ({ path, file: new Blob([content as BlobPart]) }));
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const hasInputs = files.some(({ path }) => path.startsWith("inputs/"));
  return permitted(() => storeAudit({ title, keptAt, bytes, hasInputs }, files));
}

function list(): Promise<readonly KeptAudit[]> {
  return permitted(listAudits);
}

/** Opens a kept audit as any saved one; null when it is no longer there. */
async function reopen(session: Session, { id }: { id: number }, report: Report): Promise<OpenedSummary | null> {
  const files = await permitted(() => readAudit(id));
  if (files === null) return null;
  const { jobs: results } = await import("./results-jobs.js"); // the first screen lists audits and opens none
  return results.open(session, { files }, report);
}

function forget(_: Session, { id }: { id: number | null }): Promise<void> {
  return permitted(() => (id === null ? deleteAll() : deleteAudit(id)));
}

export const jobs = { keep, list, reopen, forget };

/** Does it, or says in words why the browser does not let the page store anything. */
async function permitted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
    const words = name === "QuotaExceededError" ? jobWords.keep.noSpace : jobWords.keep.refused(message);
    throw new AuditError("WRITE_FAILED", words, {}, { cause: error });
  }
}
