import { resolve } from "node:path";
import { copyNames, recordedInput } from "../certificate/paths.js";
import type { AuditFlags, EmbedderFlags, MethodFlags, ReportFlags, RoleFlags } from "./flags.js";
import { present } from "./role-flags.js";

/** Everything that shapes an audit but the files themselves: recorded in the certificate, and enough to run it again. */
export type AuditConfiguration = Omit<RoleFlags, "letters" | "population"> & EmbedderFlags & MethodFlags & ReportFlags;

/** A file to audit: where it is, what the audit calls it, and the way to it from the audit folder. */
export interface AuditInput {
  readonly path: string;
  readonly name: string;
  /** Null where that way would be of no use elsewhere. */
  readonly recorded: string | null;
}

/** The files of an audit. */
export interface AuditInputs {
  readonly decisions: AuditInput;
  readonly letters: AuditInput | null;
  readonly population: AuditInput | null;
}

/** The files the flags name, as seen from the audit folder. */
export function auditInputs(decisions: string, flags: AuditFlags, folder: string, cwd: string): AuditInputs {
  const input = (path: string): AuditInput => {
    const absolute = resolve(cwd, path);
    const { name, path: recorded } = recordedInput(partsOf(resolve(cwd, folder)), partsOf(absolute));
    return { path: absolute, name, recorded };
  };
  const inputs = {
    decisions: input(decisions),
    letters: flags.letters === undefined ? null : input(flags.letters),
    population: flags.population === undefined ? null : input(flags.population),
  };
  return flags.withInputs === true ? asCopied(inputs) : inputs;
}

/** The inputs where `--with-inputs` copies them to: a folder that is sent elsewhere finds them there. */
function asCopied(inputs: AuditInputs): AuditInputs {
  const copies = new Map(namedInputs(inputs).map(({ role, copy }) => [role, `inputs/${copy}`]));
  const moved = <Input extends AuditInput | null>(role: string, input: Input): Input =>
    input && { ...input, recorded: copies.get(role) ?? null };
  return {
    decisions: moved("decisions", inputs.decisions),
    letters: moved("letters", inputs.letters),
    population: moved("population", inputs.population),
  };
}

/** The inputs there are, each with the name of its copy. */
export function namedInputs(inputs: AuditInputs): (AuditInput & { readonly role: string; readonly copy: string })[] {
  const named = Object.entries(inputs).flatMap(([role, input]: [string, AuditInput | null]) =>
    input === null ? [] : [{ role, ...input }],
  );
  const copies = copyNames(named);
  return named.map((input, k) => ({ ...input, copy: copies[k] ?? input.name }));
}

/** The part of the flags that is recorded. */
export function configurationOf(flags: AuditFlags): AuditConfiguration {
  const {
    letters: _l,
    population: _p,
    out: _o,
    force: _f,
    withInputs: _w,
    commit: _c,
    json: _j,
    quiet: _q,
    ...kept
  } = flags;
  return present(kept);
}

function partsOf(path: string): string[] {
  return path.split(/[/\\]/);
}
