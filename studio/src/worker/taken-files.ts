import { AuditError } from "../../../src/errors.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import type { TakenFile } from "../store.js";
import { cutSource } from "./cut-source.js";
import type { FileRole, Source } from "./session.js";

export type FilesByRole = Readonly<Record<FileRole, TakenFile | null>>;

export interface NextAudit {
  readonly files: FilesByRole;
  readonly configuration: AuditConfiguration;
}

export function takenFiles({ decisions, letters, population }: Readonly<Record<FileRole, Source | null>>): FilesByRole {
  return {
    decisions: decisions && takenFile(decisions),
    letters: letters && takenFile(letters),
    population: population && takenFile(population),
  };
}

/** A file in a few numbers; throws what is wrong with one that has no table at all. */
export function takenFile(source: Source): TakenFile {
  const { table, problems } = cutSource(source, undefined);
  const [first] = problems;
  if (table === null)
    throw new AuditError(first?.code ?? "FILE_EMPTY", first?.message ?? source.name, { file: source.name });
  return { name: source.name, bytes: source.bytes, rows: table.rows, columns: table.columns.length };
}
