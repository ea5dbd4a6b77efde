import { AuditError } from "../../../src/errors.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import type { TakenFile } from "../store.js";
import { cutSource } from "./cut-source.js";
import type { FileRole, Source } from "./session.js";

const taken = new WeakMap<Source, TakenFile>();

export type FilesByRole = Readonly<Record<FileRole, TakenFile | null>>;

export interface NextAudit {
  readonly files: FilesByRole;
  readonly configuration: AuditConfiguration;
  /** What the open audit was made of, which the next one begins with. */
  readonly basis: { readonly files: FilesByRole; readonly configuration: AuditConfiguration };
}

/** The next audit, of these files, after one that was made of those. */
export function nextAudit({ sources, configuration }: NextCase, before: NextCase): NextAudit {
  const basis = { files: takenFiles(before.sources), configuration: before.configuration };
  return { files: takenFiles(sources), configuration, basis };
}

interface NextCase {
  readonly sources: Readonly<Record<FileRole, Source | null>>;
  readonly configuration: AuditConfiguration;
}

export function takenFiles({ decisions, letters, population }: Readonly<Record<FileRole, Source | null>>): FilesByRole {
  return {
    decisions: decisions && takenFile(decisions),
    letters: letters && takenFile(letters),
    population: population && takenFile(population),
  };
}

/** A file in a few numbers; throws what is wrong with a file without a table. */
export function takenFile(source: Source): TakenFile {
  const known = taken.get(source);
  if (known !== undefined) return known;
  const { table, problems } = cutSource(source, "decisions", {});
  const [first] = problems;
  if (table === null)
    throw new AuditError(first?.code ?? "FILE_EMPTY", first?.message ?? source.name, { file: source.name });
  const { name, bytes, sha256, rows } = source;
  const { sheets = [], sheet = null } = typeof rows === "object" && "records" in rows ? rows.readAs : {};
  const shape = { rows: table.rows, columns: table.columns.length };
  const file = { name, bytes, sha256, ...shape, sheets, sheet: source.sheet ?? sheet };
  taken.set(source, file);
  return file;
}
