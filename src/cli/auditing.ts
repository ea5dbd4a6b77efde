import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import { type AuditOptions, audit } from "../audit.js";
import type { Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import type { Decisions } from "../evidence/decisions.js";
import type { Evidence } from "../evidence/evidence.js";
import { joinEvidence } from "../evidence/join.js";
import { type Letters, noLettersProblem } from "../evidence/letters.js";
import type { Kernels } from "../kernels/kernels.js";
import { loadKernels } from "../kernels/load.js";
import { loadParallelKernels } from "../node/parallel-kernels.js";
import type { FileStamp } from "../node/read-text.js";
import { packageVersion } from "../node/version.js";
import { requireRunning } from "../node/write-file.js";
import type { PrototypeSolver } from "../prototypes/fit.js";
import { type AuditFile, auditFile, type EvidenceFile } from "../report/audit-file.js";
import { canonicalJson } from "../report/canonical-json.js";
import type { SurrogateName } from "../surrogate/methods.js";
import type { Model } from "../surrogate/model.js";
import { type CliIo, type GlobalFlags, progressFor } from "./io.js";
import type { MethodFlags } from "./program.js";

/** The two files of an audit, read; letters are null when there are none. */
export interface ReadFiles {
  readonly decisions: Decisions & FileStamp;
  readonly letters: (Letters & FileStamp) | null;
}

/** An audit that was computed but not yet written. */
export interface FinishedAudit {
  readonly file: AuditFile;
  readonly model: Model;
  readonly evidence: Evidence;
  readonly kernels: Kernels;
}

/** Computes the audit of two files, with a progress line. */
export async function performAudit(
  { decisions, letters }: ReadFiles,
  flags: MethodFlags & GlobalFlags,
  io: CliIo,
): Promise<FinishedAudit> {
  // only the iterative solver has work for a second thread
  const kernels = flags.solver === "sinkhorn" ? await loadParallelKernels() : await loadKernels();
  const evidence = joinEvidence(decisions, letters);
  const progress = progressFor(io, flags);
  requireRunning(io.interrupts.signal);
  try {
    const { report, model } = io.interrupts.unguarded(() =>
      audit(evidence, kernels, {
        ...auditOptions(flags),
        onProgress: (done, total, label) => progress.update(label, { done, total }),
      }),
    );
    const file = auditFile(report, {
      version: packageVersion(),
      files: { decisions: evidenceFile(decisions), letters: letters === null ? null : evidenceFile(letters) },
      problems: [...decisions.problems, ...(letters === null ? [noLettersProblem()] : letters.problems)],
    });
    return { file, model, evidence, kernels };
  } finally {
    progress.clear();
  }
}

/** `audit.json` and `surrogate.json` of a folder, with their text. */
export function auditTexts(folder: string, { file, model }: FinishedAudit): { path: string; text: string }[] {
  return [
    { path: join(folder, "audit.json"), text: canonicalJson(file) },
    { path: join(folder, "surrogate.json"), text: canonicalJson(model) },
  ];
}

/** The names among `names` that are already in the folder. */
export async function existingIn(folder: string, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const exists = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (exists) found.push(name);
  }
  return found;
}

/** Refuses to write over files of the user's. */
export function refuseOverwriting(folder: string, names: readonly string[], found: readonly string[]): void {
  const [first] = found;
  if (first === undefined) return;
  throw new AuditError(
    "FILE_EXISTS",
    `${folder} already has ${found.join(", ")}; choose another folder, or --force to replace ${names.join(", ")}`,
    { file: join(folder, first) },
  );
}

function auditOptions({ scaling, solver, methods, folds, repeats, seed, abstain }: MethodFlags): AuditOptions {
  return {
    ...(scaling === undefined ? {} : { scaling: scaling as Scaling }),
    ...(solver === undefined ? {} : { solver: solver as PrototypeSolver }),
    ...(methods === undefined ? {} : { methods: methods as readonly SurrogateName[] }), // audit refuses unknown names
    ...(folds === undefined ? {} : { folds }),
    ...(repeats === undefined ? {} : { repeats }),
    ...(seed === undefined ? {} : { seed }),
    ...(abstain === undefined ? {} : { abstain }),
  };
}

function evidenceFile({
  file,
  bytes,
  sha256,
  rows,
}: { readonly file: string; readonly rows: number } & FileStamp): EvidenceFile {
  return { name: basename(file), bytes, sha256, rows };
}
