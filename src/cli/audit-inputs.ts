import { resolve } from "node:path";
import { recordedInput } from "../certificate/paths.js";
import type { AuditFlags, MethodFlags, ReportFlags, RoleFlags } from "./flags.js";
import { present } from "./role-flags.js";

/** Everything that shapes an audit but the files themselves: recorded in the certificate, and enough to run it again. */
export type AuditConfiguration = Omit<RoleFlags, "letters" | "population"> & MethodFlags & ReportFlags;

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
  return {
    decisions: input(decisions),
    letters: flags.letters === undefined ? null : input(flags.letters),
    population: flags.population === undefined ? null : input(flags.population),
  };
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
