import type { Manifest } from "../../../src/certificate/manifest.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import type { ClassAuditFile } from "../../../src/findings/class-file.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import type { PeopleTable } from "../../../src/folder/people-table.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { RowsFile } from "../../../src/input/file-rows.js";
import type { Letters } from "../../../src/input/letters.js";
import type { Population } from "../../../src/input/population.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { once } from "../../../src/options.js";
import type { Model } from "../../../src/surrogate/model.js";
import type { JobProgress } from "./protocol.js";

export type FileRole = "decisions" | "letters" | "population";

/** A file the user gave. */
export interface Source extends RowsFile {
  readonly name: string;
  /** The file's own bytes, to be put beside the audit. */
  readonly raw: Uint8Array;
  /** The sheet it was read from where one was named; null otherwise. */
  readonly sheet: string | null;
}

/** An audit that is open: just made, or read from files. */
export interface OpenedAudit<File = AuditFile> {
  readonly file: File;
  /** Every file of the folder by its path; inputs are not among them. */
  readonly outputs: ReadonlyMap<string, string | Uint8Array>;
  /** Null where only audit.json was opened. */
  readonly manifest: Manifest | null;
  readonly configuration: AuditConfiguration | null;
  readonly model: Model | null;
  readonly people: PeopleTable | null;
  /** The evidence it was made from; null where the input files are not there. */
  readonly evidence: OpenedEvidence | null;
}

/** An open audit of a decision with more than two values: the page shows its report and nothing else of it. */
export type OpenedClasses = OpenedAudit<ClassAuditFile>;

/** The audited files, read as the audit read them. */
export interface OpenedEvidence {
  readonly sources: Readonly<Record<FileRole, Source | null>>;
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly population: Population | null;
}

export interface Session {
  sources: Readonly<Record<FileRole, Source | null>>;
  opened: OpenedAudit | null;
  /** In its place where the decision has more than two values. */
  classes: OpenedClasses | null;
  /** Compiled once, when first asked for. */
  kernels(): Promise<Kernels>;
}

/** Tells the page how far a job is. */
export type Report = (progress: JobProgress) => void;

export function newSession(): Session {
  return {
    sources: { decisions: null, letters: null, population: null },
    opened: null,
    classes: null,
    kernels: once(loadKernels),
  };
}
