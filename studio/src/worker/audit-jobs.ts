import type { OutputFile } from "../../../src/certificate/manifest.js";
import { AuditError } from "../../../src/errors.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import { makeAudit } from "../../../src/folder/make-audit.js";
import { type AuditSource, type ByRole, withCopies } from "../../../src/folder/sources.js";
import { loadKernels } from "../../../src/kernels/load.js";
import type { OpenedSummary } from "../store.js";
import { jobWords, without as lacking } from "../text/jobs.js";
import { portFitters, serveFits } from "./port-fitters.js";
import type { FileRole, Report, Session, Source } from "./session.js";

// Files and outputs go over a channel between the two workers: the page's thread never copies them. The main worker has
// the jobs lend, collect and release, the other one has run, and workers beside it, one per core, have fit.

/** What the main worker lends to the worker that makes the audit, and what comes back. */
type Loan = ByRole<AuditSource>;
type Return = readonly OutputFile[];

interface OpenLoan {
  readonly port: MessagePort;
  readonly sources: Readonly<Record<FileRole, Source | null>>;
  readonly returned: Promise<Return>;
}

const loans = new WeakMap<Session, OpenLoan>();

/** In the main worker: sends the files of the next audit, and keeps its end open for what comes back. */
function lend(session: Session, { port }: { port: MessagePort }): void {
  release(session);
  const { decisions, letters, population } = session.sources;
  if (decisions === null) throw new AuditError("FILE_NOT_FOUND", lacking["no decisions"].title);
  const without = ({ rows, sha256, bytes, name }: Source) => ({ rows, sha256, bytes, name });
  const lent: Loan = withCopies({
    decisions: without(decisions),
    letters: letters && without(letters),
    population: population && without(population),
  });
  const returned = firstMessage<Return>(port);
  loans.set(session, { port, sources: session.sources, returned });
  port.postMessage(lent);
}

/** In the main worker: takes what the finished audit sent, and opens it. */
async function collect(session: Session): Promise<OpenedSummary> {
  const loan = loans.get(session);
  if (loan === undefined) throw new AuditError("ABORTED", jobWords.cancelled);
  const outputs = await loan.returned;
  release(session);
  const { openMade } = await import("./open-made.js");
  return openMade(session, outputs, loan.sources);
}

/** In the main worker: nothing will come back any more. */
function release(session: Session): void {
  loans.get(session)?.port.close();
  loans.delete(session);
}

/** At the worker of its own: waits for the files, makes the audit and sends its outputs back. */
async function run(
  _: Session,
  { port, configuration, fitters }: { port: MessagePort; configuration: AuditConfiguration; fitters: MessagePort[] },
  report: Report,
): Promise<void> {
  const [sources, kernels] = await Promise.all([firstMessage<Loan>(port), loadKernels()]);
  const { outputs } = await makeAudit({ sources, configuration, package: __RECAST_PACKAGE__ }, kernels, {
    fitters: fitters.length === 0 ? null : portFitters(fitters, kernels),
    onProgress: (done, total, label) => report({ done, total, label }),
  });
  port.postMessage(outputs satisfies Return);
  port.close();
}

/** At each worker that fits: does what comes through the port until the worker is ended. */
async function fit(_: Session, { port }: { port: MessagePort }): Promise<never> {
  return serveFits(port, await loadKernels());
}

export const jobs = { lend, collect, release, run, fit };

function firstMessage<T>(port: MessagePort): Promise<T> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
  });
}
