import { resolve } from "node:path";
import { recordedInput } from "../certificate/paths.js";
import type { AuditConfiguration } from "../folder/configuration.js";
import { type ByRole, type InputPlace, withCopies } from "../folder/sources.js";
import { picked } from "../settings/settings.js";
import type { AuditFlags } from "./flags.js";

/** A file to audit: where it is, what the audit calls it, and the way to it from the audit folder. */
export interface AuditInput extends InputPlace {
  readonly path: string;
}

/** The files of an audit. */
export type AuditInputs = ByRole<AuditInput>;

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
  return flags.withInputs === true ? withCopies(inputs) : inputs;
}

/** The part of the flags that is recorded. */
export function configurationOf(flags: AuditFlags): AuditConfiguration {
  return picked(flags, "roles", "bins", "method", "identity", "report");
}

function partsOf(path: string): string[] {
  return path.split(/[/\\]/);
}
