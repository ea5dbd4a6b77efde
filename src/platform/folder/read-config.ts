import { dirname, isAbsolute, join } from "node:path";
import type { AuditConfig } from "../../folder/audit-config.js";
import { parseConfig } from "../../folder/parse-config.js";
import { readText } from "../read-file.js";

type Roles = AuditConfig["roles"];

/** What a configuration file asks of an audit, under the names the command line uses. Only what was said is there. */
export type ConfigFlags = Omit<Roles, "types"> &
  AuditConfig["method"] &
  AuditConfig["identity"] & {
    readonly type?: NonNullable<Roles["types"]>;
    readonly letters?: string;
    readonly population?: string;
    readonly out?: string;
    readonly bins?: NonNullable<AuditConfig["bins"]>;
    readonly tables?: NonNullable<AuditConfig["tables"]>;
    readonly template?: NonNullable<AuditConfig["template"]>;
  };

/** A configuration file, read: the decisions it names and everything else as flags. */
export interface ConfigFile {
  /** As seen from where `path` is seen. */
  readonly decisions: string;
  readonly flags: ConfigFlags;
}

/** Whether a path names a configuration file rather than a CSV: by its ending. */
export function isConfigPath(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** Reads an audit.yaml; its paths, relative to the file, become paths from where `path` starts. Throws CONFIG_INVALID, and what reading throws. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const { text } = await readText(path);
  const { decisions, letters, population, out, roles, bins, method, identity, tables, template } = parseConfig(
    text,
    path,
  );
  const { types, ...otherRoles } = roles;
  const folder = dirname(path);
  const from = (given: string) => (isAbsolute(given) ? given : join(folder, given));
  return {
    decisions: from(decisions),
    flags: {
      ...otherRoles,
      ...method,
      ...identity,
      ...(types === undefined ? {} : { type: types }),
      ...(letters === undefined ? {} : { letters: from(letters) }),
      ...(population === undefined ? {} : { population: from(population) }),
      ...(out === undefined ? {} : { out: from(out) }),
      ...(bins === undefined ? {} : { bins }),
      ...(tables === undefined ? {} : { tables }),
      ...(template === undefined ? {} : { template }),
    },
  };
}
