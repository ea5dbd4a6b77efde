import type { ManifestInput } from "../certificate/manifest.js";
import { copyNames, fileName } from "../certificate/paths.js";
import type { TableSource } from "../input/csv.js";
import type { FileStamp } from "../input/file-rows.js";
import type { Scan } from "../input/scan.js";
import type { ScannedRows } from "../input/scanned-rows.js";

/** What an audit calls a file, and the way to it from the audit folder. */
export interface InputPlace {
  readonly name: string;
  /** Null where that way would be of no use elsewhere. */
  readonly recorded: string | null;
}

/** Something for each file of an audit. */
export interface ByRole<Some> {
  readonly decisions: Some;
  readonly letters: Some | null;
  readonly population: Some | null;
}

type Role = keyof ByRole<unknown>;

/** A file of an audit, read into memory. */
export interface AuditSource extends FileStamp, InputPlace {
  readonly rows: TableSource;
}

/** A file of decisions that is too long to be held: what was counted and drawn in one pass. */
export interface ScannedSource extends FileStamp, InputPlace {
  readonly scan: Scan;
  /** Everybody outside the sample, read from the file again. */
  rest(): AsyncIterable<ScannedRows>;
}

interface ScannedSources extends ByRole<ScannedSource> {
  readonly letters: null;
  readonly population: null;
}

/** The files of an audit; a long one has no others beside it. */
export type AuditSources = ByRole<AuditSource> | ScannedSources;

export function isScanned(sources: AuditSources): sources is ScannedSources {
  return "scan" in sources.decisions;
}

/** The same done to each file there is. */
export function byRole<Some, Other>(files: ByRole<Some>, work: (file: Some, role: Role) => Other): ByRole<Other> {
  return {
    decisions: work(files.decisions, "decisions"),
    letters: files.letters && work(files.letters, "letters"),
    population: files.population && work(files.population, "population"),
  };
}

/** The files there are, in the order of their roles, each with the name its copy has in `inputs/`. */
export function namedInputs<Some extends { readonly name: string }>(
  inputs: ByRole<Some>,
): (Some & { readonly role: Role; readonly copy: string })[] {
  const named = listed(inputs);
  const copies = copyNames(named);
  return named.map((input, k) => ({ ...input, copy: copies[k] ?? input.name }));
}

function listed<Some>(files: ByRole<Some>): readonly (Some & { readonly role: Role })[] {
  return Object.values(byRole(files, (file, role) => ({ ...file, role }))).filter((file) => file !== null);
}

/**
 * The files of an audit as recorded by a folder with copies in `inputs/` (`recast audit --with-inputs`): each gets a
 * name that a manifest allows, and the path of its copy.
 */
export function withCopies<Some extends { readonly name: string }>(inputs: ByRole<Some>): ByRole<Some & InputPlace> {
  const renamed = byRole(inputs, (input) => ({ ...input, name: fileName(input.name) }));
  const copies = new Map(namedInputs(renamed).map(({ role, copy }) => [role, `inputs/${copy}`]));
  return byRole(renamed, (input, role) => ({ ...input, recorded: copies.get(role) ?? null }));
}

/** A file of an audit without its rows: what it is called, where it is, and its stamp. */
export type SourceStamp = FileStamp & InputPlace;

export function manifestInputs(stamps: ByRole<SourceStamp>): ManifestInput[] {
  return listed(stamps).map(({ role, name, recorded: path, bytes, sha256 }) => ({ role, name, path, bytes, sha256 }));
}
