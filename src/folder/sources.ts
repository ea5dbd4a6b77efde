import { copyNames, fileName } from "../certificate/paths.js";
import type { TableSource } from "../input/csv.js";
import type { FileStamp } from "../input/file-rows.js";

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

/** A file of an audit, read into memory. */
export interface AuditSource extends FileStamp, InputPlace {
  readonly rows: TableSource;
}

/** The files there are, in the order of their roles, each with the name its copy has in `inputs/`. */
export function namedInputs<Some extends { readonly name: string }>(
  inputs: ByRole<Some>,
): (Some & { readonly role: keyof ByRole<Some>; readonly copy: string })[] {
  const roles: (keyof ByRole<Some>)[] = ["decisions", "letters", "population"];
  const named = roles.flatMap((role) => {
    const input = inputs[role];
    return input === null ? [] : [{ ...input, role }];
  });
  const copies = copyNames(named);
  return named.map((input, k) => ({ ...input, copy: copies[k] ?? input.name }));
}

/**
 * The files of an audit as a folder records them that has copies of them in `inputs/`, as `recast audit --with-inputs`
 * writes it: each gets a name that can stand in a manifest, and the way to its copy.
 */
export function withCopies<Some extends { readonly name: string }>(inputs: ByRole<Some>): ByRole<Some & InputPlace> {
  const renamed = {
    decisions: withName(inputs.decisions),
    letters: inputs.letters && withName(inputs.letters),
    population: inputs.population && withName(inputs.population),
  };
  const copies = new Map(namedInputs(renamed).map(({ role, copy }) => [role, `inputs/${copy}`]));
  const moved = (role: keyof ByRole<Some>, input: Some) => ({ ...input, recorded: copies.get(role) ?? null });
  return {
    decisions: moved("decisions", renamed.decisions),
    letters: renamed.letters && moved("letters", renamed.letters),
    population: renamed.population && moved("population", renamed.population),
  };
}

function withName<Some extends { readonly name: string }>(input: Some): Some {
  return { ...input, name: fileName(input.name) };
}
